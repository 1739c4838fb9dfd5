// Regex scripts on text outside of a prompt: what is about to be stored, and what the transcript shows.
// They search in another process: not for the window's thread.
#pragma once

#include "core/prompt/promptinputs.h"
#include "core/prompt/scriptrun.h"

#include <QStringList>

#include <stop_token>

namespace snug {

// Whether any script in effect has to do with such texts; cheap.
bool areTextsScripted(const PromptInputs &inputs, ScriptPurpose purpose,
                      const QList<RegexScript::Placement> &placements);

struct PlainScriptedText
{
    QString text;
    RegexScript::Placement placement = RegexScript::Placement::AiOutput;
    std::optional<int> depth = {};

    bool operator==(const PlainScriptedText &) const = default;
};

struct ScriptedTexts
{
    QStringList texts; // in the order given
    QStringList warnings;

    bool operator==(const ScriptedTexts &) const = default;
};

// Macros in scripts see `inputs`; variables that they set are not kept.
ScriptedTexts scriptedTexts(const QList<PlainScriptedText> &texts, ScriptPurpose purpose,
                            const PromptInputs &inputs, const std::stop_token &stop = {});

} // namespace snug
