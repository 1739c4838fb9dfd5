#include "core/prompt/stages/historylines.h"

#include "core/prompt/labels.h"
#include "core/prompt/stages/attachments.h"
#include "core/prompt/stages/scripts.h"
#include "core/prompt/stages/stages.h"
#include "core/prompt/stages/visibility.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype unitsOfToken = 4; // UTF-16, about; what is missing is read when the rest is full
constexpr qsizetype fewestLines = 16;

// In groups every speaker but the user is named, narrators too.
bool showsNameInText(Preset::NamesBehavior behavior, const Message &message, const QString &userName,
                     bool isGroup)
{
    switch (behavior) {
    case Preset::NamesBehavior::None:
    case Preset::NamesBehavior::Completion:
        return false;
    case Preset::NamesBehavior::Default:
        return message.name != userName &&
               (isGroup || (!message.forcedAvatar.isEmpty() && !message.isNarrator()));
    case Preset::NamesBehavior::Content:
        return !message.isNarrator();
    }
    Q_UNREACHABLE();
}

Preset::NamesBehavior namesInLines(const PromptInputs &inputs)
{
    // A text completion's templates say themselves where names go.
    return inputs.textCompletion   ? Preset::NamesBehavior::None
           : namesMessages(inputs) ? Preset::NamesBehavior::Content
           : inputs.preset         ? inputs.preset->namesBehavior
                                   : Preset::NamesBehavior::Default;
}

void finishLine(HistoryItem &item, const Message &message, Preset::NamesBehavior behavior,
                const QString &userName, bool isGroup)
{
    item.spoken = item.text.text();
    if (showsNameInText(behavior, message, userName, isGroup))
        item.text.prepend(TracedText::computed(
            message.name + u": "_s,
            Source(SourceKind::HistoryName, item.source.id(), message.name).inside(item.source)));
    item.text = item.text.without(u'\r');
}

HistoryItem lineOf(const Message &message, int index, const QString &text, const Source &source)
{
    HistoryItem item{.index = index, .name = message.name};
    item.role = message.isNarrator() ? Role::System : message.isUser ? Role::User : Role::Assistant;
    item.source = source;
    item.text = TracedText(text, item.source);
    return item;
}

// How many of the oldest `stored` lines need not be read at first.
qsizetype linesToLeave(const PromptInputs &inputs, const Draft &draft, const ChatFacts &facts,
                       qsizetype stored)
{
    if (draft.contextSize <= 0 || actsOnHistory(inputs))
        return 0;
    qsizetype most = std::max<qsizetype>(0, stored - fewestLines);
    if (const ReasoningSettings &thoughts = inputs.settings.replies.reasoning; thoughts.isAdded) {
        // Thoughts are added to the newest that have any; they may lie far back.
        const auto end = std::ranges::lower_bound(facts.withThoughts, int(draft.storedMessages));
        int oldest = -1; // its row
        qsizetype at = end - facts.withThoughts.begin();
        for (int left = thoughts.most; left > 0 && at > 0; --at) {
            const int row = facts.withThoughts[at - 1];
            if (!isThoughtBySpeaker(inputs, draft, inputs.chat.messages.at(row)))
                continue;
            oldest = row;
            --left;
        }
        if (oldest >= 0)
            most = std::min<qsizetype>(most, std::ranges::lower_bound(facts.visible, oldest) -
                                                 facts.visible.begin());
    }
    qsizetype units = unitsOfToken * draft.contextSize;
    qsizetype line = stored;
    for (; line > 0 && units > 0; --line)
        units -= inputs.chat.messages.at(facts.visible.at(line - 1)).text.size();
    return std::min(line, most);
}

class DroppedLines : public LateItems<DroppedText>
{
public:
    DroppedLines(OlderLinesPtr lines, QString reason)
        : m_lines(std::move(lines))
        , m_reason(std::move(reason))
    {
    }
    qsizetype size() const override { return m_lines->size(); }
    DroppedText at(qsizetype index) const override
    {
        return {m_lines->at(m_lines->size() - 1 - index).text, m_reason, 0};
    }
    bool isSameAs(const LateItems &other) const override
    {
        const auto *lines = dynamic_cast<const DroppedLines *>(&other);
        return lines && m_reason == lines->m_reason && m_lines->isSameAs(*lines->m_lines);
    }

private:
    OlderLinesPtr m_lines;
    QString m_reason;
};

class ScannedLines : public LateItems<LoreMessage>
{
public:
    explicit ScannedLines(OlderLinesPtr lines)
        : m_lines(std::move(lines))
    {
    }
    qsizetype size() const override { return m_lines->size(); }
    LoreMessage at(qsizetype index) const override
    {
        const HistoryItem line = m_lines->at(m_lines->size() - 1 - index);
        return {line.name, line.spoken, line.index};
    }
    bool isSameAs(const LateItems &other) const override
    {
        const auto *lines = dynamic_cast<const ScannedLines *>(&other);
        return lines && m_lines->isSameAs(*lines->m_lines);
    }

private:
    OlderLinesPtr m_lines;
};

} // namespace

