#include "core/prompttest/prompttest.h"

#include "core/formats/jsontext.h"
#include "core/library/atomicwrite.h"
#include "core/library/fileversion.h"
#include "core/prompt/assemble.h"
#include "core/prompt/promptblocks.h"
#include "core/prompttest/prompttesttext.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString testFile(const QString &folder)
{
    return folder + u"/test.json"_s;
}

QByteArray testBytes(const PromptTest &test)
{
    return writeJson(Json::object({{u"snug"_s, Json(u"prompt test"_s)},
                                   {u"version"_s, Json(1)},
                                   {u"description"_s, Json(test.description)},
                                   {u"plays"_s, Json(test.isFrozen ? u"frozen"_s : u"present"_s)},
                                   {u"expect"_s, expectationJson(test.expected)}}));
}

// The last message that comes from the chat; -1 = none.
qsizetype endOfHistory(const QList<OutboundMessage> &messages)
{
    for (qsizetype i = messages.size() - 1; i >= 0; --i) {
        const SourceGroup group = messages.at(i).source.group();
        if (group == SourceGroup::ChatUser || group == SourceGroup::ChatCharacter)
            return i;
    }
    return -1;
}

Message said(const QString &name, const QString &text, bool isUser)
{
    Message message;
    message.name = name;
    message.text = text;
    message.isUser = isUser;
    return message;
}

// Empty if the prompt begins as before once a message and a reply are added.
QString brokenPrefix(const PromptTest &test, const AssembledPrompt &before)
{
    PromptInputs next = test.inputs;
    const QString user = next.persona && !next.persona->name.isEmpty() ? next.persona->name : next.userName;
    const QString character = next.card ? next.card->name : u"Assistant"_s;
    next.chat.messages.append(said(user, next.userText.isEmpty() ? u"Go on."_s : next.userText, true));
    next.chat.messages.append(said(character, u"It goes on."_s, false));
    next.userText = u"And then?"_s;
    const QList<OutboundMessage> was = promptBlocks(before);
    const QList<OutboundMessage> is = promptBlocks(assemble(next));
    const qsizetype end = endOfHistory(was);
    for (qsizetype i = 0; i <= end; ++i) {
        if (i < is.size() && was.at(i).role == is.at(i).role && was.at(i).name == is.at(i).name &&
            was.at(i).content.text() == is.at(i).content.text())
            continue;
        return PromptTestText::tr("The beginning changes with a new message, from message %1 on: %2")
            .arg(i + 1)
            .arg(was.at(i).source.path().join(u" › "_s));
    }
    return {};
}

} // namespace

bool isPromptTest(const QString &folder)
{
    return QFileInfo::exists(testFile(folder));
}

Result<PromptTest> readPromptTest(const QString &folder, const SnapshotEngines &engines)
{
    const QString path = testFile(folder);
    const auto file = readVersioned(path);
    if (!file)
        return std::unexpected(file.error().inFile(path));
    const Result<Json> document = parseJson(file->value);
    if (!document)
        return std::unexpected(document.error().inFile(path));
    if (document->value(u"snug").toText() != u"prompt test" || document->value(u"version").toInt() != 1)
        return failure(PromptTestText::tr("is not a prompt test, or was written by a newer Snug"), {}, path);
    Warnings warnings;
    PromptTest test{.name = QDir(folder).dirName(),
                    .description = document->value(u"description").toText(),
                    .inputs = {},
                    .expected =
                        expectationFrom(document->value(u"expect"), Place{.key = u"expect"_s}, warnings)};
    if (!warnings.isEmpty())
        return std::unexpected(warnings.first().inFile(path));
    const QString plays = document->value(u"plays").toText();
    if (!plays.isEmpty() && plays != u"present" && plays != u"frozen")
        return failure(PromptTestText::tr("“%1” is not “present” or “frozen”").arg(plays), u"plays"_s, path);
    test.isFrozen = plays == u"frozen";
    if (test.expected == PromptExpectation())
        return failure(PromptTestText::tr("expects nothing"), u"expect"_s, path);
    const Result<PromptInputs> inputs = readSnapshot(folder, engines);
    if (!inputs)
        return std::unexpected(inputs.error());
    test.inputs = *inputs;
    return test;
}

Result<void> writePromptTest(const QString &folder, const PromptTest &test, const SnapshotEngines &engines)
{
    if (const Result<void> written = writeSnapshot(folder, test.inputs); !written)
        return written;
    const Result<PromptInputs> back = readSnapshot(folder, engines);
    if (!back)
        return std::unexpected(back.error());
    if (!goldenDifferences(goldenOf(assemble(test.inputs)), goldenOf(assemble(*back))).isEmpty())
        return failure(
            PromptTestText::tr(
                "the folder does not hold all that this prompt is made of, so a test of it would fail"),
            {}, folder);
    return writeFileDurably(testFile(folder), testBytes(test));
}

Result<void> acceptPrompt(const QString &folder, const PromptTest &test, const AssembledPrompt &prompt)
{
    PromptTest accepted = test;
    accepted.expected.golden = goldenOf(prompt);
    // One at a time, as each may be met or not.
    const auto isUnmet = [&](QStringList PromptExpectation::*list, const QString &entry) {
        PromptExpectation one;
        one.*list = {entry};
        return !unmetExpectations(one, prompt).isEmpty();
    };
    accepted.expected.fires.removeIf(
        [&](const QString &entry) { return isUnmet(&PromptExpectation::fires, entry); });
    accepted.expected.silent.removeIf(
        [&](const QString &entry) { return isUnmet(&PromptExpectation::silent, entry); });
    return writeFileDurably(testFile(folder), testBytes(accepted));
}

PromptTestResult playPromptTest(const PromptTest &test, const std::stop_token &stop)
{
    PromptTestResult result{.prompt = assemble(test.inputs, stop), .unmet = {}};
    result.unmet = unmetExpectations(test.expected, result.prompt);
    if (test.expected.keepsPrefix && !result.prompt.failure) {
        if (const QString broken = brokenPrefix(test, result.prompt); !broken.isEmpty())
            result.unmet.append(broken);
    }
    return result;
}

Result<void> setFrozen(const QString &folder, bool isFrozen)
{
    const QString path = testFile(folder);
    const auto file = readVersioned(path);
    if (!file)
        return std::unexpected(file.error().inFile(path));
    Result<Json> document = parseJson(file->value);
    if (!document)
        return std::unexpected(document.error().inFile(path));
    document->set(u"plays"_s, isFrozen ? u"frozen"_s : u"present"_s);
    return writeFileDurably(path, writeJson(*document));
}

QString libraryOfTest(const QString &folder)
{
    QDir place(QDir(folder).absolutePath());
    while (place.cdUp()) {
        QDir above(place);
        if (place.dirName() == u"tests" && above.cdUp() && above.dirName() == u"snug" && above.cdUp())
            return above.absolutePath();
    }
    return {};
}

} // namespace snug
