// SillyTavern's templates for text completions: `context/*.json`, `instruct/*.json`, `sysprompt/*.json`.
#pragma once

#include "core/formats/fields.h"
#include "core/model/texttemplates.h"

namespace snug {

template <typename T> struct TemplateReading
{
    T value;
    Warnings warnings;
};

// `name` is the file's name without ".json", for files that do not say theirs. Keys of older versions
// are read by their new meaning. An unchanged value is written as the same bytes.
Result<TemplateReading<ContextTemplate>> readContextTemplate(const QByteArray &bytes,
                                                             const QString &name = {});
Result<TemplateReading<InstructTemplate>> readInstructTemplate(const QByteArray &bytes,
                                                               const QString &name = {});
Result<TemplateReading<SystemPrompt>> readSystemPrompt(const QByteArray &bytes, const QString &name = {});

QByteArray writeContextTemplate(const ContextTemplate &value);
QByteArray writeInstructTemplate(const InstructTemplate &value);
QByteArray writeSystemPrompt(const SystemPrompt &value);

// The same values inside SillyTavern's settings (`power_user.context` …), where the name is "preset".
ContextTemplate contextTemplateOf(const Json &object);
InstructTemplate instructTemplateOf(const Json &object);
SystemPrompt systemPromptOf(const Json &object);

// What applies where the user has chosen nothing: ChatML marks around a plain story string.
ContextTemplate builtInContextTemplate();
InstructTemplate builtInInstructTemplate();

} // namespace snug
