#include "core/workspace/completiontemplates.h"

#include "core/formats/texttemplates.h"
#include "core/guarded.h"
#include "core/library/documentfiles.h"

#include <QtConcurrentRun>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Folder = LibraryLayout::Folder;

constexpr std::array folders{Folder::Context, Folder::Instruct, Folder::SystemPrompts, Folder::TextPresets};

// Where nobody says how large a context is, or how long a reply.
constexpr int usualContext = 4096;
constexpr int usualReply = 300;

std::optional<QString> TemplateChoices::*choiceOf(Folder folder)
{
    return folder == Folder::Context         ? &TemplateChoices::context
           : folder == Folder::Instruct      ? &TemplateChoices::instruct
           : folder == Folder::SystemPrompts ? &TemplateChoices::systemPrompt
                                             : &TemplateChoices::preset;
}

int firstSaid(std::initializer_list<int> sizes, int usual)
{
    for (const int size : sizes) {
        if (size > 0)
            return size;
    }
    return usual;
}

} // namespace

CompletionTemplates::CompletionTemplates(Library *library, QObject *parent)
    : QObject(parent)
    , m_library(library)
    , m_edited(library, this, [this] { Q_EMIT changed(); })
{
    connect(library, &Library::opened, this, &CompletionTemplates::update);
    connect(library, &Library::opened, this, &CompletionTemplates::askForModel);
    connect(library, &Library::closed, this, [this] {
        m_loaded.clear();
        m_context.reset();
        m_instruct.reset();
        m_systemPrompt.reset();
        m_preset.reset();
        m_edited.clear();
    });
    connect(library, &Library::changed, this, [this](const LibraryChange &change) {
        if (change.kind == LibraryChange::Kind::Templates) {
            for (const Folder folder : folders) {
                if (change.names.contains(LibraryLayout::folderName(folder)) && m_loaded.contains(folder) &&
                    m_loaded.value(folder) == nameOf(folder) && isFile(folder, nameOf(folder)))
                    loadOne(folder);
            }
        }
        if (change.kind == LibraryChange::Kind::Templates || change.kind == LibraryChange::Kind::Settings)
            update();
        if (change.kind == LibraryChange::Kind::Templates && m_byModel.isEmpty() &&
            change.names.contains(LibraryLayout::folderName(Folder::Instruct)) && !m_choices.instruct)
            askForModel(); // one that came now may ask for it
    });
}

void CompletionTemplates::setWanted(bool isWanted)
{
    if (std::exchange(m_isWanted, isWanted) == isWanted)
        return;
    update();
    askForModel();
}

void CompletionTemplates::setChoices(const TemplateChoices &choices)
{
    m_choices = choices;
    update();
}

void CompletionTemplates::choose(Folder folder, const QString &name)
{
    if (folder == Folder::Instruct) {
        ++m_asked;
        m_byModel.clear();
    }
    m_choices.*choiceOf(folder) = name;
    Q_EMIT choicesChanged();
    update();
}

void CompletionTemplates::setModel(const QString &model, const RegexEnginePtr &engine)
{
    m_engine = engine;
    if (std::exchange(m_model, model) != model)
        askForModel();
}

// Every template is read and asked, off the window's thread.
void CompletionTemplates::askForModel()
{
    const int asked = ++m_asked;
    if (!std::exchange(m_byModel, QString()).isEmpty())
        update();
    if (!m_library->isOpen() || !m_isWanted || m_model.isEmpty() || !m_engine)
        return;
    const QStringList names = m_library->contents().templates.value(Folder::Instruct);
    m_library->perform(
        [names](LibraryStore &store) -> Result<QList<InstructTemplate>> {
            QList<InstructTemplate> templates;
            for (const QString &name : names) {
                if (auto loaded = loadInstructTemplate(store, name)) {
                    loaded->value.name = name; // the file's counts, as for the menus
                    templates.append(loaded->value);
                }
            }
            return templates;
        },
        this,
        [this, asked](const Result<QList<InstructTemplate>> &templates) {
            if (asked != m_asked || !templates)
                return;
            const auto choose = [list = *templates, model = m_model, engine = m_engine] {
                return instructForModel(list, model, *engine);
            };
            const auto failed = [](const Error &error) {
                InstructChoice choice;
                choice.invalid = {error.what};
                return choice;
            };
            QtConcurrent::run(guarded(choose, failed))
                .then(this, [this, asked](const InstructChoice &choice) {
                    if (asked != m_asked)
                        return;
                    for (const QString &what : choice.invalid)
                        Q_EMIT problem(Error{what, {}, {}, {}});
                    // Where instruct mode is off, it stays off.
                    if (choice.name.isEmpty() || nameOf(Folder::Instruct).isEmpty())
                        return;
                    const bool isNew = nameOf(Folder::Instruct) != choice.name;
                    m_byModel = choice.name;
                    update();
                    if (isNew)
                        Q_EMIT takenByModel(choice.name, m_model);
                });
        });
}

bool CompletionTemplates::isFile(Folder folder, const QString &name) const
{
    return !name.isEmpty() && m_library->contents().templates.value(folder).contains(name);
}

