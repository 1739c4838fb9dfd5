// Making backups, comparing with them, putting them back, and which are kept.
#include "core/library/librarystore.h"
#include "core/whatwas/backuplist.h"
#include "core/whatwas/backupmaking.h"
#include "core/whatwas/backuppieces.h"
#include "core/whatwas/backuprestore.h"
#include "tests/core/library/diskfull.h"
#include "tests/core/library/testfiles.h"
#include "tests/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <unistd.h>

namespace tst_backups {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const QDateTime Noon(QDate(2026, 11, 23), QTime(12, 0), QTimeZone::UTC);

QStringList pathsOf(const Backup &backup)
{
    QStringList paths;
    for (const BackedUpFile &file : backup.files)
        paths.append(file.path);
    return paths;
}

bool isNothing(const Result<std::optional<Backup>> &made)
{
    return made && !*made;
}

} // namespace

class TestBackups : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<LibraryStore> m_store;

    const LibraryLayout &layout() const { return m_store->layout(); }
    QString path(const QString &inside) const { return layout().root() + u'/' + inside; }

    // All at once; nothing if nothing had changed.
    Result<std::optional<Backup>> make(const QDateTime &now, const std::optional<Backup> &last = {})
    {
        BackupMaking making(layout(), last, Backup::Reason::Daily, now);
        for (;;) {
            const auto progress = making.goOn(0ms);
            if (!progress)
                return std::unexpected(progress.error());
            if (progress->isDone)
                return making.made();
        }
    }

    QList<BackupDifference> compared(const Backup &backup)
    {
        BackupComparison comparison(layout(), backup);
        while (!comparison.goOn(1ms)) {
        }
        return comparison.differences();
    }

