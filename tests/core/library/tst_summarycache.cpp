#include "core/library/libraryindex.h"
#include "core/library/summarycache.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QTest>

#include <limits>

namespace tst_summarycache {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 MuchLater = std::numeric_limits<qint64>::max();

void readWhole(LibraryIndex &index)
{
    index.readAll();
    while (!index.contents().chatsAreComplete)
        index.readMoreChats(std::chrono::milliseconds(100));
}

} // namespace

class TestSummaryCache : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        m_library = std::make_unique<TestLibrary>(TestLibrary::Content::UserFolder);
        QVERIFY(put(root() + u"/worlds/Broken.json"_s, "{\"entries\": "));
        QVERIFY(put(root() + u"/worlds/Fog.json"_s, "{\"entries\": {}}"));
    }

    void theSameAgain()
    {
        LibraryIndex first(m_library->layout());
        readWhole(first);
        const QByteArray kept = first.summariesToKeep(MuchLater);
        LibraryIndex second(m_library->layout());
        second.setSummaries(kept);
        QCOMPARE(second.summariesToKeep(MuchLater), kept); // also of what is not looked at yet
        second.readAll();
        // Whoever fills lists by what is told gets all of it.
        qsizetype chats = 0;
        QList<LibraryChange> told;
        while (!second.contents().chatsAreComplete)
            told += second.readMoreChats(std::chrono::milliseconds(100));
        for (const LibraryChange &change : std::as_const(told))
            chats += change.names.size();
        qsizetype found = second.contents().groupChats.size();
        for (const auto &list : second.contents().chats)
            found += list.size();
        QCOMPARE(chats, found);
        QVERIFY(found > 3);
        QCOMPARE(second.contents().cards, first.contents().cards);
        QCOMPARE(second.contents().lorebooks, first.contents().lorebooks);
        QCOMPARE(second.contents().presets, first.contents().presets);
        QCOMPARE(second.contents().chats, first.contents().chats);
        QCOMPARE(second.contents().groupChats, first.contents().groupChats);
        QCOMPARE(second.summariesToKeep(MuchLater), kept);
    }

    // What is kept says something else than the files: so it is seen which of them were read.
    void onlyWhatChangedIsRead()
    {
        LibraryIndex first(m_library->layout());
        readWhole(first);
        QByteArray kept = first.summariesToKeep(MuchLater);
        kept.replace("\"entries\":0", "\"entries\":77");
        kept.replace("the text ends", "the sentence ends");
        LibraryIndex second(m_library->layout());
        second.setSummaries(kept);
        second.readAll();
        QCOMPARE(book(second, u"Fog"_s).entries, 77);
        QVERIFY(book(second, u"Broken"_s).problem->what.contains(u"the sentence ends"));

        QVERIFY(put(root() + u"/worlds/Fog.json"_s, "{\"entries\": {\"0\":{}}}"));
        // Who may read it now gets it, though its bytes are the same.
        QVERIFY(QFile::setPermissions(root() + u"/worlds/Broken.json"_s, QFile::ReadOwner));
        LibraryIndex third(m_library->layout());
        third.setSummaries(kept);
        third.readAll();
        QCOMPARE(book(third, u"Fog"_s).entries, 1);
        QVERIFY(book(third, u"Broken"_s).problem->what.contains(u"the text ends"));
    }

    void whatCouldNotBeOpenedIsLeftOut()
    {
        QVERIFY(QDir().mkpath(root() + u"/worlds/Folder.json"_s));
        LibraryIndex index(m_library->layout());
        readWhole(index);
        QVERIFY(book(index, u"Folder"_s).problem);
        QVERIFY(!index.summariesToKeep(MuchLater).contains("Folder.json"));
        QVERIFY(index.summariesToKeep(MuchLater).contains("Broken.json"));
    }

    void whatWasJustWrittenIsLeftOut()
    {
        LibraryIndex index(m_library->layout());
        readWhole(index);
        QVERIFY(!index.summariesToKeep(0).contains("Fog"));
        QVERIFY(index.summariesToKeep(MuchLater).contains("Fog"));
    }

    void nonsenseIsAsNothing_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after"); // in the place of it; empty: this alone
        const auto row = [](const char *name, const QByteArray &before, const QByteArray &after) {
            QTest::newRow(name) << before << after;
        };
        row("nothing", "", "");
        row("torn", "{\"of\":\"", "");
        row("binary", QByteArray(1000, '\0'), "");
        row("list", "[]", "");
        row("another's", "\"of\":\"", "\"of\":\"0");
        row("folders are a text", "\"folders\":{", "\"folders\":\"x\",\"more\":{");
        row("negative numbers", "\"entries\":0", "\"entries\":-5");
        row("large numbers", "\"entries\":0", "\"entries\":1e300");
        row("texts for numbers", "\"entries\":0", "\"entries\":\"many\"");
        row("stamps cut short", ",\"stamp\":[", ",\"stamp\":[],\"x\":[");
        row("stamps of words", ",\"stamp\":[", ",\"stamp\":[\"a\",{},null,[]],\"x\":[");
        row("paths for names", "\"Fog.json\"", "\"../../etc/Fog.json\"");
        row("deep", "\"entries\":0", "\"entries\":" + QByteArray(600, '[') + QByteArray(600, ']'));
        row("huge", "\"entries\":0", "\"entries\":[" + QByteArray("[],").repeated(1'000'000) + "0]");
    }
    void nonsenseIsAsNothing()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        LibraryIndex first(m_library->layout());
        readWhole(first);
        QByteArray kept = first.summariesToKeep(MuchLater);
        QVERIFY(after.isEmpty() || kept.contains(before));
        kept = after.isEmpty() ? before : kept.replace(before, after);
        LibraryIndex second(m_library->layout());
        second.setSummaries(kept);
        readWhole(second);
        QCOMPARE(second.contents().cards, first.contents().cards);
        QCOMPARE(second.contents().chats, first.contents().chats);
        QCOMPARE(book(second, u"Fog"_s).entries, 0);
        QCOMPARE(second.contents().lorebooks.size(), first.contents().lorebooks.size());
    }

    void thoseOfAnotherPlaceAreNotTaken()
    {
        LibraryIndex first(m_library->layout());
        readWhole(first);
        const QByteArray kept = first.summariesToKeep(MuchLater);
        QVERIFY(SummaryCache(kept, root()).folders().contains(u"worlds"_s));
        QVERIFY(SummaryCache(kept, root() + u"2"_s).folders().isEmpty());
    }

    void writtenOnlyWhenDifferent()
    {
        const QString path = m_library->layout().summariesFile();
        m_library->open().reset();
        const FileStamp stamp = stampOf(path);
        QVERIFY(stamp.exists());
        // Nothing is old enough to be kept yet, so a second run has the same to say.
        const QByteArray bytes = bytesOf(path);
        m_library->open().reset();
        if (bytesOf(path) == bytes)
            QCOMPARE(stampOf(path), stamp);
        QVERIFY(QFile::remove(path));
        const auto store = m_library->open();
        QVERIFY(!store->contents().cards.isEmpty());
    }

private:
    QString root() const { return m_library->root(); }
    static LorebookSummary book(const LibraryIndex &index, const QString &name)
    {
        for (const LorebookSummary &each : index.contents().lorebooks) {
            if (each.name == name)
                return each;
        }
        return {};
    }

    std::unique_ptr<TestLibrary> m_library;
};

} // namespace tst_summarycache

SNUG_TEST(tst_summarycache, TestSummaryCache, Core)
#include "tst_summarycache.moc"
