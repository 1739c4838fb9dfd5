#include "core/library/appendlog.h"
#include "core/library/atomicwrite.h"
#include "core/library/fileaccess.h"
#include "tests/core/library/testfiles.h"
#include "tests/testregistry.h"

#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <thread>

namespace tst_fileaccess {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

namespace {

int modeOf(const QString &path)
{
    struct stat status = {};
    return ::lstat(QFile::encodeName(path).constData(), &status) == 0 ? int(status.st_mode & 0777) : -1;
}

bool setMode(const QString &path, mode_t mode)
{
    return ::chmod(QFile::encodeName(path).constData(), mode) == 0;
}

bool makePipe(const QString &path)
{
    return ::mkfifo(QFile::encodeName(path).constData(), 0600) == 0;
}

} // namespace

class TestFileAccess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        m_dir = std::make_unique<QTemporaryDir>();
        m_root = m_dir->filePath(u"library"_s);
        m_outside = m_dir->filePath(u"outside"_s);
        QVERIFY(QDir().mkpath(m_root) && put(m_outside + u"/secret.json"_s, "secret"));
    }

    void newFilesHonourTheUmask_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("umask");
        QTest::addColumn<int>("mode");
        QTest::addColumn<int>("folderMode");
        QTest::newRow("card, 022") << u"characters/Mira.png"_s << 022 << 0644 << 0755;
        QTest::newRow("card, 077") << u"characters/Mira.png"_s << 077 << 0600 << 0700;
        QTest::newRow("card, 027") << u"characters/Mira.png"_s << 027 << 0640 << 0750;
        QTest::newRow("settings, 077") << u"settings.json"_s << 077 << 0600 << -1;
        QTest::newRow("chat, 022") << u"chats/Mira/a.jsonl"_s << 022 << 0600 << 0700;
        QTest::newRow("chat, 000") << u"chats/Mira/a.jsonl"_s << 0 << 0600 << 0700;
        QTest::newRow("group chat") << u"group chats/a.jsonl"_s << 022 << 0600 << 0700;
        QTest::newRow("session") << u"snug/session.json"_s << 022 << 0600 << 0700;
        QTest::newRow("draft") << u"snug/drafts/cards/Mira.png/edited"_s << 022 << 0600 << 0700;
        QTest::newRow("not quite chats") << u"chats of old/a.jsonl"_s << 022 << 0644 << 0755;
    }
    void newFilesHonourTheUmask()
    {
        QFETCH(QString, file);
        QFETCH(int, umask);
        QFETCH(int, mode);
        QFETCH(int, folderMode);
        const LibraryBounds bounds(m_root);
        const mode_t before = ::umask(mode_t(umask));
        const auto restore = qScopeGuard([before] { ::umask(before); });
        QVERIFY(writeNewFileDurably(m_root + u'/' + file, "new"));
        QVERIFY(writeFileDurably(m_root + u'/' + file + u"2"_s, "new"));
        for (const QString &made : {file, QString(file + u"2"_s)})
            QCOMPARE(modeOf(m_root + u'/' + made), mode);
        if (folderMode >= 0)
            QCOMPARE(modeOf(QFileInfo(m_root + u'/' + file).path()), folderMode);
    }

    void presentFilesKeepTheirPermissions_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("before");
        QTest::addColumn<int>("after");
        QTest::newRow("narrow card") << u"characters/Mira.png"_s << 0400 << 0400;
        QTest::newRow("wide card") << u"characters/Mira.png"_s << 0666 << 0666;
        QTest::newRow("chat of another program") << u"chats/Mira/a.jsonl"_s << 0644 << 0600;
        QTest::newRow("narrow chat") << u"chats/Mira/a.jsonl"_s << 0400 << 0400;
        QTest::newRow("session of an earlier version") << u"snug/session.json"_s << 0644 << 0600;
    }
    void presentFilesKeepTheirPermissions()
    {
        QFETCH(QString, file);
        QFETCH(int, before);
        const LibraryBounds bounds(m_root);
        const QString path = m_root + u'/' + file;
        QVERIFY(put(path, "{}"));
        QVERIFY(setMode(path, mode_t(before)));
        QVERIFY(writeFileDurably(path, "{\"a\":1}"));
        QTEST(modeOf(path), "after");
    }

    void appendingNarrows()
    {
        const LibraryBounds bounds(m_root);
        const QString path = m_root + u"/chats/Mira/a.jsonl"_s;
        QVERIFY(put(path, "{}"));
        QVERIFY(setMode(path, 0664));
        QVERIFY(appendLinesDurably(path, {"{}"}));
        QCOMPARE(modeOf(path), 0600);
        QCOMPARE(bytesOf(path), "{}\n{}");
    }

    // Who set this bit wants a group to read the chats.
    void foldersOfGroupsStayOpen()
    {
        const LibraryBounds bounds(m_root);
        const QString path = m_root + u"/chats/Mira/a.jsonl"_s;
        QVERIFY(put(path, "{}"));
        QVERIFY(setMode(QFileInfo(path).path(), 02770));
        QVERIFY(setMode(path, 0660));
        QVERIFY(writeFileDurably(path, "{\"a\":1}"));
        QVERIFY(appendLinesDurably(path, {"{}"}));
        QCOMPARE(modeOf(path), 0660);
        QVERIFY(put(m_root + u"/snug/a"_s, ""));
        QVERIFY(setMode(m_root + u"/snug"_s, 02770));
        QVERIFY(writeNewFileDurably(m_root + u"/snug/session.json"_s, "{}"));
        QCOMPARE(modeOf(m_root + u"/snug/session.json"_s), 0600);
    }

    void otherNamesKeepTheOldBytes()
    {
        const LibraryBounds bounds(m_root);
        const QString path = m_root + u"/worlds/a.json"_s;
        QVERIFY(QDir().mkpath(m_root + u"/worlds"_s));
        QCOMPARE(::link(QFile::encodeName(m_outside + u"/secret.json"_s).constData(),
                        QFile::encodeName(path).constData()),
                 0);
        QVERIFY(writeFileDurably(path, "mine"));
        QCOMPARE(bytesOf(m_outside + u"/secret.json"_s), "secret");
        QCOMPARE(bytesOf(path), "mine");
    }

    void accessListsStay()
    {
        const QString path = m_root + u"/card.png"_s;
        QVERIFY(put(path, "a"));
        // Version 2; owner rw, user 12345 r, group r, mask r, others nothing.
        const QByteArray list = QByteArray::fromHex("02000000"
                                                    "01000600ffffffff"
                                                    "0200040039300000"
                                                    "04000400ffffffff"
                                                    "10000400ffffffff"
                                                    "20000000ffffffff");
        const QByteArray name = QFile::encodeName(path);
        if (::setxattr(name.constData(), "system.posix_acl_access", list.constData(),
                       std::size_t(list.size()), 0) != 0)
            QSKIP("this file system has no access lists");
        QVERIFY(writeFileDurably(path, "b"));
        char found[256];
        const ssize_t size = ::getxattr(name.constData(), "system.posix_acl_access", found, sizeof(found));
        QCOMPARE(QByteArray(found, std::max<ssize_t>(size, 0)), list);
    }

    void onlyFilesInsideAreRead_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("reason"); // of the sentence; empty: it is read
        const auto row = [](const char *name, const QString &what, const QString &reason) {
            QTest::newRow(name) << what << reason;
        };
        row("file", u"file"_s, {});
        row("file of 255 bytes of name", u"long"_s, {});
        row("line break in the name", u"line"_s, {});
        row("relative link inside", u"inside"_s, {});
        row("absolute link inside", u"insideByFullPath"_s, {});
        row("link outside", u"outside"_s, u"leads out of the library through a link, to "_s);
        row("relative link outside", u"outsideRelative"_s, u"leads out of the library through a link, to "_s);
        row("link to a device", u"device"_s, u"leads out of the library"_s);
        row("chain of links", u"chain"_s, u"leads out of the library"_s);
        row("links in a circle", u"circle"_s, u"could not be read"_s);
        row("link to nothing", u"nothing"_s, u"could not be read"_s);
        row("pipe", u"pipe"_s, u"it is a pipe between programs, not a file"_s);
        row("link to a pipe", u"linkedPipe"_s, u"it is a pipe between programs, not a file"_s);
        row("folder", u"folder"_s, u"it is a folder, not a file"_s);
        row("terabyte of nothing", u"sparse"_s, u"it is larger than 64 MB"_s);
        row("in a linked folder", u"linkedFolder"_s, u"leads out of the library through a link, to "_s);
        row("two dots", u"dots"_s, u"leads out of the library"_s);
        row("behind a file", u"behind"_s, u"could not be read"_s);
    }
    void onlyFilesInsideAreRead()
    {
        QFETCH(QString, what);
        QFETCH(QString, reason);
        QString path;
        QVERIFY(make(what, path));
        const LibraryBounds bounds(m_root);
        const auto read = readVersioned(path);
        QCOMPARE(read.has_value(), reason.isEmpty());
        if (read) {
            QCOMPARE(read->value, "good");
        } else {
            QVERIFY2(read.error().what.contains(reason), qPrintable(read.error().what));
            QCOMPARE(read.error().file, QFileInfo(path).fileName());
        }
        // Kernels without the call say the same of what leads out, and wait for nothing either.
        const FileHandle opened =
            openByTruePath(m_root, path.sliced(m_root.size() + 1), O_RDONLY | O_NONBLOCK);
        const bool leadsOut = reason.contains(u"leads out");
        QVERIFY(!leadsOut || opened.get() < 0);
        QVERIFY(!reason.isEmpty() || opened.get() >= 0);
        QCOMPARE(bytesOf(m_outside + u"/secret.json"_s), "secret");
    }

    void onlyFilesInsideAreWritten_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<bool>("isWritten");
        QTest::newRow("file") << u"file"_s << true;
        QTest::newRow("relative link inside") << u"inside"_s << true;
        QTest::newRow("absolute link inside") << u"insideByFullPath"_s << true;
        for (const char *what : {"outside", "outsideRelative", "device", "chain", "circle", "nothing", "pipe",
                                 "linkedPipe", "folder", "linkedFolder", "dots", "behind"})
            QTest::newRow(what) << QString::fromLatin1(what) << false;
    }
    void onlyFilesInsideAreWritten()
    {
        QFETCH(QString, what);
        QFETCH(bool, isWritten);
        QString path;
        QVERIFY(make(what, path));
        const LibraryBounds bounds(m_root);
        QCOMPARE(writeFileDurably(path, "written").has_value(), isWritten);
        QCOMPARE(appendLinesDurably(path, {"{}"}).has_value(), isWritten);
        if (isWritten)
            QCOMPARE(bytesOf(path), "written\n{}");
        else
            QVERIFY(!writeNewFileDurably(path, "new"));
        QCOMPARE(bytesOf(m_outside + u"/secret.json"_s), "secret");
        QCOMPARE(namesIn(m_outside), QStringList{u"secret.json"_s});
    }

    void nothingIsMovedOrRemovedOutside()
    {
        QVERIFY(QFile::link(m_outside, m_root + u"/worlds"_s));
        QVERIFY(put(m_root + u"/a.json"_s, "a"));
        const LibraryBounds bounds(m_root);
        QVERIFY(!removeFile(m_root + u"/worlds/secret.json"_s));
        QVERIFY(!movePath(m_root + u"/worlds/secret.json"_s, m_root + u"/snug/trash/x"_s));
        QVERIFY(!movePath(m_root + u"/a.json"_s, m_root + u"/worlds/a.json"_s));
        QVERIFY(!movePath(m_root + u"/a.json"_s, m_root + u"/worlds/new/a.json"_s));
        QVERIFY(!removeFolder(m_root + u"/worlds/."_s));
        QVERIFY(!checkFolder(m_root + u"/worlds"_s));
        QCOMPARE(namesIn(m_outside), QStringList{u"secret.json"_s});
        // The link itself is in the library, and what it leads to stays.
        QVERIFY(movePath(m_root + u"/worlds"_s, m_root + u"/snug/trash/1/files/worlds"_s));
        QVERIFY(removeFolder(m_root + u"/snug/trash/1"_s));
        QVERIFY(!QFileInfo::exists(m_root + u"/snug/trash/1"_s));
        QCOMPARE(bytesOf(m_outside + u"/secret.json"_s), "secret");
    }

    void movesReplaceNothing()
    {
        const LibraryBounds bounds(m_root);
        QVERIFY(put(m_root + u"/a"_s, "a") && put(m_root + u"/b"_s, "b"));
        QVERIFY(!movePath(m_root + u"/a"_s, m_root + u"/b"_s));
        QCOMPARE(bytesOf(m_root + u"/b"_s), "b");
        QVERIFY(movePath(m_root + u"/a"_s, m_root + u"/new/A"_s));
        QCOMPARE(bytesOf(m_root + u"/new/A"_s), "a");
    }

    void allowedFoldersAreAsInside()
    {
        const QString link = m_root + u"/characters"_s;
        QVERIFY(QFile::link(m_outside, link));
        const OutsideFolder allowed{u"characters"_s, QFileInfo(m_outside).canonicalFilePath()};
        {
            const LibraryBounds bounds(m_root, {allowed});
            QCOMPARE(readVersioned(link + u"/secret.json"_s)->value, "secret");
            QVERIFY(writeFileDurably(link + u"/secret.json"_s, "changed"));
            QVERIFY(writeNewFileDurably(link + u"/below/new.json"_s, "new"));
            QVERIFY(movePath(link + u"/below/new.json"_s, m_root + u"/snug/trash/new.json"_s));
            QVERIFY(checkFolder(link));
            // The rest of the world is as far away as before.
            QVERIFY(QFile::link(u"/dev/zero"_s, m_outside + u"/zero.png"_s));
            QVERIFY(!readVersioned(link + u"/zero.png"_s));
            QVERIFY(!readVersioned(link + u"/../outside2"_s));
        }
        QCOMPARE(bytesOf(m_outside + u"/secret.json"_s), "changed");
        // Another target was never allowed.
        QVERIFY(QFile::remove(link) && put(m_dir->filePath(u"other/x.json"_s), "x"));
        QVERIFY(QFile::link(m_dir->filePath(u"other"_s), link));
        const LibraryBounds bounds(m_root, {allowed});
        QVERIFY(!readVersioned(link + u"/x.json"_s));
    }

    void theRootMayBeALink()
    {
        const QString link = m_dir->filePath(u"link"_s);
        QVERIFY(put(m_root + u"/worlds/a.json"_s, "good") && QFile::link(m_root, link));
        QVERIFY(QFile::link(m_root + u"/worlds/a.json"_s, m_root + u"/worlds/b.json"_s));
        for (const QString &root : {link, QString(link + u"//"_s), QString(m_root + u"/../link/"_s)}) {
            const LibraryBounds bounds(root);
            QCOMPARE(readVersioned(link + u"/worlds/a.json"_s)->value, "good");
            QCOMPARE(readVersioned(link + u"/worlds/b.json"_s)->value, "good");
            QVERIFY(!readVersioned(link + u"/../outside/secret.json"_s));
            QVERIFY(writeFileDurably(link + u"/worlds/b.json"_s, "good"));
        }
    }

    // Files of the kernel have no size and are never at their end.
    void filesWithoutSizeAreNotReadToTheEnd()
    {
        const auto read = readVersioned(u"/proc/self/maps"_s);
        QVERIFY(!read);
        QVERIFY(read.error().what.contains(u"keeps writing"));
    }

    void foldersThatBecomeLinksLeadNowhere()
    {
        const QString folder = m_root + u"/worlds"_s;
        const QString path = folder + u"/secret.json"_s;
        QVERIFY(put(path, "good") && QFile::link(m_outside, m_root + u"/link"_s));
        const LibraryBounds bounds(m_root);
        std::atomic<bool> isOver = false;
        std::thread swapper([&] {
            const QByteArray a = QFile::encodeName(folder);
            const QByteArray b = QFile::encodeName(m_root + u"/link"_s);
            while (!isOver)
                ::renameat2(AT_FDCWD, a.constData(), AT_FDCWD, b.constData(), RENAME_EXCHANGE);
        });
        int inside = 0;
        bool isLeaked = false;
        for (int i = 0; i < 3'000 && !isLeaked; ++i) {
            if (const auto file = openForReading(path, 100)) {
                isLeaked = file->read(0, 100) != QByteArray("good");
                ++inside;
            }
            static_cast<void>(writeFileDurably(folder + u"/new.json"_s, "good"));
            static_cast<void>(removeFile(folder + u"/secret2.json"_s));
        }
        isOver = true;
        swapper.join();
        QVERIFY(!isLeaked);
        QVERIFY(inside > 0);
        QCOMPARE(namesIn(m_outside), QStringList{u"secret.json"_s});
    }

