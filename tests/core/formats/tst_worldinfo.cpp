#include "core/formats/card.h"
#include "core/formats/jsontext.h"
#include "core/formats/worldinfo.h"
#include "tests/core/formats/testfiles.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_worldinfo {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

QStringList linesOf(const Warnings &warnings)
{
    QStringList lines;
    for (const Error &warning : warnings)
        lines.append(warning.line());
    return lines;
}

} // namespace

class TestWorldInfo : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void whatIsNotThereIsOff()
    {
        const QByteArray text = R"({"entries":{"0":{"uid":0,"key":["a"],"keysecondary":["b"]}}})"_ba;
        const auto read = readWorldInfo(text, u"w"_s);
        QVERIFY(read);
        const LoreEntry entry = read->book.entries.first();
        QVERIFY(!entry.selective);
        QVERIFY(!entry.useProbability);
        QCOMPARE(entry.probability, 0.0);
        QCOMPARE(entry.position, LoreEntry::Position::Outlet); // of no name
        QCOMPARE(writeWorldInfo(read->book), text);
    }

    // SillyTavern sorts by it, and its language counts with such a one as with a zero.
    void orderOfNothing_data()
    {
        QTest::addColumn<QByteArray>("written");
        QTest::addColumn<double>("order");
        QTest::newRow("null") << R"("order":null,)"_ba << 0.0;
        QTest::newRow("empty text") << R"("order":"",)"_ba << 0.0;
        QTest::newRow("zero") << R"("order":0,)"_ba << 0.0;
        QTest::newRow("not there") << ""_ba << 100.0;
    }
    void orderOfNothing()
    {
        QFETCH(QByteArray, written);
        QFETCH(double, order);
        const QByteArray text =
            R"({"entries":{"0":{"uid":0,)"_ba + written + R"("content":"c","key":["k"]}}})"_ba;
        const auto read = readWorldInfo(text, u"w"_s);
        QVERIFY(read);
        QCOMPARE(read->book.entries.first().order, order);
        QCOMPARE(writeWorldInfo(read->book), text);
    }

    // SillyTavern makes a number of a switch.
    void switchAsRole()
    {
        const QByteArray text =
            R"({"entries":{"0":{"uid":0,"role":true,"content":"c"},"1":{"uid":1,"role":false,"content":"c"}}})"_ba;
        const auto read = readWorldInfo(text, u"w"_s);
        QVERIFY(read);
        QCOMPARE(read->book.entries.at(0).role, Role::User);
        QCOMPARE(read->book.entries.at(1).role, Role::System);
        QVERIFY(read->warnings.isEmpty());
        QCOMPARE(writeWorldInfo(read->book), text);
    }

    void driftingTypes()
    {
        const QByteArray text =
            R"({"entries":{"0":{"uid":0,"key":"a, b","probability":"","order":"100","role":null,)"
            R"("delayUntilRecursion":true,"disable":0,"depth":null,"position":9,"scanDepth":"",)"
            R"("caseSensitive":null,"sticky":0,"content":{"x":1},"selective":"false"}}})"_ba;
        const auto read = readWorldInfo(text, u"w"_s);
        QVERIFY(read);
        const LoreEntry entry = read->book.entries.first();
        QCOMPARE(entry.keys, (QStringList{u"a"_s, u"b"_s}));
        QCOMPARE(entry.probability, 100.0);
        QCOMPARE(entry.order, 100.0);
        QCOMPARE(entry.role, Role::System);
        QCOMPARE(entry.delayUntilRecursion, 1);
        QVERIFY(!entry.disabled);
        QCOMPARE(entry.depth, 4);
        QVERIFY(!entry.scanDepth);
        QVERIFY(!entry.selective);
        QCOMPARE(entry.secondaryLogic, LoreEntry::SecondaryLogic::AndAny);
        QCOMPARE(linesOf(read->warnings),
                 (QStringList{u"entries.0.content: expected a string, found an object"_s,
                              u"entries.0.position: expected a number from 0 to 7, found 9"_s}));
        QCOMPARE(writeWorldInfo(read->book), text);
        Lorebook changed = read->book;
        changed.entries[0].sticky = 3;
        changed.entries[0].scanDepth = 2;
        QByteArray expected = text;
        expected.replace("\"sticky\":0", "\"sticky\":3").replace("\"scanDepth\":\"\"", "\"scanDepth\":2");
        QCOMPARE(writeWorldInfo(changed), expected);
    }

    void containers_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QList<int>>("uids");
        QTest::addColumn<int>("warnings");
        QTest::newRow("array") << R"({"entries":[{"key":["a"]},{"key":["b"],"uid":7}]})"_ba
                               << QList<int>{0, 7} << 0;
        QTest::newRow("holes") << R"({"entries":{"2":{"key":["a"]},"9":{"key":["b"]}}})"_ba
                               << QList<int>{2, 9} << 0;
        QTest::newRow("uid is not the key")
            << R"({"entries":{"2":{"key":["a"],"uid":5}}})"_ba << QList<int>{5} << 0;
        QTest::newRow("same uid twice")
            << R"({"entries":{"0":{"key":[],"uid":1},"1":{"key":[],"uid":1}}})"_ba << QList<int>{1, 1} << 1;
        QTest::newRow("no objects") << R"({"entries":[null,{"key":["a"]},"x"]})"_ba << QList<int>{1} << 2;
        QTest::newRow("byte order mark") << "\xEF\xBB\xBF{\"entries\":{}}"_ba << QList<int>{} << 0;
        QTest::newRow("V3 book") << R"({"spec":"lorebook_v3","data":{"entries":[{"keys":["a"],"id":3}]}})"_ba
                                 << QList<int>{3} << 0;
        QTest::newRow("V3 book, text id")
            << R"({"spec":"lorebook_v3","data":{"entries":[{"keys":["a"],"id":"x-1"}]}})"_ba << QList<int>{0}
            << 0;
        QTest::newRow("card book") << R"({"name":"B","entries":[{"keys":"a,b","enabled":false}]})"_ba
                                   << QList<int>{0} << 0;
        QTest::newRow("entries is a string") << R"({"entries":"none"})"_ba << QList<int>{} << 1;
    }
    void containers()
    {
        QFETCH(QByteArray, text);
        const auto read = readWorldInfo(text, u"w"_s);
        QVERIFY(read);
        QList<int> uids;
        for (const LoreEntry &entry : read->book.entries)
            uids.append(entry.uid);
        QTEST(uids, "uids");
        QTEST(static_cast<int>(read->warnings.size()), "warnings");
        QCOMPARE(writeWorldInfo(read->book), text);
    }

    void deletingKeepsTheOthersAndWhatWasNotRead()
    {
        const QByteArray text =
            R"({"entries":{"0":{"key":["a"],"uid":0},"x":5,"4":{"key":["b"],"uid":9,"odd":1.0},"5":{"key":["c"],"uid":5}}})"_ba;
        Lorebook book = readWorldInfo(text)->book;
        book.entries.removeFirst();
        LoreEntry added;
        added.uid = 5; // taken
        added.keys = {u"new"_s};
        book.entries.append(added);
        const QByteArray written = writeWorldInfo(book);
        QVERIFY2(
            written.startsWith(
                R"({"entries":{"x":5,"4":{"key":["b"],"uid":9,"odd":1.0},"5":{"key":["c"],"uid":5},"0":{"uid":5,"key":["new"],)"),
            written.constData());
        QCOMPARE(readWorldInfo(written)->book.entries.size(), 3);
    }

    void newEntryHasEveryKeyOfSillyTavern()
    {
        Lorebook book;
        LoreEntry entry;
        entry.keys = {u"k"_s};
        book.entries.append(entry);
        const Json json = parseJson(writeWorldInfo(book))->value(u"entries").value(u"0");
        // The same keys in the same order as an entry that SillyTavern itself made.
        QStringList keys;
        for (const Json::Member &member : json.members())
            keys.append(member.key);
        QStringList expected;
        const Json real = parseJson(userFile(u"worlds/Skerrymore.json"_s))->value(u"entries").value(u"1");
        for (const Json::Member &member : real.members())
            expected.append(member.key);
        expected.removeOne(u"characterFilter"_s);
        QCOMPARE(keys, expected);
        QVERIFY(json.value(u"sticky").isNull());
        QVERIFY(json.value(u"scanDepth").isNull());
        QCOMPARE(json.value(u"order").toInt(), 100);
        QCOMPARE(readWorldInfo(writeWorldInfo(book))->book.entries.first().keys, entry.keys);
    }

    void worldBecomesCardBookAndBack()
    {
        const QByteArray text =
            R"({"entries":{"3":{"uid":3,"key":["a"],"keysecondary":["b"],"comment":"T","content":"c",)"
            R"("position":4,"depth":2,"role":2,"order":7,"disable":true,"selectiveLogic":3,"sticky":2,)"
            R"("useGroupScoring":true,"groupWeight":40,"triggers":["normal"],"delayUntilRecursion":2,)"
            R"("extensions":{"own":1}}}})"_ba;
        const Lorebook world = readWorldInfo(text, u"W"_s)->book;
        const Json card = writtenCardBook(world);
        QCOMPARE(card.value(u"name").toText(), u"W"_s);
        const Json item = card.value(u"entries").at(0);
        QCOMPARE(item.value(u"enabled").asBool(), false);
        QCOMPARE(item.value(u"position").toText(), u"after_char"_s);
        QCOMPARE(item.value(u"use_regex").asBool(), true);
        QCOMPARE(item.value(u"extensions").value(u"position").toInt(), 4);
        QCOMPARE(item.value(u"extensions").value(u"own").toInt(), 1);
        LorebookReading back = readCardBook(card);
        QCOMPARE(linesOf(back.warnings), QStringList());
        LoreEntry entry = back.book.entries.first();
        LoreEntry original = world.entries.first();
        entry.source = original.source = Json();
        entry.displayIndex = original.displayIndex;
        QVERIFY(entry == original);
        Lorebook again;
        again.entries = back.book.entries;
        const Json worldJson = parseJson(writeWorldInfo(again))->value(u"entries").value(u"3");
        QCOMPARE(worldJson.value(u"keysecondary").toTextList(), QStringList{u"b"_s});
        QCOMPARE(worldJson.value(u"role").toInt(), 2);
    }

    void cardReadingRules()
    {
        const Json book = *parseJson(
            R"({"entries":[{"keys":["a"],"position":"before_char"},{"keys":[],"position":"elsewhere"},)"
            R"({"keys":[],"position":"before_char","extensions":{"position":1}},{"keys":[],"name":"N"}]})"_ba);
        const QList<LoreEntry> entries = readCardBook(book).book.entries;
        QCOMPARE(entries.at(0).position, LoreEntry::Position::BeforeChar);
        QCOMPARE(entries.at(1).position, LoreEntry::Position::AfterChar);
        QCOMPARE(entries.at(2).position, LoreEntry::Position::AfterChar);
        QCOMPARE(entries.at(3).position, LoreEntry::Position::AfterChar);
        QVERIFY(!entries.at(0).selective);
        QCOMPARE(entries.at(2).uid, 2);
        QCOMPARE(entries.at(3).title, u"N"_s);
    }

    void editsReachTheOriginalCardBook()
    {
        const QByteArray text =
            R"({"entries":{"0":{"uid":0,"key":["a"],"content":"x"},"1":{"uid":1,"key":["b"],"content":"y"}},)"
            R"("originalData":{"name":"B","entries":[{"id":0,"keys":["a"],"content":"x","own":1},)"
            R"({"id":1,"keys":["b"],"content":"y","own":2}]}})"_ba;
        Lorebook book = readWorldInfo(text)->book;
        QCOMPARE(writeWorldInfo(book), text);
        book.entries[1].content = u"z"_s;
        book.entries.removeFirst();
        const Json written = *parseJson(writeWorldInfo(book));
        const Json mirrored = written.value(u"originalData").value(u"entries");
        QCOMPARE(mirrored.size(), 1);
        QCOMPARE(mirrored.at(0).value(u"content").toText(), u"z"_s);
        QCOMPARE(mirrored.at(0).value(u"own").toInt(), 2);
        QCOMPARE(written.value(u"originalData").value(u"name").toText(), u"B"_s);
    }

    void tooManyEntriesAreRefused()
    {
        QByteArray text = R"({"entries":[)"_ba;
        for (qsizetype i = 0; i < LoreEntryLimit; ++i)
            text += "{},";
        const auto book = readWorldInfo(text.chopped(1) + "]}");
        QVERIFY(book);
        QCOMPARE(book->book.entries.size(), LoreEntryLimit);
        QVERIFY(book->warnings.size() <= WarningLimit + 1);
        QCOMPARE(readWorldInfo(text + "{}]}").error().what, u"holds more than 50,000 lorebook entries"_s);
    }

    // It stays as it is in a card whose other words are edited.
    void tooLargeBooksOfCardsStayUnread()
    {
        QByteArray book = R"({"entries":[)"_ba;
        for (qsizetype i = 0; i < LoreEntryLimit; ++i)
            book += "{},";
        book += "{}]}";
        const auto reading =
            readCard(R"({"spec":"chara_card_v2","data":{"name":"A","character_book":)" + book + "}}");
        QVERIFY(reading);
        QVERIFY(!reading->card.book);
        QCOMPARE(reading->warnings.size(), 1);
        QCOMPARE(reading->warnings.first().place, u"data.character_book"_s);
        Card edited = reading->card;
        edited.name = u"B"_s;
        QVERIFY(writeCard(edited).contains(book));
    }

    void badFiles_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("line");
        QTest::newRow("zero bytes") << ""_ba << u"there is nothing in it"_s;
        QTest::newRow("array") << "[]"_ba << u"expected a lorebook, found an array"_s;
        QTest::newRow("something else")
            << R"({"name":"x"})"_ba << u"expected a lorebook, but there are no entries"_s;
    }
    void badFiles()
    {
        QFETCH(QByteArray, text);
        QTEST(readWorldInfo(text).error().line(), "line");
    }
};

} // namespace tst_worldinfo

SNUG_TEST(tst_worldinfo, TestWorldInfo, Nothing)
#include "tst_worldinfo.moc"
