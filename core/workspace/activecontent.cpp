#include "core/workspace/activecontent.h"

#include "core/library/documentfiles.h"
#include "core/prompt/groupinputs.h"
#include "core/regex/workerregexengine.h"
#include "core/workspace/promptsettings.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

ActiveContent::ActiveContent(Library *library, QObject *parent)
    : QObject(parent)
    , m_library(library)
    , m_regexEngine(
          std::make_shared<WorkerRegexEngine>(regexWorkerProgram(QCoreApplication::applicationDirPath())))
    , m_edited(library)
    , m_templates(library)
    , m_promptTemplates(library)
    , m_rules(library)
{
    connect(&m_templates, &CompletionTemplates::changed, this, &ActiveContent::changed);
    connect(&m_templates, &CompletionTemplates::problem, this, &ActiveContent::problem);
    connect(&m_templates, &CompletionTemplates::choicesChanged, this, [this] {
        m_choices.templates = m_templates.choices();
        Q_EMIT choicesChanged();
    });
    connect(&m_promptTemplates, &ChatTemplates::changed, this, &ActiveContent::changed);
    connect(&m_promptTemplates, &ChatTemplates::problem, this, &ActiveContent::problem);
    connect(&m_promptTemplates, &ChatTemplates::choicesChanged, this, [this] {
        m_choices.promptTemplates = m_promptTemplates.choices();
        Q_EMIT choicesChanged();
    });
    connect(&m_rules, &ActiveRules::changed, this, &ActiveContent::changed);
    connect(&m_rules, &ActiveRules::problem, this, &ActiveContent::problem);
    connect(&m_rules, &ActiveRules::switched, this, [this] {
        m_choices.rulesOff = m_rules.switchedOff();
        Q_EMIT choicesChanged();
    });
    connect(&m_knowledge, &ActiveKnowledge::changed, this, &ActiveContent::changed);
    connect(&m_knowledge, &ActiveKnowledge::partsChosen, this, &ActiveContent::keepParts);
    connect(&m_edited, &EditOverlay::changed, this, &ActiveContent::update);
    connect(&m_knowledge, &ActiveKnowledge::librarySettingsChanged, this, [this] {
        m_choices.knowledge = m_knowledge.librarySettings();
        Q_EMIT choicesChanged();
    });
    connect(library, &Library::changed, this, &ActiveContent::follow);
    connect(library, &Library::opened, this, &ActiveContent::update);
    connect(library, &Library::closed, this, [this] {
        m_books.clear();
        m_card.reset();
        m_cardFile.clear();
        m_groupFile.clear();
        m_members.clear();
        m_preset.reset();
        m_loadedPreset.clear();
        m_metadata = {};
        m_chatName.clear();
        m_knowledge.setChatMetadata({});
        m_edited.clear();
    });
}

template <typename Job, typename Take> void ActiveContent::load(Job job, Take take)
{
    ++m_loading;
    m_library->perform(std::move(job), this, [this, take = std::move(take)](auto loaded) {
        --m_loading;
        if (!loaded)
            Q_EMIT problem(loaded.error());
        take(loaded);
        Q_EMIT changed();
    });
}

void ActiveContent::setCharacter(const QString &cardFile)
{
    if (m_cardFile == cardFile && m_groupFile.isEmpty())
        return;
    forgetPick(!m_cardFile.isEmpty() || !m_groupFile.isEmpty());
    m_cardFile = cardFile;
    m_groupFile.clear();
    m_members.clear();
    m_card.reset();
    m_metadata = {};
    m_knowledge.setChatMetadata({});
    if (!cardFile.isEmpty())
        loadCardFile();
    update();
}

void ActiveContent::setGroup(const QString &groupFile)
{
    if (m_groupFile == groupFile && m_cardFile.isEmpty())
        return;
    forgetPick(!m_cardFile.isEmpty() || !m_groupFile.isEmpty());
    m_cardFile.clear();
    m_card.reset();
    m_groupFile = groupFile;
    m_members.clear();
    m_metadata = {};
    m_knowledge.setChatMetadata({});
    update();
}

std::optional<Group> ActiveContent::group() const
{
    const auto &groups = m_library->contents().groups;
    const auto found = std::ranges::find(groups, m_groupFile, &GroupSummary::file);
    return m_groupFile.isEmpty() || found == groups.end() ? std::nullopt : std::optional(found->group);
}

std::optional<GroupInputs> ActiveContent::groupMembers() const
{
    return group().transform([this](const Group &open) {
        return groupInputs(
            open, [this](const QString &avatar) { return m_edited.card(avatar, m_members.value(avatar)); });
    });
}

// Cards of members that came, or whose files came; a card that is not in the library is no error here.
void ActiveContent::loadMembers()
{
    const std::optional<Group> open = group();
    const QStringList members = open ? open->members : QStringList();
    m_members.removeIf([&](const auto &member) { return !members.contains(member.key()); });
    for (const QString &member : members) {
        if (!m_members.contains(member) &&
            std::ranges::contains(m_library->contents().cards, member, &CardSummary::file))
            loadMember(member);
    }
}

