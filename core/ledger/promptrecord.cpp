#include "core/ledger/promptrecord.h"

#include "core/formats/jsontext.h"

#include <QCoreApplication>

#include <array>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr std::array modeNames{u"auto",     u"sillytavern", u"smelt", u"framing",
                               u"template", u"story",       u"names"};
constexpr std::array recordCountNames{u"exact", u"calibrated", u"estimate"};

// Characters; nobody's text is longer.
constexpr int largestOrigin = 16'000'000;

template <typename Value, typename Names>
Value fromRecordedName(const QString &name, const Names &names, Value other)
{
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (name == QStringView(names[i]))
            return Value(i);
    }
    return other;
}

// Sources of one message, each once; a source is its link's words and the number of its parent.
class SourceTable
{
public:
    int numberOf(const Source &source)
    {
        const int parent = source.hasParent() ? numberOf(source.parent()) : -1;
        const QString key = source.type() + QChar(0) + source.id() + QChar(0) + source.label() + QChar(0) +
                            QString::number(parent);
        if (const auto known = m_numbers.constFind(key); known != m_numbers.cend())
            return *known;
        Json item = Json::array({source.type(), source.id(), source.label()});
        if (parent >= 0)
            item.append(parent);
        m_items.append(item);
        return *m_numbers.insert(key, int(m_numbers.size()));
    }
    const Json &items() const { return m_items; }

private:
    QHash<QString, int> m_numbers;
    Json m_items = Json::array();
};

QList<Source> readSources(const Json &items)
{
    static constexpr int deepest = 64; // of ours; a damaged record shall not make a chain of all its sources
    QList<Source> sources;
    QList<int> depths;
    for (const Json &item : items.items()) {
        const QString type = item.at(0).toText();
        const bool isUnknown = type == u"unknown" && item.at(1).toText().isEmpty();
        const Source link =
            isUnknown ? Source() : Source::named(type, item.at(1).toText(), item.at(2).toText());
        const int parent = item.at(3).toInt(-1);
        const bool isInside = parent >= 0 && parent < sources.size() && depths.at(parent) < deepest;
        sources.append(isInside ? link.inside(sources.at(parent)) : link);
        depths.append(isInside ? depths.at(parent) + 1 : 0);
    }
    return sources;
}

// Spans are [length, source] or [length, source, place in the origin].
Json textJson(const TracedText &text, SourceTable &sources)
{
    Json spans = Json::array();
    for (const Span &span : text.spans()) {
        Json item = Json::array({qint64(span.length), sources.numberOf(span.source)});
        if (span.originStart >= 0)
            item.append(qint64(span.originStart));
        spans.append(item);
    }
    return Json::object({{u"text"_s, text.text()}, {u"spans"_s, spans}});
}

TracedText readText(const Json &value, const QList<Source> &sources)
{
    const QString all = value.value(u"text").toText();
    TracedText text;
    qsizetype start = 0;
    const Json spans = value.value(u"spans");
    for (const Json &item : spans.items()) {
        const qsizetype length = item.at(0).toInt();
        if (length <= 0 || length > all.size() - start)
            break;
        const Source source = sources.value(item.at(1).toInt(-1));
        const QString stretch = all.sliced(start, length);
        const int origin = item.at(2).toInt(-1);
        if (origin < 0 || origin > largestOrigin) {
            text.append(TracedText::computed(stretch, source));
        } else {
            // A text that begins so far into its origin: what stands before is cut off again.
            text.append(TracedText(QString(origin, u' ') + stretch, source).mid(origin));
        }
        start += length;
    }
    if (start < all.size())
        text.append(TracedText::computed(all.sliced(start), {}));
    return text;
}

Json messageJson(const OutboundMessage &message)
{
    SourceTable sources;
    Json object = textJson(message.content, sources);
    object.set(u"role"_s, roleName(message.role));
    if (!message.name.isEmpty())
        object.set(u"name"_s, message.name);
    object.set(u"tokens"_s, message.tokens);
    if (message.goesBackTokens > 0)
        object.set(u"thoughts"_s, message.goesBackTokens);
    object.set(u"source"_s, sources.numberOf(message.source));
    if (!message.sourceObject.isUndefined())
        object.set(u"source_object"_s, message.sourceObject);
    object.set(u"sources"_s, sources.items());
    return object;
}

OutboundMessage readMessage(const Json &value)
{
    const QList<Source> sources = readSources(value.value(u"sources"));
    OutboundMessage message;
    message.role = roleFromName(value.value(u"role").toText()).value_or(Role::System);
    message.name = value.value(u"name").toText();
    message.content = readText(value, sources);
    message.tokens = value.value(u"tokens").toInt();
    message.goesBackTokens = value.value(u"thoughts").toInt();
    message.source = sources.value(value.value(u"source").toInt(-1));
    message.sourceObject = value.value(u"source_object");
    return message;
}

