// The Studio as a page of the main window: in the chat's place and back, into a window of its own and back,
// and whose the keys are meanwhile.

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/editors/editorofkind.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "core/chat/chatsession.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/findbar.h"
#include "widgets/chat/transcript.h"
#include "widgets/editors/card/cardfieldspage.h"
#include "widgets/editors/forms/fieldedit.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/editors/lore/loretable.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/library/documenttree.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"
#include "widgets/window/studio.h"
#include "widgets/window/windowpages.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QShortcut>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

namespace tst_studiopage {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

// The keys that more than one thing reacts to, wherever in the window the focus is.
QStringList keysOfSeveral(const QMainWindow &window)
{
    QHash<QKeySequence, QStringList> users;
    for (const QShortcut *each : window.findChildren<QShortcut *>()) {
        const auto *place = qobject_cast<const QWidget *>(each->parent());
        if (!each->isEnabled() || each->context() != Qt::WindowShortcut || !place || !place->isVisible())
            continue;
        for (const QKeySequence &key : each->keys())
            users[key].append(u"%1 of %2"_s.arg(key.toString(), place->objectName()));
    }
    QSet<const QAction *> actions;
    const QList<QWidget *> widgets = window.findChildren<QWidget *>() << const_cast<QMainWindow *>(&window);
    for (const QWidget *widget : widgets) {
        const QList<QAction *> own = widget->isVisible() ? widget->actions() : QList<QAction *>();
        for (const QAction *action : own)
            actions.insert(action);
    }
    for (const QAction *action : std::as_const(actions)) {
        if (!action->isEnabled() || !action->isVisible() || action->shortcutContext() != Qt::WindowShortcut)
            continue;
        for (const QKeySequence &key : action->shortcuts())
            users[key].append(u"%1 of “%2”"_s.arg(key.toString(), action->text()));
    }
    QStringList found;
    for (const QStringList &each : std::as_const(users)) {
        if (each.size() > 1)
            found.append(each.join(u" and "_s));
    }
    return found;
}

} // namespace