void ActiveContent::loadMember(const QString &cardFile)
{
    if (!m_members.contains(cardFile))
        m_members.insert(cardFile, std::nullopt);
    load([cardFile](LibraryStore &store) { return loadCard(store, cardFile); },
         [this, cardFile](const Result<LoadedDocument<Card>> &loaded) {
             if (!m_members.contains(cardFile))
                 return;
             m_members[cardFile] = loaded ? std::optional(loaded->value) : std::nullopt;
             update(); // it may bring a lorebook
         });
}

void ActiveContent::setChatMetadata(const Json &metadata)
{
    if (m_metadata == metadata)
        return;
    m_metadata = metadata;
    m_knowledge.setChatMetadata(metadata);
    update();
}

void ActiveContent::setChoices(const ActiveChoices &choices)
{
    m_choices = choices;
    m_isPicked = choices.persona.has_value();
    m_templates.setChoices(choices.templates);
    m_promptTemplates.setChoices(choices.promptTemplates);
    m_rules.setSwitchedOff(choices.rulesOff);
    m_knowledge.setLibrarySettings(choices.knowledge);
    update();
}

void ActiveContent::choosePreset(const QString &name)
{
    m_choices.preset = name;
    Q_EMIT choicesChanged();
    update();
}

void ActiveContent::chooseMode(PromptMode mode)
{
    m_choices.mode = mode;
    Q_EMIT choicesChanged();
    update();
}

void ActiveContent::setGlobalBook(const QString &name, bool active)
{
    QStringList names = globalBooks();
    names.removeAll(name);
    if (active)
        names.append(name);
    m_choices.globalBooks = names;
    Q_EMIT choicesChanged();
    update();
}

QString ActiveContent::presetName() const
{
    return m_choices.preset.value_or(m_library->contents().settings.presetName);
}

QStringList ActiveContent::globalBooks() const
{
    return m_choices.globalBooks.value_or(m_library->contents().settings.lore.globalBooks);
}

QStringList ActiveContent::booksOf(const QString &cardFile, const Card &card) const
{
    QStringList books{card.linkedLorebook};
    const QString stem = cardFile.section(u'.', 0, -2);
    for (const auto &extra : m_library->contents().settings.lore.characterBooks) {
        if (extra.card == stem)
            books << extra.books;
    }
    return books;
}

QList<BookInEffect> ActiveContent::booksWith(const QStringList &characterBooks) const
{
    const std::optional<Persona> who = persona();
    return booksInEffect(globalBooks(), m_metadata.value(u"world_info").toText(),
                         who ? who->lorebook : QString(), characterBooks);
}

// In a group those of all members, though each speaks with the own ones alone.
QList<BookInEffect> ActiveContent::books() const
{
    QStringList characterBooks;
    if (const std::optional<Card> open = card())
        characterBooks = booksOf(m_cardFile, *open);
    for (const auto &[file, loaded] : m_members.asKeyValueRange()) {
        if (const std::optional<Card> card = m_edited.card(file, loaded))
            characterBooks << booksOf(file, *card);
    }
    return booksWith(characterBooks);
}

QList<ActiveLorebook> ActiveContent::loaded(const QList<BookInEffect> &books) const
{
    QList<ActiveLorebook> active;
    for (const BookInEffect &book : books) {
        if (const std::optional<Lorebook> content = m_edited.lorebook(book.name, m_books.value(book.name)))
            active.append({*content, book.scope});
    }
    return active;
}

void ActiveContent::inputsForSpeaker(PromptInputs &inputs, const QString &avatar) const
{
    snug::inputsForSpeaker(inputs, avatar);
    inputs.promptTemplate = m_promptTemplates.inputsFor(avatar, openChatKey());
    inputs.lorebooks = loaded(booksWith(inputs.card ? booksOf(inputs.avatar, *inputs.card) : QStringList()));
    inputs.regexScripts = actingScripts(ownersOf(inputs.card, inputs.avatar));
}

QStringList ActiveContent::editedInEffect() const
{
    QStringList names;
    if (m_edited.hasPreset(presetName()))
        names.append(tr("preset %1").arg(presetName()));
    if (m_templates.isEdited())
        names.append(tr("text templates"));
    const QString layout = m_promptTemplates.nameFor(m_cardFile, openChatKey());
    if (m_promptTemplates.isEdited(layout) &&
        (m_choices.mode == PromptMode::Template || m_choices.mode == PromptMode::Auto))
        names.append(tr("template %1").arg(layout));
    if (!m_cardFile.isEmpty() && m_edited.hasCard(m_cardFile))
        names.append(tr("card %1").arg(card() ? card()->name : m_cardFile));
    for (const auto &[file, loaded] : m_members.asKeyValueRange()) {
        if (m_edited.hasCard(file))
            names.append(tr("card %1").arg(loaded ? loaded->name : file));
    }
    names += editedPersonaAndScripts();
    for (const BookInEffect &book : books()) {
        if (m_edited.hasLorebook(book.name))
            names.append(tr("lorebook %1").arg(book.name));
    }
    return names;
}

