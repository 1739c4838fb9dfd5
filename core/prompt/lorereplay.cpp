#include "core/prompt/lorereplay.h"

#include "core/macros/macroevaluator.h"
#include "core/prompt/macrofailure.h"
#include "core/prompt/messagecount.h"
#include "core/prompt/scriptrun.h"
#include "core/prompt/stages/loreoutcomes.h"
#include "core/prompt/stages/stages.h"
#include "core/prompt/stages/visibility.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

const QString timedKey = u"timedWorldInfo"_s;

Json headerWith(const Chat &chat, const Json &records)
{
    Json metadata = chat.metadata();
    if (!metadata.isObject() && records.members().isEmpty())
        return chat.header;
    if (!metadata.isObject())
        metadata = Json::object();
    const QList<Json::Member> members = metadata.members();
    for (const Json::Member &member : members) {
        if (member.key == timedKey || member.key.startsWith(timedKey + u':'))
            metadata.remove(member.key);
    }
    const QList<Json::Member> own = records.members();
    for (const Json::Member &record : own)
        metadata.set(record.key, record.value);
    Json header = chat.header.isObject() ? chat.header : Json::object();
    header.set(u"chat_metadata"_s, metadata);
    return header;
}

// What a turn has nothing of.
void begin(PromptInputs &inputs)
{
    inputs.chat.messages.clear();
    inputs.chat.unreadableLines.clear();
    inputs.similarities.clear();
    inputs.scene.rows.clear();
    inputs.scene.typed.reset();
    inputs.scene.asked.clear();
    inputs.type = GenerationType::Normal;
    inputs.userText.clear();
    inputs.quietPrompt.clear();
    inputs.chatCache.reset(); // each turn's chat is another one, and grows into the next
}

// `inputs` began as `whole` and have been at an earlier turn, or at none.
void moveTo(int message, const Json &records, const PromptInputs &whole, PromptInputs &inputs)
{
    QList<Message> &messages = inputs.chat.messages;
    while (messages.size() < message)
        messages.append(whole.chat.messages.at(messages.size()));
    inputs.chat.header = headerWith(whole.chat, records);
    inputs.seed = whole.seed ^ (0x9e3779b97f4a7c15ULL * static_cast<quint64>(message));
    if (inputs.knowledge.isEnabled)
        inputs.scene.replier = whole.chat.messages.at(message).name;
    // Who had written something did not send an empty message; in a group it would stand in the chat.
    inputs.isAsked = !inputs.group;
    if (inputs.preset)
        inputs.preset->sendIfEmpty =
            messages.isEmpty() || messages.last().isUser ? QString() : whole.preset->sendIfEmpty;
}

// Scripts whose macros might hand something on from an old message to a newer one.
bool haveScriptsMemory(const PromptInputs &inputs)
{
    return std::ranges::any_of(inputs.regexScripts, [](const RegexScript &script) {
        QString replacement = script.replacement;
        replacement.remove(u"{{match}}"_s, Qt::CaseInsensitive);
        return !script.disabled && !script.displayOnly &&
               (mayHoldMacros(replacement) || mayHoldMacros(script.find) ||
                std::ranges::any_of(script.trimStrings, mayHoldMacros));
    });
}

class Replay
{
public:
    Replay(const PromptInputs &inputs, const std::stop_token &stop)
        : m_whole(inputs)
        , m_now(inputs)
        , m_stop(stop)
    {
        if (!m_whole.loreCache)
            m_whole.loreCache = std::make_shared<LoreCache>();
        m_now.loreCache = m_whole.loreCache;
        begin(m_now);
    }

    LoreReplay run(const ReplayProgress &progress);

private:
    void prepareEntries();
    void playTurn();
    void playWholeTurn();
    void note(size_t entry, LoreGate gate);
    void warn(const QStringList &warnings);
    void fail(const PromptFailure &failure)
    {
        m_hasFailed = true;
        warn({failure.error.what});
    }

    PromptInputs m_whole;
    PromptInputs m_now;
    const std::stop_token m_stop;
    LoreIndexPtr m_index;
    std::optional<int> m_reach;
    Json m_records = Json::object();
    LoreReplay m_result;
    int m_turn = 0;
    bool m_hasFailed = false; // and so would every other turn
};

void Replay::note(size_t entry, LoreGate gate)
{
    std::vector<LoreRun> &runs = m_result.entries[static_cast<qsizetype>(entry)].runs;
    if (runs.empty() && m_turn > 0) // first seen only now
        runs.push_back({0, LoreGate::NoPlace});
    if (runs.empty() || runs.back().gate != gate)
        runs.push_back({m_turn, gate});
}

void Replay::warn(const QStringList &warnings)
{
    for (const QString &warning : warnings) {
        if (!m_result.warnings.contains(warning))
            m_result.warnings.append(warning);
    }
}

