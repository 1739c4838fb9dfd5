#include "core/prompt/frames/framing/framinginputs.h"

#include "core/formats/framingcharacter.h"
#include "core/formats/framinglore.h"
#include "core/formats/framingpreset.h"
#include "core/macros/framing/valuetext.h"
#include "core/prompt/frames/framing/assets.h"
#include "core/prompt/labels.h"
#include "core/prompt/stages/stages.h"
#include "core/prompt/stages/visibility.h"

#include <QCoreApplication>
#include <QSet>

using namespace Qt::StringLiterals;

namespace snug::framing {

namespace {

constexpr QStringView chatVariables[] = {u"user_name",
                                         u"character_name",
                                         u"character_description",
                                         u"character_personality",
                                         u"scenario_description",
                                         u"persona_description",
                                         u"user_input_text",
                                         u"chat_last_message",
                                         u"chat_last_user_message",
                                         u"chat_last_assistant_message",
                                         u"chat_message_count",
                                         u"chat_user_message_count",
                                         u"chat_conversation_length",
                                         u"chat_history_text"};

class Gathering
{
public:
    Gathering(const PromptInputs &inputs, Draft &draft)
        : m_inputs(inputs)
        , m_draft(draft)
    {
    }

    FramingInputs run();

private:
    void addPresets();
    void addRules();
    void addLore();
    bool addOwnLore(const QString &book, const LoreEntry &entry);
    void addHistory();
    void addMessage(const QString &role, const QString &text, const Source &source);
    QString named(const QString &name, const QString &text) const;
    void setVariables();
    Json cardFields() const;
    // The text that a marker of SillyTavern's stands for and SmartTavern knows no marker for.
    std::optional<std::pair<QString, QString>> cardText(const QString &identifier) const;