Json droppedJson(const DroppedText &dropped)
{
    SourceTable sources;
    Json object = textJson(dropped.content, sources);
    object.set(u"reason"_s, dropped.reason);
    object.set(u"tokens"_s, dropped.tokens);
    if (dropped.cause == DroppedText::Cause::Rule)
        object.set(u"rule"_s, true);
    object.set(u"sources"_s, sources.items());
    return object;
}

// Of a long chat nearly every message is left out of each request: the newest of them are told, which may
// have had to give way to something, and of the others how many there are.
QList<DroppedText> toldOf(const LateList<DroppedText> &dropped)
{
    constexpr qsizetype told = 50;
    QList<DroppedText> list = dropped.before();
    const qsizetype late = dropped.late() ? dropped.late()->size() : 0;
    for (qsizetype i = 0; i < std::min(late, told); ++i)
        list.append(dropped.late()->at(i));
    if (late > told) {
        const DroppedText next = dropped.late()->at(told);
        const Source source = next.content.isEmpty() ? Source() : next.content.spans().last().source;
        list.append({TracedText::computed(QCoreApplication::translate("PromptRecord", "%n older message(s)",
                                                                      nullptr, int(late - told)),
                                          source),
                     next.reason, 0, next.cause});
    }
    return list + dropped.behind();
}

// Silent ones are kept where another entry may be why.
bool isKept(const LoreTrace &row)
{
    switch (row.gate) {
    case LoreGate::GroupSticky:
    case LoreGate::GroupScore:
    case LoreGate::GroupTaken:
    case LoreGate::GroupPriority:
    case LoreGate::GroupLot:
    case LoreGate::Budget:
        return true;
    default:
        return row.fired;
    }
}

Json loreJson(const LoreTrace &row)
{
    Json object = Json::object({{u"book"_s, row.book},
                                {u"uid"_s, row.uid},
                                {u"title"_s, row.title},
                                {u"gate"_s, loreGateName(row.gate)},
                                {u"tokens"_s, row.tokens}});
    if (!row.fired)
        object.set(u"silent"_s, true);
    if (row.round > 0)
        object.set(u"round"_s, row.round);
    if (!row.detail)
        return object;
    const LoreDetail &detail = *row.detail;
    const auto set = [&object](const QString &key, const auto &value, const auto &usual) {
        if (value != usual)
            object.set(key, value);
    };
    set(u"key"_s, detail.key, QString());
    set(u"secondary_key"_s, detail.secondaryKey, QString());
    if (detail.place != LorePlace::Nowhere)
        object.set(u"place"_s, lorePlaceName(detail.place));
    set(u"message"_s, detail.message, -1);
    set(u"name"_s, detail.name, QString());
    set(u"start"_s, qint64(detail.start), qint64(-1));
    set(u"length"_s, qint64(detail.length), qint64(0));
    set(u"group"_s, detail.group, QString());
    set(u"rival"_s, detail.rival, QString());
    set(u"value"_s, detail.value, 0.0);
    set(u"other"_s, detail.other, 0.0);
    return object;
}

std::shared_ptr<const LoreDetail> readDetail(const Json &value)
{
    LoreDetail detail;
    detail.key = value.value(u"key").toText();
    detail.secondaryKey = value.value(u"secondary_key").toText();
    const QString place = value.value(u"place").toText();
    for (int each = 0; each <= int(LorePlace::Lore); ++each) {
        if (lorePlaceName(LorePlace(each)) == place)
            detail.place = LorePlace(each);
    }
    detail.message = value.value(u"message").toInt(-1);
    detail.name = value.value(u"name").toText();
    detail.start = value.value(u"start").toInt(-1);
    detail.length = value.value(u"length").toInt();
    detail.group = value.value(u"group").toText();
    detail.rival = value.value(u"rival").toText();
    detail.value = value.value(u"value").toDouble();
    detail.other = value.value(u"other").toDouble();
    return detail == LoreDetail() ? nullptr : std::make_shared<const LoreDetail>(detail);
}

LoreTrace readLore(const Json &value)
{
    LoreTrace row;
    row.book = value.value(u"book").toText();
    row.uid = value.value(u"uid").toInt();
    row.title = value.value(u"title").toText();
    row.fired = !value.value(u"silent").toBool();
    row.round = value.value(u"round").toInt();
    row.detail = readDetail(value);
    row.tokens = value.value(u"tokens").toInt();
    row.gate = LoreGate::Constant;
    const QString gate = value.value(u"gate").toText();
    for (int each = 0; each <= int(LoreGate::Similar); ++each) {
        if (loreGateName(LoreGate(each)) == gate)
            row.gate = LoreGate(each);
    }
    return row;
}