void Replay::prepareEntries()
{
    m_index = loreIndexOf(m_whole);
    m_result.entries.reserve(m_index->size());
    for (const LoreCandidate &candidate : m_index->candidates())
        m_result.entries.append({candidate.book, candidate.uid, candidate.title, {}});
    if (!haveScriptsMemory(m_whole))
        m_reach = furthestReach(*m_index, m_whole.settings.lore);
}

void Replay::playTurn()
{
    Draft draft(m_stop, m_now.globalVariables);
    identityStage(m_now, draft);
    const qsizetype length = readHistory(m_now, draft, m_reach);
    noteStage(m_now, draft);
    const LoreScanOutcomes outcomes = loreOutcomes(m_now, draft, m_index, length);
    if (m_stop.stop_requested())
        return;
    if (const auto failure = macroFailure(draft.macros.budget()))
        fail(*failure);
    int tokens = 0;
    size_t next = 0;
    const auto noteSilentUpTo = [&](size_t end) {
        for (; next < end; ++next)
            note(next, LoreGate::KeyNotFound);
    };
    for (const LoreOutcome &outcome : outcomes.candidates) {
        noteSilentUpTo(static_cast<size_t>(outcome.candidate));
        note(next++, outcome.gate);
        tokens += outcome.fired() ? outcome.tokens : 0;
    }
    noteSilentUpTo(static_cast<size_t>(m_result.entries.size()));
    m_result.tokens.append(tokens);
    if (!outcomes.timedEffects.isUndefined())
        m_records.set(timedKey, outcomes.timedEffects);
    warn(draft.result.trace.warnings);
    warn(outcomes.warnings);
}

// Where other rules have a say: the way a prompt takes.
void Replay::playWholeTurn()
{
    const AssembledPrompt prompt = assembleLore(m_now, m_stop);
    if (m_stop.stop_requested())
        return;
    int tokens = 0;
    for (qsizetype i = 0; i < prompt.trace.lore.size(); ++i) {
        const LoreTrace &row = prompt.trace.lore.at(i);
        if (i == m_result.entries.size())
            m_result.entries.append({row.book, row.uid, row.title, {}});
        note(static_cast<size_t>(i), row.gate);
        tokens += row.fired ? row.tokens : 0;
    }
    m_result.tokens.append(tokens);
    if (!prompt.timedLore.isUndefined())
        m_records.set(recordKey(timedKey, m_now), prompt.timedLore);
    warn(prompt.trace.warnings);
    if (prompt.failure)
        fail(*prompt.failure);
}

LoreReplay Replay::run(const ReplayProgress &progress)
{
    m_result.turns = pastTurns(m_whole.chat);
    m_result.kind = countKindOf(m_whole.counter);
    const auto count = static_cast<int>(m_result.turns.size());
    const bool isWhole = m_whole.knowledge.isEnabled || isDecidedByFrame(m_whole);
    if (!isWhole)
        prepareEntries();
    for (; m_turn < count && !m_stop.stop_requested(); ++m_turn) {
        moveTo(m_result.turns.at(m_turn), m_records, m_whole, m_now);
        m_result.records.append(m_records);
        if (m_hasFailed)
            m_result.tokens.append(0);
        else if (isWhole)
            playWholeTurn();
        else
            playTurn();
        if (progress)
            progress(m_turn + 1, count);
    }
    m_result.isComplete = !m_stop.stop_requested();
    return std::move(m_result);
}

} // namespace

LoreGate LoreReplayEntry::at(int turn) const
{
    const auto behind = std::ranges::upper_bound(runs, turn, {}, &LoreRun::turn);
    return behind == runs.begin() ? LoreGate::KeyNotFound : std::prev(behind)->gate;
}

QList<int> pastTurns(const Chat &chat)
{
    QList<int> turns;
    for (qsizetype i = 1; i < chat.messages.size(); ++i) {
        const Message &message = chat.messages.at(i);
        if (!message.isUser && !message.isHidden && !message.isNarrator())
            turns.append(static_cast<int>(i));
    }
    return turns;
}

PromptInputs atTurn(const PromptInputs &inputs, int message, const Json &records)
{
    PromptInputs turn = inputs;
    begin(turn);
    moveTo(message, records, inputs, turn);
    return turn;
}

LoreReplay replayLore(const PromptInputs &inputs, const std::stop_token &stop, const ReplayProgress &progress)
{
    return Replay(inputs, stop).run(progress);
}

LoreTrialResult loreAtTurn(const PromptInputs &inputs, const LoreReplay &replay, int turn,
                           const std::stop_token &stop)
{
    if (turn < 0 || turn >= replay.records.size() || replay.turns.at(turn) >= inputs.chat.messages.size())
        return {};
    return tryLore(atTurn(inputs, replay.turns.at(turn), replay.records.at(turn)), stop);
}

} // namespace snug
