// Side prompts: their file, when they are due, and the entry that a run leaves.

#include "core/formats/jsontext.h"
#include "core/memory/builtinsideprompts.h"
#include "core/memory/sidepromptrun.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_sideprompts {

using namespace Qt::StringLiterals;
using namespace snug;

static const QDateTime noon(QDate(2031, 4, 5), QTime(12, 0));

static Json json(const char *text)
{
    return parseJson(QByteArray(text)).value_or(Json());
}

static Json oneTemplate(const char *members = "")
{
    return json(
        QByteArray(R"({"version":2,"prompts":{"t":{"key":"t","name":"Tides","enabled":true,"prompt":"P",)"
                   R"("settings":{"own":1},"triggers":{"onInterval":{"visibleMessages":3}})" +
                   QByteArray(members) + "}}}")
            .constData());
}

static SceneSource chatOf(int length)
{
    Message message;
    message.name = u"A"_s;
    message.text = u"x"_s;
    return SceneSource(length, message);
}

class TestSidePrompts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void arguments_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("range");
        QTest::newRow("apostrophe inside") << u"\"Who's Who\" 1-2"_s << u"Who's Who"_s << u"1-2"_s;
        QTest::newRow("range without a name") << u"1-2"_s << QString() << u"1-2"_s;
        QTest::newRow("no blank before it") << u"Act1-2"_s << u"Act1-2"_s << QString();
        QTest::newRow("text after it") << u"Act 1-2 now"_s << u"Act 1-2 now"_s << QString();
        QTest::newRow("empty quotes") << u"\"\" 1-2"_s << u"\"\""_s << u"1-2"_s;
        QTest::newRow("hyphen that does not break") << u"Cast 100\u2011120"_s << u"Cast"_s << u"100-120"_s;
        QTest::newRow("behind quotes") << u"\"Cast\" 100\u2011120"_s << u"Cast"_s << u"100-120"_s;
        QTest::newRow("figure dash") << u"Cast 1\u20122"_s << u"Cast"_s << u"1-2"_s;
        QTest::newRow("horizontal bar") << u"Cast 1 \u2015 2"_s << u"Cast"_s << u"1-2"_s;
        QTest::newRow("minus sign") << u"Cast 1\u22122"_s << u"Cast"_s << u"1-2"_s;
        QTest::newRow("full width") << u"Cast 1\uff0d2"_s << u"Cast"_s << u"1-2"_s;
        QTest::newRow("reversed") << u"Act 9-2"_s << u"Act"_s << u"9-2"_s;
    }

    void arguments()
    {
        QFETCH(QString, text);
        QFETCH(QString, name);
        QFETCH(QString, range);
        const SidePromptArguments read = sidePromptArguments(text);
        QCOMPARE(read.name, name);
        QCOMPARE(read.range ? read.range->text() : QString(), range);
    }

    void whatIsNoRangeIsNotDropped()
    {
        QCOMPARE(sidePromptArguments(u"\"Cast\" 100..120").unread, u"100..120"_s);
        QCOMPARE(sidePromptArguments(u"\"Cast\" 1-99999999999999").unread, u"1-99999999999999"_s);
        QCOMPARE(sidePromptArguments(u"Cast 1-99999999999999").unread, u"1-99999999999999"_s);
        QCOMPARE(sidePromptArguments(u"\"Cast\"  ").unread, QString());
    }

    void longNamesThatClashGetKeysOfTheirOwn()
    {
        const QString name(60, u'a');
        Json file = Json::object();
        QStringList keys;
        for (int i = 0; i < 12; ++i) {
            const SidePromptEdit edit = withSidePrompt(file, Json::object({{u"name"_s, Json(name)}}), noon);
            file = edit.file;
            keys.append(edit.key);
        }
        QCOMPARE(QSet<QString>(keys.cbegin(), keys.cend()).size(), 12);
        QCOMPARE(keys.last().size(), 50);
    }

    void aWrongTemplateRefusesTheFile()
    {
        QVERIFY(readSidePromptFile(oneTemplate(), noon));
        const auto read = readSidePromptFile(oneTemplate(R"(,"prompt":7)"), noon);
        QVERIFY(!read);
        QCOMPARE(read.error().place, u"prompts.t.prompt"_s);
        QVERIFY(!readSidePromptFile(json(R"({"prompts":[]})"), noon));
        QVERIFY(loadSidePrompts({}, noon).isRebuilt);
        QCOMPARE(sidePromptsIn(loadSidePrompts({}, noon).file).size(), 4);
        QVERIFY(!loadSidePrompts(oneTemplate(), noon).isRebuilt);
    }

    void importsLeaveWhatIsThere()
    {
        const auto import = withImportedSidePrompts(oneTemplate(), oneTemplate(R"(,"mine":true)"), noon);
        QVERIFY(import);
        QCOMPARE(import->renamed, 1);
        const Json prompts = import->file.value(u"prompts");
        QCOMPARE(prompts.value(u"t"), oneTemplate().value(u"prompts").value(u"t"));
        QCOMPARE(prompts.value(u"tides-2").value(u"key").toText(), u"tides-2"_s);
        QVERIFY(prompts.value(u"tides-2").value(u"mine").toBool());
    }

    void namesAreToldApart_data()
    {
        QTest::addColumn<QStringList>("incoming");
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<int>("named");
        QTest::newRow("taken") << QStringList{u"Tides"_s} << QStringList{u"Tides"_s, u"Tides 2"_s} << 1;
        QTest::newRow("free") << QStringList{u"Winds"_s} << QStringList{u"Tides"_s, u"Winds"_s} << 0;
        QTest::newRow("in other letters")
            << QStringList{u" tIDES "_s} << QStringList{u"Tides"_s, u"tIDES 2"_s} << 1;
        QTest::newRow("the next free number") << QStringList{u"Tides 2"_s, u"Tides"_s}
                                              << QStringList{u"Tides"_s, u"Tides 2"_s, u"Tides 3"_s} << 1;
        QTest::newRow("twice in the file")
            << QStringList{u"Winds"_s, u"Winds"_s} << QStringList{u"Tides"_s, u"Winds"_s, u"Winds 2"_s} << 1;
    }

    void namesAreToldApart()
    {
        QFETCH(QStringList, incoming);
        QFETCH(int, named);
        Json prompts = Json::object();
        for (int i = 0; i < incoming.size(); ++i) {
            Json prompt = oneTemplate().value(u"prompts").value(u"t");
            const QString key = u"k"_s + QString::number(i);
            prompt.set(u"key"_s, Json(key));
            prompt.set(u"name"_s, Json(incoming.at(i)));
            prompts.set(key, prompt);
        }
        const Json other = Json::object({{u"version"_s, Json(2)}, {u"prompts"_s, prompts}});
        const auto import = withImportedSidePrompts(oneTemplate(), other, noon);
        QVERIFY(import);
        QStringList names;
        for (const SidePrompt &prompt : sidePromptsIn(import->file))
            names.append(prompt.name);
        QTEST(names, "names");
        QCOMPARE(import->named, named);
        const auto asTheOriginal = withImportedSidePrompts(oneTemplate(), other, noon, TakenName::Left);
        QVERIFY(asTheOriginal);
        QCOMPARE(asTheOriginal->named, 0);
        QCOMPARE(sidePromptsIn(asTheOriginal->file).last().name, incoming.last());
    }

    void editsKeepWhatTheyDoNotName()
    {
        const SidePromptEdit edit = withSidePrompt(
            oneTemplate(), json(R"({"key":"t","name":" ","settings":{"two":2},"enabled":false})"), noon);
        const Json prompt = edit.sidePrompt();
        QCOMPARE(prompt.value(u"name").toText(), u"Tides"_s);
        QCOMPARE(prompt.value(u"settings").size(), 2);
        QVERIFY(!prompt.value(u"enabled").toBool(true));
        QCOMPARE(sidePromptFrom(prompt).intervalMessages, 3);
        QVERIFY(sidePromptFrom(prompt).isManual());
        QVERIFY(withDuplicate(oneTemplate(), u"nope", noon).key.isEmpty());
    }

    void duePlaces_data()
    {
        QTest::addColumn<QByteArray>("entry");
        QTest::addColumn<int>("length");
        QTest::addColumn<QString>("range");
        const QByteArray title = R"j({"uid":0,"comment":"Tides (STMB SidePrompt)")j";
        QTest::newRow("never ran") << QByteArray() << 3 << u"0-2"_s;
        QTest::newRow("too few") << QByteArray() << 2 << QString();
        QTest::newRow("own place wins")
            << QByteArray(title + R"(,"STMB_sp_t_lastMsgId":4,"STMB_tracker_lastMsgId":0})") << 8 << u"5-7"_s;
        QTest::newRow("tracker's place")
            << QByteArray(title + R"(,"STMB_tracker_lastMsgId":5})") << 8 << QString();
        QTest::newRow("older title")
            << QByteArray(R"j({"uid":0,"comment":"Tides (STMB Plotpoints)","STMB_tracker_lastMsgId":0})j")
            << 8 << u"1-7"_s;
        QTest::newRow("the newest 200") << QByteArray() << 500 << u"300-499"_s;
    }

    void duePlaces()
    {
        QFETCH(QByteArray, entry);
        QFETCH(int, length);
        Json book = Json::object();
        if (!entry.isEmpty())
            book = bookWithEntry(book, *parseJson(entry));
        const auto range = dueSidePrompt(sidePromptsIn(oneTemplate()).first(), book, chatOf(length), noon);
        QTEST(range ? range->text() : QString(), "range");
        QVERIFY(!dueSidePrompt(sidePromptsIn(oneTemplate()).first(), {}, chatOf(length), noon));
    }

    void notTwiceInTenSeconds()
    {
        const SidePrompt prompt = sidePromptsIn(oneTemplate()).first();
        const Json book = bookWithResult(Json::object(), prompt, u"r"_s, RunKind::Interval, {0, 2}, noon);
        QVERIFY(!dueSidePrompt(prompt, book, chatOf(9), noon.addMSecs(9999)));
        QVERIFY(dueSidePrompt(prompt, book, chatOf(9), noon.addSecs(10)));
    }

    void aRunKeepsTheUsersFields()
    {
        SidePrompt prompt = sidePromptsIn(oneTemplate()).first();
        Json book =
            bookWithEntry(Json::object(), json(R"j({"uid":4,"comment":"Tides (STMB SidePrompt)","order":7,)j"
                                               R"("key":["mine"],"x":1})"));
        book = bookWithResult(book, prompt, u"new"_s, RunKind::AfterMemory, {}, noon);
        Json entry = bookEntries(book).first();
        QCOMPARE(entry.value(u"order").toInt(), 7);
        QCOMPARE(entry.value(u"x").toInt(), 1);
        QCOMPARE(entry.value(u"content").toText(), u"new"_s);
        QVERIFY(!entry.contains(u"STMB_sp_t_lastMsgId"));
        QVERIFY(!entry.contains(u"STMB_tracker_lastRunAt"));
        QVERIFY(entry.contains(u"STMB_sp_t_lastRunAt"));
        prompt.entry.isOrderManual = true;
        prompt.entry.orderValue = 25;
        entry = bookEntries(bookWithResult(book, prompt, u"n"_s, RunKind::Manual, {2, 5}, noon)).first();
        QCOMPARE(entry.value(u"order").toInt(), 25);
        QCOMPARE(sidePromptPlace(entry, prompt).lastMessage, 5);
    }

    // Not doubled: both would go into prompts.
    void anOlderTitleIsReplaced_data()
    {
        QTest::addColumn<QString>("kind");
        for (const QString &kind : {u"SidePrompt"_s, u"Tracker"_s, u"Plotpoints"_s, u"Scoreboard"_s})
            QTest::newRow(qPrintable(kind)) << kind;
    }

    void anOlderTitleIsReplaced()
    {
        QFETCH(QString, kind);
        const SidePrompt prompt = sidePromptsIn(oneTemplate()).first();
        const Json old = Json::object({{u"uid"_s, Json(3)},
                                       {u"comment"_s, Json(u"Tides (STMB "_s + kind + u')')},
                                       {u"content"_s, Json(u"old"_s)},
                                       {u"x"_s, Json(1)}});
        const Json book = bookWithEntry(Json::object(), old);
        const Json changed = bookWithResult(book, prompt, u"new"_s, RunKind::Manual, {2, 5}, noon);
        QCOMPARE(bookEntries(changed).size(), 1);
        const Json entry = bookEntries(changed).first();
        QCOMPARE(entry.value(u"comment").toText(), u"Tides (STMB SidePrompt)"_s);
        QCOMPARE(entry.value(u"content").toText(), u"new"_s);
        QCOMPARE(entry.value(u"uid").toInt(), 3);
        QCOMPARE(entry.value(u"x").toInt(), 1);
        QCOMPARE(sidePromptPlace(entry, prompt).lastMessage, 5);
        QCOMPARE(bookEntries(
                     bookWithResult(book, prompt, u"new"_s, RunKind::Manual, {2, 5}, noon, OlderTitle::Left))
                     .size(),
                 kind == u"SidePrompt"_s ? 1 : 2);
    }

    void wavesKeepToTheLimit()
    {
        Json file = Json::object();
        for (int i = 0; i < 7; ++i) {
            file = withSidePrompt(
                       file,
                       json(R"({"name":"N","enabled":true,"triggers":{"onAfterMemory":{"enabled":true}}})"),
                       noon)
                       .file;
        }
        QCOMPARE(afterMemoryWaves(file, 0).size(), 7);
        QCOMPARE(afterMemoryWaves(file, 3).size(), 3);
        QCOMPARE(afterMemoryWaves(file, 3).last().size(), 1);
        QCOMPARE(afterMemoryWaves(file, 50).first().size(), 5);
    }

    void everyFaultHasWords()
    {
        for (int i = 0; i <= int(SidePromptFault::NothingNew); ++i)
            QVERIFY(sidePromptFaultText(SidePromptFault(i)).endsWith(u'.'));
    }
};

} // namespace tst_sideprompts

SNUG_TEST(tst_sideprompts, TestSidePrompts, Nothing)
#include "tst_sideprompts.moc"
