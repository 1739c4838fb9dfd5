// Memories in a lorebook: the entries written, hiding, automatic summaries, names and profiles.

#include "core/formats/jsontext.h"
#include "core/memory/autosummary.h"
#include "core/memory/hiding.h"
#include "core/memory/memorybook.h"
#include "core/memory/memorybookname.h"
#include "core/memory/memoryentry.h"
#include "core/memory/memoryprofile.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_memorybook {

using namespace Qt::StringLiterals;
using namespace snug;

static Json json(const char *text)
{
    return parseJson(QByteArray(text)).value_or(Json());
}

class TestMemoryBook : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void entriesKeepWhatIsUnknown()
    {
        const Json book = json(R"({"name":"B","entries":{"10":{"uid":10,"comment":"b","mine":1.50},)"
                               R"("2":{"uid":2,"comment":"a"}},"extensions":{}})");
        QCOMPARE(bookEntries(book).first().value(u"uid").toInt(), 2);
        QCOMPARE(freeUid(book), 0);
        Json entry = entryTitled(book, u"b");
        entry.set(u"content"_s, Json(u"c"_s));
        const Json changed = bookWithEntry(book, entry);
        QCOMPARE(changed.value(u"extensions").type(), Json::Type::Object);
        QCOMPARE(entryTitled(changed, u"b").value(u"mine").spelling(), "1.50");
        QCOMPARE(bookEntries(changed).size(), 2);
    }

    void entriesInAList()
    {
        const Json book = json(R"({"entries":[{"uid":0,"comment":"a"},null,{"uid":1,"comment":"b"}]})");
        QCOMPARE(bookEntries(book).size(), 2);
        QCOMPARE(freeUid(book), 2);
        const Json changed = bookWithEntry(book, json(R"({"uid":1,"comment":"c"})"));
        QCOMPARE(changed.value(u"entries").size(), 3);
        QVERIFY(entryTitled(changed, u"b").isUndefined());
        QCOMPARE(bookWithoutEntry(changed, 1).value(u"entries").size(), 2);
        QCOMPARE(bookWithoutEntry(changed, 7), changed);
    }

    void entriesAreTakenOut()
    {
        const Json book = json(R"({"entries":{"0":{"uid":0,"x":1.0},"4":{"uid":4}},"y":1})");
        const Json changed = bookWithoutEntry(book, 4);
        QCOMPARE(changed, json(R"({"entries":{"0":{"uid":0,"x":1.0}},"y":1})"));
    }

    void onlyTrueMarksAMemory()
    {
        const Json book =
            json(R"({"entries":{"0":{"comment":"9","stmemorybooks":"true"},)"
                 R"("1":{"comment":"[2] x","stmemorybooks":true,"STMB_start":4,"STMB_end":6}}})");
        QCOMPARE(memoriesIn(book).size(), 1);
        QCOMPARE(nextMemoryNumber(book, {}), 3);
        QCOMPARE(overlappingMemory(book, {6, 9}), (MessageRange{4, 6}));
        QVERIFY(!overlappingMemory(book, {7, 9}));
    }

    void whatIsKeptIsListed()
    {
        const Json book =
            json(R"({"entries":{"0":{"uid":0,"comment":"Bell"},)"
                 R"x("5":{"uid":5,"comment":"Status (STMB SidePrompt)"},)x"
                 R"("2":{"uid":2,"comment":"[10] Late","stmemorybooks":true,"STMB_start":4,"STMB_end":6},)"
                 R"("3":{"uid":3,"comment":"[9] Early","stmemorybooks":true}}})");
        const QList<KeptEntry> expected{{3, u"[9] Early"_s, {}, true},
                                        {2, u"[10] Late"_s, MessageRange{4, 6}, true},
                                        {5, u"Status (STMB SidePrompt)"_s, {}, false}};
        QCOMPARE(keptIn(book), expected);
        QVERIFY(keptIn({}).isEmpty());
    }

    void theOutletNeedsItsPosition()
    {
        NewMemory memory;
        memory.content = u"C"_s;
        memory.settings.outletName = u"Notes"_s;
        memory.settings.position = 4;
        QVERIFY(!memoryEntry(memory, {})->contains(u"outletName"));
        memory.settings.position = 7;
        QCOMPARE(memoryEntry(memory, {})->value(u"outletName").toText(), u"Notes"_s);
        memory.content = u" \n"_s;
        QVERIFY(!memoryEntry(memory, {}));
    }

    void settingsFallBackOneByOne()
    {
        const EntrySettings read = entrySettingsFrom(
            json(R"({"constVectMode":"odd","position":"x","orderMode":"manual","orderValue":"9"})"));
        QCOMPARE(read.mode, EntryMode::Vectorized);
        QCOMPARE(read.position, 0);
        QVERIFY(read.isOrderManual);
        QCOMPARE(read.orderValue, 9.0);
        QVERIFY(read.delayUntilRecursion);
    }

    void hiding_data()
    {
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<QString>("range");
        QTest::newRow("none") << QByteArray("{}") << QString();
        QTest::newRow("all, keep 4") << QByteArray(R"({"autoHideMode":"all","unhiddenEntriesCount":4})")
                                     << u"0-5"_s;
        QTest::newRow("last, keep all but one")
            << QByteArray(R"({"autoHideMode":"last","unhiddenEntriesCount":6})") << u"3-3"_s;
        QTest::newRow("last, keep all")
            << QByteArray(R"({"autoHideMode":"last","unhiddenEntriesCount":7})") << QString();
        QTest::newRow("the mode wins over the old flag")
            << QByteArray(R"({"autoHideMode":"none","autoHideAllMessages":true})") << QString();
        QTest::newRow("keep less than nothing")
            << QByteArray(R"({"autoHideMode":"last","unhiddenEntriesCount":-2})") << u"3-9"_s;
    }

    void hiding()
    {
        QFETCH(QByteArray, settings);
        const auto range = rangeToHide({3, 9}, hidingSettingsFrom(*parseJson(settings)));
        QTEST(range ? range->text() : QString(), "range");
    }

    void automaticSummary()
    {
        const AutoSummarySettings settings{true, 10, 3};
        QVERIFY(!dueAutoSummary(12, settings, {}));
        QCOMPARE(dueAutoSummary(13, settings, {}), (MessageRange{0, 9}));
        QCOMPARE(dueAutoSummary(20, settings, {6, {}}), (MessageRange{7, 16}));
        QVERIFY(!dueAutoSummary(19, settings, {6, {}}));
        QVERIFY(!dueAutoSummary(30, settings, {6, 31}));
        QVERIFY(dueAutoSummary(31, settings, {6, 31}));
        QVERIFY(!dueAutoSummary(99, {}, {}));
        QVERIFY(!unprocessedRange(5, {4, {}}));
        QCOMPARE(autoSummarySettingsFrom(json(R"({"autoSummaryBuffer":99})")).buffer, 50);
    }

    void bookNames()
    {
        const BookNameValues names{u"Mi/ra"_s, u"Ada"_s, u"c"_s};
        QCOMPARE(memoryBookName(u" ", names, {}), u"LTM - Mi_ra - c"_s);
        QCOMPARE(memoryBookName(u"???", names, {}), u"_"_s);
        QStringList taken{u"L"_s};
        for (int i = 2; i <= 999; ++i)
            taken.append(u"L %1"_s.arg(i));
        QVERIFY(!memoryBookName(u"L", names, taken));
        taken.removeLast();
        QCOMPARE(memoryBookName(u"L", names, taken), u"L 999"_s);
        const QString cut = *memoryBookName(QString(QString(59, u'x') + u"\U0001F9E0"_s), names, {});
        QCOMPARE(cut, QString(59, u'x'));
    }

    void profiles()
    {
        const MemoryProfile profile = memoryProfileFrom(json(
            R"({"name":"N","connection":{"api":"claude","temperature":-1},"position":7,"outletName":"o"})"));
        QCOMPARE(profile.api, u"claude"_s);
        QCOMPARE(profile.temperature, 0.0);
        QCOMPARE(profile.preset, u"summary"_s);
        QCOMPARE(memoryProfileFrom(memoryProfileJson(profile)).entry, profile.entry);
        const auto import =
            withImportedProfiles({profile}, json(R"({"profiles":[{"name":"N"},{"name":"M"},3]})"));
        QVERIFY(import);
        QCOMPARE(import->added, 1);
        QCOMPARE(import->skipped, 2);
        QVERIFY(!withImportedProfiles({}, json(R"({"version":1})")));
    }
};

} // namespace tst_memorybook

SNUG_TEST(tst_memorybook, TestMemoryBook, Nothing)
#include "tst_memorybook.moc"
