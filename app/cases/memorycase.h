// A conformance case of memory books (docs/conformance-cases.md#memory-books-cases): one JSON file whose `op`
// names an operation.
#pragma once

#include "core/memory/memoryprompt.h"
#include "core/memory/scene.h"
#include "core/model/json.h"
#include "core/result.h"

namespace snug {

struct MemoryCase
{
    QString operation; // "parse", "compile", …
    Json input;
    Json expected;
};

Result<MemoryCase> readMemoryCase(const QString &path);

// What the operation gives, {"error": {"code", …}} where it has to fail. Time stamps are "<time>".
Result<Json> playMemoryCase(const MemoryCase &read);

// Parts of memorycase.cpp and memorysidecase.cpp.
SceneSource memoryCaseChat(const Json &input);
Json memoryCaseBook(const Json &input); // Undefined = none bound
QDateTime memoryCaseClock();
QList<SceneMessage> memoryCaseMessages(const Json &messages);
QList<StoredMemory> memoryCasePrevious(const Json &memories);
// Nothing if the operation is not about side prompts or commands.
std::optional<Json> playSidePromptCase(const QString &operation, const Json &input);

} // namespace snug
