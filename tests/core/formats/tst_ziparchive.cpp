// Archives in memory: what is read, what is refused, what is written.

#include "core/formats/ziparchive.h"
#include "tests/core/formats/zipfixtures.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_ziparchive {

using namespace Qt::StringLiterals;
using namespace snug;

static constexpr qint64 Limit = 1000;

class TestZipArchive : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void membersAreRead()
    {
        const auto archive = ZipArchive::read(storedZip({{"a.txt", "alpha"}, {"b/ü.txt", "beta"}}));
        QVERIFY2(archive, archive ? "" : qPrintable(archive.error().what));
        QCOMPARE(archive->members().size(), 2);
        QCOMPARE(archive->members()[0], (ZipMember{u"a.txt"_s, 5, true, true}));
        QCOMPARE(archive->members()[1].name, u"b/ü.txt"_s);
        QCOMPARE(archive->member(u"a.txt"_s, Limit), "alpha"_ba);
        QCOMPARE(archive->member(u"b/ü.txt"_s, Limit), "beta"_ba);
        const auto missing = archive->member(u"c.txt"_s, Limit);
        QVERIFY(!missing);
        QCOMPARE(missing.error().place, u"c.txt"_s);
    }

    void somethingInFront_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("front");
        const QByteArray jpeg = QByteArray("\xFF\xD8\xFF\xE0 a picture PK\x05\x06 of sorts \xFF\xD9");
        const QList<StoredMember> members{{"a.txt", "alpha"}};
        QTest::newRow("nothing") << storedZip(members) << QByteArray();
        QTest::newRow("a picture, places count from the archive") << jpeg + storedZip(members) << jpeg;
        QTest::newRow("a picture, places count from the file")
            << jpeg + storedZip(members, quint32(jpeg.size())) << jpeg;
    }
    void somethingInFront()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, front);
        const auto archive = ZipArchive::read(bytes);
        QVERIFY2(archive, archive ? "" : qPrintable(archive.error().what));
        QCOMPARE(archive->prefix(), front);
        QCOMPARE(archive->member(u"a.txt"_s, Limit), "alpha"_ba);
        const auto written = archive->changed({{u"b.txt"_s, "beta"_ba}});
        QVERIFY2(written, written ? "" : qPrintable(written.error().what));
        QVERIFY(written->startsWith(front));
        const auto back = ZipArchive::read(*written);
        QVERIFY2(back, back ? "" : qPrintable(back.error().what));
        QCOMPARE(back->prefix(), front);
        QCOMPARE(back->member(u"a.txt"_s, Limit), "alpha"_ba);
        QCOMPARE(back->member(u"b.txt"_s, Limit), "beta"_ba);
    }

    void brokenOnes_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const QByteArray whole = storedZip({{"a.txt", "alpha"}, {"b.txt", "beta"}});
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("some text") << "PK but no archive"_ba;
        QTest::newRow("the end is missing") << whole.chopped(10);
        QTest::newRow("the middle is missing") << whole.first(40) + whole.last(60);
        QByteArray many = whole;
        many[whole.size() - 12] = '\xFF'; // the number of members
        many[whole.size() - 11] = '\xFF';
        QTest::newRow("more members than there are") << many;
        QByteArray far = whole;
        far[whole.size() - 3] = '\x7F'; // where the list is
        QTest::newRow("the list is far away") << far;
    }
    void brokenOnes()
    {
        QFETCH(QByteArray, bytes);
        const auto archive = ZipArchive::read(bytes);
        QVERIFY(!archive);
        QVERIFY(!archive.error().what.isEmpty());
    }

    void everyCutIsAnErrorOrAnArchive()
    {
        const QByteArray whole = storedZip({{"a.txt", "alpha"}, {"b.txt", "beta"}});
        for (qsizetype size = 0; size < whole.size(); ++size)
            QVERIFY2(!ZipArchive::read(whole.first(size)), qPrintable(QString::number(size)));
    }

    void sizesAreBounded_data()
    {
        QTest::addColumn<qsizetype>("size");
        QTest::addColumn<qint64>("stated");
        QTest::addColumn<bool>("isRead");
        QTest::newRow("as large as may be") << qsizetype(Limit) << qint64(-1) << true;
        QTest::newRow("larger") << qsizetype(Limit + 1) << qint64(-1) << false;
        QTest::newRow("five gigabytes, as it says") << qsizetype(4) << qint64(0xfffffffe) << false;
        QTest::newRow("larger than it says") << qsizetype(Limit + 1) << qint64(10) << false;
    }
    void sizesAreBounded()
    {
        QFETCH(qsizetype, size);
        QFETCH(qint64, stated);
        QFETCH(bool, isRead);
        const auto archive = ZipArchive::read(storedZip({{"a.txt", QByteArray(size, 'x'), stated}}));
        QVERIFY2(archive, archive ? "" : qPrintable(archive.error().what));
        const auto bytes = archive->member(u"a.txt"_s, Limit);
        QCOMPARE(bytes.has_value(), isRead);
        if (!isRead)
            QCOMPARE(bytes.error().place, u"a.txt"_s);
    }

    // A bomb: a megabyte of nothing in a kilobyte.
    void whatComesOutCounts()
    {
        const auto packed = ZipArchive().changed({{u"bomb"_s, QByteArray(1 << 20, '\0')}});
        QVERIFY(packed && packed->size() < 4000);
        const auto archive = ZipArchive::read(*packed);
        QVERIFY(archive);
        const auto bytes = archive->member(u"bomb"_s, Limit);
        QVERIFY(!bytes);
        QVERIFY2(bytes.error().what.contains(u"1 MB"), qPrintable(bytes.error().what));
    }

    void encryptedOnes()
    {
        const auto archive =
            ZipArchive::read(storedZip({{"a.txt", QByteArray(40, 'x'), -1, 1}, {"b.txt", "beta"}}));
        QVERIFY(archive);
        const auto bytes = archive->member(u"a.txt"_s, Limit);
        QVERIFY(!bytes);
        QCOMPARE(bytes.error().what, u"is encrypted"_s);
        QCOMPARE(archive->member(u"b.txt"_s, Limit), "beta"_ba);
    }

    void namesThatLeadOut_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("isSafe");
        QTest::newRow("a path") << "assets/icon/main.png"_ba << true;
        QTest::newRow("dots in a name") << "assets/a..b/...c.png"_ba << true;
        QTest::newRow("up") << "../x"_ba << false;
        QTest::newRow("up on the way") << "assets/../../x"_ba << false;
        QTest::newRow("from the root") << "/etc/x"_ba << false;
        QTest::newRow("a drive") << "C:x"_ba << false;
        QTest::newRow("back slashes") << "..\\x"_ba << false;
        QTest::newRow("a control character") << "a\nb"_ba << false;
    }
    void namesThatLeadOut()
    {
        QFETCH(QByteArray, name);
        QFETCH(bool, isSafe);
        const auto archive = ZipArchive::read(storedZip({{name, "x"}, {"b.txt", "beta"}}));
        QVERIFY(archive);
        QCOMPARE(archive->members()[0].isSafe, isSafe);
        const auto back = ZipArchive::read(*archive->changed({{u"c.txt"_s, "gamma"_ba}}));
        QVERIFY(back);
        QCOMPARE(back->members().size(), isSafe ? 3 : 2);
        QCOMPARE(back->contains(QString::fromUtf8(name)), isSafe);
    }

    void twiceTheSameName()
    {
        const auto archive = ZipArchive::read(storedZip({{"a", "first"}, {"a", "second"}}));
        QVERIFY(archive);
        QCOMPARE(archive->member(u"a"_s, Limit), "first"_ba);
        QVERIFY(archive->members()[0].isFirst);
        QVERIFY(!archive->members()[1].isFirst);
    }

    void changes()
    {
        const auto archive = ZipArchive::read(storedZip({{"a", "alpha"}, {"b", "beta"}, {"c", "gamma"}}));
        QVERIFY(archive);
        const auto written =
            archive->changed({{u"b"_s, std::nullopt}, {u"c"_s, "new"_ba}, {u"d/é"_s, "delta"_ba}});
        QVERIFY2(written, written ? "" : qPrintable(written.error().what));
        QCOMPARE(*written,
                 *archive->changed({{u"b"_s, std::nullopt}, {u"c"_s, "new"_ba}, {u"d/é"_s, "delta"_ba}}));
        const auto back = ZipArchive::read(*written);
        QVERIFY(back);
        QStringList names;
        for (const ZipMember &member : back->members())
            names.append(member.name);
        QCOMPARE(names, (QStringList{u"a"_s, u"c"_s, u"d/é"_s}));
        QCOMPARE(back->member(u"a"_s, Limit), "alpha"_ba);
        QCOMPARE(back->member(u"c"_s, Limit), "new"_ba);
        QCOMPARE(back->member(u"d/é"_s, Limit), "delta"_ba);
    }
};

} // namespace tst_ziparchive

SNUG_TEST(tst_ziparchive, TestZipArchive, Nothing)
#include "tst_ziparchive.moc"
