// What tests of prompts say when something is not as expected; files that are no tests.

#include "core/formats/preset.h"
#include "core/prompt/assemble.h"
#include "core/prompt/promptchanges.h"
#include "core/prompttest/goldenprompt.h"
#include "core/prompttest/prompttest.h"
#include "tests/testregistry.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

namespace tst_prompttest {

using namespace Qt::StringLiterals;
using namespace snug;

using Change = std::function<void(PromptTest &)>;

static Message said(const QString &name, const QString &text, bool isUser)
{
    Message message;
    message.name = name;
    message.text = text;
    message.isUser = isUser;
    return message;
}

// Passes.
static PromptTest good()
{
    PromptTest test;
    Card card;
    card.name = u"Mira"_s;
    card.description = u"Keeper of the lamp."_s;
    test.inputs.card = card;
    Preset preset;
    preset.contextSize = 8192;
    preset.prompts = builtInPromptBlocks();
    preset.orders = {builtInPromptOrder()};
    test.inputs.preset = preset;
    test.inputs.mode = PromptMode::SillyTavern;
    Lorebook book;
    book.name = u"Harbour"_s;
    LoreEntry inn;
    inn.uid = 3;
    inn.title = u"Inn"_s;
    inn.keys = {u"inn"_s};
    inn.content = u"The inn is old."_s;
    LoreEntry moon = inn;
    moon.uid = 4;
    moon.title = u"Moon"_s;
    moon.keys = {u"moon"_s};
    moon.content = u"The moon is up."_s;
    book.entries = {inn, moon};
    test.inputs.lorebooks = {{book}};
    test.inputs.chat.messages = {said(u"Mira"_s, u"Hello."_s, false)};
    test.inputs.userName = u"Ada"_s;
    test.inputs.userText = u"Is this the inn?"_s;
    test.inputs.now = QDateTime::fromString(u"2026-03-14T15:09:26.000Z"_s, Qt::ISODateWithMs);
    test.expected.golden = goldenOf(assemble(test.inputs));
    test.expected.fires = {u"Harbour/Inn"_s, u"Harbour/3"_s};
    test.expected.silent = {u"Harbour/Moon"_s};
    test.expected.contains = {u"Keeper of the lamp."_s};
    test.expected.lacks = {u"The moon is up."_s};
    test.expected.tokens = {{u"all"_s, 500}, {u"system"_s, 400}, {u"lorebook"_s, 10}};
    return test;
}

class TestPromptTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void aRecordIsComparedBySource()
    {
        const PromptTest test = good();
        const AssembledPrompt sent = assemble(test.inputs);
        QVERIFY(promptChanges(goldenPrompt(*test.expected.golden, sent), sent).isEmpty());

        PromptInputs now = test.inputs;
        now.card->description = u"Keeper of the bell."_s;
        now.lorebooks.clear();
        now.userText += u" Or not?"_s;
        const AssembledPrompt other = assemble(now);
        const QList<PromptChange> changes = promptChanges(goldenPrompt(*test.expected.golden, other), other);
        QStringList said;
        for (const PromptChange &change : changes)
            said.append(changeText(change, CountKind::Exact));
        const QString all = said.join(u'\n');
        const auto edited = std::ranges::find_if(changes, [](const PromptChange &change) {
            return change.kind == PromptChange::Kind::Edited && change.before &&
                   change.before->text == u"Keeper of the lamp.";
        });
        QVERIFY2(edited != changes.cend(), qPrintable(all));
        QCOMPARE(edited->after->text, u"Keeper of the bell."_s);
        QVERIFY2(std::ranges::any_of(changes,
                                     [](const PromptChange &change) {
                                         return change.kind == PromptChange::Kind::Removed &&
                                                change.before->text.contains(u"inn is old");
                                     }),
                 qPrintable(all));
    }

