#include "core/workspace/activecontent.h"

#include "core/prompt/groupinputs.h"
#include "core/workspace/promptsettings.h"

using namespace Qt::StringLiterals;

namespace snug {

ActiveContent::ActiveContent(Library *library, QObject *parent)
    : QObject(parent)
    , m_library(library)
    , m_edited(library)
    , m_templates(library)
    , m_promptTemplates(library)
    , m_rules(library)
    , m_loaded(library)
    , m_inPlay{*library, m_loaded, m_edited, m_choices}
    , m_personas(m_inPlay)
    , m_scripts(m_inPlay)
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
        m_choices.secretsOffered = m_knowledge.offered();
        Q_EMIT choicesChanged();
    });
    connect(&m_loaded, &LoadedContent::changed, this, &ActiveContent::changed);
    connect(&m_loaded, &LoadedContent::moreWanted, this, &ActiveContent::update);
    connect(&m_loaded, &LoadedContent::cardLoaded, this, &ActiveContent::cardLoaded);
    connect(&m_loaded, &LoadedContent::problem, this, &ActiveContent::problem);
    connect(library, &Library::changed, this, &ActiveContent::follow);
    connect(library, &Library::opened, this, &ActiveContent::update);
    connect(library, &Library::closed, this, [this] {
        m_loaded.clear();
        m_metadata = {};
        m_personas.setChatMetadata({});
        m_chatName.clear();
        m_knowledge.setChatMetadata({});
        m_edited.clear();
    });
}

// Which chat is open, and who plays whom in it: remembered for the next time

// What was picked was for the chat before. At the start of the program none was open, and the pick of the
// last run still counts.
void ActiveContent::forgetPick(bool isAnotherChat)
{
    if (isAnotherChat)
        m_personas.setPicked(false);
}

void ActiveContent::setCharacter(const QString &cardFile)
{
    const bool wasSomebodys = !m_loaded.isNobodys();
    if (m_loaded.openCharacter(cardFile))
        openedAnother(wasSomebodys);
}

void ActiveContent::setGroup(const QString &groupFile)
{
    const bool wasSomebodys = !m_loaded.isNobodys();
    if (m_loaded.openGroup(groupFile))
        openedAnother(wasSomebodys);
}

void ActiveContent::openedAnother(bool wasSomebodys)
{
    forgetPick(wasSomebodys);
    m_metadata = {};
    m_personas.setChatMetadata({});
    m_knowledge.setChatMetadata({});
    update();
}

void ActiveContent::setChatMetadata(const Json &metadata)
{
    if (m_metadata == metadata)
        return;
    m_metadata = metadata;
    m_personas.setChatMetadata(metadata);
    m_knowledge.setChatMetadata(metadata);
    update();
}

void ActiveContent::setChatName(const QString &name)
{
    if (name != m_chatName)
        forgetPick(!m_chatName.isEmpty());
    const bool isOther = std::exchange(m_chatName, name) != name;
    if (!m_knowledge.hasParts()) {
        const ChatParts parts = m_choices.parts.value(openChatKey());
        m_knowledge.setParts(parts.writer, parts.asked);
    } else if (isOther) { // a branch, or the parts were chosen before the first message
        keepParts();
    }
    if (isOther)
        Q_EMIT changed();
}

void ActiveContent::keepParts()
{
    const QString chat = openChatKey();
    if (chat.isEmpty())
        return;
    if (m_knowledge.hasParts())
        m_choices.parts.insert(chat, {m_knowledge.writer(), m_knowledge.asked()});
    else
        m_choices.parts.remove(chat);
    Q_EMIT choicesChanged();
}

QString ActiveContent::openChatKey() const
{
    return chatKey(m_loaded.groupFile().isEmpty() ? m_loaded.cardFile() : m_loaded.groupFile(), m_chatName);
}

// What the user chooses

void ActiveContent::setChoices(const ActiveChoices &choices)
{
    m_choices = choices;
    m_personas.setPicked(choices.persona.has_value());
    m_templates.setChoices(choices.templates);
    m_promptTemplates.setChoices(choices.promptTemplates);
    m_rules.setSwitchedOff(choices.rulesOff);
    m_knowledge.setOffered(choices.secretsOffered);
    m_knowledge.setLibrarySettings(choices.knowledge);
    update();
}

