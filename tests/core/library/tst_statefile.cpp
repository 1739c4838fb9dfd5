#include "core/formats/jsontext.h"
#include "core/library/library.h"
#include "core/library/statedocument.h"
#include "tests/core/library/diskfull.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QFileInfo>
#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <sys/stat.h>

namespace tst_statefile {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

static Result<void> checkIsObject(const QByteArray &bytes)
{
    const auto parsed = parseJson(bytes);
    if (!parsed)
        return std::unexpected(parsed.error());
    return parsed->isObject() ? Result<void>() : failure(u"no object"_s);
}

class TestStateFile : public QObject
{
    Q_OBJECT

private:
    static QString fileIn(const QTemporaryDir &dir) { return dir.filePath(u"snug/session.json"_s); }

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void whatIsNotThereIsEmpty()
    {
        const QTemporaryDir dir;
        const StateRead state = recoverState(fileIn(dir), checkIsObject);
        QVERIFY(!state.isThere);
        QVERIFY(!state.damage);
        QCOMPARE(state.bytes, QByteArray());
        QCOMPARE(readStateFile(fileIn(dir)), QByteArray());
    }

    void aGoodOneIsCopied()
    {
        const QTemporaryDir dir;
        QVERIFY(put(fileIn(dir), "{\"a\": 1}"));
        QVERIFY(!recoverState(fileIn(dir), checkIsObject).damage);
        QCOMPARE(bytesOf(dir.filePath(u"snug/lastgood/session.json"_s)), "{\"a\": 1}");
        QVERIFY(writeState(fileIn(dir), "{\"a\": 2}"));
        QCOMPARE(bytesOf(dir.filePath(u"snug/lastgood/session.json"_s)), "{\"a\": 2}");
    }

    void aCopyThatCannotBeMadeIsAFailure()
    {
        const QTemporaryDir dir;
        QVERIFY(QDir(dir.path()).mkpath(u"snug"_s) && put(dir.filePath(u"snug/lastgood"_s), "in the way"));
        QVERIFY(!writeState(fileIn(dir), "{\"a\": 1}"));
        QCOMPARE(bytesOf(fileIn(dir)), "{\"a\": 1}");
        QVERIFY(QFile::remove(dir.filePath(u"snug/lastgood"_s)));
        QVERIFY(writeState(fileIn(dir), "{\"a\": 1}"));
    }

    void aDamagedOneIsPutAside_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("cut off") << "{\"a\": 1, \"b\": "_ba;
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("zeros") << QByteArray(4096, '\0');
        QTest::newRow("garbage") << "\x7f\x45\x4c\x46\xff\xfe"_ba;
        QTest::newRow("another type") << "[1, 2]"_ba;
    }

    void aDamagedOneIsPutAside()
    {
        QFETCH(const QByteArray, bytes);
        const QTemporaryDir dir;
        QVERIFY(writeState(fileIn(dir), "{\"a\": 1}"));
        QVERIFY(put(fileIn(dir), bytes));

        const StateRead looked = readState(fileIn(dir), checkIsObject);
        QVERIFY(looked.damage);
        QCOMPARE(bytesOf(fileIn(dir)), bytes); // looking changes nothing

        const StateRead state = recoverState(fileIn(dir), checkIsObject);
        QVERIFY(state.damage);
        QVERIFY(state.damage->mayBeReplaced);
        QVERIFY(state.damage->hasLastGood);
        QVERIFY(!state.damage->problem.what.isEmpty());
        QCOMPARE(state.bytes, "{\"a\": 1}");
        QCOMPARE(state.damage->keptAs, fileIn(dir) + u".damaged");
        QCOMPARE(bytesOf(state.damage->keptAs), bytes);
        QVERIFY(!QFileInfo::exists(fileIn(dir)));

        QVERIFY(put(fileIn(dir), bytes + "x"));
        QCOMPARE(recoverState(fileIn(dir), checkIsObject).damage->keptAs, fileIn(dir) + u".damaged2");
        QCOMPARE(bytesOf(fileIn(dir) + u".damaged"), bytes);
    }

