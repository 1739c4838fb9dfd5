// What a prompt test is made of, as the library has it now: chat, typed text and settings stay as they were
// kept, the documents come from their files. Documents are found by name: a test of the preset "Mine" plays
// "Mine", whatever preset is in use.
#pragma once

#include "core/library/librarystore.h"
#include "core/prompt/promptinputs.h"
#include "core/prompttest/testsources.h"

namespace snug {

class EditOverlay;

struct PresentInputs
{
    PromptInputs inputs;
    QList<TestSource>
        sources; // in the order of a prompt: preset, characters, persona, lore, scripts, templates
};

// Blocking; for the disk thread. What the library does not have, or what cannot be read, stays as it was
// kept; its source says so.
PresentInputs presentInputs(const PromptInputs &kept, LibraryStore &store);

// With what open editors hold and files do not have yet; those sources are `isEdited`.
PresentInputs withEdits(PresentInputs present, const EditOverlay &edits);

} // namespace snug