private:
    // Makes what is asked for in the library; `path` is how it is reached.
    bool make(const QString &what, QString &path)
    {
        path = m_root + u"/worlds/a.json"_s;
        const QString good = m_root + u"/worlds/good.json"_s;
        const QString secret = m_outside + u"/secret.json"_s;
        if (!put(good, "good"))
            return false;
        if (what == u"file")
            return put(path, "good");
        if (what == u"long" || what == u"line") {
            path = m_root + u"/worlds/"_s + (what == u"long" ? QString(250, u'x') : u"a\nb"_s) + u".json"_s;
            return put(path, "good");
        }
        if (what == u"inside")
            return QFile::link(u"good.json"_s, path);
        if (what == u"insideByFullPath")
            return QFile::link(good, path);
        if (what == u"outside")
            return QFile::link(secret, path);
        if (what == u"outsideRelative")
            return QFile::link(u"../../outside/secret.json"_s, path);
        if (what == u"device")
            return QFile::link(u"/dev/zero"_s, path);
        if (what == u"chain")
            return QFile::link(u"b.json"_s, path) && QFile::link(secret, m_root + u"/worlds/b.json"_s);
        if (what == u"circle")
            return QFile::link(u"b.json"_s, path) && QFile::link(u"a.json"_s, m_root + u"/worlds/b.json"_s);
        if (what == u"nothing")
            return QFile::link(u"gone.json"_s, path);
        if (what == u"pipe")
            return makePipe(path);
        if (what == u"linkedPipe")
            return makePipe(m_root + u"/pipe"_s) && QFile::link(u"../pipe"_s, path);
        if (what == u"folder")
            return QDir().mkpath(path);
        if (what == u"sparse") {
            QFile file(path);
            return file.open(QIODevice::WriteOnly) && file.resize(qint64(1) << 40);
        }
        if (what == u"linkedFolder") {
            path = m_root + u"/chats/secret.json"_s;
            return QFile::link(m_outside, m_root + u"/chats"_s);
        }
        if (what == u"dots") {
            path = m_root + u"/worlds/../../outside/secret.json"_s;
            return true;
        }
        path = good + u"/x"_s; // "behind"
        return true;
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    QString m_root;
    QString m_outside;
};

} // namespace tst_fileaccess

SNUG_TEST(tst_fileaccess, TestFileAccess, Core)
#include "tst_fileaccess.moc"