    const PromptInputs &m_inputs;
    Draft &m_draft;
    FramingInputs m_result;
    QSet<QString> m_loreIds;
};

std::optional<std::pair<QString, QString>> Gathering::cardText(const QString &identifier) const
{
    const Card card = m_inputs.card.value_or(Card());
    if (identifier == u"charPersonality")
        return std::pair(card.personality, u"char.personality"_s);
    if (identifier == u"scenario")
        return std::pair(card.scenario, u"char.scenario"_s);
    if (identifier == u"dialogueExamples")
        return std::pair(card.messageExamples, u"char.examples"_s);
    return std::nullopt;
}

// Files of their own first, then the preset's, then the character's.
void Gathering::addRules()
{
    const auto rulesIn = [](const Json &list) { return Json::object({{u"regex_rules"_s, list}}); };
    m_result.rules =
        mergedRules({rulesIn(Json::array(m_inputs.framingRules)),
                     rulesIn(m_inputs.preset ? m_inputs.preset->source.value(u"regex_rules") : Json()),
                     rulesIn(cardFields().value(u"regex_rules"))})
            .rules;
}

void Gathering::addPresets()
{
    if (!m_inputs.preset)
        return;
    const Preset &preset = *m_inputs.preset;
    const bool isOwn = isFramingPreset(preset);
    for (const OrderedBlock &each : orderedBlocks(preset)) {
        Json entry = framingPrompt(each.block, each.isEnabled);
        Source source = blockSource(preset, each.block);
        if (!isOwn && each.block.marker) {
            if (const auto text = cardText(each.block.identifier)) {
                entry.set(u"content"_s, Json(text->first));
                source = cardSource(sourceKindNamed(text->second), m_draft.characterName).inside(source);
            }
        }
        const bool isInChat = entry.value(u"position").toText() == "in-chat"_L1;
        if (isInChat)
            m_result.inChat.append({entry, source});
        else if (entry.value(u"position").toText() == "relative"_L1)
            m_result.relative.append({entry, source});
        else
            m_draft.result.trace.warnings.append(
                QCoreApplication::translate("Prompt", "“%1” is not used: its position “%2” is not known.")
                    .arg(source.label(), entry.value(u"position").toText()));
    }
}

// The character's own document, or the two fields that a card of another form has.
Json Gathering::cardFields() const
{
    if (!m_inputs.card)
        return {};
    const Json own = m_inputs.card->source.value(u"data").value(u"extensions").value(smartTavernKey);
    Json character = own.isObject() ? own : Json::object();
    character.set(u"name"_s, Json(m_inputs.card->name));
    character.set(u"description"_s, Json(m_inputs.card->description));
    return character;
}

Source loreLabel(const QString &book, const LoreEntry &entry)
{
    const QString title =
        entry.title.isEmpty() ? entry.keys.value(0, QString::number(entry.uid)) : entry.title;
    const QString type = entry.position == LoreEntry::Position::BeforeChar  ? u"world_book.before_char"_s
                         : entry.position == LoreEntry::Position::AfterChar ? u"world_book.after_char"_s
                                                                            : u"world_book.in_chat"_s;
    return Source::named(type, u"%1.%2"_s.arg(book).arg(entry.uid),
                         QCoreApplication::translate("PromptSources", "lore %1: %2").arg(book, title));
}

// False: the entry is not SmartTavern's. Of those with the same id the first stays.
bool Gathering::addOwnLore(const QString &book, const LoreEntry &entry)
{
    Json own = framingLoreOf(entry);
    if (own.isUndefined())
        return false;
    const Json id = own.value(u"id");
    const QString name = id.isUndefined() || id.isNull() ? QString() : valueText(id);
    if (!name.isEmpty() && m_loreIds.contains(name)) {
        LoreTrace trace;
        trace.book = book;
        trace.uid = entry.uid;
        trace.title = entry.title;
        trace.gate = LoreGate::DuplicateId;
        LoreDetail detail;
        detail.name = name;
        trace.detail = std::make_shared<const LoreDetail>(detail);
        m_draft.result.trace.lore.append(trace);
        return true;
    }
    m_loreIds.insert(name);
    if (!own.contains(u"enabled") && m_inputs.card && book == m_draft.characterName)
        own.set(u"enabled"_s, Json(true)); // a character's lore is on unless it says otherwise
    m_result.lore.append({own, loreLabel(book, entry)});
    return true;
}

// SmartTavern's entries decide by their own keys and conditions; SillyTavern's have been decided on, and
// those that fired are always on here.
void Gathering::addLore()
{
    PromptInputs others = m_inputs;
    std::ranges::stable_partition(others.lorebooks, [](const ActiveLorebook &active) {
        return active.scope != ActiveLorebook::Scope::Character;
    });
    for (ActiveLorebook &active : others.lorebooks) {
        QList<LoreEntry> foreign;
        const bool hasOwn =
            std::ranges::any_of(std::as_const(active.book.entries),
                                [](const LoreEntry &entry) { return !framingLoreOf(entry).isUndefined(); });
        if (!hasOwn)
            continue;
        for (const LoreEntry &entry : std::as_const(active.book.entries)) {
            if (!addOwnLore(active.book.name, entry))
                foreign.append(entry);
        }
        active.book.entries = foreign;
    }
    if (m_inputs.card && m_inputs.card->book) {
        for (const LoreEntry &entry : m_inputs.card->book->entries)
            addOwnLore(m_draft.characterName, entry);
    }

    loreStage(others, m_draft);
    for (const LoreTrace &trace : std::as_const(m_draft.result.trace.lore)) {
        if (!trace.fired)
            continue;
        for (const ActiveLorebook &active : std::as_const(others.lorebooks)) {
            const auto entry = std::ranges::find(active.book.entries, trace.uid, &LoreEntry::uid);
            if (active.book.name != trace.book || entry == active.book.entries.cend())
                continue;
            LoreEntry fired = *entry;
            fired.constant = true;
            m_result.lore.append({writtenFramingLore(fired), loreLabel(trace.book, *entry)});
            if (fired.position > LoreEntry::Position::AfterChar &&
                fired.position != LoreEntry::Position::AtDepth)
                m_draft.result.trace.warnings.append(
                    QCoreApplication::translate("Prompt", "The position of “%1” exists only in SillyTavern; "
                                                          "here it is in the chat at its depth.")
                        .arg(m_result.lore.last().source.label()));
            break;
        }
    }
}

void Gathering::addMessage(const QString &role, const QString &text, const Source &source)
{
    m_result.history.append({Json::object({{u"role"_s, Json(role)}, {u"content"_s, Json(text)}}), source});
}

// Where several speak and the roles do not say who.
QString Gathering::named(const QString &name, const QString &text) const
{
    return namesMessages(m_inputs) && !name.isEmpty() ? QString(name + u": "_s + text) : text;
}

void Gathering::addHistory()
{
    for (qsizetype i = 0; i < m_draft.storedMessages; ++i) {
        const Message &message = m_inputs.chat.messages.at(i);
        const QString own = message.extra.value(u"smarttavern_role").toText();
        if (message.isHidden && own.isEmpty())
            continue;
        const QString role = !own.isEmpty()         ? own
                             : message.isNarrator() ? u"system"_s
                             : message.isUser       ? u"user"_s
                                                    : u"assistant"_s;
        addMessage(role, role == u"system" ? message.text : named(message.name, message.text),
                   messageSource(message, m_inputs.scene.rowOf(i), false));
    }
    if (m_inputs.type == GenerationType::Normal && !m_inputs.userText.isEmpty()) {
        Message typed;
        typed.name = writerOf(m_inputs);
        typed.isUser = true;
        addMessage(u"user"_s, named(typed.name, m_inputs.userText),
                   messageSource(typed, static_cast<int>(m_draft.storedMessages), true));
    }
}

void Gathering::setVariables()
{
    const Json stored = m_inputs.chat.metadata().value(u"variables");
    Json variables = stored.isObject() ? stored : Json::object();
    const auto set = [&](const QString &name, const Json &value) { variables.set(name, value); };
    const auto last = [&](const QString &role) {
        for (qsizetype i = m_result.history.size() - 1; i >= 0; --i) {
            const Json &message = m_result.history.at(i).entry;
            if (role.isEmpty() || message.value(u"role").toText() == role)
                return message.value(u"content");
        }
        return Json(QString());
    };
    const Card card = m_inputs.card.value_or(Card());
    set(u"user_name"_s, Json(m_draft.userName));
    set(u"character_name"_s, Json(m_draft.characterName));
    set(u"character_description"_s, Json(card.description));
    set(u"character_personality"_s, Json(card.personality));
    set(u"scenario_description"_s, Json(card.scenario));
    set(u"persona_description"_s, Json(m_inputs.persona ? m_inputs.persona->description : QString()));
    set(u"user_input_text"_s, Json(m_inputs.userText));
    set(u"chat_last_message"_s, last({}));
    set(u"chat_last_user_message"_s, last(u"user"_s));
    set(u"chat_last_assistant_message"_s, last(u"assistant"_s));
    QStringList texts;
    qint64 length = 0;
    qint64 userCount = 0;
    for (const TracedEntry &message : std::as_const(m_result.history)) {
        texts.append(message.entry.value(u"content").toText());
        length += texts.last().size();
        userCount += message.entry.value(u"role").toText() == "user"_L1 ? 1 : 0;
    }
    set(u"chat_message_count"_s, Json(qint64(texts.size())));
    set(u"chat_user_message_count"_s, Json(userCount));
    set(u"chat_conversation_length"_s, Json(length));
    set(u"chat_history_text"_s, Json(texts.join(u'\n')));
    m_result.context.scope.variables = variables;
    m_result.context.scope.budget = m_draft.macros.state.budget;
    m_result.context.now = m_inputs.now;
    m_result.context.seed = m_inputs.seed;
}

FramingInputs Gathering::run()
{
    m_result.character = cardFields();
    m_result.characterSource = cardSource(SourceKind::CharDescription, m_draft.characterName);
    if (m_inputs.persona) {
        m_result.persona = Json::object({{u"name"_s, Json(m_inputs.persona->name)},
                                         {u"description"_s, Json(m_inputs.persona->description)}});
        m_result.personaSource = personaSource(SourceKind::PersonaDescription, m_draft.userName);
    }
    addPresets();
    addRules();
    addLore();
    addHistory();
    setVariables();
    return m_result;
}

} // namespace

QList<Json> FramingInputs::entriesOf(const QList<TracedEntry> &list)
{
    QList<Json> entries;
    for (const TracedEntry &each : list)
        entries.append(each.entry);
    return entries;
}

FramingInputs framingInputs(const PromptInputs &inputs, Draft &draft)
{
    return Gathering(inputs, draft).run();
}

Json ownVariables(const Json &variables)
{
    Json own = variables;
    for (const QStringView name : chatVariables)
        own.remove(name);
    return own;
}

} // namespace snug::framing
