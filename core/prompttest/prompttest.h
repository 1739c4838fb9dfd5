// A test of a prompt: what it is made of, and what is expected of it; a folder with a snapshot and
// "test.json".
#pragma once

#include "core/prompttest/promptexpectation.h"
#include "core/prompttest/promptsnapshot.h"

namespace snug {

struct PromptTest
{
    QString name; // the folder's
    QString description;
    PromptInputs inputs;
    PromptExpectation expected;
};

// Whether the folder holds a test.
bool isPromptTest(const QString &folder);
// Both block. An error names file and place; a check that is not known is one.
Result<PromptTest> readPromptTest(const QString &folder, const SnapshotEngines &engines);
// Into a new folder. Fails when what is read back would not make the same prompt.
Result<void> writePromptTest(const QString &folder, const PromptTest &test, const SnapshotEngines &engines);
// The test's "test.json" anew, with what is sent now as its golden record.
Result<void> acceptPrompt(const QString &folder, const PromptTest &test, const AssembledPrompt &prompt);

struct PromptTestResult
{
    AssembledPrompt prompt;
    QStringList unmet; // empty: passed
};
// Pure, but for the engines' processes.
PromptTestResult playPromptTest(const PromptTest &test);

} // namespace snug