HistoryItem storedLine(const PromptInputs &inputs, const Draft &draft, int row)
{
    const Message &message = draft.messageAt(inputs, row);
    const bool isFirst = row == 0 && draft.storedMessages > 0;
    return lineOf(message, row, isFirst ? draft.firstText : message.text,
                  messageSource(message, inputs.scene.rowOf(row), row >= draft.storedMessages));
}

void finishHistory(const PromptInputs &inputs, Draft &draft)
{
    const Preset::NamesBehavior behavior = namesInLines(inputs);
    for (HistoryItem &item : draft.history)
        finishLine(item, draft.messageAt(inputs, item.index), behavior, draft.userName,
                   inputs.group.has_value());
}

const ChatFacts &factsOf(const PromptInputs &inputs, Draft &draft)
{
    if (!draft.facts)
        draft.facts = inputs.chatCache ? inputs.chatCache->factsOf(inputs.chat.messages)
                                       : std::make_shared<const ChatFacts>(chatFacts(inputs.chat.messages));
    return *draft.facts;
}

OlderLines::OlderLines(const PromptInputs &inputs, const Draft &draft, qsizetype count)
    : m_messages(inputs.chat.messages)
    , m_rows(inputs.scene.rows)
    , m_attachments(inputs.attachments)
    , m_facts(draft.facts)
    , m_behavior(namesInLines(inputs))
    , m_userName(draft.userName)
    , m_firstText(draft.firstText)
    , m_isGroup(inputs.group.has_value())
    , m_count(count)
{
}

HistoryItem OlderLines::at(qsizetype line) const
{
    const int row = m_facts->visible.at(line);
    const Message &message = m_messages.at(row);
    HistoryItem item = lineOf(message, row, row == 0 ? m_firstText : message.text,
                              messageSource(message, m_rows.value(row, row), false));
    addAttachmentsTo(item, message.extra, m_attachments);
    finishLine(item, message, m_behavior, m_userName, m_isGroup);
    return item;
}

OlderLines OlderLines::first(qsizetype count) const
{
    OlderLines fewer = *this;
    fewer.m_count = count;
    return fewer;
}

bool OlderLines::isSameAs(const OlderLines &other) const
{
    return m_count == other.m_count && m_messages.isSharedWith(other.m_messages) &&
           (m_rows.isSharedWith(other.m_rows) || m_rows == other.m_rows) && m_behavior == other.m_behavior &&
           m_userName == other.m_userName && m_firstText == other.m_firstText &&
           m_isGroup == other.m_isGroup && m_attachments == other.m_attachments;
}

void recentHistoryStage(const PromptInputs &inputs, Draft &draft)
{
    const ChatFacts &facts = factsOf(inputs, draft);
    const qsizetype stored =
        std::ranges::lower_bound(facts.visible, int(draft.storedMessages)) - facts.visible.begin();
    const qsizetype older = linesToLeave(inputs, draft, facts, stored);
    if (older == 0) {
        historyStage(inputs, draft);
        return;
    }
    draft.older = std::make_shared<const OlderLines>(inputs, draft, older);
    for (const int row : facts.withFiles) {
        if (row >= facts.visible.at(older))
            break;
        warnOfMissingFiles(inputs, draft, inputs.chat.messages.at(row).extra);
    }
    draft.history.reserve(stored - older + 1);
    for (qsizetype line = older; line < stored; ++line)
        draft.history.append(storedLine(inputs, draft, facts.visible.at(line)));
    if (draft.typed)
        draft.history.append(storedLine(inputs, draft, static_cast<int>(draft.storedMessages)));
    addAttachments(inputs, draft);
    addReasoning(inputs, draft);
    finishHistory(inputs, draft);
}

void readOlder(Draft &draft, qsizetype lines)
{
    if (!draft.older || draft.history.size() >= lines)
        return;
    const qsizetype end = draft.older->size();
    const qsizetype begin = std::max<qsizetype>(0, end - (lines - draft.history.size()));
    QList<HistoryItem> longer;
    longer.reserve(end - begin + draft.history.size());
    for (qsizetype line = begin; line < end; ++line)
        longer.append(draft.older->at(line));
    draft.history = longer + draft.history;
    draft.older = begin > 0 ? std::make_shared<const OlderLines>(draft.older->first(begin)) : nullptr;
}

void dropOlder(Draft &draft, const QString &reason)
{
    if (draft.older)
        draft.result.trace.dropped.appendLate(std::make_shared<const DroppedLines>(draft.older, reason));
    draft.older.reset();
}

LateList<LoreMessage> scannedLines(const PromptInputs &inputs, const Draft &draft)
{
    QList<LoreMessage> newest;
    newest.reserve(draft.history.size());
    for (qsizetype i = draft.history.size() - 1; i >= 0; --i) {
        const HistoryItem &item = draft.history[i];
        // The names that the preset puts in front do not count; those of lore's own setting do.
        newest.append({draft.messageAt(inputs, item.index).name, item.spoken, item.index});
    }
    LateList<LoreMessage> lines(std::move(newest));
    if (draft.older)
        lines.appendLate(std::make_shared<const ScannedLines>(draft.older));
    return lines;
}

} // namespace snug