Json variablesJson(const AssembledPrompt &prompt)
{
    Json everywhere = Json::object({});
    for (const auto &[name, value] : prompt.globalVariables.asKeyValueRange())
        everywhere.set(name, value);
    return Json::object({{u"chat"_s, prompt.localVariables}, {u"everywhere"_s, everywhere}});
}

Json headJson(const AssembledPrompt &prompt)
{
    const Budget &budget = prompt.budget;
    return Json::object({{u"mode"_s, QString(QStringView(modeNames.at(std::size_t(prompt.mode))))},
                         {u"context"_s, budget.context},
                         {u"reserved"_s, budget.reserved},
                         {u"used"_s, budget.used},
                         {u"count"_s, QString(QStringView(recordCountNames.at(std::size_t(budget.kind))))},
                         {u"counter"_s, budget.counterName},
                         {u"warnings"_s, Json(prompt.trace.warnings)}});
}

void readPromptHead(const Json &value, AssembledPrompt &prompt)
{
    prompt.mode = fromRecordedName(value.value(u"mode").toText(), modeNames, PromptMode::SillyTavern);
    prompt.budget = {
        .context = value.value(u"context").toInt(),
        .reserved = value.value(u"reserved").toInt(),
        .used = value.value(u"used").toInt(),
        .kind = fromRecordedName(value.value(u"count").toText(), recordCountNames, CountKind::Estimate),
        .counterName = value.value(u"counter").toText()};
    const Json warnings = value.value(u"warnings");
    for (const Json &warning : warnings.items())
        prompt.trace.warnings.append(warning.toText());
}

} // namespace

QByteArray recordOf(const AssembledPrompt &prompt, RecordedLore lore)
{
    QByteArray record;
    const auto add = [&record](const QString &what, const Json &value) {
        record += writeJsonLine(Json::object({{what, value}})) + '\n';
    };
    add(u"prompt"_s, headJson(prompt));
    for (const OutboundMessage &message : prompt.messages)
        add(u"message"_s, messageJson(message));
    if (prompt.prompt) {
        SourceTable sources;
        Json text = textJson(*prompt.prompt, sources);
        text.set(u"sources"_s, sources.items());
        add(u"text"_s, text);
    }
    for (const DroppedText &dropped : toldOf(prompt.trace.dropped))
        add(u"dropped"_s, droppedJson(dropped));
    for (const LoreTrace &row : prompt.trace.lore) {
        if (lore == RecordedLore::All || isKept(row))
            add(u"lore"_s, loreJson(row));
    }
    if (!prompt.localVariables.isUndefined())
        add(u"variables"_s, variablesJson(prompt));
    return record;
}

static void readRecordLine(const Json &line, AssembledPrompt &prompt)
{
    if (const Json head = line.value(u"prompt"); head.isObject()) {
        readPromptHead(head, prompt);
    } else if (const Json message = line.value(u"message"); message.isObject()) {
        prompt.messages.append(readMessage(message));
    } else if (const Json text = line.value(u"text"); text.isObject()) {
        prompt.prompt = readText(text, readSources(text.value(u"sources")));
    } else if (const Json dropped = line.value(u"dropped"); dropped.isObject()) {
        prompt.trace.dropped.append({.content = readText(dropped, readSources(dropped.value(u"sources"))),
                                     .reason = dropped.value(u"reason").toText(),
                                     .tokens = dropped.value(u"tokens").toInt(),
                                     .cause = dropped.value(u"rule").toBool() ? DroppedText::Cause::Rule
                                                                              : DroppedText::Cause::NoRoom});
    } else if (const Json lore = line.value(u"lore"); lore.isObject()) {
        prompt.trace.lore.append(readLore(lore));
    } else if (const Json variables = line.value(u"variables"); variables.isObject()) {
        prompt.localVariables = variables.value(u"chat");
        const Json everywhere = variables.value(u"everywhere");
        for (const Json::Member &member : everywhere.members())
            prompt.globalVariables.insert(member.key, member.value);
    }
}

AssembledPrompt promptOfRecord(const QList<Json> &lines)
{
    AssembledPrompt prompt;
    for (const Json &line : lines)
        readRecordLine(line, prompt);
    return prompt;
}

Result<AssembledPrompt> readRecord(const QByteArray &record)
{
    AssembledPrompt prompt;
    int number = 0;
    for (const QByteArray &line : record.split('\n')) {
        ++number;
        if (line.isEmpty())
            continue;
        const Result<Json> parsed = parseJsonLine(line, number);
        if (!parsed)
            return std::unexpected(parsed.error());
        readRecordLine(*parsed, prompt);
    }
    return prompt;
}

} // namespace snug
