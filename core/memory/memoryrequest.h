// A request that memory books make, as a prompt: one user message whose every character has its source, so
// that the inspector shows what is sent (docs/systems/memory-books.md#prompt,
// docs/systems/memory-books.md#side-prompts).
#pragma once

#include "core/chat/promptpreview.h"
#include "core/memory/memoryprompt.h"

namespace snug {

struct MemoryRequest
{
    TracedText text;
    double temperature = 0.7;
    int answerTokens = 0; // 0 = the server decides
    // Regex scripts that the user chose; they act on the finished text whatever their own placement.
    QList<RegexScript> scripts;
};

// One user message, or for connections that complete a text, that text. For any thread.
AssembledPrompt assembledMemoryRequest(const MemoryRequest &request, const PromptInputs &inputs,
                                       const std::stop_token &stop = {});
// All that such a request says.
QString requestText(const AssembledPrompt &prompt);
// For PromptTask: the one way from inputs to bytes.
Assembler memoryAssembler(const MemoryRequest &request);

// Chosen scripts by their ids or names, ready to act on any text.
QList<RegexScript> chosenScripts(const QList<RegexScript> &scripts, const QStringList &chosen);

} // namespace snug
