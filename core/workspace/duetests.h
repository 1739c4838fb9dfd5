// The tests of prompts of a library with the documents that they are played with now; which of them a change
// that is not saved yet would break.
#pragma once

#include "core/editing/documentkey.h"
#include "core/prompttest/prompttest.h"
#include "core/workspace/presentinputs.h"

#include <memory>
#include <stop_token>

namespace snug {

struct DueTest
{
    QString folder;
    Result<PromptTest> test;
    PresentInputs present; // with what editors hold; of one that is frozen its copies, which have no sources
    std::optional<PromptInputs> saved; // with the files alone, where an editor holds something of it
    QMap<QString, QByteArray> passed;

    QString name() const;
    bool isFrozen() const { return test && test->isFrozen; }
    bool isEdited() const { return saved.has_value(); }
    // In words: "preset Mine (changed since the test last passed)".
    QString playing() const;
};

// Tests as they were read, for who asks again and again: those whose files are the same are not read anew.
// For the disk thread alone.
struct KnownTests
{
    QMap<QString, std::pair<QList<FileStamp>, PromptTest>> tests;
};

// In the library's "snug/tests", by name. Blocking; for the disk thread.
QList<DueTest> dueTests(LibraryStore &store, const SnapshotEngines &engines, const ActiveChoices &choices,
                        const EditedDocuments &edited, KnownTests *known = nullptr);

// What became of one.
struct PlayedTest
{
    QString folder;
    QStringList unmet; // empty: passed
    QString playing;   // with what, in words
    QList<TestSource> sources = {};
    // Of one that expects a whole prompt and got another; otherwise null.
    std::shared_ptr<const AssembledPrompt> expected = {};
    std::shared_ptr<const AssembledPrompt> sent = {};

    QString name() const;
    bool operator==(const PlayedTest &) const = default;
};
PlayedTest playTest(const DueTest &due, const std::stop_token &stop = {});

// Those that pass with the files, and would not with what editors hold. Incomplete when it is stopped.
QList<PlayedTest> brokenTests(const QList<DueTest> &due, const std::stop_token &stop);

// Whether the source is this document, or a part of it.
bool isOfDocument(const TestSource &source, const DocumentKey &key);

} // namespace snug
