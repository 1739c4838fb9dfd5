#include "core/library/atomicwrite.h"
#include "core/library/leftoverfiles.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_leftoverfiles {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

class TestLeftoverFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void names_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isOurs");
        QTest::newRow("ours") << u".snug-1a2b3c4d5e6f7"_s << true;
        QTest::newRow("short") << u".snug-0"_s << true;
        QTest::newRow("nothing behind it") << u".snug-"_s << false;
        QTest::newRow("too long") << u".snug-1a2b3c4d5e6f78"_s << false;
        QTest::newRow("capitals") << u".snug-ABC"_s << false;
        QTest::newRow("a name of somebody's") << u".snug-my.notes"_s << false;
        QTest::newRow("not hidden") << u"snug-1a2b"_s << false;
        QTest::newRow("a backup") << u"Test.jsonl.backup"_s << false;
        QTest::newRow("a chat") << u"Test.jsonl"_s << false;
    }
    void names()
    {
        QFETCH(const QString, name);
        QFETCH(const bool, isOurs);
        QCOMPARE(isLeftoverName(name), isOurs);
    }

    // What a library holds stays, also where it is named much the same.
    void onlyTheyGoAtTheNextStart()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        folder.open().reset();
        const QStringList whole = filesBelow(folder.root());
        QStringList leftovers;
        for (const QString &place :
             {u"."_s, u"characters"_s, u"chats/Zéphyrine"_s, u"group chats"_s, u"worlds"_s, u"snug"_s,
              u"snug/unsent/chats/Zéphyrine"_s, u"snug/versions/presets/a"_s, u"snug/trash/1"_s}) {
            const QString file = folder.root() + u'/' + place + u"/.snug-3w5e11264sgsf"_s;
            QVERIFY(put(file, "half a f"));
            leftovers.append(file);
        }
        QStringList others;
        for (const QString &place : {u"chats/Zéphyrine/.snug-notes.txt"_s, u"characters/snug-abc"_s,
                                     u"snug/trash/1/chats/.snug-abc"_s, u"elsewhere/.snug-abc"_s}) {
            QVERIFY(put(folder.root() + u'/' + place, "somebody's"));
            others.append(folder.root() + u'/' + place);
        }
        const QString link = folder.root() + u"/worlds/.snug-link"_s;
        QVERIFY(QFile::link(folder.root() + u"/settings.json"_s, link));
        QVERIFY(QDir().mkpath(folder.root() + u"/chats/.snug-folder"_s));

        folder.open();
        for (const QString &file : std::as_const(leftovers))
            QVERIFY2(!QFileInfo::exists(file), qPrintable(file));
        for (const QString &file : std::as_const(others))
            QVERIFY2(QFileInfo::exists(file), qPrintable(file));
        QVERIFY(QFileInfo(link).isSymLink());
        QVERIFY(QFileInfo(folder.root() + u"/chats/.snug-folder"_s).isDir());
        const QStringList now = filesBelow(folder.root());
        for (const QString &file : whole)
            QVERIFY2(now.contains(file), qPrintable(file));
    }

    void whoOnlyReadsRemovesNothing()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        const QString file = folder.root() + u"/worlds/.snug-abc"_s;
        QVERIFY(put(file, "being written by the other one"));
        const auto store = LibraryStore::open(folder.root(), {}, LibraryAccess::ReadOnly);
        QVERIFY(store);
        (*store)->readAll();
        while (!(*store)->contents().chatsAreComplete)
            (*store)->readMoreChats(std::chrono::milliseconds(100));
        QVERIFY(QFileInfo::exists(file));
    }
};

} // namespace tst_leftoverfiles

SNUG_TEST(tst_leftoverfiles, TestLeftoverFiles, Core)
#include "tst_leftoverfiles.moc"