class TestStudioPage : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<OpenProgram> m_program;

    const AppContext &app() const { return m_program->app(); }
    MainWindow &window() const { return app().window; }
    Studio &studio() const { return app().studio; }
    WindowPages &pages() const { return *window().pages(); }
    bool writesAtOnce() const
    {
        return app().chatPane.isVisible() &&
               app().chatPane.composer()->isAncestorOf(QApplication::focusWidget());
    }
    bool isThere() const { return studio().isVisible() && !app().chatPane.isVisible(); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const
    {
        QWidget *focus = QApplication::focusWidget();
        QTest::keyClick(focus ? focus : &window(), key, modifiers);
    }
    void go() const
    {
        press(Qt::Key_S, Qt::ControlModifier | Qt::AltModifier);
        QTRY_VERIFY(isThere());
    }
    void openBook() const
    {
        app().lorebookEditor.open(u"Sellick Harbour"_s);
        QTRY_VERIFY(app().lorebookEditor.document().isOpen());
        QTRY_VERIFY(app().lorebookEditor.editor()->isVisible());
    }
    QPlainTextEdit *draft() const { return app().chatPane.composer()->findChild<QPlainTextEdit *>(); }
    void wait() const
    {
        QVERIFY(QTest::qWaitForWindowActive(&window()));
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
        QTRY_VERIFY(!app().chat.session()->preview().isBusy());
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        window().resize(1400, 860);
        wait();
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    // What is typed after something was opened is written there, and presses no button on the way.
    void theKeysAreTheEditors()
    {
        app().cardEditor.open();
        QTRY_VERIFY(app().cardEditor.document().isOpen() && isThere());
        QWidget *editor = app().cardEditor.editor();
        QTRY_VERIFY(editor->isVisible() && QApplication::focusWidget());
        QVERIFY(QTest::qWaitFor([&] { return qobject_cast<QPlainTextEdit *>(QApplication::focusWidget()); }));
        QVERIFY(editor->isAncestorOf(QApplication::focusWidget()));
        const auto text = [] {
            return qobject_cast<QPlainTextEdit *>(QApplication::focusWidget())->toPlainText();
        };
        const QString before = text();
        QTest::keyClicks(QApplication::focusWidget(), u"A b "_s);
        QVERIFY(isThere());
        QCOMPARE(text().size(), before.size() + 4);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(text(), before);
    }

    void waysBack_data()
    {
        QTest::addColumn<int>("key"); // 0: the button
        QTest::newRow("the button") << 0;
        QTest::newRow("Alt+Left") << (Qt::ALT | Qt::Key_Left).toCombined();
        QTest::newRow("Esc") << (Qt::NoModifier | Qt::Key_Escape).toCombined();
        QTest::newRow("Ctrl+Alt+S") << (Qt::CTRL | Qt::ALT | Qt::Key_S).toCombined();
    }
    void waysBack()
    {
        QFETCH(int, key);
        go();
        QVERIFY(!app().libraryPane.isVisible() && !app().inspector.isVisible());
        QVERIFY(studio().documents()->list()->hasFocus());
        openBook();
        app().lorebookEditor.editor()->table()->setFocus();
        const QWidget *focus = QApplication::focusWidget();
        QVERIFY(app().lorebookEditor.editor()->isAncestorOf(focus));
        const auto back = QKeyCombination::fromCombined(key);
        if (key == 0)
            QTest::mouseClick(studio().backButton(), Qt::LeftButton);
        else
            press(back.key(), back.keyboardModifiers());
        QTRY_VERIFY(writesAtOnce());
        QVERIFY(!studio().isVisible() && app().libraryPane.isVisible() && app().inspector.isVisible());
        // It is still open, and worked in where it was left.
        QVERIFY(studio().isOpen(app().lorebookEditor.editor()));
        go();
        QVERIFY(app().lorebookEditor.editor()->isVisible());
        QCOMPARE(QApplication::focusWidget(), focus);
    }

    // What is chosen from the View menu is in sight.
    void theMenuLeadsToPlacesOfTheChat()
    {
        go();
        app().actions.action(ActionId::FocusTranscript)->trigger();
        QTRY_VERIFY(app().chatPane.isVisible() && !studio().isVisible());
        QTRY_VERIFY(app().chatPane.transcript()->hasFocus());
    }

    void theTitleFollows()
    {
        const QString chat = window().windowTitle();
        openBook();
        QTRY_VERIFY2(window().windowTitle().contains(u"Sellick Harbour"), qPrintable(window().windowTitle()));
        QVERIFY(!window().isWindowModified());
        Lorebook book = app().lorebookEditor.document().value();
        book.entries.first().content += u" More."_s;
        app().lorebookEditor.document().change(book, u"Test"_s, {});
        QTRY_VERIFY(window().isWindowModified());
        press(Qt::Key_Left, Qt::AltModifier);
        QTRY_VERIFY(writesAtOnce());
        QCOMPARE(window().windowTitle(), chat);
        QVERIFY(!window().isWindowModified());
        go();
        QVERIFY(window().isWindowModified());
    }

    void theChatsPanesStayAsTheyWere()
    {
        ChatPage *chat = window().chatPage();
        const auto drag = [chat](int library, int inspector) { // as who drags the borders
            QTest::mousePress(chat, Qt::LeftButton, {}, QPoint(1, 1));
            chat->resizeDocks({chat->libraryDock(), chat->inspectorDock()}, {library, inspector},
                              Qt::Horizontal);
            const bool isDone = QTest::qWaitFor([&] { return chat->libraryDock()->width() == library; });
            QTest::mouseRelease(chat, Qt::LeftButton, {}, QPoint(1, 1));
            return isDone;
        };
        QVERIFY(drag(310, 290));
        QTRY_COMPARE(chat->inspectorDock()->width(), 290);
        go();
        press(Qt::Key_Left, Qt::AltModifier);
        QTRY_VERIFY(writesAtOnce());
        QCOMPARE(chat->libraryDock()->width(), 310);
        QCOMPARE(chat->inspectorDock()->width(), 290);
        // In reading mode, too, and where the window is closed behind the page.
        press(Qt::Key_F10);
        QTRY_VERIFY(chat->libraryDock()->isHidden());
        go();
        press(Qt::Key_Left, Qt::AltModifier);
        QTRY_VERIFY(writesAtOnce());
        QVERIFY(chat->libraryDock()->isHidden() && chat->inspectorDock()->isHidden());
        QVERIFY(app().actions.action(ActionId::ReadingMode)->isChecked());
        press(Qt::Key_F10);
        QTRY_VERIFY(chat->libraryDock()->isVisible());
        window().resize(780, 560); // fits on the offscreen screen, where windows begin
        QVERIFY(drag(190, 220));
        const int inspector = chat->inspectorDock()->width();
        go();
        m_program->restart();
        wait();
        QVERIFY(app().chatPane.isVisible() && !studio().isVisible());
        QTRY_COMPARE(window().chatPage()->libraryDock()->width(), 190);
        QTRY_COMPARE(window().chatPage()->inspectorDock()->width(), inspector);
    }

    void aWindowOfItsOwnAndBack()
    {
        openBook();
        const QWidget *focus = QApplication::focusWidget();
        QCOMPARE(studio().placeButton()->toolTip(), u"Own Window"_s);
        QTest::mouseClick(studio().placeButton(), Qt::LeftButton);
        QTRY_VERIFY(studio().isWindow() && studio().isVisible() && app().chatPane.isVisible());
        QVERIFY(QTest::qWaitForWindowActive(&studio()));
        QVERIFY(app().lorebookEditor.editor()->isVisible());
        QCOMPARE(QApplication::focusWidget(), focus);
        QAction *own = app().actions.action(ActionId::StudioWindow);
        QVERIFY(own->isChecked());
        QVERIFY(studio().windowTitle().contains(u"Sellick Harbour"));
        QVERIFY(!window().windowTitle().contains(u"Sellick Harbour"));
        // The two stand beside each other; the keys go from one to the other.
        press(Qt::Key_Left, Qt::AltModifier);
        QTRY_VERIFY(window().isActiveWindow() && writesAtOnce());
        QVERIFY(studio().isVisible());
        // The next start remembers it, and where it stood.
        studio().resize(760, 540); // fits on the offscreen screen
        m_program->restart();
        wait();
        QVERIFY(!studio().isVisible());
        press(Qt::Key_S, Qt::ControlModifier | Qt::AltModifier);
        QTRY_VERIFY(studio().isVisible() && studio().isWindow());
        QCOMPARE(studio().size(), QSize(760, 540));
        QVERIFY(app().chatPane.isVisible());
        QCOMPARE(studio().placeButton()->toolTip(), u"Into the Main Window"_s);
        // Back by the menu.
        const auto menus = window().menuBar()->actions();
        const auto view = std::ranges::find(menus, u"&View"_s, &QAction::text);
        QVERIFY(view != menus.end());
        OpenProgram::chooseFromMenu((*view)->menu(), {u"Studio in Its Own Window"_s});
        QTRY_VERIFY(!studio().isWindow() && isThere());
        QVERIFY(!app().actions.action(ActionId::StudioWindow)->isChecked());
        m_program->restart();
        wait();
        go();
        QVERIFY(!studio().isWindow());
    }

    // Whatever is in front.
    void noKeyHasTwoMeanings_data()
    {
        QTest::addColumn<int>("kind"); // -1: the chat, -2: the documents alone
        QTest::newRow("chat") << -1;
        QTest::newRow("documents") << -2;
        for (const DocumentKind kind : allDocumentKinds)
            QTest::addRow("%d", int(kind)) << int(kind);
    }
    void noKeyHasTwoMeanings()
    {
        QFETCH(int, kind);
        if (kind == -2)
            go();
        if (kind >= 0) {
            EditorController &editor = editorOf(app(), DocumentKind(kind));
            editor.openDocument({DocumentKind(kind), {}});
            QTRY_VERIFY(isThere() && studio().current());
        }
        QCOMPARE(keysOfSeveral(window()).join(u'\n'), QString());
    }

    void keysAreTheEditors()
    {
        draft()->setPlainText(u"Kept"_s);
        app().cardEditor.open();
        QTRY_VERIFY(app().cardEditor.editor() && app().cardEditor.editor()->isVisible());
        QTRY_VERIFY(app().cardEditor.document().isOpen());
        auto *text = qobject_cast<QPlainTextEdit *>(app()
                                                        .cardEditor.editor()
                                                        ->pageOf(CardField::Description)
                                                        ->fieldEdit(CardField::Description)
                                                        ->control());
        QVERIFY(text);
        QTRY_VERIFY(text->isVisible());
        const QString before = app().cardEditor.document().value().description;
        text->setFocus();
        text->moveCursor(QTextCursor::Start);
        QTest::keyClicks(text, u"Zebra. "_s);
        QTRY_VERIFY(app().cardEditor.document().value().description.startsWith(u"Zebra. "));
        for (int i = 0; i < 3 && app().cardEditor.document().isEdited(); ++i)
            press(Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(app().cardEditor.document().value().description, before);
        const qsizetype messages = app().chat.session()->chat().messages.size();
        for (const auto &[key, modifiers] :
             {std::pair(Qt::Key_F, Qt::KeyboardModifiers(Qt::ControlModifier)),
              std::pair(Qt::Key_Delete, Qt::KeyboardModifiers(Qt::ControlModifier)),
              std::pair(Qt::Key_H, Qt::KeyboardModifiers(Qt::ControlModifier)),
              std::pair(Qt::Key_R, Qt::KeyboardModifiers(Qt::ControlModifier)),
              std::pair(Qt::Key_F2, Qt::KeyboardModifiers())})
            press(key, modifiers);
        // F2 is about the card, not about a message.
        auto *name = window().findChild<QInputDialog *>();
        QVERIFY(name && name->textValue() == app().cardEditor.document().value().name);
        QTest::keyClick(name, Qt::Key_Escape);
        QTRY_VERIFY(!window().findChild<QInputDialog *>());
        window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window()));
        QVERIFY(isThere());
        QCOMPARE(app().chat.session()->chat().messages.size(), messages);
        QVERIFY(app().chatPane.find()->isHidden());
        QCOMPARE(draft()->toPlainText(), u"Kept"_s);
        // What is done to the chat leads back to it, with the focus where it is wanted.
        const auto menus = window().menuBar()->actions();
        const auto edit = std::ranges::find(menus, u"&Edit"_s, &QAction::text);
        QVERIFY(edit != menus.end());
        OpenProgram::chooseFromMenu((*edit)->menu(), {u"Find in Chat…"_s});
        QTRY_VERIFY(app().chatPane.find()->isVisible());
        QTRY_VERIFY(app().chatPane.find()->isAncestorOf(QApplication::focusWidget()));
        press(Qt::Key_Escape);
        QTRY_VERIFY(writesAtOnce());
        // There its keys are its own again.
        press(Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY(app().chatPane.find()->isVisible());
        press(Qt::Key_Escape);
        go();
        press(Qt::Key_F11);
        QTRY_VERIFY(app().chatPane.isVisible());
        QVERIFY(!window().chatPage()->memoryDock()->isHidden());
    }

    void itsSidesFold()
    {
        openBook();
        QWidget *documents = studio().documents();
        QWidget *prompt = studio().prompt();
        QTRY_VERIFY(documents->isVisible() && prompt->isVisible());
        press(Qt::Key_F9);
        QVERIFY(!documents->isVisible() && prompt->isVisible());
        QVERIFY(OpenProgram::click(&studio(), u"Show the documents"_s));
        QVERIFY(documents->isVisible());
        press(Qt::Key_F10);
        QVERIFY(!documents->isVisible() && !prompt->isVisible());
        QVERIFY(!app().actions.action(ActionId::ReadingMode)->isChecked());
        press(Qt::Key_F10);
        QVERIFY(documents->isVisible() && prompt->isVisible());
        // Narrow, one of them stands beside the editor.
        window().resize(900, 640);
        QTRY_VERIFY(documents->isVisible() && !prompt->isVisible());
        press(Qt::Key_F12);
        QTRY_VERIFY(!documents->isVisible() && prompt->isVisible());
        QCOMPARE(window().width(), 900);
        press(Qt::Key_F9);
        QTRY_VERIFY(documents->isVisible() && !prompt->isVisible());
        press(Qt::Key_F12);
        press(Qt::Key_F, Qt::ControlModifier | Qt::AltModifier);
        QTRY_VERIFY(studio().documents()->search()->hasFocus());
        // There is always a way back.
        press(Qt::Key_F10);
        QVERIFY(OpenProgram::click(&studio(), u"Back to the chat"_s));
        QTRY_VERIFY(writesAtOnce());
    }

    void theReplyGoesOnBehindIt()
    {
        m_program->setUnderstudyPace(20);
        m_program->restart();
        wait();
        const auto messages = [this] { return app().chat.session()->chat().messages; };
        const qsizetype before = messages().size();
        draft()->setFocus();
        QTest::keyClicks(draft(), u"Go on"_s);
        press(Qt::Key_Return);
        QTRY_VERIFY(app().chat.session()->reply().isUnderWay());
        go();
        QVERIFY(app().chat.session()->reply().isUnderWay());
        QTRY_VERIFY_WITH_TIMEOUT(!app().chat.session()->reply().isUnderWay(), 30000);
        QCOMPARE(messages().size(), before + 2);
        QVERIFY(!messages().last().text.isEmpty());
        QVERIFY(isThere());
    }

    void noticesStayInSight()
    {
        NoticeBar *notices = app().chatPane.notices();
        go();
        int answered = 0;
        const NoticeAction answer{u"Answer"_s, [&answered] { ++answered; }};
        notices->post(u"test"_s, {Notice::Kind::Problem, u"Something asks."_s, {answer}});
        QTRY_VERIFY(notices->isVisible() && studio().isVisible());
        QTRY_VERIFY(notices->mapTo(&window(), QPoint()).y() < studio().mapTo(&window(), QPoint()).y());
        QVERIFY(OpenProgram::click(notices, u"Answer"_s));
        QTRY_COMPARE(answered, 1);
        press(Qt::Key_Left, Qt::AltModifier);
        QTRY_VERIFY(writesAtOnce());
        QVERIFY(app().chatPane.isAncestorOf(notices));
        notices->dismiss(u"test"_s);
    }

    void whoIsLookedForIsShown()
    {
        go();
        press(Qt::Key_K, Qt::ControlModifier);
        auto *search = qobject_cast<QLineEdit *>(QApplication::focusWidget());
        QVERIFY(search);
        QTest::keyClicks(search, u"Tomas"_s);
        QTest::keyClick(search, Qt::Key_Return);
        QTRY_VERIFY(app().chatPane.isVisible() && !studio().isVisible());
        QTRY_VERIFY(writesAtOnce());
    }

    // It goes with what was written in it kept for later, as ever.
    void closingTheWindowKeepsWhatIsEdited()
    {
        openBook();
        Lorebook book = app().lorebookEditor.document().value();
        book.entries.first().content += u" Kept for later."_s;
        app().lorebookEditor.document().change(book, u"Test"_s, {});
        QTRY_VERIFY(window().isWindowModified());
        m_program->restart();
        wait();
        QVERIFY(app().chatPane.isVisible());
        openBook();
        QTRY_VERIFY(window().isWindowModified());
        QVERIFY(app().lorebookEditor.document().value().entries.first().content.endsWith(u"Kept for later."));
    }
};

} // namespace tst_studiopage

SNUG_TEST(tst_studiopage, TestStudioPage, Windows)

#include "tst_studiopage.moc"