// None where SillyTavern's extension for them is switched off.
QList<RegexScript> ActiveContent::actingScripts(const QList<ScriptOwner> &owners) const
{
    return m_library->contents().settings.isRegexOff ? QList<RegexScript>()
                                                     : scriptsThatAct(globalScripts(), owners);
}

// As the library has them, unless a turn has changed them since it last said so.
QMap<QString, Json> ActiveContent::globalVariables() const
{
    if (m_globalVariables &&
        m_globalVariables->basis.isSameAs(m_library->contents().settings.globalVariables))
        return m_globalVariables->values;
    QMap<QString, Json> values;
    const Json stored = m_library->contents().settings.globalVariables;
    for (const Json::Member &variable : stored.members())
        values.insert(variable.key, variable.value);
    return values;
}

void ActiveContent::setGlobalVariables(const QMap<QString, Json> &values)
{
    m_globalVariables = {values, m_library->contents().settings.globalVariables};
    Q_EMIT changed();
}

void ActiveContent::setSimilarities(const LoreSimilarities &similarities)
{
    if (m_similarities == similarities)
        return;
    m_similarities = similarities;
    Q_EMIT changed();
}

PromptInputs ActiveContent::inputs() const
{
    const LibraryContents &contents = m_library->contents();
    PromptInputs inputs;
    inputs.mode = m_choices.mode;
    inputs.card = card();
    inputs.avatar = m_cardFile;
    inputs.tagMap = contents.settings.tagMap;
    inputs.loreCache = m_loreCache;
    inputs.promptTemplate = m_promptTemplates.inputsFor(m_cardFile, openChatKey());
    inputs.persona = persona();
    inputs.userName = accountName();
    inputs.preset = preset();
    inputs.textCompletion = m_templates.textCompletion(inputs.preset);
    inputs.group = groupMembers();
    inputs.lorebooks = loaded(books());
    inputs.similarities = m_similarities;
    inputs.regexScripts = actingScripts(scriptOwners());
    inputs.framingRules = m_rules.rules();
    inputs.regexEngine = m_regexEngine;
    inputs.settings = promptSettings(contents.settings);
    inputs.globalVariables = globalVariables();
    m_knowledge.addTo(inputs);
    return inputs;
}

void ActiveContent::update()
{
    if (!m_library->isOpen())
        return;
    if (presetName() != m_loadedPreset)
        loadPresetFile(presetName());
    loadMembers();
    QSet<QString> wanted;
    for (const BookInEffect &book : books()) {
        wanted.insert(book.name);
        if (!m_books.contains(book.name))
            loadBook(book.name);
    }
    m_books.removeIf([&](const auto &book) { return !wanted.contains(book.key()); });
    bindScripts();
    Q_EMIT changed();
}

void ActiveContent::follow(const LibraryChange &change)
{
    using enum LibraryChange::Kind;
    switch (change.kind) {
    case Cards:
        if (change.names.contains(m_cardFile))
            loadCardFile();
        for (const QString &name : change.names) {
            if (!std::ranges::contains(m_library->contents().cards, name, &CardSummary::file))
                m_members.remove(name);
            else if (m_members.contains(name))
                loadMember(name);
        }
        if (!m_groupFile.isEmpty())
            update(); // a member's card may have come or gone
        break;
    case Groups:
        if (!m_groupFile.isEmpty())
            update();
        break;
    case Presets:
        if (change.names.contains(m_loadedPreset))
            loadPresetFile(m_loadedPreset);
        break;
    case Lorebooks:
        for (const QString &name : change.names) {
            if (m_books.contains(name))
                loadBook(name);
        }
        break;
    case Settings:
    case Personas:
        update();
        break;
    default:
        break;
    }
}

void ActiveContent::loadCardFile()
{
    load([file = m_cardFile](LibraryStore &store) { return loadCard(store, file); },
         [this, file = m_cardFile](const Result<LoadedDocument<Card>> &loaded) {
             if (file != m_cardFile || !loaded)
                 return;
             m_card = loaded->value;
             Q_EMIT cardLoaded(*m_card);
             update(); // it may bring a lorebook
         });
}

void ActiveContent::loadPresetFile(const QString &name)
{
    m_loadedPreset = name;
    if (name.isEmpty()) {
        m_preset.reset();
        return;
    }
    load([name](LibraryStore &store) { return loadPreset(store, name); },
         [this, name](const Result<LoadedDocument<Preset>> &loaded) {
             if (name != m_loadedPreset)
                 return;
             m_preset = loaded ? std::optional(loaded->value) : std::nullopt;
         });
}

void ActiveContent::loadBook(const QString &name)
{
    if (!m_books.contains(name))
        m_books.insert(name, std::nullopt);
    // A link to a book that is not installed is common in cards from elsewhere, and no error.
    const auto &installed = m_library->contents().lorebooks;
    if (std::ranges::none_of(installed, [&](const LorebookSummary &book) { return book.name == name; }))
        return;
    load([name](LibraryStore &store) { return loadLorebook(store, name); },
         [this, name](const Result<LoadedDocument<Lorebook>> &loaded) {
             if (loaded && m_books.contains(name))
                 m_books.insert(name, loaded->value);
         });
}

} // namespace snug
