// What goes along with the messages of the history: files, captions, and the thoughts behind replies.
#pragma once

#include "core/prompt/stages/draft.h"

namespace snug {

// Files in front of the text, captions behind it (docs/sillytavern/history.md#files-and-captions). After the
// scripts, which do not see them.
void addAttachments(const PromptInputs &inputs, Draft &draft);
void addAttachmentsTo(HistoryItem &item, const Json &extra, const QHash<QString, QString> &attachments);
void warnOfMissingFiles(const PromptInputs &inputs, Draft &draft, const Json &extra);
// Whether the prompt may hold what was thought about this message.
bool isThoughtBySpeaker(const PromptInputs &inputs, const Draft &draft, const Message &message);
// Thoughts in front of replies, where the settings want them and where a reply is continued
// (docs/sillytavern/history.md#reasoning).
void addReasoning(const PromptInputs &inputs, Draft &draft);

} // namespace snug
