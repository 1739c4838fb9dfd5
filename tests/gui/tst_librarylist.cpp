// How the list of characters is shown and filtered: folders, saved filters, the gallery.

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/library/castfiltermenu.h"
#include "widgets/library/casthead.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QInputDialog>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

#include <algorithm>

namespace tst_librarylist {

using namespace snug;
using namespace Qt::StringLiterals;

class TestLibraryList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>(OpenProgram::Content::SillyTavern);
        waitUntilOpen();
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
    }

    // Made of the tag that is filtered by; entered by a click and by Enter, left by Backspace; taken back.
    void aTagBecomesAClosedFolder()
    {
        const QStringList all = names();
        const QString tag = u"noir"_s;
        const QString open = app().chat.reference()->name;
        head()->addTag(tag);
        const QStringList inside = names();
        QVERIFY(!inside.isEmpty() && inside.size() < all.size());
        pick({u"Folder"_s, u"Closed Folder"_s});
        QTRY_VERIFY(notices().contains(u"is a folder"_s));
        QTRY_COMPARE(names(), inside); // it is open
        view()->setFocus();
        QTest::keyClick(view(), Qt::Key_Backspace);
        QTRY_VERIFY(names().contains(u"[%1]"_s.arg(tag)));
        for (const QString &name : inside)
            QVERIFY2(!names().contains(name), qPrintable(name));
        click(u"[%1]"_s.arg(tag));
        QCOMPARE(names(), inside);
        QCOMPARE(app().chat.reference()->name, open); // nobody is opened by it
        QTest::keyClick(view(), Qt::Key_Backspace);
        view()->setCurrentIndex(view()->model()->index(int(names().indexOf(u"[%1]"_s.arg(tag))), 0));
        QTest::keyClick(view(), Qt::Key_Return);
        QCOMPARE(names(), inside);
        QTest::keyClick(view(), Qt::Key_Backspace);

        // A search finds who is inside; without words they are put away again.
        app().actions.action(ActionId::FocusSearch)->trigger();
        QTest::keyClicks(QApplication::focusWidget(), inside.first());
        QTRY_VERIFY(names().contains(inside.first()));
        qobject_cast<QLineEdit *>(QApplication::focusWidget())->clear();
        QTRY_VERIFY(!names().contains(inside.first()));

        m_program->restart();
        waitUntilOpen();
        QTRY_VERIFY(names().contains(u"[%1]"_s.arg(tag)));
        view()->setCurrentIndex(view()->model()->index(int(names().indexOf(u"[%1]"_s.arg(tag))), 0));
        pickFromRow({u"Folder"_s, u"No Folder"_s});
        QTRY_VERIFY(!names().contains(u"[%1]"_s.arg(tag)) && names().contains(inside.first()));
        clickNotice(u"Undo"_s);
        QTRY_VERIFY(names().contains(u"[%1]"_s.arg(tag)) && !names().contains(inside.first()));
        // Folders that the settings had all along are there again since the first was made.
        QVERIFY(names().contains(u"[sea]"_s) && names().contains(u"[android]"_s));
    }

    void aTagAsLongAsABookIsCutShort()
    {
        const int width = app().window.minimumSizeHint().width();
        head()->addTag(QString(50'000, u'a'));
        QTRY_VERIFY(head()->findChild<QWidget *>(u"castTags"_s)->isVisible());
        // What else becomes known meanwhile may take a few letters more.
        QVERIFY(app().window.minimumSizeHint().width() < width + 100);
    }

    void aFilterIsSavedUsedAndRemoved()
    {
        const QStringList all = names();
        const QString tag = tagOfSomebody();
        head()->addTag(tag);
        const QStringList few = names();
        pick({u"Filters"_s, u"Save This Filter…"_s});
        QInputDialog *dialog = nullptr;
        QTRY_VERIFY(dialog = app().window.findChild<QInputDialog *>(u"saveFilter"_s));
        QCOMPARE(dialog->textValue(), tag);
        dialog->setTextValue(u"my own"_s);
        QTest::keyClick(dialog, Qt::Key_Return);
        QTRY_VERIFY(!app().window.findChild<QInputDialog *>(u"saveFilter"_s));
        app().window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        pick({u"Filters"_s, u"Show All"_s});
        QCOMPARE(names(), all);
        m_program->restart();
        waitUntilOpen();
        QTRY_COMPARE(names(), all);
        pick({u"Filters"_s, u"my own"_s});
        QCOMPARE(names(), few);
        pick({u"Filters"_s, u"Remove"_s, u"my own"_s});
        QVERIFY(head()->filters()->filters().isEmpty());
        clickNotice(u"Undo"_s);
        QCOMPARE(head()->filters()->filters().size(), 1);
    }

    void theGalleryIsRemembered()
    {
        app().window.resize(1280, 800);
        app().window.chatPage()->resizeDocks({app().window.chatPage()->libraryDock()}, {260}, Qt::Horizontal);
        const QStringList all = names();
        pick({u"Gallery"_s});
        QCOMPARE(view()->viewMode(), QListView::IconMode);
        view()->scrollToTop();
        const auto rect = [this](int row) { return view()->visualRect(view()->model()->index(row, 0)); };
        QTRY_COMPARE(rect(0).top(), rect(1).top()); // beside each other
        QVERIFY(rect(0).height() > rect(0).width());
        QCOMPARE(names(), all);
        m_program->restart();
        waitUntilOpen();
        QCOMPARE(view()->viewMode(), QListView::IconMode);
        QVERIFY(head()->isGallery());
        const QString chosen = names().last();
        view()->scrollToBottom();
        click(chosen);
        QTRY_COMPARE(app().libraryPane.currentEntry().value_or(CastEntry()).name, chosen);
        pick({u"Gallery"_s});
        QCOMPARE(view()->viewMode(), QListView::ListMode);
    }

private:
    const AppContext &app() const { return m_program->app(); }
    CastHead *head() const { return app().libraryPane.head(); }

    void waitUntilOpen() const
    {
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
        QTRY_VERIFY(app().library.contents().chatsAreComplete);
    }

    QListView *view() const
    {
        for (QListView *each : app().libraryPane.findChildren<QListView *>()) {
            if (each->accessibleName() == u"Characters"_s)
                return each;
        }
        return nullptr;
    }

    // Folders in brackets.
    QStringList names() const
    {
        QStringList all;
        for (int row = 0; row < view()->model()->rowCount(); ++row) {
            const auto entry = view()->model()->index(row, 0).data(CastModel::EntryRole).value<CastEntry>();
            all.append(entry.kind == CastEntry::Kind::Folder ? u"[%1]"_s.arg(entry.name) : entry.name);
        }
        return all;
    }

    // Whose chat is not open, so that nothing of it is in the way.
    QString tagOfSomebody() const
    {
        for (const CastEntry &entry : app().cast.values()) {
            if (!entry.tags.isEmpty() && entry.kind == CastEntry::Kind::Character &&
                entry.id != app().chat.reference()->cardFile)
                return entry.tags.first().name;
        }
        return {};
    }

    void click(const QString &name) const
    {
        const QModelIndex row = view()->model()->index(int(names().indexOf(name)), 0);
        view()->scrollTo(row);
        QTest::mouseClick(view()->viewport(), Qt::LeftButton, {},
                          view()->visualRect(row).topLeft() + QPoint(24, 24));
    }

    QString notices() const
    {
        QStringList all;
        for (const QLabel *label : app().chatPane.notices()->findChildren<QLabel *>())
            all.append(label->text());
        return all.join(u'\n');
    }

    void clickNotice(const QString &text) const
    {
        QAbstractButton *button = nullptr;
        QTRY_VERIFY(button = buttonOfNotice(text));
        QTest::mouseClick(button, Qt::LeftButton);
    }

    QAbstractButton *buttonOfNotice(const QString &text) const
    {
        for (QAbstractButton *each : app().chatPane.notices()->findChildren<QAbstractButton *>()) {
            if (each->text() == text && each->isVisible())
                return each;
        }
        return nullptr;
    }

    void pick(const QStringList &path) const
    {
        OpenProgram::chooseFromMenu(head()->findChild<QToolButton *>(u"castOrder"_s)->menu(), path);
    }

    void pickFromRow(const QStringList &path) const
    {
        OpenProgram::chooseFromContextMenu(view()->viewport(),
                                           view()->visualRect(view()->currentIndex()).center(), path);
    }

    std::unique_ptr<OpenProgram> m_program;
};

} // namespace tst_librarylist

SNUG_TEST(tst_librarylist, TestLibraryList, Windows)

#include "tst_librarylist.moc"
