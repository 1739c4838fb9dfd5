// The user's own connections on the disk: several programs write them, and nothing gets lost.

#include "core/workspace/ownconnections.h"
#include "tests/testregistry.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

namespace tst_ownconnections {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace snug;

namespace {

using Access = OwnConnections::Access;

Connection named(const QString &id, const QString &model = u"m"_s)
{
    Connection connection;
    connection.id = id;
    connection.name = id;
    connection.baseUrl = QUrl(u"https://%1.example/v1"_s.arg(id));
    connection.model = model;
    return connection;
}

} // namespace

class TestOwnConnections : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;

    QString path() const { return m_folder->filePath(u"config/connections.json"_s); }
    QByteArray bytes() const
    {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    bool put(const QByteArray &bytes, const QString &suffix = {}) const
    {
        QFile file(path() + suffix);
        return QDir().mkpath(QFileInfo(path()).path()) && file.open(QIODevice::WriteOnly) &&
               file.write(bytes) == bytes.size();
    }

    std::unique_ptr<OwnConnections> started(Access access = Access::ReadAndWrite) const
    {
        auto own = std::make_unique<OwnConnections>(path(), access);
        own->setFirstPause(1ms);
        [&own] { QTRY_VERIFY(own->isRead()); }();
        return own;
    }

    static QStringList idsOf(const OwnConnectionsFile &file)
    {
        QStringList ids;
        for (const Connection &connection : file.list.connections)
            ids.append(connection.id);
        ids.sort();
        return ids;
    }
    QStringList onDisk() const
    {
        const auto file = readOwnConnections(bytes());
        return file ? idsOf(*file) : QStringList{u"damaged"_s};
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        m_folder = std::make_unique<QTemporaryDir>();
    }

    void lookingWritesNothing()
    {
        {
            const auto own = started();
            QVERIFY(own->file().list.connections.isEmpty() && !own->damage());
        }
        QVERIFY(!QFileInfo::exists(path()));
    }

    void oneRunAfterAnother()
    {
        {
            const auto own = started();
            own->change({.put = {named(u"x"_s)}});
            own->change({.put = {named(u"y"_s)}, .usedLast = u"x"_s});
            QCOMPARE(idsOf(own->file()), QStringList({u"x"_s, u"y"_s})); // at once
        } // and waits for the disk
        QCOMPARE(onDisk(), QStringList({u"x"_s, u"y"_s}));
        QCOMPARE(QFile::permissions(path()) & (QFile::ReadOther | QFile::ReadGroup), QFile::Permissions());
        const auto own = started();
        QCOMPARE(own->file().list.activeId, u"x"_s);
        QVERIFY(!own->damage());
    }

    // Made and deleted again before the first has been written: it does not come back.
    void changesAreDoneInOrder()
    {
        {
            const auto own = started();
            for (int i = 0; i < 30; ++i) {
                own->change({.put = {named(u"x"_s)}});
                own->change({.removed = {u"x"_s}});
            }
            own->change({.put = {named(u"y"_s)}});
            QTRY_COMPARE(onDisk(), QStringList{u"y"_s});
            QCOMPARE(idsOf(own->file()), QStringList{u"y"_s});
        }
        QCOMPARE(onDisk(), QStringList{u"y"_s});
    }

    void twoProgramsLoseNothing()
    {
        const auto one = started();
        one->change({.put = {named(u"old"_s), named(u"both"_s)}});
        QTRY_COMPARE(onDisk(), QStringList({u"both"_s, u"old"_s}));
        const auto two = started();
        // At the same time, neither has seen what the other does.
        for (int i = 0; i < 20; ++i) {
            one->change({.put = {named(u"one%1"_s.arg(i))}});
            two->change({.put = {named(u"two%1"_s.arg(i))}});
        }
        one->change({.removed = {u"old"_s}});
        two->change({.put = {named(u"both"_s, u"another model"_s)}});
        QTRY_COMPARE(onDisk().size(), 41);
        QTRY_COMPARE(idsOf(one->file()), onDisk());
        QTRY_COMPARE(idsOf(two->file()), onDisk());
        QVERIFY(!onDisk().contains(u"old"_s));
        QTRY_COMPARE(one->file().find(u"both"_s)->model, u"another model"_s);
        QVERIFY(two->file().hasBeen(u"old"_s, u"https://old.example"_s));
    }

    void anotherProgramIsFollowed()
    {
        const auto one = started();
        one->change({.put = {named(u"x"_s)}});
        QTRY_COMPARE(onDisk(), QStringList{u"x"_s});
        const QSignalSpy told(one.get(), &OwnConnections::changed);
        const auto two = started();
        two->change({.put = {named(u"x"_s, u"new"_s), named(u"y"_s)}, .usedLast = u"y"_s});
        QTRY_COMPARE(idsOf(one->file()), QStringList({u"x"_s, u"y"_s}));
        QCOMPARE(one->file().find(u"x"_s)->model, u"new"_s);
        QVERIFY(!told.isEmpty());
        // Half written by hand, or gone, it is no reason to forget anything.
        const QByteArray whole = bytes();
        QVERIFY(put(whole.first(20)));
        QVERIFY(QFile::remove(path()));
        one->change({.put = {named(u"z"_s)}});
        QTRY_COMPARE(onDisk(), QStringList({u"x"_s, u"y"_s, u"z"_s}));
    }

    void damaged_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("hasCopy");
        for (const bool hasCopy : {true, false}) {
            const char *copy = hasCopy ? "a copy" : "no copy";
            QTest::addRow("cut off, %s", copy) << "{\"connections\": [{\"id\""_ba << hasCopy;
            QTest::addRow("empty, %s", copy) << QByteArray() << hasCopy;
            QTest::addRow("zeros, %s", copy) << QByteArray(300, '\0') << hasCopy;
            QTest::addRow("another type, %s", copy) << "[]"_ba << hasCopy;
        }
    }
    void damaged()
    {
        QFETCH(const QByteArray, bytes);
        QFETCH(const bool, hasCopy);
        started()->change({.put = {named(u"x"_s)}});
        QVERIFY(put(bytes));
        if (!hasCopy)
            QVERIFY(QFile::remove(lastGoodCopy(path())));
        const QStringList left = hasCopy ? QStringList{u"x"_s} : QStringList();
        {
            const auto own = started();
            QVERIFY(own->damage());
            QCOMPARE(own->damage()->hasLastGood, hasCopy);
            QCOMPARE(own->damage()->keptAs, path() + u".damaged"_s);
            QCOMPARE(idsOf(own->file()), left);
            own->change({.usedLast = u"x"_s}); // not the user's word on it
        }
        QVERIFY(!QFileInfo::exists(path()));
        QFile aside(path() + u".damaged"_s);
        QVERIFY(aside.open(QIODevice::ReadOnly));
        QCOMPARE(aside.readAll(), bytes);
        // It is said until the user has said what counts.
        const auto own = started();
        QCOMPARE(own->damage().has_value(), hasCopy);
        QCOMPARE(idsOf(own->file()), left);
        own->settleDamage();
        own->change({.put = {named(u"y"_s)}});
        QTRY_COMPARE(onDisk(), left + QStringList{u"y"_s});
        QVERIFY(!own->damage());
        QVERIFY(!started()->damage());
    }

