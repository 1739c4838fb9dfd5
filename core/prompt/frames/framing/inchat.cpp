#include "core/prompt/frames/framing/inchat.h"

#include "core/macros/framing/valuetext.h"
#include "core/prompt/frames/framing/relativeframe.h"

#include <QCoreApplication>

#include <map>

using namespace Qt::StringLiterals;

namespace snug::framing {

namespace {

struct Candidate
{
    FramedMessage message;
    qint64 depth = 0;
    qint64 order = 0;
    int rank = 0; // of the role
};

int roleRank(QStringView role)
{
    return role == u"assistant" ? 0 : role == u"user" ? 1 : 2;
}

// Only an explicit false is off; only the empty text is no text.
bool isUsable(const Json &entry)
{
    return entry.value(u"enabled").asBool().value_or(true) && !entry.value(u"content").asString()->isEmpty();
}

class Candidates
{
public:
    Candidates(const MacroContext &context, QStringList &warnings)
        : m_context(context)
        , m_warnings(warnings)
    {
    }

    void addPreset(const Json &entry, qsizetype index);
    void addLore(const Json &entry, qsizetype index, qsizetype presetCount);
    const QList<Candidate> &sorted();

private:
    bool isWanted(const Json &entry) const;
    void add(const Json &entry, FramedMessage message);

    const MacroContext &m_context;
    QStringList &m_warnings;
    QList<Candidate> m_candidates;
};

bool Candidates::isWanted(const Json &entry) const
{
    if (!entry.value(u"content").isString() || !isUsable(entry))
        return false;
    return entry.value(u"mode").asString() != u"conditional"_s ||
           isConditionTrue(entry.value(u"condition"), m_context);
}

void Candidates::add(const Json &entry, FramedMessage message)
{
    const auto depth = wholeNumberOr(entry.value(u"depth"), 0);
    const auto order = wholeNumberOr(entry.value(u"order"), 100);
    if (!depth || !order) {
        m_warnings.append(
            QCoreApplication::translate("Prompt", "“%1” is not used: its %2 “%3” is not a number.")
                .arg(message.content.spans().first().source.label(), depth ? u"order"_s : u"depth"_s,
                     valueText(entry.value(depth ? u"order"_s : u"depth"_s))));
        return;
    }
    const Json id = message.source.value(u"id");
    if (!message.source.contains(u"source_id") && !id.isNull())
        message.source.set(u"source_id"_s, id);
    const int rank = roleRank(message.role);
    m_candidates.append({std::move(message), *depth, *order, rank});
}

void Candidates::addPreset(const Json &entry, qsizetype index)
{
    if (entry.value(u"position").asString() != u"in-chat"_s || !isWanted(entry))
        return;
    const Json given = entry.value(u"role");
    const QString lower = given.isUndefined() ? u"user"_s : valueText(given).toLower();
    const QString role = std::ranges::find(roles, QStringView(lower)) == roles.end() ? u"user"_s : lower;
    QString name = QString::number(index);
    for (const QStringView key : {u"name", u"identifier"}) {
        if (isTruthy(entry.value(key)))
            name = valueText(entry.value(key));
    }
    add(entry, {.role = role,
                .content = TracedText(*entry.value(u"content").asString(),
                                      Source(SourceKind::PresetInChat, name, entryLabel(entry, name))),
                .source = sourceOf(u"preset.in-chat"_s, u"preset_"_s + name, entry),
                .origin = {FramedOrigin::Kind::InChatPreset, index}});
}

void Candidates::addLore(const Json &entry, qsizetype index, qsizetype presetCount)
{
    const auto position = entry.value(u"position").asString();
    if (position == u"before_char"_s || position == u"after_char"_s || !isWanted(entry))
        return;
    const QString role = position == u"user"_s || position == u"assistant"_s ? *position : u"system"_s;
    const Json own = entry.value(u"id");
    const QString type = u"world_book.in-chat"_s;
    const QString id = u"wb_"_s + (own.isUndefined() || own.isNull() ? QString::number(presetCount + index)
                                                                     : valueText(own));
    add(entry, {.role = role,
                .content = TracedText(*entry.value(u"content").asString(),
                                      Source::named(type, id, entryLabel(entry, id))),
                .source = loreSource(entry, type, id, role),
                .origin = {FramedOrigin::Kind::Lore, index}});
}

const QList<Candidate> &Candidates::sorted()
{
    std::ranges::stable_sort(m_candidates, [](const Candidate &a, const Candidate &b) {
        return std::tie(a.order, a.rank) < std::tie(b.order, b.rank);
    });
    return m_candidates;
}

} // namespace

QList<FramedMessage> withInChat(const QList<FramedMessage> &history, const QList<Json> &presets,
                                const QList<Json> &lore, const MacroContext &context, QStringList &warnings)
{
    Candidates candidates(context, warnings);
    for (qsizetype i = 0; i < presets.size(); ++i)
        candidates.addPreset(presets.at(i), i);
    for (qsizetype i = 0; i < lore.size(); ++i)
        candidates.addLore(lore.at(i), i, presets.size());

    std::map<qint64, QList<FramedMessage>, std::greater<>> groups; // deepest first
    for (const Candidate &candidate : candidates.sorted())
        groups[candidate.depth].append(candidate.message);

    QList<FramedMessage> messages = history;
    for (const auto &[depth, group] : groups) {
        // Beyond the end, every message goes behind all others, the group's last one first.
        const qint64 place = std::max<qint64>(0, messages.size() - depth);
        for (auto message = group.crbegin(); message != group.crend(); ++message)
            messages.insert(std::min<qint64>(place, messages.size()), *message);
    }
    return messages;
}

QList<Json> inChatPresets(const Json &document)
{
    QList<Json> presets;
    const Json prompts = document.value(u"prompts");
    for (const Json &entry : prompts.items()) {
        if (entry.isObject() && valueText(entry.value(u"position")).toLower() == u"in-chat")
            presets.append(entry);
    }
    return presets;
}

} // namespace snug::framing
