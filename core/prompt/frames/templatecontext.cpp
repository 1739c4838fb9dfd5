#include "core/prompt/frames/templatecontext.h"

#include "core/formats/chatjsonl.h"
#include "core/model/whitespace.h"
#include "core/prompt/frames/messageattachments.h"
#include "core/prompt/frames/smeltchat.h"
#include "core/prompt/labels.h"
#include "core/prompt/smelttext.h"

#include <QCoreApplication>
#include <QLocale>
#include <QSet>

using namespace Qt::StringLiterals;

namespace snug {

int TemplateOrigins::add(const Source &source, const QString &text)
{
    m_origins.append({source, text});
    return int(m_origins.size()) - 1;
}

const TemplateOrigins::Origin *TemplateOrigins::find(int origin) const
{
    return origin >= 0 && origin < m_origins.size() ? &m_origins[origin] : nullptr;
}

static constexpr QStringView freeformFact = u"$freeform";

bool isFreeform(const Card &card)
{
    for (const QString &text : {card.description, card.personality, card.scenario}) {
        for (const QStringView line : QStringView(text).split(u'\n')) {
            if (javaScriptTrimmed(line) == freeformFact)
                return true;
        }
    }
    return false;
}

namespace {

TemplateData traced(TemplateOrigins &origins, const QString &text, const Source &source)
{
    return TemplateData::fromText(text, origins.add(source, text));
}

// Facts are lines: every line of these texts that says something is one, but for what directs the layout.
class Facts
{
public:
    explicit Facts(TemplateOrigins &origins)
        : m_origins(origins)
    {
    }

    void add(const QString &text, const Source &source)
    {
        const int origin = m_origins.add(source, text);
        for (const QStringView line : QStringView(text).split(u'\n')) {
            if (const QStringView fact = javaScriptTrimmed(line); !fact.isEmpty() && fact != freeformFact) {
                m_texts.append(fact.toString());
                m_from.append(origin);
            }
        }
    }

