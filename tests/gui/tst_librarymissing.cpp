// A library that cannot be opened, because another Snug has it: the window says so and opens it once it is
// free.

#include "app/rooms/chatroom.h"
#include "app/rooms/libraryroom.h"
#include "core/library/samplelibrary.h"
#include "tests/gui/openprogram.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QLabel>
#include <QListView>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

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
        QVERIFY(QTest::qWaitForWindowExposed(&program.rooms().window()));
        QTRY_VERIFY(program.rooms().chat().session());
        program.rooms().libraryRoom().openFolder(busy);
        NoticeBar *notices = program.rooms().pane().notices();
        QTRY_VERIFY(notices->textOf(u"error"_s).contains(u"already open"));
        auto *pane = program.rooms().window().findChild<LibraryPane *>();
        QVERIFY(!program.rooms().chat().session());
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
        QTRY_VERIFY(program.rooms().chat().session());
        QVERIFY(!again->isVisible());
        QVERIFY(!notices->isShown(u"error"_s));
        QCOMPARE(program.rooms().library().layout().root(), busy);
        program.quit();
    }
};

QTEST_MAIN(TestLibraryMissing)
#include "tst_librarymissing.moc"
