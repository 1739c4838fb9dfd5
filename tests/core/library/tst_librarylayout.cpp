#include "core/library/librarylayout.h"
#include "tests/testregistry.h"

#include <QDir>
#include <QTest>

namespace tst_librarylayout {

using namespace snug;
using namespace Qt::StringLiterals;

class TestLibraryLayout : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void placesAreSillyTaverns()
    {
        const LibraryLayout layout(u"/home/ada/default-user/"_s);
        QCOMPARE(layout.root(), u"/home/ada/default-user"_s);
        QCOMPARE(layout.card(u"Mira.png"), u"/home/ada/default-user/characters/Mira.png"_s);
        QCOMPARE(layout.chat(u"Dr. Who.v2.png", u"a - Branch #1"),
                 u"/home/ada/default-user/chats/Dr. Who.v2/a - Branch #1.jsonl"_s);
        QCOMPARE(layout.groupChat(u"x"), u"/home/ada/default-user/group chats/x.jsonl"_s);
        QCOMPARE(layout.preset(u"Noir – terse"),
                 u"/home/ada/default-user/OpenAI Settings/Noir – terse.json"_s);
        QCOMPARE(layout.avatar(u"user-default.png"),
                 u"/home/ada/default-user/User Avatars/user-default.png"_s);
        QCOMPARE(layout.trashFolder(), u"/home/ada/default-user/snug/trash"_s);
    }

    void relativePathsStayInside()
    {
        const LibraryLayout layout(u"/a/b"_s);
        QCOMPARE(layout.relative(u"/a/b/characters/Mira.png"_s), u"characters/Mira.png"_s);
        QCOMPARE(layout.relative(u"/a/b/chats/../worlds/x.json"_s), u"worlds/x.json"_s);
        QCOMPARE(layout.relative(u"/a/b/../c"_s), QString());
        QCOMPARE(layout.relative(u"/a/bc/d"_s), QString());
        QCOMPARE(layout.relative(u"/a/b"_s), QString());
    }

    void everyFolderHasAName()
    {
        QSet<QString> names;
        for (const auto folder : LibraryLayout::folders())
            names.insert(LibraryLayout::folderName(folder));
        QCOMPARE(names.size(), 14);
        QVERIFY(!names.contains(QString()));
    }

    void relativeRootsBecomeAbsolute() { QVERIFY(QDir::isAbsolutePath(LibraryLayout(u"x"_s).root())); }
};

} // namespace tst_librarylayout

SNUG_TEST(tst_librarylayout, TestLibraryLayout, Core)
#include "tst_librarylayout.moc"