void ActiveContent::choosePersona(const QString &avatar)
{
    m_choices.persona = avatar;
    m_personas.setPicked(true);
    Q_EMIT choicesChanged();
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

void ActiveContent::chooseLayout(const LayoutSettings &layout)
{
    m_choices.layout = layout;
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

void ActiveContent::allowScripts(const QString &owner, const QByteArray &digest, bool allowed)
{
    m_choices.scripts.insert(owner, {allowed, digest});
    Q_EMIT choicesChanged();
    update();
}

void ActiveContent::scriptsEdited(const QString &owner, const QByteArray &before, const QByteArray &after)
{
    keepPermission(owner, before, after, m_scripts.isAllowedInSillyTavern(owner), m_choices);
    Q_EMIT choicesChanged();
}

void ActiveContent::bindScripts()
{
    const ActiveChoices bound = m_scripts.bound();
    if (m_choices.scripts == bound.scripts)
        return;
    m_choices.scripts = bound.scripts;
    Q_EMIT choicesChanged();
}

// What is in effect

std::optional<GroupInputs> ActiveContent::groupMembers() const
{
    return m_loaded.group().transform([this](const Group &open) {
        return groupInputs(open, [this](const QString &avatar) { return m_inPlay.member(avatar); });
    });
}

QStringList ActiveContent::globalBooks() const
{
    return m_choices.globalBooks.value_or(m_library->contents().settings.lore.globalBooks);
}

QStringList ActiveContent::booksOf(const QString &cardFile, const Card &card) const
{
    return QStringList{card.linkedLorebook} + lorebooksBeside(m_library->contents().settings.lore, cardFile);
}

QList<BookInEffect> ActiveContent::booksWith(const QStringList &characterBooks) const
{
    const std::optional<Persona> who = m_personas.inEffect().persona;
    return booksInEffect(globalBooks(), m_metadata.value(u"world_info").toText(),
                         who ? who->lorebook : QString(), characterBooks);
}

// In a group those of all members, though each speaks with the own ones alone.
QList<BookInEffect> ActiveContent::books() const
{
    QStringList characterBooks;
    if (const std::optional<Card> open = card())
        characterBooks = booksOf(cardFile(), *open);
    for (const QString &file : m_loaded.members().keys()) {
        if (const std::optional<Card> card = m_inPlay.member(file))
            characterBooks << booksOf(file, *card);
    }
    return booksWith(characterBooks);
}

QList<ActiveLorebook> ActiveContent::withContent(const QList<BookInEffect> &books) const
{
    QList<ActiveLorebook> active;
    for (const BookInEffect &book : books) {
        if (const std::optional<Lorebook> content = m_edited.lorebook(book.name, m_loaded.book(book.name)))
            active.append({*content, book.scope});
    }
    return active;
}

QStringList ActiveContent::editedInEffect() const
{
    QStringList names;
    if (m_edited.hasPreset(presetName()))
        names.append(tr("preset %1").arg(presetName()));
    if (m_templates.isEdited())
        names.append(tr("text templates"));
    const QString layout = m_promptTemplates.nameFor(cardFile(), openChatKey());
    if (m_promptTemplates.isEdited(layout) &&
        (m_choices.mode == PromptMode::Template || m_choices.mode == PromptMode::Auto))
        names.append(tr("template %1").arg(layout));
    if (!cardFile().isEmpty() && m_edited.hasCard(cardFile()))
        names.append(tr("card %1").arg(card() ? card()->name : cardFile()));
    for (const auto &[file, loaded] : m_loaded.members().asKeyValueRange()) {
        if (m_edited.hasCard(file))
            names.append(tr("card %1").arg(loaded ? loaded->name : file));
    }
    if (const std::optional<QString> name = m_personas.edited())
        names.append(tr("persona %1").arg(*name));
    names += editedScripts();
    for (const BookInEffect &book : books()) {
        if (m_edited.hasLorebook(book.name))
            names.append(tr("lorebook %1").arg(book.name));
    }
    return names;
}

QStringList ActiveContent::editedScripts() const
{
    QStringList names;
    if (m_scripts.isEdited(ScriptScope::Global, settingsDocument()))
        names.append(tr("regex scripts"));
    if (m_scripts.isEdited(ScriptScope::Preset, presetName()))
        names.append(tr("regex scripts of %1").arg(presetName()));
    if (!cardFile().isEmpty() && m_scripts.isEdited(ScriptScope::Card, cardFile()))
        names.append(tr("regex scripts of %1").arg(card() ? card()->name : cardFile()));
    return names;
}

void ActiveContent::inputsForSpeaker(PromptInputs &inputs, const QString &avatar) const
{
    snug::inputsForSpeaker(inputs, avatar);
    inputs.promptTemplate = m_promptTemplates.inputsFor(avatar, openChatKey());
    inputs.lorebooks =
        withContent(booksWith(inputs.card ? booksOf(inputs.avatar, *inputs.card) : QStringList()));
    inputs.regexScripts = m_scripts.acting(m_scripts.owners(inputs.card, inputs.avatar));
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
    inputs.layout = m_choices.layout;
    inputs.card = card();
    inputs.avatar = cardFile();
    inputs.tagMap = contents.settings.tagMap;
    inputs.loreCache = m_loreCache;
    inputs.promptTemplate = m_promptTemplates.inputsFor(cardFile(), openChatKey());
    inputs.persona = m_personas.inEffect().persona;
    inputs.userName = m_personas.accountName();
    inputs.preset = preset();
    inputs.textCompletion = m_templates.textCompletion(inputs.preset);
    inputs.idleTemplates = m_templates.idleTemplates(inputs.preset);
    inputs.group = groupMembers();
    inputs.lorebooks = withContent(books());
    inputs.similarities = m_similarities;
    inputs.regexScripts = m_scripts.acting(m_scripts.owners());
    inputs.framingRules = m_rules.rules();
    inputs.regexEngine = m_scripts.engine();
    inputs.settings = promptSettings(contents.settings);
    inputs.settings.replies.cleaning.isOn = m_choices.layout.cleansReplies;
    inputs.globalVariables = globalVariables();
    m_knowledge.addTo(inputs);
    return inputs;
}

void ActiveContent::update()
{
    if (!m_library->isOpen())
        return;
    m_loaded.wantPreset(presetName());
    m_loaded.wantMembers();
    QStringList wanted;
    for (const BookInEffect &book : books())
        wanted.append(book.name);
    m_loaded.wantBooks(wanted);
    bindScripts();
    Q_EMIT changed();
}

// What is read follows by itself.
void ActiveContent::follow(const LibraryChange &change)
{
    if (change.kind == LibraryChange::Kind::Settings || change.kind == LibraryChange::Kind::Personas)
        update();
}

} // namespace snug