    void unmet_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("line"); // a part of the first; empty: passes
        const auto row = [](const char *name, const Change &change, const QString &line) {
            QTest::newRow(name) << change << line;
        };
        row("as expected", [](PromptTest &) {}, {});
        row(
            "another prompt",
            [](PromptTest &test) { test.inputs.card->description = u"Keeper of nothing."_s; },
            u"The prompt is different"_s);
        row(
            "does not fire", [](PromptTest &test) { test.expected.fires = {u"Harbour/Moon"_s}; },
            u"“Harbour/Moon” does not fire"_s);
        row(
            "fires", [](PromptTest &test) { test.expected.silent = {u"Harbour/3"_s}; },
            u"“Harbour/3” fires"_s);
        row(
            "no such entry", [](PromptTest &test) { test.expected.silent = {u"Harbour/Sun"_s}; },
            u"no lore entry “Harbour/Sun”"_s);
        row(
            "is not sent", [](PromptTest &test) { test.expected.contains = {u"dragon"_s}; },
            u"“dragon” is not sent"_s);
        row("is sent", [](PromptTest &test) { test.expected.lacks = {u"lamp"_s}; }, u"“lamp” is sent"_s);
        row(
            "too many tokens", [](PromptTest &test) { test.expected.tokens = {{u"card"_s, 2}}; },
            u"card: ~5 tokens, expected at most 2"_s);
        row("keeps its beginning",
            [](PromptTest &test) {
                test.inputs.lorebooks.clear();
                test.expected = {};
                test.expected.keepsPrefix = true;
            },
            {});
        row(
            "its lore goes", [](PromptTest &test) { test.expected.keepsPrefix = true; },
            u"The beginning changes with a new message"_s);
        row(
            "its beginning changes",
            [](PromptTest &test) {
                test.inputs.card->description = u"It was said: {{lastMessage}}"_s;
                test.expected = {};
                test.expected.keepsPrefix = true;
            },
            u"The beginning changes with a new message"_s);
    }

    void unmet()
    {
        QFETCH(Change, change);
        QFETCH(QString, line);
        PromptTest test = good();
        change(test);
        const PromptTestResult result = playPromptTest(test);
        if (line.isEmpty())
            QVERIFY2(result.unmet.isEmpty(), qPrintable(result.unmet.join(u'\n')));
        else
            QVERIFY2(result.unmet.value(0).contains(line), qPrintable(result.unmet.join(u'\n')));
    }

    void differencesNameTheSource()
    {
        const ExpectedMessage a{u"system"_s, {}, u"a"_s, u"preset › Main"_s};
        const ExpectedMessage b{u"user"_s, {}, u"b"_s, u"message 1"_s};
        const ExpectedMessage c{u"system"_s, {}, u"c"_s, u"lorebook › Inn"_s};
        QVERIFY(goldenDifferences({a, b}, {a, b}).isEmpty());
        QCOMPARE(goldenDifferences({a, b}, {a, c, b}), QStringList{u"+ system · lorebook › Inn: c"_s});
        QCOMPARE(goldenDifferences({a, c, b}, {a, b}), QStringList{u"- system · lorebook › Inn: c"_s});
        QCOMPARE(goldenDifferences({a, b, c}, {b, c, a}),
                 (QStringList{u"- system · preset › Main: a"_s, u"+ system · preset › Main: a"_s}));
        const QStringList changed = goldenDifferences({a}, {{u"system"_s, {}, u"aha"_s, u"preset › Main"_s}});
        QVERIFY2(changed.value(1).contains(u"from character 1 on"_s), qPrintable(changed.join(u'\n')));
        ExpectedMessage elsewhere = a;
        elsewhere.source = u"another"_s;
        QVERIFY(goldenDifferences({a}, {elsewhere}).isEmpty());
    }

    void filesThatAreNoTests()
    {
        const QTemporaryDir place;
        const QString folder = place.filePath(u"t"_s);
        QVERIFY(writePromptTest(folder, good(), {}));
        QVERIFY(isPromptTest(folder) && !isPromptTest(place.path()));
        QVERIFY(!writePromptTest(folder, good(), {})); // nothing is written over
        const auto put = [&](const QString &name, const QByteArray &bytes) {
            QFile file(folder + u'/' + name);
            return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
        };
        const auto errorOf = [&] {
            const auto read = readPromptTest(folder, {});
            return read ? QString() : read.error().line();
        };
        QCOMPARE(errorOf(), QString());
        QVERIFY(put(u"character.json"_s, "{"));
        QVERIFY2(errorOf().contains(u"character.json"_s), qPrintable(errorOf()));
        QVERIFY(QFile::remove(folder + u"/lorebook-1.json"_s) &&
                QFile::remove(folder + u"/character.json"_s));
        QVERIFY2(errorOf().contains(u"lorebooks.0.file"_s), qPrintable(errorOf()));
        QVERIFY(put(u"test.json"_s, R"({"snug":"prompt test","version":1,"expect":{"fyres":["a/b"]}})"));
        QVERIFY2(errorOf().contains(u"expect.fyres"_s), qPrintable(errorOf()));
        QVERIFY(put(u"test.json"_s, R"({"snug":"prompt test","version":1,"expect":{}})"));
        QVERIFY2(errorOf().contains(u"expects nothing"_s), qPrintable(errorOf()));
        QVERIFY(put(u"test.json"_s, "[]"));
        QVERIFY2(errorOf().contains(u"is not a prompt test"_s), qPrintable(errorOf()));
    }
};

} // namespace tst_prompttest

SNUG_TEST(tst_prompttest, TestPromptTest, Core)
#include "tst_prompttest.moc"