    void giveTo(TemplateEntity &entity) const
    {
        entity.facts = m_texts;
        entity.factOrigins = m_from;
    }

private:
    TemplateOrigins &m_origins;
    QStringList m_texts;
    QList<int> m_from;
};

// Card texts become values after names were put in (docs/systems/together.md#two-placeholder-languages); no
// other macro runs.
TemplateEntity cardEntity(const Card &card, const QString &avatar, const Draft &draft,
                          TemplateOrigins &origins)
{
    TemplateEntity entity{
        .id = Json(avatar.isEmpty() ? card.name : avatar), .name = card.name, .isFreeform = isFreeform(card)};
    Facts facts(origins);
    const auto field = [&](const QString &name, const QString &text, SourceKind kind) {
        const Source source = cardSource(kind, card.name);
        const QString named = substituteNames(TracedText(text, source), draft.userName, card.name).text();
        entity.more.emplace_back(name, traced(origins, named, source));
        return std::pair(named, source);
    };
    for (const auto &[text, source] : {field(u"description"_s, card.description, SourceKind::CharDescription),
                                       field(u"personality"_s, card.personality, SourceKind::CharPersonality),
                                       field(u"scenario"_s, card.scenario, SourceKind::CharScenario)})
        facts.add(text, source);
    field(u"examples"_s, card.messageExamples, SourceKind::CharExamples);
    field(u"system_prompt"_s, card.systemPrompt, SourceKind::CardSystemPrompt);
    field(u"post_history"_s, card.postHistoryInstructions, SourceKind::CardPostHistory);
    field(u"first_message"_s, card.firstMessage, SourceKind::CharFirstMessage);
    entity.nameOrigin = origins.add(cardSource(SourceKind::CharName, card.name), card.name);
    facts.giveTo(entity);
    return entity;
}

TemplateEntity personaEntity(const PromptInputs &inputs, const Draft &draft, TemplateOrigins &origins)
{
    const Persona persona = inputs.persona.value_or(Persona());
    TemplateEntity entity{.id = inputs.persona ? Json(persona.avatar) : Json(0),
                          .name = draft.userName.isEmpty() ? u"user"_s : draft.userName};
    const Source source = personaSource(SourceKind::PersonaDescription, draft.userName);
    const QString text =
        substituteNames(TracedText(persona.description, source), draft.userName, draft.characterName).text();
    Facts facts(origins);
    facts.add(text, source);
    facts.giveTo(entity);
    entity.nameOrigin = origins.add(personaSource(SourceKind::PersonaName, draft.userName), entity.name);
    entity.more.emplace_back(u"description"_s, traced(origins, text, source));
    return entity;
}

void addEntities(const PromptInputs &inputs, const Draft &draft, TemplateOrigins &origins,
                 TemplatePromptInputs &result)
{
    if (inputs.card)
        result.entities.append(cardEntity(*inputs.card, inputs.avatar, draft, origins));
    if (inputs.group) {
        for (const GroupMember &member : inputs.group->members) {
            if (member.avatar == inputs.avatar)
                continue;
            const bool replies = inputs.promptTemplate.repliesToo.contains(member.avatar);
            if (!replies && member.isMuted)
                continue;
            (replies ? result.entities : result.others)
                .append(cardEntity(member.card, member.avatar, draft, origins));
        }
    }
    // The persona is somebody whom the layout describes, too, once there is anything to say.
    TemplateEntity user = personaEntity(inputs, draft, origins);
    if (!user.facts.isEmpty())
        result.others.append(user);
    result.user = std::move(user);
}

void addHistory(const PromptInputs &inputs, const Draft &draft, TemplateOrigins &origins,
                TemplatePromptInputs &result)
{
    for (const HistoryItem &item : draft.history) {
        if (item.isInjected())
            continue;
        const Message &message = draft.messageAt(inputs, item.index);
        const bool isReply = item.role == Role::Assistant;
        const bool hasCard = !message.originalAvatar.isEmpty() && !message.originalAvatar.contains(u'/');
        const CarriedLists carried = carriedBy(message.extra);
        const QDateTime sent = sendDateTime(message.sendDate);
        const Source nameSource =
            Source(SourceKind::HistoryName, item.source.id(), message.name).inside(item.source);
        result.history.append(
            {.role = roleName(item.role),
             .author = message.name,
             .content = item.spoken,
             .authorId = Json(isReply && hasCard ? message.originalAvatar : message.name),
             .createdAt = sent.isValid() ? sent.toUTC().toString(Qt::ISODateWithMs) : message.sendDate,
             .isBot = isReply,
             .embeds = carried.embeds,
             .stickers = carried.stickers,
             .attachments = carried.attachments,
             .origin = origins.add(item.source, item.spoken),
             .authorOrigin = origins.add(nameSource, message.name)});
    }
}

// Ids, as sources spell them, of the entries that tell of earlier scenes.
QSet<QString> memoryIds(const PromptInputs &inputs)
{
    QSet<QString> ids;
    for (const ActiveLorebook &active : inputs.lorebooks) {
        for (const LoreEntry &entry : active.book.entries) {
            if (entry.source.value(u"stmemorybooks").asBool() == true)
                ids.insert(u"%1.%2"_s.arg(active.book.name).arg(entry.uid));
        }
    }
    return ids;
}

// Texts that lore joined by newlines, apart again.
QList<TracedText> entriesOf(const TracedText &joined)
{
    QList<TracedText> entries(1);
    for (const Span &span : joined.spans()) {
        if (span.source.kind() == SourceKind::SeparatorNewline)
            entries.append(TracedText());
        else
            entries.last().append(joined.mid(span.start, span.length));
    }
    entries.removeIf([](const TracedText &entry) { return entry.isEmpty(); });
    return entries;
}

Source sourceOf(const TracedText &text)
{
    return text.spans().isEmpty() ? Source() : text.spans().first().source;
}

void addLore(const PromptInputs &inputs, const Draft &draft, TemplateOrigins &origins,
             TemplatePromptInputs &result)
{
    const QSet<QString> memories = memoryIds(inputs);
    TemplateData::Items remembered;
    const auto list = [&](const TracedText &joined) {
        TemplateData::Items items;
        for (const TracedText &entry : entriesOf(joined)) {
            const Source source = sourceOf(entry);
            (memories.contains(source.id()) ? remembered : items)
                .push_back(traced(origins, entry.text(), source));
        }
        return TemplateData::fromLines(std::move(items));
    };
    result.more.emplace_back(u"lore_before"_s, list(draft.lore.before));
    result.more.emplace_back(u"lore_after"_s, list(draft.lore.after));

    TemplateData::Items injected;
    for (const InChatText &text : draft.inChat) {
        if (memories.contains(text.source.id())) {
            remembered.push_back(traced(origins, text.text.text(), text.source));
            continue;
        }
        const TemplateData content = traced(origins, text.text.text(), text.source);
        TemplateData item =
            TemplateData::fromMembers({{u"name"_s, content},
                                       {u"content"_s, content},
                                       {u"role"_s, TemplateData::fromText(roleName(text.role))},
                                       {u"depth"_s, TemplateData::fromNumber(text.depth)}});
        item.printsName = true;
        injected.push_back(std::move(item));
    }
    result.more.emplace_back(u"injected"_s, TemplateData::fromLines(std::move(injected)));

    TemplateData::Members byEntity;
    for (const TemplateEntity &entity : std::as_const(result.entities)) {
        if (!remembered.empty())
            byEntity.emplace_back(entity.id.toText(), TemplateData::fromLines(remembered));
        remembered.clear(); // told once
    }
    result.more.emplace_back(u"memories"_s, TemplateData::fromMembers(std::move(byEntity)));
    result.more.emplace_back(u"generation"_s, TemplateData::fromText(generationTypeName(inputs.type)));
}

// What can be asked about those who reply and the chat.
void addFunctions(TemplatePromptInputs &result)
{
    TemplateData::Items facts;
    if (!result.entities.isEmpty()) {
        const TemplateEntity &first = result.entities.first();
        for (qsizetype i = 0; i < first.facts.size(); ++i)
            facts.push_back(TemplateData::fromText(first.facts[i], first.factOrigins.value(i, -1)));
        result.more.emplace_back(u"name"_s, TemplateData::fromText(first.name, first.nameOrigin));
    }
    constexpr qsizetype mostMessages = 100; // as many as the history is ever given
    TemplateData::Items messages;
    for (const TemplateMessage &message : result.history.last(std::min(result.history.size(), mostMessages)))
        messages.push_back(
            TemplateData::fromItems({TemplateData::fromText(message.role),
                                     TemplateData::fromText(message.author, message.authorOrigin),
                                     TemplateData::fromText(message.content, message.origin)}));
    result.more.emplace_back(u"random"_s, TemplateData::fromFunction(u"random"_s));
    result.more.emplace_back(u"roll"_s, TemplateData::fromFunction(u"roll"_s));
    result.more.emplace_back(u"has_fact"_s, TemplateData::fromFunction(u"has_fact"_s, std::move(facts)));
    result.more.emplace_back(u"messages"_s, TemplateData::fromFunction(u"messages"_s, std::move(messages)));
}

// The clock and who spoke last, under the names that expressions have (docs/systems/hologram.md#context).
void addMoment(const PromptInputs &inputs, TemplatePromptInputs &result)
{
    const auto text = [&](const QString &name, const QString &value) {
        result.more.emplace_back(name, TemplateData::fromText(value));
    };
    const QDateTime now = inputs.now;
    const QLocale english = QLocale::c();
    const int hour = now.time().hour();
    const bool isDay = hour >= 6 && hour < 18;
    result.more.emplace_back(u"time"_s,
                             TemplateData::fromMembers({{u"hour"_s, TemplateData::fromNumber(hour)},
                                                        {u"is_day"_s, TemplateData::fromBool(isDay)},
                                                        {u"is_night"_s, TemplateData::fromBool(!isDay)}}));
    text(u"isodate"_s, now.date().toString(Qt::ISODate));
    text(u"isotime"_s, english.toString(now.time(), u"HH:mm"_s));
    text(u"date_str"_s, english.toString(now.date(), u"dddd, MMMM d, yyyy"_s));
    text(u"time_str"_s, english.toString(now.time(), u"h:mm AP"_s));
    text(u"weekday"_s, english.dayName(now.date().dayOfWeek()));
    if (!result.history.isEmpty()) {
        const TemplateMessage &last = result.history.last();
        result.more.emplace_back(u"author"_s, TemplateData::fromText(last.author, last.authorOrigin));
        result.more.emplace_back(u"content"_s, TemplateData::fromText(last.content, last.origin));
    }
    if (inputs.group)
        text(u"group"_s, inputs.group->settings.name);
}

QString meaning(const char *text)
{
    return QCoreApplication::translate("TemplateVariables", text);
}

QStringList joinedRoles(const LayoutSettings &layout)
{
    QStringList roles;
    for (const Role role : layout.joinedInTemplates)
        roles.append(roleName(role));
    return roles;
}

} // namespace

TemplatePromptInputs templatePromptInputs(const PromptInputs &inputs, const Draft &draft,
                                          TemplateOrigins &origins)
{
    const TemplateInputs &chosen = inputs.promptTemplate;
    TemplatePromptInputs result{.layout = chosen.text,
                                .systemTemplate = chosen.systemPrompt,
                                .contextRule = chosen.historyRule,
                                .now = inputs.now,
                                .templates = chosen.others,
                                .marker = freshMarker(),
                                .isStrict = chosen.isStrict,
                                .engine = chosen.engine,
                                .joinedRoles = joinedRoles(inputs.layout),
                                .seed = inputs.seed};
    addEntities(inputs, draft, origins, result);
    addHistory(inputs, draft, origins, result);
    addLore(inputs, draft, origins, result);
    addMoment(inputs, result);
    addFunctions(result);
    return result;
}

QList<TemplateVariable> templateVariables()
{
    static constexpr std::pair<const char16_t *, const char *> known[] = {
        {u"char", QT_TRANSLATE_NOOP("TemplateVariables", "the character who replies")},
        {u"char.name", QT_TRANSLATE_NOOP("TemplateVariables", "name")},
        {u"char.facts",
         QT_TRANSLATE_NOOP("TemplateVariables", "description, personality and scenario, a line each")},
        {u"char.description", QT_TRANSLATE_NOOP("TemplateVariables", "the card's description")},
        {u"char.personality", QT_TRANSLATE_NOOP("TemplateVariables", "the card's personality")},
        {u"char.scenario", QT_TRANSLATE_NOOP("TemplateVariables", "the card's scenario")},
        {u"char.examples", QT_TRANSLATE_NOOP("TemplateVariables", "the card's example dialogue")},
        {u"char.system_prompt", QT_TRANSLATE_NOOP("TemplateVariables", "the card's system prompt")},
        {u"char.post_history", QT_TRANSLATE_NOOP("TemplateVariables", "the card's text after the history")},
        {u"char.first_message", QT_TRANSLATE_NOOP("TemplateVariables", "the card's greeting")},
        {u"user", QT_TRANSLATE_NOOP("TemplateVariables", "who you are: name, facts, description")},
        {u"entities", QT_TRANSLATE_NOOP("TemplateVariables", "those who reply, each as char")},
        {u"others", QT_TRANSLATE_NOOP("TemplateVariables", "everybody else who takes part")},
        {u"entity_names", QT_TRANSLATE_NOOP("TemplateVariables", "names of those who reply, with commas")},
        {u"memories",
         QT_TRANSLATE_NOOP("TemplateVariables", "memories by an entity's id: memories[char.id]")},
        {u"history",
         QT_TRANSLATE_NOOP("TemplateVariables",
                           "messages, the oldest first: role, author, content, created_at, is_bot, "
                           "attachments (pictures and files: filename, url, content_type)")},
        {u"lore_before",
         QT_TRANSLATE_NOOP("TemplateVariables", "lore that fired, for the place before the card")},
        {u"lore_after",
         QT_TRANSLATE_NOOP("TemplateVariables", "lore that fired, for the place after the card")},
        {u"injected",
         QT_TRANSLATE_NOOP("TemplateVariables", "texts for a depth of the chat: content, role, depth")},
        {u"generation",
         QT_TRANSLATE_NOOP("TemplateVariables", "normal, swipe, regenerate, continue, impersonate or quiet")},
        {u"author", QT_TRANSLATE_NOOP("TemplateVariables", "who spoke last")},
        {u"content", QT_TRANSLATE_NOOP("TemplateVariables", "what was said last")},
        {u"group", QT_TRANSLATE_NOOP("TemplateVariables", "the group's name; missing outside of groups")},
        {u"time", QT_TRANSLATE_NOOP("TemplateVariables", "the clock: hour, is_day, is_night")},
        {u"isodate", QT_TRANSLATE_NOOP("TemplateVariables", "the date, as 2026-03-14")},
        {u"isotime", QT_TRANSLATE_NOOP("TemplateVariables", "the time, as 15:09")},
        {u"date_str", QT_TRANSLATE_NOOP("TemplateVariables", "the date in words")},
        {u"time_str", QT_TRANSLATE_NOOP("TemplateVariables", "the time, as 3:09 PM")},
        {u"weekday", QT_TRANSLATE_NOOP("TemplateVariables", "the day of the week")},
        {u"name", QT_TRANSLATE_NOOP("TemplateVariables", "the name of the character who replies")},
        {u"random", QT_TRANSLATE_NOOP("TemplateVariables",
                                      "random() from 0 up to 1, random(6) from 1 to 6, random(2, 5)")},
        {u"roll", QT_TRANSLATE_NOOP("TemplateVariables", "dice: roll('2d6+1')")},
        {u"has_fact",
         QT_TRANSLATE_NOOP("TemplateVariables",
                           "whether a fact about the character who replies contains it: has_fact('sword')")},
        {u"messages",
         QT_TRANSLATE_NOOP("TemplateVariables", "newest messages as lines: messages(3, '%a: %m', 'Ada')")},
        {u"freeform",
         QT_TRANSLATE_NOOP("TemplateVariables", "true if one of those who reply has the fact $freeform: "
                                                "replies need no names before them")},
        {u"_single_entity", QT_TRANSLATE_NOOP("TemplateVariables", "true if at most one replies")},
    };
    QList<TemplateVariable> variables;
    for (const auto &[name, words] : known)
        variables.append({QString::fromUtf16(name), meaning(words)});
    return variables;
}

} // namespace snug
