#include "core/workspace/chattemplates.h"

#include "core/library/deleting.h"
#include "core/templates/workertemplateengine.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

QString chatKey(const QString &owner, const QString &chat)
{
    return chat.isEmpty() ? QString() : owner + u'/' + chat;
}

ChatTemplates::ChatTemplates(Library *library, QObject *parent)
    : QObject(parent)
    , m_library(library)
    , m_engine(std::make_shared<WorkerTemplateEngine>(
          templateWorkerProgram(QCoreApplication::applicationDirPath())))
    , m_edited(library, this, [this] { Q_EMIT changed(); })
{
    connect(library, &Library::opened, this, &ChatTemplates::load);
    connect(library, &Library::closed, this, [this] {
        m_templates.clear();
        m_edited.clear();
    });
    connect(library, &Library::changed, this, [this](const LibraryChange &change) {
        using Folder = LibraryLayout::Folder;
        if (change.kind == LibraryChange::Kind::Templates &&
            change.names.contains(LibraryLayout::folderName(Folder::PromptTemplates)))
            load();
    });
}

void ChatTemplates::setChoices(const PromptTemplateChoices &choices)
{
    m_choices = choices;
    Q_EMIT changed();
}

void ChatTemplates::choose(Scope scope, const QString &key, const QString &name)
{
    if (scope == Scope::Library) {
        m_choices.library = name;
    } else if (!key.isEmpty()) {
        QMap<QString, QString> &map = scope == Scope::Character ? m_choices.characters : m_choices.chats;
        if (name.isEmpty())
            map.remove(key);
        else
            map.insert(key, name);
    }
    Q_EMIT choicesChanged();
    Q_EMIT changed();
}

const LoadedDocument<PromptTemplate> *ChatTemplates::find(const QString &name) const
{
    const auto found = std::ranges::find_if(
        m_templates, [&](const LoadedDocument<PromptTemplate> &each) { return each.value.name == name; });
    return found == m_templates.end() ? nullptr : &*found;
}

std::optional<PromptTemplate> ChatTemplates::valueOf(const QString &name) const
{
    const LoadedDocument<PromptTemplate> *stored = find(name);
    return stored ? std::optional(m_edited.value(name).value_or(stored->value)) : std::nullopt;
}

void ChatTemplates::setEdited(const QString &name, const std::optional<PromptTemplate> &edited)
{
    m_edited.set(name, edited);
}

QString ChatTemplates::nameFor(const QString &cardFile, const QString &chat) const
{
    for (const QString &name :
         {m_choices.chats.value(chat), m_choices.characters.value(cardFile), m_choices.library}) {
        if (find(name))
            return name;
    }
    return {};
}

QString ChatTemplates::nameOfCharacter(const QString &name) const
{
    const auto &cards = m_library->contents().cards;
    const auto found = std::ranges::find_if(
        cards, [&](const CardSummary &card) { return card.name.compare(name, Qt::CaseInsensitive) == 0; });
    return found == cards.end() ? QString() : m_choices.characters.value(found->file);
}

// Characters' own first: they are what {% extends %} names.
QList<NamedTemplate> ChatTemplates::namedTemplates() const
{
    QList<NamedTemplate> named;
    for (const CardSummary &card : m_library->contents().cards) {
        const std::optional<PromptTemplate> own = valueOf(m_choices.characters.value(card.file));
        named.append({card.name, own ? std::optional(own->text) : std::nullopt});
    }
    for (const LoadedDocument<PromptTemplate> &each : m_templates)
        named.append({each.value.name, m_edited.value(each.value.name).value_or(each.value).text});
    return named;
}

TemplateInputs ChatTemplates::inputsFor(const QString &cardFile, const QString &chat) const
{
    TemplateInputs inputs;
    inputs.engine = m_engine;
    inputs.others = namedTemplates();
    const QString name = nameFor(cardFile, chat);
    if (const auto chosen = valueOf(name))
        inputs.use(*chosen);
    inputs.isOfCharacter = !name.isEmpty() && (name == m_choices.characters.value(cardFile) ||
                                               name == m_choices.chats.value(chat));
    return inputs;
}

TemplateInputs ChatTemplates::inputsWith(const PromptTemplate &edited, const QString &cardFile) const
{
    TemplateInputs inputs = inputsFor(cardFile, {});
    for (NamedTemplate &other : inputs.others) {
        if (other.name == edited.name)
            other.text = edited.text;
    }
    inputs.use(edited);
    return inputs;
}

void ChatTemplates::load()
{
    ++m_loading;
    m_library->perform(loadPromptTemplates, this, [this](const Result<LoadedTemplates> &loaded) {
        --m_loading;
        if (loaded) {
            m_templates = loaded->templates;
            for (const Error &error : loaded->problems)
                Q_EMIT problem(error);
        } else {
            Q_EMIT problem(loaded.error());
        }
        Q_EMIT changed();
    });
}

void ChatTemplates::rename(const QString &name, const QString &to)
{
    m_library->perform([name, to](LibraryStore &store) { return renamePromptTemplate(store, name, to); },
                       this,
                       [this, name](const Result<QString> &renamedTo) {
                           if (!renamedTo) {
                               Q_EMIT saveFailed(name, renamedTo.error());
                               return;
                           }
                           for (LoadedDocument<PromptTemplate> &each : m_templates) {
                               if (each.value.name == name)
                                   each.value.name = *renamedTo;
                           }
                           const auto follow = [&](QString &chosen) {
                               if (chosen == name)
                                   chosen = *renamedTo;
                           };
                           follow(m_choices.library);
                           for (QMap<QString, QString> *map : {&m_choices.characters, &m_choices.chats}) {
                               for (QString &chosen : *map)
                                   follow(chosen);
                           }
                           Q_EMIT renamed(name, *renamedTo);
                           Q_EMIT choicesChanged();
                           Q_EMIT changed();
                           load(); // the versions of the files
                       });
}

void ChatTemplates::remove(const QString &name)
{
    m_library->perform([name](LibraryStore &store) { return deletePromptTemplate(store, name); }, this,
                       [this, name](const Result<TrashItem> &gone) {
                           if (!gone) {
                               Q_EMIT saveFailed(name, gone.error());
                               return;
                           }
                           m_templates.removeIf([&](const LoadedDocument<PromptTemplate> &each) {
                               return each.value.name == name;
                           });
                           Q_EMIT removed(name, gone->id);
                           load();
                       });
}

void ChatTemplates::restore(const QString &trashId)
{
    m_library->perform([trashId](LibraryStore &store) { return restoreDeleted(store, trashId); }, this,
                       [this](const Result<TrashItem> &back) {
                           if (!back)
                               Q_EMIT saveFailed({}, back.error());
                           load();
                       });
}

} // namespace snug