private Q_SLOTS:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        const QString root = m_dir->filePath(u"library"_s);
        QVERIFY(makeLibraryFolder(root));
        m_store = *LibraryStore::open(root);
        QVERIFY(put(path(u"characters/Mira.png"_s), "picture"));
        QVERIFY(put(path(u"chats/Mira/one.jsonl"_s), "{\"mes\":\"a\"}\n{\"mes\":\"b\"}\n"));
        QVERIFY(put(path(u"worlds/Fog.json"_s), "{}"));
        QVERIFY(put(path(u"settings.json"_s), "{\"power_user\":{}}"));
    }

    void cleanup() { m_store.reset(); }

    void everythingIsInIt()
    {
        QVERIFY(put(path(u"user/images/Mira/hill.webp"_s), "hill"));
        QVERIFY(put(path(u"snug/trash/1/files/characters/Old.png"_s), "old"));
        QVERIFY(put(path(u"snug/versions/presets/Slow/1"_s), "old"));
        QVERIFY(put(path(u"backups/chat_mira.jsonl"_s), "SillyTavern's own"));
        QVERIFY(put(path(u"snug/connections.json"_s), "{}"));
        const auto made = make(Noon);
        QVERIFY(made && *made);
        QCOMPARE(pathsOf(**made), (QStringList{u"characters/Mira.png"_s, u"chats/Mira/one.jsonl"_s,
                                               u"settings.json"_s, u"snug/connections.json"_s,
                                               u"user/images/Mira/hill.webp"_s, u"worlds/Fog.json"_s}));
        QVERIFY((*made)->unread.isEmpty());
        // The list as text, and again.
        QCOMPARE(readBackupList(writeBackupList(**made)), **made);
    }

    void nothingNewIsNoBackup()
    {
        const Backup first = **make(Noon);
        const auto again = make(Noon.addDays(1), first);
        QVERIFY(again);
        QVERIFY(!*again);
        // The same bytes in a new file neither.
        QVERIFY(QFile::remove(path(u"worlds/Fog.json"_s)));
        QVERIFY(put(path(u"worlds/Fog.json"_s), "{}"));
        QVERIFY(isNothing(make(Noon.addDays(1), first)));
        QVERIFY(QFile::remove(path(u"worlds/Fog.json"_s)));
        const auto later = make(Noon.addDays(1), first);
        QVERIFY(*later);
        QCOMPARE((*later)->files.size(), first.files.size() - 1);
    }

    void aPieceThatIsGoneIsMadeAgain()
    {
        const Backup first = **make(Noon);
        QVERIFY(removePiecesExcept(layout(), {}));
        QVERIFY(isNothing(make(Noon, first)));
        for (const BackedUpFile &file : first.files)
            QVERIFY(readBackedUp(layout(), file, 1 << 20));
    }

    void whatCannotBeReadStaysAsItWas()
    {
        if (::geteuid() == 0)
            QSKIP("root may read everything");
        const Backup first = **make(Noon);
        QVERIFY(put(path(u"worlds/Fog.json"_s), "{\"entries\":{}}"));
        QVERIFY(QFile::setPermissions(path(u"worlds/Fog.json"_s), {}));
        const auto made = make(Noon.addDays(1), first);
        QVERIFY(made);
        QVERIFY(!*made); // what it has of the file is what the last one had
    }

    void pipesAndLinksOutOfTheLibrary()
    {
        QVERIFY(put(m_dir->filePath(u"outside/secret.json"_s), "secret"));
        QVERIFY(QFile::link(m_dir->filePath(u"outside"_s), path(u"worlds/outside"_s)));
        QVERIFY(QFile::link(m_dir->filePath(u"outside/secret.json"_s), path(u"worlds/secret.json"_s)));
        QVERIFY(QFile::link(path(u"worlds"_s), path(u"worlds/again"_s)));
        QCOMPARE(::mkfifo(QFile::encodeName(path(u"worlds/pipe.json"_s)).constData(), 0600), 0);
        const auto made = make(Noon);
        QVERIFY(made && *made);
        QCOMPARE(pathsOf(**made), (QStringList{u"characters/Mira.png"_s, u"chats/Mira/one.jsonl"_s,
                                               u"settings.json"_s, u"worlds/Fog.json"_s}));
        QCOMPARE((*made)->unread, QStringList{u"worlds/secret.json"_s});
    }

    void aFullDisk()
    {
        QVERIFY(put(path(u"characters/Large.png"_s), QByteArray(300'000, 'a')));
        {
            const DiskFull full(100'000);
            const auto made = make(Noon);
            QVERIFY(!made);
            QVERIFY(made.error().what.contains(u"could not be saved"_s));
        }
        QVERIFY(listBackups(layout()).isEmpty());
        QVERIFY(*make(Noon));
    }

    void whatIsDifferentIsFoundAndPutBack()
    {
        const Backup backup = **make(Noon);
        QVERIFY(storeBackup(layout(), backup));
        QVERIFY(compared(backup).isEmpty());
        QVERIFY(QFile::remove(path(u"chats/Mira/one.jsonl"_s)));
        QVERIFY(put(path(u"worlds/Fog.json"_s), "[]")); // as long as before
        QVERIFY(put(path(u"worlds/New.json"_s), "{}"));
        const QList<BackupDifference> differences = compared(backup);
        QCOMPARE(differences.size(), 2);
        QCOMPARE(differences[0].file.path, u"chats/Mira/one.jsonl"_s);
        QCOMPARE(differences[0].since, BackupDifference::Since::Removed);
        QCOMPARE(differences[1].file.path, u"worlds/Fog.json"_s);
        QCOMPARE(differences[1].since, BackupDifference::Since::Changed);
        for (const BackupDifference &difference : differences)
            QVERIFY(restoreBackedUp(*m_store, difference.file));
        QVERIFY(compared(backup).isEmpty());
        QCOMPARE(bytesOf(path(u"chats/Mira/one.jsonl"_s)), "{\"mes\":\"a\"}\n{\"mes\":\"b\"}\n");
        QCOMPARE(bytesOf(path(u"worlds/Fog.json"_s)), "{}");
        QCOMPARE(bytesOf(path(u"worlds/New.json"_s)), "{}");
    }

    void whatSnugWritesByItselfIsNoDifference()
    {
        const QStringList own{u"snug/connections.json"_s, u"snug/ledger/1.jsonl"_s, u"snug/session.json"_s};
        const QStringList typed{u"snug/drafts/presets/Slow/edited"_s, u"snug/unsent/chats/Mira/one.json"_s};
        const QString mine = u"snug/templates/Own.json"_s;
        for (const QString &inside : own + typed + QStringList{mine})
            QVERIFY(put(path(inside), "then"));
        const Backup backup = **make(Noon);
        for (const QString &inside : own + typed + QStringList{mine})
            QVERIFY(put(path(inside), "now"));
        QCOMPARE(compared(backup).size(), 1);
        QCOMPARE(compared(backup).first().file.path, mine);
        for (const QString &inside : own + typed + QStringList{mine})
            QVERIFY(QFile::remove(path(inside)));
        QStringList gone;
        for (const BackupDifference &difference : compared(backup))
            gone.append(difference.file.path);
        QCOMPARE(gone, own + QStringList{mine});
    }

    void aDamagedPieceLeavesWhatIsThere()
    {
        const Backup backup = **make(Noon);
        QVERIFY(removePiecesExcept(layout(), {}));
        QVERIFY(put(path(u"worlds/Fog.json"_s), "newer"));
        for (const BackedUpFile &file : backup.files)
            QVERIFY(!restoreBackedUp(*m_store, file));
        QCOMPARE(bytesOf(path(u"worlds/Fog.json"_s)), "newer");
        // Less than it was is no backup of it either.
        BackedUpFile shorter = backup.files.last();
        shorter.pieces.clear();
        const auto restored = restoreBackedUp(*m_store, shorter);
        QVERIFY(!restored);
        QCOMPARE(restored.error().what, u"the backup does not hold all of it"_s);
        QCOMPARE(bytesOf(path(u"worlds/Fog.json"_s)), "newer");
    }

    void toAFolderOfItsOwn()
    {
        const Backup backup = **make(Noon);
        const QString folder = m_dir->filePath(u"copy"_s);
        for (const BackedUpFile &file : backup.files)
            QVERIFY(copyBackedUp(layout(), file, folder));
        QCOMPARE(bytesOf(folder + u"/characters/Mira.png"_s), "picture");
        QVERIFY(!copyBackedUp(layout(), backup.files.first(), folder)); // never over a file
    }

    void hostileLists_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char *name, const QByteArray &file) {
            QTest::newRow(name)
                << QByteArray(
                       "{\"format\":\"snug-backup-1\",\"made\":\"2026-11-23T12:00:00.000Z\",\"files\":[") +
                       file + "]}";
        };
        QTest::newRow("no JSON") << QByteArray("{");
        QTest::newRow("an array") << QByteArray("[]");
        QTest::newRow("another format")
            << QByteArray("{\"format\":\"snug-backup-9\",\"made\":\"2026-11-23T12:00:00Z\"}");
        QTest::newRow("no time") << QByteArray(R"({"format":"snug-backup-1"})");
        row("a number", "1");
        row("out of the library", R"({"path":"../x","size":1,"pieces":[]})");
        row("absolute", R"({"path":"/etc/passwd","size":1,"pieces":[]})");
        row("into the backups", R"({"path":"snug/backups/x.json","size":1,"pieces":[]})");
        row("the lock", R"({"path":"snug/library.lock","size":1,"pieces":[]})");
        row("not clean", R"({"path":"worlds/./x.json","size":1,"pieces":[]})");
        row("a piece elsewhere", R"({"path":"worlds/x.json","size":1,"pieces":["../../../settings.json"]})");
        row("a negative size", R"({"path":"worlds/x.json","size":-5,"pieces":[]})");
    }

    void hostileLists()
    {
        QFETCH(const QByteArray, text);
        QVERIFY(!readBackupList(text));
        QVERIFY(put(backupFolder(layout()) + u"/20261123T120000000Z.json"_s, text));
        const auto loaded = loadBackup(layout(), u"20261123T120000000Z"_s);
        QVERIFY(!loaded);
        QCOMPARE(loaded.error().file, u"snug/backups/20261123T120000000Z.json"_s);
        QVERIFY(!loadBackup(layout(), u"../../settings"_s));
    }

    void whichAreKept()
    {
        QList<BackupPlace> places;
        for (int day = 0; day < 500; ++day) {
            const QDateTime made = Noon.addDays(-day);
            places.append({QString::number(day), made});
        }
        const QSet<QString> kept = keptBackups(places, Noon);
        for (int day = 0; day < 7; ++day)
            QVERIFY(kept.contains(QString::number(day)));
        int byWeek = 0;
        int byMonth = 0;
        for (int day = 7; day < 500; ++day) {
            if (kept.contains(QString::number(day)))
                ++(day < 61 ? byWeek : byMonth);
        }
        QVERIFY2(byWeek >= 7 && byWeek <= 9, qPrintable(QString::number(byWeek)));
        QVERIFY2(byMonth >= 10 && byMonth <= 12, qPrintable(QString::number(byMonth)));
        QVERIFY(!kept.contains(u"499"_s));
        // Thinning out what is thinned out changes nothing, today and tomorrow.
        places.removeIf([&](const BackupPlace &place) { return !kept.contains(place.id); });
        QCOMPARE(keptBackups(places, Noon), kept);
        // The newest stays, however old.
        QCOMPARE(keptBackups({{u"old"_s, Noon.addYears(-5)}, {u"older"_s, Noon.addYears(-6)}}, Noon),
                 QSet<QString>{u"old"_s});
    }

    void thinningOutLosesNothingThatIsKept()
    {
        std::optional<Backup> last;
        for (int day = 400; day >= 0; day -= 20) {
            QVERIFY(put(path(u"worlds/Fog.json"_s), "fog of " + QByteArray::number(day)));
            last = *make(Noon.addDays(-day), last);
            QVERIFY(last);
            QVERIFY(storeBackup(layout(), *last));
        }
        const qsizetype before = listBackups(layout()).size();
        QVERIFY(thinOutBackups(layout(), Noon));
        const QList<BackupPlace> places = listBackups(layout());
        QVERIFY(places.size() < before);
        QCOMPARE(places.first().made, Noon);
        for (const BackupPlace &place : places) {
            const auto backup = loadBackup(layout(), place.id);
            QVERIFY(backup);
            for (const BackedUpFile &file : backup->files)
                QVERIFY(readBackedUp(layout(), file, 1 << 20));
        }
        // Where one cannot be read, nothing is removed.
        QVERIFY(put(backupFolder(layout()) + u'/' + places.first().id + u".json"_s, "damaged"));
        const QList<BackupPlace> again = listBackups(layout());
        QVERIFY(!thinOutBackups(layout(), Noon.addYears(1)));
        QCOMPARE(listBackups(layout()).size(), again.size());
    }
};

} // namespace tst_backups

SNUG_TEST(tst_backups, TestBackups, Core)
#include "tst_backups.moc"
