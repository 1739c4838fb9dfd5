// What a prompt test is made of, as the library has it now: chat, typed text and settings stay as they were
// kept, the documents come from their files, or from the editors that hold them. Preset, cards, persona and
// templates are found by name: a test of the preset "Mine" plays "Mine", whatever preset is in use.
// Lorebooks, regex scripts and rules are those that would be in effect in the window now, whether or not they
// were when the test was made.
#pragma once

#include "core/library/librarystore.h"
#include "core/prompt/promptinputs.h"
#include "core/prompttest/testsources.h"
#include "core/workspace/activechoices.h"
#include "core/workspace/editeddocuments.h"

namespace snug {

struct PresentInputs
{
    PromptInputs inputs;
    // In the order of a prompt: preset, characters, persona, lore, scripts, rules, templates.
    QList<TestSource> sources;
};

// Blocking; for the disk thread. A preset, card, persona or template that the library does not have, or that
// cannot be read, stays as it was kept; its source says so.
PresentInputs presentInputs(const PromptInputs &kept, LibraryStore &store, const ActiveChoices &choices,
                            const EditedDocuments &edited = {});

// As they were last saved. Blocking.
ActiveChoices choicesIn(const LibraryStore &store);

} // namespace snug
