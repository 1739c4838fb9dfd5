// The chat's messages as lines of the prompt, each by itself. A chat may be far longer than what a prompt
// takes: what is older is read line by line, when it is needed or looked at.
#pragma once

#include "core/lore/lorescan.h"
#include "core/prompt/stages/draft.h"

namespace snug {

// Who speaks a line, and its text as it stands in the chat.
HistoryItem storedLine(const PromptInputs &inputs, const Draft &draft, int row);
// The last step of each: the speaker's name in front, where the prompt wants it.
void finishHistory(const PromptInputs &inputs, Draft &draft);

// Lines that no script acts on and to which no thoughts are added; implicitly shared with the inputs.
class OlderLines
{
public:
    // The first `count` visible messages, as the draft has them now.
    OlderLines(const PromptInputs &inputs, const Draft &draft, qsizetype count);

    qsizetype size() const { return m_count; }
    HistoryItem at(qsizetype line) const; // 0 = the oldest
    OlderLines first(qsizetype count) const;
    // As long as the oldest are the same ones, one stands for the other.
    bool isSameAs(const OlderLines &other) const;

private:
    QList<Message> m_messages;
    QList<int> m_rows;
    QHash<QString, QString> m_attachments;
    ChatFactsPtr m_facts;
    Preset::NamesBehavior m_behavior;
    QString m_userName;
    QString m_firstText;
    bool m_isGroup;
    qsizetype m_count;
};

using OlderLinesPtr = std::shared_ptr<const OlderLines>;

// The newest of the history: about what fits into the context, and all that must be known of it beforehand.
// Where older lines have a say in newer ones, the whole.
void recentHistoryStage(const PromptInputs &inputs, Draft &draft);
// Reads older lines until the draft has this many, or all.
void readOlder(Draft &draft, qsizetype lines);

// Those that are not read, newest first: as left out for this reason, and as lore keys are looked for in
// them.
void dropOlder(Draft &draft, const QString &reason);
LateList<LoreMessage> scannedLines(const PromptInputs &inputs, const Draft &draft);

} // namespace snug
