// A test of a prompt: what it is made of, and what is expected of it; a folder with a snapshot and
// "test.json". Chat, typed text and settings are those of the snapshot. Preset, cards, persona, lore, scripts
// and templates are the library's of the day when it is played, and what is in effect of them by then
// (core/workspace/presentinputs.h), unless the test is frozen: then it plays the copies of the snapshot, and
// tests the program instead of the documents.
#pragma once

#include "core/prompttest/promptexpectation.h"
#include "core/prompttest/promptsnapshot.h"

#include <stop_token>

namespace snug {

struct PromptTest
{
    QString name; // the folder's
    QString description;
    PromptInputs inputs; // as they were kept
    PromptExpectation expected;
    bool isFrozen = false;
};

// Whether the folder holds a test.
bool isPromptTest(const QString &folder);
// Both block. An error names file and place; a check that is not known is one.
Result<PromptTest> readPromptTest(const QString &folder, const SnapshotEngines &engines);
// Into a new folder. Fails when what is read back would not make the same prompt.
Result<void> writePromptTest(const QString &folder, const PromptTest &test, const SnapshotEngines &engines);
// The test's "test.json" anew, with what is sent now as its golden record; of the lore that it expects to
// fire or to be silent, that which does.
Result<void> acceptPrompt(const QString &folder, const PromptTest &test, const AssembledPrompt &prompt);

struct PromptTestResult
{
    AssembledPrompt prompt;
    QStringList unmet; // empty: passed
};
// Pure, but for the engines' processes. Plays `test.inputs`. When it is stopped, the result means nothing.
PromptTestResult playPromptTest(const PromptTest &test, const std::stop_token &stop = {});

// Whether it plays its copies from now on; all else in its "test.json" stays. Blocking.
Result<void> setFrozen(const QString &folder, bool isFrozen);

// The library that the folder lies in as "snug/tests/…"; empty: in none.
QString libraryOfTest(const QString &folder);

} // namespace snug
