#include "core/editing/versions.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_versions {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

namespace {

const DocumentKey Key{DocumentKind::Lorebook, u"Harbour"_s};

QDateTime minute(int number)
{
    return QDateTime(QDate(2026, 11, 22), QTime(12, 0), QTimeZone::UTC).addSecs(60 * number);
}

QList<QByteArray> contents(const LibraryLayout &layout)
{
    QList<QByteArray> list;
    for (const KeptVersion &version : listVersions(layout, Key))
        list.append(*readVersion(layout, Key, version.id));
    return list;
}

} // namespace

class TestVersions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void versionsAreListedNewestFirst()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        QVERIFY(listVersions(folder.layout(), Key).isEmpty());
        QVERIFY(keepVersion(folder.layout(), Key, "one", minute(1)));
        QVERIFY(keepVersion(folder.layout(), Key, "three", minute(3)));
        QVERIFY(keepVersion(folder.layout(), Key, "two", minute(2)));
        QCOMPARE(contents(folder.layout()), (QList{"three"_ba, "two"_ba, "one"_ba}));
        const KeptVersion newest = listVersions(folder.layout(), Key).first();
        QCOMPARE(newest.saved, minute(3));
        QCOMPARE(newest.size, 5);
        QVERIFY(listVersions(folder.layout(), {DocumentKind::Lorebook, u"Other"_s}).isEmpty());
    }

    void theSameBytesAreKeptOnce()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        for (const auto &[bytes, time] :
             {std::pair("a"_ba, 1), std::pair("b"_ba, 2), std::pair("a"_ba, 3), std::pair("b"_ba, 1)})
            QVERIFY(keepVersion(folder.layout(), Key, bytes, minute(time)));
        QCOMPARE(contents(folder.layout()), (QList{"a"_ba, "b"_ba}));
        QCOMPARE(listVersions(folder.layout(), Key).first().saved, minute(3));
    }

    void thereAreLimits_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<qint64>("bytes");
        QTest::addColumn<int>("kept");
        QTest::newRow("by number") << 7 << qint64(1'000'000) << 7;
        QTest::newRow("by size") << 100 << qint64(650) << 6;
        QTest::newRow("five in any case") << 1 << qint64(1) << 5;
    }

    void thereAreLimits()
    {
        QFETCH(int, count);
        QFETCH(qint64, bytes);
        QFETCH(int, kept);
        const TestLibrary folder(TestLibrary::Content::Empty);
        for (int i = 0; i < 20; ++i)
            QVERIFY(
                keepVersion(folder.layout(), Key, QByteArray(100, char('a' + i)), minute(i), {count, bytes}));
        const QList<QByteArray> left = contents(folder.layout());
        QCOMPARE(left.size(), kept);
        QCOMPARE(left.first(), QByteArray(100, 't'));
    }

    void whatIsNoVersionIsLeftAlone()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        const QString other = folder.layout().snugFolder() + u"/versions/lorebooks/Harbour/notes.txt"_s;
        QVERIFY(put(other, "mine"));
        for (int i = 0; i < 10; ++i)
            QVERIFY(keepVersion(folder.layout(), Key, QByteArray::number(i), minute(i), {1, 1}));
        QCOMPARE(listVersions(folder.layout(), Key).size(), 5);
        QCOMPARE(bytesOf(other), "mine"_ba);
        QVERIFY(!readVersion(folder.layout(), Key, u"notes.txt"_s));
        QVERIFY(!readVersion(folder.layout(), Key, u"../../x"_s));
    }
};

} // namespace tst_versions

SNUG_TEST(tst_versions, TestVersions, Core)
#include "tst_versions.moc"
