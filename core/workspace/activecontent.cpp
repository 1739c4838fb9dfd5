#include "core/workspace/activecontent.h"

#include "core/prompt/groupinputs.h"
#include "core/workspace/promptsettings.h"

namespace snug {

ActiveContent::ActiveContent(Library *library, QObject *parent)
    : QObject(parent)
    , m_library(library)
    , m_choices(library)
    , m_edited(library)
    , m_templates(library)
    , m_promptTemplates(library)
    , m_rules(library)
    , m_loaded(library)
    , m_inPlay{*library, m_loaded, m_edited, m_choices.now()}
    , m_personas(m_inPlay)
    , m_lorebooks(m_inPlay, m_personas)
    , m_scripts(m_inPlay)
{
    connect(&m_choices, &ContentChoices::personaChosen, this, [this] { m_personas.setPicked(true); });
    connect(&m_choices, &ContentChoices::chosen, this, &ActiveContent::update);
    connect(&m_choices, &ContentChoices::restored, this, &ActiveContent::restore);
    connect(&m_templates, &CompletionTemplates::changed, this, &ActiveContent::changed);
    connect(&m_templates, &CompletionTemplates::problem, this, &ActiveContent::problem);
    connect(&m_templates, &CompletionTemplates::choicesChanged, this, [this] {
        m_choices.keep([this](ActiveChoices &choices) { choices.templates = m_templates.choices(); });
    });
    connect(&m_promptTemplates, &ChatTemplates::changed, this, &ActiveContent::changed);
    connect(&m_promptTemplates, &ChatTemplates::problem, this, &ActiveContent::problem);
    connect(&m_promptTemplates, &ChatTemplates::choicesChanged, this, [this] {
        m_choices.keep(
            [this](ActiveChoices &choices) { choices.promptTemplates = m_promptTemplates.choices(); });
    });
    connect(&m_rules, &ActiveRules::changed, this, &ActiveContent::changed);
    connect(&m_rules, &ActiveRules::problem, this, &ActiveContent::problem);
    connect(&m_rules, &ActiveRules::switched, this, [this] {
        m_choices.keep([this](ActiveChoices &choices) { choices.rulesOff = m_rules.switchedOff(); });
    });
    connect(&m_knowledge, &ActiveKnowledge::changed, this, &ActiveContent::changed);
    connect(&m_knowledge, &ActiveKnowledge::partsChosen, this, &ActiveContent::keepParts);
    connect(&m_edited, &EditOverlay::changed, this, &ActiveContent::update);
    connect(&m_knowledge, &ActiveKnowledge::librarySettingsChanged, this, [this] {
        m_choices.keep([this](ActiveChoices &choices) {
            choices.knowledge = m_knowledge.librarySettings();
            choices.secretsOffered = m_knowledge.offered();
        });
    });
    connect(&m_loaded, &LoadedContent::changed, this, &ActiveContent::changed);
    connect(&m_loaded, &LoadedContent::moreWanted, this, &ActiveContent::update);
    connect(&m_loaded, &LoadedContent::cardLoaded, this, &ActiveContent::cardLoaded);
    connect(&m_loaded, &LoadedContent::problem, this, &ActiveContent::problem);
    connect(library, &Library::changed, this, &ActiveContent::follow);
    connect(library, &Library::opened, this, &ActiveContent::update);
    connect(library, &Library::closed, this, [this] {
        m_loaded.clear();
        takeMetadata({});
        m_chatName.clear();
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
    takeMetadata({});
    update();
}

void ActiveContent::takeMetadata(const Json &metadata)
{
    m_metadata = metadata;
    m_personas.setChatMetadata(metadata);
    m_lorebooks.setChatMetadata(metadata);
    m_knowledge.setChatMetadata(metadata);
}

void ActiveContent::setChat(const QString &name, const Json &metadata)
{
    if (m_metadata != metadata) {
        takeMetadata(metadata);
        update();
    }
    if (name != m_chatName)
        forgetPick(!m_chatName.isEmpty());
    const bool isOther = std::exchange(m_chatName, name) != name;
    if (!m_knowledge.hasParts()) {
        const ChatParts parts = m_choices.now().parts.value(openChatKey());
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
    m_choices.keep([&](ActiveChoices &choices) {
        if (m_knowledge.hasParts())
            choices.parts.insert(chat, {m_knowledge.writer(), m_knowledge.asked()});
        else
            choices.parts.remove(chat);
    });
}

QString ActiveContent::openChatKey() const
{
    return chatKey(m_loaded.groupFile().isEmpty() ? m_loaded.cardFile() : m_loaded.groupFile(), m_chatName);
}

// What the user chose

void ActiveContent::restore()
{
    const ActiveChoices choices = m_choices.now(); // what follows may change them
    m_personas.setPicked(choices.persona.has_value());
    m_templates.setChoices(choices.templates);
    m_promptTemplates.setChoices(choices.promptTemplates);
    m_rules.setSwitchedOff(choices.rulesOff);
    m_knowledge.setOffered(choices.secretsOffered);
    m_knowledge.setLibrarySettings(choices.knowledge);
    update();
}

void ActiveContent::bindScripts()
{
    const ActiveChoices bound = m_scripts.bound();
    if (m_choices.now().scripts != bound.scripts)
        m_choices.keep([&](ActiveChoices &choices) { choices.scripts = bound.scripts; });
}

// What is in effect

std::optional<GroupInputs> ActiveContent::groupMembers() const
{
    return m_loaded.group().transform([this](const Group &open) {
        return groupInputs(open, [this](const QString &avatar) { return m_inPlay.member(avatar); });
    });
}

void ActiveContent::inputsForSpeaker(PromptInputs &inputs, const QString &avatar) const
{
    snug::inputsForSpeaker(inputs, avatar);
    inputs.promptTemplate = m_promptTemplates.inputsFor(avatar, openChatKey());
    inputs.lorebooks = m_lorebooks.ofSpeaker(inputs.avatar, inputs.card);
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
    inputs.mode = m_choices.now().mode;
    inputs.layout = m_choices.now().layout;
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
    inputs.lorebooks = m_lorebooks.ofAll();
    inputs.similarities = m_similarities;
    inputs.regexScripts = m_scripts.acting(m_scripts.owners());
    inputs.framingRules = m_rules.rules();
    inputs.regexEngine = m_scripts.engine();
    inputs.settings = promptSettings(contents.settings);
    inputs.settings.replies.cleaning.isOn = m_choices.now().layout.cleansReplies;
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
    for (const BookInEffect &book : m_lorebooks.inEffect())
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