    void whatIsNoFileIsNotEmpty_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char *kind : {"folder", "pipe", "link to itself", "link to a device", "too large"})
            QTest::newRow(kind) << QString::fromLatin1(kind);
    }

    // None of these may hang, and nothing is written there.
    void whatIsNoFileIsNotEmpty()
    {
        QFETCH(const QString, kind);
        const QTemporaryDir dir;
        const QString file = fileIn(dir);
        QVERIFY(writeState(file, "{\"a\": 1}"));
        QVERIFY(QFile::remove(file));
        if (kind == u"folder"_s)
            QVERIFY(QDir().mkdir(file));
        else if (kind == u"pipe"_s)
            QCOMPARE(::mkfifo(QFile::encodeName(file).constData(), 0600), 0);
        else if (kind == u"link to itself"_s)
            QVERIFY(QFile::link(file, file));
        else if (kind == u"link to a device"_s)
            QVERIFY(QFile::link(u"/dev/zero"_s, file));
        else
            QVERIFY(put(file, "{}") && QFile::resize(file, DocumentFileLimit + 1));

        QVERIFY(!readStateFile(file));
        const StateRead state = recoverState(file, checkIsObject);
        QVERIFY(state.isThere);
        QVERIFY(state.damage);
        QVERIFY(!state.damage->mayBeReplaced);
        QCOMPARE(state.damage->keptAs, QString());
        QVERIFY(state.damage->hasLastGood);
        QCOMPARE(state.bytes, "{\"a\": 1}");
    }

    void aDocumentIsNotWrittenOverWhatCouldNotBeRead()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        const QString file = folder.layout().sessionFile();
        QVERIFY(put(file, "{}") && QFile::resize(file, DocumentFileLimit + 1));
        Library library;
        QSignalSpy opened(&library, &Library::opened);
        library.open(folder.root());
        QTRY_COMPARE(opened.size(), 1);
        StateDocument document(&library, u"snug/session.json"_s, checkIsObject);
        QVERIFY(!document.write("{\"early\": 1}"));
        std::optional<StateRead> state;
        document.read([&](const StateRead &read) { state = read; });
        QTRY_VERIFY(state);
        QVERIFY(!document.write("{\"a\": 1}"));
        QCOMPARE(QFileInfo(file).size(), DocumentFileLimit + 1);

        QVERIFY(QFile::remove(file)); // the user has looked after it
        state.reset();
        document.read([&](const StateRead &read) { state = read; });
        QTRY_VERIFY(state);
        QVERIFY(document.write("{\"a\": 1}"));
        QTRY_COMPARE(bytesOf(file), "{\"a\": 1}");
    }

    void whatCouldNotBeWrittenIsWrittenLater()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        const QString file = folder.layout().sessionFile();
        Library library;
        library.repeatedSaves().setFirstPause(std::chrono::milliseconds(10));
        QSignalSpy opened(&library, &Library::opened);
        library.open(folder.root());
        QTRY_COMPARE(opened.size(), 1);
        StateDocument document(&library, u"snug/session.json"_s, checkIsObject);
        bool isRead = false;
        document.read([&](const StateRead &) { isRead = true; });
        QTRY_VERIFY(isRead);
        {
            const DiskFull full(4);
            QVERIFY(document.write("{\"a\": 1}"));
            QTRY_COMPARE(library.saveState().failures.size(), 1);
            QCOMPARE(library.saveState().failures.first().file, u"session.json"_s);
            QVERIFY(document.write("{\"a\": 12}")); // the newest counts
            QTRY_VERIFY(library.saveState().pending == 0);
            QCOMPARE(library.saveState().failures.size(), 1);
        }
        QTRY_COMPARE(bytesOf(file), "{\"a\": 12}");
        QTRY_VERIFY(library.saveState().failures.isEmpty());
    }

    // What changes one thing in a file takes no other's place.
    void partsOfAFileAreKeptApart()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        Library library;
        library.repeatedSaves().setFirstPause(std::chrono::milliseconds(10));
        QSignalSpy opened(&library, &Library::opened);
        library.open(folder.root());
        QTRY_COMPARE(opened.size(), 1);
        std::atomic<bool> fails = true;
        QStringList done;
        const auto job = [&](const QString &name) {
            return [&, name](LibraryStore &) -> Result<void> {
                if (fails)
                    return failure(u"no room"_s);
                done.append(name);
                return {};
            };
        };
        library.keepSaving(u"settings.json"_s, job(u"note"_s), {}, u"note"_s);
        library.keepSaving(u"settings.json"_s, job(u"first"_s), {}, u"variables"_s);
        library.keepSaving(u"settings.json"_s, job(u"second"_s), {}, u"variables"_s);
        QTRY_COMPARE(library.saveState().pending, 0);
        QVERIFY(library.repeatedSaves().isWaiting(u"settings.json"_s) &&
                !library.repeatedSaves().isWaiting(u"settings"_s));
        fails = false;
        QTRY_VERIFY(!library.repeatedSaves().isWaiting(u"settings.json"_s));
        QCOMPARE(done, QStringList({u"note"_s, u"second"_s}));
    }

    void quittingTriesOnceMore()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        const QString file = folder.layout().sessionFile();
        {
            Library library;
            library.repeatedSaves().setFirstPause(std::chrono::hours(1));
            QSignalSpy opened(&library, &Library::opened);
            library.open(folder.root());
            QTRY_COMPARE(opened.size(), 1);
            std::optional<DiskFull> full(4);
            library.keepSaving(u"snug/session.json"_s,
                               [file](LibraryStore &) { return writeState(file, "{\"a\": 1}"); });
            QTRY_COMPARE(library.saveState().failures.size(), 1);
            full.reset();
        }
        QCOMPARE(bytesOf(file), "{\"a\": 1}");
    }
};

} // namespace tst_statefile

SNUG_TEST(tst_statefile, TestStateFile, Core)
#include "tst_statefile.moc"
