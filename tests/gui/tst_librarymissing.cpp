// A library that cannot be opened, because another Snug has it: the window says so and opens it once it is
// free.

#include "app/chat/chatcontroller.h"
#include "app/library/librarycontroller.h"
#include "core/library/library.h"
#include "core/library/samplelibrary.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

namespace tst_librarymissing {

using namespace Qt::StringLiterals;
using namespace snug;

class TestLibraryMissing : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

    void anotherSnugHasIt()
    {
        const QTemporaryDir folder;
        const QString busy = folder.filePath(u"busy"_s);
        QVERIFY(installSampleLibrary(busy));
        auto other = std::make_unique<Library>();
        QSignalSpy othersOpened(other.get(), &Library::opened);
        other->open(busy);
        QTRY_COMPARE(othersOpened.size(), 1);

        OpenProgram program;
        QVERIFY(QTest::qWaitForWindowExposed(&program.app().window));
        QTRY_VERIFY(program.app().chat.session());
        program.app().libraryController.openFolder(busy);
        NoticeBar *notices = program.app().chatPane.notices();
        QTRY_VERIFY(notices->textOf(u"error"_s).contains(u"already open"));
        auto *pane = program.app().window.findChild<LibraryPane *>();
        QVERIFY(!program.app().chat.session());
        const auto views = pane->findChildren<QListView *>();
        for (const QListView *view : views)
            QCOMPARE(view->model()->rowCount(), 0); // nobody of the library before
        QLabel *again = nullptr;
        const auto labels = pane->findChildren<QLabel *>();
        for (QLabel *label : labels) {
            if (label->isVisible() && label->text().contains(u"Try again"))
                again = label;
        }
        QVERIFY(again);

        other.reset();
        again->setFocus();
        QTest::keyClick(again, Qt::Key_Tab); // to the first link
        QTest::keyClick(again, Qt::Key_Return);
        QTRY_VERIFY(program.app().chat.session());
        QVERIFY(!again->isVisible());
        QVERIFY(!notices->isShown(u"error"_s));
        QCOMPARE(program.app().library.layout().root(), busy);
        program.quit();
    }

    // Somebody keeps the characters on another disk, and says so once.
    void foldersElsewhereAreAllowedOnce()
    {
        OpenProgram program;
        QTRY_VERIFY(program.app().chat.session());
        program.quit();
        const QTemporaryDir disk;
        const QString inside = program.libraryFolder() + u"/characters"_s;
        QVERIFY(QDir().rename(inside, disk.filePath(u"characters"_s)));
        QVERIFY(QFile::link(disk.filePath(u"characters"_s), inside));
        const QString id = u"outside:characters"_s;
        program.start();
        QTRY_VERIFY(program.app().chatPane.notices()->isShown(id));
        QVERIFY(program.app().library.contents().cards.isEmpty());
        QVERIFY(program.app().chatPane.notices()->textOf(id).contains(disk.path()));
        QPushButton *allow = nullptr;
        for (QPushButton *each : program.app().chatPane.notices()->findChildren<QPushButton *>()) {
            if (each->text().remove(u'&') == u"Allow"_s)
                allow = each;
        }
        QVERIFY(allow);
        QTest::mouseClick(allow, Qt::LeftButton);
        QTRY_VERIFY(!program.app().library.contents().cards.isEmpty());
        QTRY_VERIFY(!program.app().chatPane.notices()->isShown(id));
        program.restart();
        QTRY_VERIFY(!program.app().library.contents().cards.isEmpty());
        QVERIFY(!program.app().chatPane.notices()->isShown(id));
        program.quit();
        // The permission was for that place.
        QVERIFY(QFile::remove(inside));
        const QTemporaryDir other;
        QVERIFY(QFile::link(other.path(), inside));
        program.start();
        QTRY_VERIFY(program.app().chatPane.notices()->isShown(id));
        program.quit();
    }
};

} // namespace tst_librarymissing

SNUG_TEST(tst_librarymissing, TestLibraryMissing, Windows)
#include "tst_librarymissing.moc"
