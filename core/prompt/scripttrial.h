// Trying a regex script out on a text: where it matches, and what is stored, sent and shown then. The same
// run as in chats makes the texts.
#pragma once

#include "core/prompt/promptinputs.h"
#include "core/prompt/scriptrun.h"
#include "core/regex/regexpattern.h"

#include <QStringList>

#include <stop_token>

namespace snug {

struct ScriptTrialRequest
{
    RegexScript script; // tried even if it is switched off
    QString text;
    RegexScript::Placement placement = RegexScript::Placement::AiOutput;
    std::optional<int> depth = 0; // of the message; nothing: limits of depth do not apply
    bool isEdit = false;          // stored after editing a message, not when it arrives
    bool isAlone = true;          // without the scripts in effect: PromptInputs::regexScripts
};

struct ScriptTrialResult
{
    std::optional<RegexPattern> pattern; // after macros; nothing: there is none
    QList<RegexMatch> matches;           // in the text as typed
    std::optional<RegexFailure> failure;
    qsizetype failureAt = -1; // of an invalid pattern: where in RegexScript::find; -1 = not known
    QString stored;           // what the chat keeps of the text
    QString sent;             // what the prompt has of what is stored
    QString shown;            // what the transcript shows of it
    QStringList warnings;     // whole sentences

    bool operator==(const ScriptTrialResult &) const = default;
};

// Blocks on the engine of `inputs`: not for the window's thread.
ScriptTrialResult tryScript(const ScriptTrialRequest &request, const PromptInputs &inputs,
                            const std::stop_token &stop = {});

} // namespace snug