    void damagedWhileItRuns()
    {
        const auto own = started();
        own->change({.put = {named(u"x"_s)}});
        QTRY_COMPARE(onDisk(), QStringList{u"x"_s});
        const QSignalSpy mended(own.get(), &OwnConnections::mended);
        QVERIFY(put("{{{"));
        QVERIFY(QFile::remove(lastGoodCopy(path())));
        own->change({.put = {named(u"y"_s)}});
        QTRY_COMPARE(onDisk(), QStringList({u"x"_s, u"y"_s}));
        QTRY_COMPARE(mended.size(), 1);
        QVERIFY(QFileInfo::exists(path() + u".damaged"_s));
    }

    void whatCannotBeReadStays()
    {
        QVERIFY(QDir().mkpath(QFileInfo(path()).path()));
        QVERIFY(QFile::link(path(), path())); // nobody can read that
        const auto own = started();
        QVERIFY(own->damage() && !own->damage()->mayBeReplaced);
        own->settleDamage();
        own->change({.put = {named(u"x"_s)}});
        const QSignalSpy read(own.get(), &OwnConnections::read);
        own->readAgain(); // after what would have been written
        QTRY_COMPARE(read.size(), 1);
        QVERIFY(QFileInfo(path()).isSymLink());
        QCOMPARE(idsOf(own->file()), QStringList{u"x"_s}); // for this run
        QVERIFY(QFile::remove(path()));
        QVERIFY(put("{\"connections\": []}"));
        own->readAgain();
        QTRY_COMPARE(onDisk(), QStringList{u"x"_s});
        QVERIFY(!own->damage());
    }

    void whatCannotBeWrittenIsTriedAgain()
    {
        // A file where the folder shall be.
        QFile obstacle(QFileInfo(path()).path());
        QVERIFY(obstacle.open(QIODevice::WriteOnly));
        obstacle.close();
        const auto own = started();
        const QSignalSpy told(own.get(), &OwnConnections::saveProblem);
        own->change({.put = {named(u"x"_s)}});
        QTRY_COMPARE(told.size(), 1);
        QVERIFY(told.first().first().value<std::optional<Error>>());
        QVERIFY(obstacle.remove());
        QTRY_COMPARE(onDisk(), QStringList{u"x"_s});
        QTRY_COMPARE(told.size(), 2); // said once, and taken back
        QVERIFY(!told.last().first().value<std::optional<Error>>());
    }

    void aLockIsWaitedFor()
    {
        const auto own = started();
        QVERIFY(QDir().mkpath(QFileInfo(path()).path()));
        QLockFile other(path() + u".lock"_s);
        QVERIFY(other.tryLock());
        own->change({.put = {named(u"x"_s)}});
        QVERIFY(!QFileInfo::exists(path()));
        other.unlock();
        QTRY_COMPARE(onDisk(), QStringList{u"x"_s});
    }

    void onlyReading()
    {
        started()->change({.put = {named(u"x"_s)}});
        const QByteArray before = bytes();
        {
            const auto own = started(Access::ReadOnly);
            own->change({.put = {named(u"y"_s)}});
            QCOMPARE(idsOf(own->file()), QStringList({u"x"_s, u"y"_s}));
        }
        QCOMPARE(bytes(), before);
        QVERIFY(put("{{{"));
        QVERIFY(started(Access::ReadOnly)->damage());
        QCOMPARE(bytes(), "{{{"_ba); // others may put it aside
    }

    void withoutAFile()
    {
        OwnConnections own({}, Access::ReadAndWrite);
        QVERIFY(own.isRead());
        own.change({.put = {named(u"x"_s)}});
        QCOMPARE(idsOf(own.file()), QStringList{u"x"_s});
    }
};

} // namespace tst_ownconnections

SNUG_TEST(tst_ownconnections, TestOwnConnections, Core)
#include "tst_ownconnections.moc"
