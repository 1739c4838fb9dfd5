// Texts of attached files come from the library's own folder, and from nowhere else.

#include "core/library/library.h"
#include "core/workspace/attachedfiles.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

#include <sys/stat.h>

namespace tst_attachedfiles {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

class TestAttachedFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void names_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("name");
        QTest::newRow("as SillyTavern writes it") << u"/user/files/a.txt"_s << u"a.txt"_s;
        QTest::newRow("without the slash") << u"user/files/a.txt"_s << u"a.txt"_s;
        QTest::newRow("encoded") << u"/user/files/a%20b.txt"_s << u"a b.txt"_s;
        QTest::newRow("above") << u"/user/files/../../settings.json"_s << QString();
        QTest::newRow("above, encoded") << u"/user/files/..%2f..%2fsettings.json"_s << QString();
        QTest::newRow("the folder above") << u"/user/files/.."_s << QString();
        QTest::newRow("a zero") << u"/user/files/a%00.txt"_s << QString();
        QTest::newRow("elsewhere") << u"file:///etc/passwd"_s << QString();
        QTest::newRow("another server") << u"https://example.org/user/files/a.txt"_s << QString();
    }

    void names()
    {
        QFETCH(QString, address);
        QTEST(attachedFileName(address), "name");
    }

    void onlyTheLibrarysOwnTextsAreRead()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        const QTemporaryDir outside;
        const QString files = folder.root() + u"/user/files/"_s;
        QVERIFY(put(files + u"lamp.txt"_s, "The lamp is brass."));
        QVERIFY(put(files + u"bytes.txt"_s, "\xff\xfe\xfd"));
        QVERIFY(put(outside.filePath(u"secret.txt"_s), "a secret"));
        QVERIFY(QFile::link(outside.filePath(u"secret.txt"_s), files + u"link.txt"_s));
        QVERIFY(QFile::link(u"/dev/zero"_s, files + u"zero.txt"_s));
        QCOMPARE(::mkfifo(QFile::encodeName(files + u"pipe.txt"_s).constData(), 0600), 0);
        Library library;
        QSignalSpy opened(&library, &Library::opened);
        library.open(folder.root());
        QVERIFY(opened.wait());

        AttachedFiles attached(&library);
        Message message;
        Json list = Json::array();
        for (const QString &name :
             {u"lamp.txt"_s, u"bytes.txt"_s, u"link.txt"_s, u"zero.txt"_s, u"pipe.txt"_s, u"gone.txt"_s})
            list.append(Json::object({{u"url"_s, Json(u"/user/files/"_s + name)}}));
        message.extra = Json::object({{u"files"_s, list}});
        Chat chat;
        chat.messages = {message};
        const ChatFacts facts = chatFacts(chat.messages);
        QVERIFY(attached.textsFor(chat, facts).isEmpty());
        QTRY_VERIFY(attached.isReady());
        QCOMPARE(attached.textsFor(chat, facts),
                 (QHash<QString, QString>{{u"/user/files/lamp.txt"_s, u"The lamp is brass."_s}}));
    }
};

} // namespace tst_attachedfiles

SNUG_TEST(tst_attachedfiles, TestAttachedFiles, Core)
#include "tst_attachedfiles.moc"