QString CompletionTemplates::nameOf(Folder folder) const
{
    if (folder == Folder::Instruct && isFile(folder, m_byModel))
        return m_byModel;
    const std::optional<QString> chosen = m_choices.*choiceOf(folder);
    if (chosen && (chosen->isEmpty() || isFile(folder, *chosen)))
        return *chosen;
    const TextCompletionSettings &settings = m_library->contents().settings.textCompletion;
    const bool hasSettings = !settings.context.storyString.isEmpty();
    switch (folder) {
    case Folder::Context:
        return hasSettings ? settings.context.name : builtInContextTemplate().name;
    case Folder::Instruct:
        if (!hasSettings)
            return builtInInstructTemplate().name;
        return settings.usesInstruct ? settings.instruct.name : QString();
    case Folder::SystemPrompts:
        return settings.usesSystemPrompt ? settings.systemPrompt.name : QString();
    default:
        return settings.preset.name;
    }
}

template <typename T, typename Load>
void CompletionTemplates::load(Folder folder, Load load, std::optional<T> &target)
{
    const QString name = nameOf(folder);
    if (m_loaded.value(folder) != name)
        target.reset();
    m_loaded.insert(folder, name);
    ++m_loading;
    m_library->perform([name, load](LibraryStore &store) { return load(store, name); }, this,
                       [this, folder, name, &target](const Result<LoadedDocument<T>> &loaded) {
                           --m_loading;
                           if (!loaded)
                               Q_EMIT problem(loaded.error());
                           if (m_loaded.value(folder) == name)
                               target = loaded ? std::optional(loaded->value) : std::nullopt;
                           Q_EMIT changed();
                       });
}

void CompletionTemplates::loadOne(Folder folder)
{
    switch (folder) {
    case Folder::Context:
        return load(folder, loadContextTemplate, m_context);
    case Folder::Instruct:
        return load(folder, loadInstructTemplate, m_instruct);
    case Folder::SystemPrompts:
        return load(folder, loadSystemPrompt, m_systemPrompt);
    default:
        return load(folder, loadTextPreset, m_preset);
    }
}

void CompletionTemplates::update()
{
    if (!m_library->isOpen())
        return;
    for (const Folder folder : folders) {
        const QString name = nameOf(folder);
        if (!m_isWanted || m_loaded.value(folder) == name)
            continue;
        if (isFile(folder, name))
            loadOne(folder);
        else
            m_loaded.remove(folder); // what was read is of another name
    }
    Q_EMIT changed();
}

void CompletionTemplates::setEdited(Folder folder, const QString &name, const std::optional<Edited> &edited)
{
    m_edited.set({folder, name}, edited);
}

bool CompletionTemplates::isEdited() const
{
    return m_isWanted && std::ranges::any_of(m_edited.keys(), [this](const auto &key) {
               return nameOf(key.first) == key.second;
           });
}

std::optional<TextCompletion>
CompletionTemplates::textCompletion(const std::optional<Preset> &chatPreset) const
{
    return m_isWanted ? std::optional(shownCompletion(chatPreset)) : std::nullopt;
}

std::optional<TextCompletion>
CompletionTemplates::idleTemplates(const std::optional<Preset> &chatPreset) const
{
    const bool hasSettings = !m_library->contents().settings.textCompletion.context.storyString.isEmpty();
    return hasSettings && !m_isWanted ? std::optional(shownCompletion(chatPreset)) : std::nullopt;
}

TextCompletion CompletionTemplates::shownCompletion(const std::optional<Preset> &chatPreset) const
{
    const TextCompletionSettings &settings = m_library->contents().settings.textCompletion;
    // A file that was read, else the settings' values of that name, else what is built in.
    const auto effective = [this](Folder folder, const auto &read, const auto &inSettings,
                                  const auto &builtIn) {
        const QString name = nameOf(folder);
        using Value = std::remove_cvref_t<decltype(builtIn)>;
        if (const auto edited = m_edited.value({folder, name}))
            return std::get<Value>(*edited);
        if (m_loaded.contains(folder) && m_loaded.value(folder) == name && read)
            return *read;
        return inSettings.name == name && !name.isEmpty() && inSettings.source.isObject() ? inSettings
                                                                                          : builtIn;
    };
    TextCompletion text;
    text.context = effective(Folder::Context, m_context, settings.context, builtInContextTemplate());
    if (!nameOf(Folder::Instruct).isEmpty())
        text.instruct = effective(Folder::Instruct, m_instruct, settings.instruct, builtInInstructTemplate());
    if (!nameOf(Folder::SystemPrompts).isEmpty())
        text.systemPrompt =
            effective(Folder::SystemPrompts, m_systemPrompt, settings.systemPrompt, SystemPrompt());
    text.preset = effective(Folder::TextPresets, m_preset, settings.preset, TextPreset());
    text.preset->contextSize =
        firstSaid({text.preset->contextSize, settings.contextSize, chatPreset ? chatPreset->contextSize : 0},
                  usualContext);
    text.preset->maxTokens = firstSaid(
        {text.preset->maxTokens, settings.maxTokens, chatPreset ? chatPreset->maxTokens : 0}, usualReply);
    return text;
}

} // namespace snug
