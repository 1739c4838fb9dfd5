// A conformance case folder of SillyTavern (docs/conformance-cases.md#sillytavern-cases): files, inputs,
// expected output.
#pragma once

#include "core/conversion/messagerules.h"
#include "core/prompt/assembledprompt.h"
#include "core/prompt/promptinputs.h"
#include "core/result.h"

namespace snug {

// A turn that is played before the last one.
struct PlayedTurn
{
    QString userText;
    QString reply;
    GenerationType type = GenerationType::Normal;
};

struct SillyTavernCase
{
    PromptInputs inputs; // of the last turn, as they are before the earlier ones are played
    QList<PlayedTurn> turns;
    QList<RegexScript> globalScripts;
    bool allowsCardScripts = false;                       // the scripts of the one who speaks act, too
    PostProcessing postProcessing = PostProcessing::None; // of the connection
    QString speaker; // of a group: this member's picture file; empty = as the group decides
    Json expected;   // expected.json; Undefined if there is none
};

// Fails, naming file and place, on whatever this version cannot do or does not know.
Result<SillyTavernCase> readSillyTavernCase(const QString &folder);

// Plays the earlier turns, then assembles. One prompt a turn, in groups one a reply; the last is the
// case's. Group members answer each other with the reply that the cases were recorded with.
QList<AssembledPrompt> playCase(const SillyTavernCase &read);

} // namespace snug
