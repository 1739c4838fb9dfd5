// The lore simulator in the whole program: opened from the lorebook's editor and from the inspector, it
// follows what is edited, says why, and leads to replies and entries.

#include "app/chat/chatcontroller.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "app/inspector/lorereplaycontroller.h"
#include "core/chat/chatsession.h"
#include "core/chat/conversation.h"
#include "core/library/lorebookedits.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/transcript.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/inspector/inspector.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

namespace tst_simulatorinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

static const QString bookName = u"Sellick Harbour"_s;

class TestSimulatorInWindow : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<OpenProgram> m_program;

    const AppContext &app() const { return m_program->app(); }
    LoreReplayWindow *window() { return app().loreReplay.window(); }
    LoreHeatStrip *strip() { return window()->strip(); }
    QString why() { return window()->findChild<QLabel *>(u"replayWhy"_s)->text(); }
    QString cell() { return window()->findChild<QLabel *>(u"replayCell"_s)->text(); }
    bool isDone() { return window() && !app().loreReplay.isRunning() && !window()->summary().isEmpty(); }

    void openFromEditor()
    {
        app().lorebookEditor.open(bookName);
        LorebookEditor *editor = app().lorebookEditor.editor();
        QTRY_VERIFY(app().lorebookEditor.document().isOpen());
        QVERIFY(QTest::qWaitForWindowActive(editor));
        QTest::keyClick(editor, Qt::Key_R, Qt::ControlModifier);
        QTRY_VERIFY(isDone());
        QVERIFY(QTest::qWaitForWindowActive(window()));
    }
    // A new entry that never fires and one that always does.
    void edit()
    {
        Lorebook book = app().lorebookEditor.document().value();
        LoreEntry never;
        never.uid = 900;
        never.title = u"Inn"_s;
        never.keys = {u"zanzibarian"_s};
        never.content = u"The inn is warm."_s;
        LoreEntry always = never;
        always.uid = 901;
        always.title = u"Sky"_s;
        always.constant = true;
        always.content = u"The sky is low over the harbour, and the gulls keep to the roofs."_s;
        book.entries += {never, always};
        app().lorebookEditor.document().change(book, u"Add"_s);
    }
    int rowOf(const QString &title)
    {
        for (const int row : strip()->rows()) {
            if (strip()->words({row, 0}).startsWith(title + u','))
                return row;
        }
        return -1;
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_program = std::make_unique<OpenProgram>();
        QTRY_VERIFY(app().chat.session() && app().chat.shownPrompt());
        QVERIFY(!pastTurns(app().chat.session()->chat()).isEmpty());
    }
    void cleanup() { m_program.reset(); }

    void followsWhatIsEdited()
    {
        openFromEditor();
        const auto turns = int(pastTurns(app().chat.session()->chat()).size());
        edit();
        QTRY_VERIFY2(window()->summary().startsWith(u"Adds %1 firing"_s.arg(turns)),
                     qPrintable(window()->summary()));
        QVERIFY(window()->summary().contains(u"tokens on average"_s));
        QVERIFY(window()->summary().contains(u"“Inn”"_s));
        QVERIFY(strip()->words({rowOf(u"Sky"_s), 0}).contains(u"now fired"_s));
        app().lorebookEditor.document().undo();
        QTRY_VERIFY2(window()->summary().startsWith(u"Fires as before"_s), qPrintable(window()->summary()));
        QCOMPARE(rowOf(u"Sky"_s), -1);
    }

    void keysLeadToRepliesAndEntries()
    {
        openFromEditor();
        edit();
        QTRY_VERIFY(rowOf(u"Inn"_s) >= 0);
        strip()->setFocus();
        strip()->choose({rowOf(u"Inn"_s), 0});
        QTRY_VERIFY2(why().contains(u"No key"_s), qPrintable(why()));
        QVERIFY2(cell().startsWith(u"Inn, reply #"_s), qPrintable(cell()));
        QCOMPARE(strip()->accessibleDescription(), cell());
        const int place = int(strip()->rows().indexOf(strip()->chosen().row));
        QTest::keyClick(strip(), place > 0 ? Qt::Key_Up : Qt::Key_Down);
        QVERIFY(!cell().startsWith(u"Inn,"_s));
        QTest::keyClick(strip(), Qt::Key_End);
        const QList<int> turns = pastTurns(app().chat.session()->chat());
        QCOMPARE(strip()->chosen().turn, int(turns.size()) - 1);
        QTest::keyClick(strip(), Qt::Key_Return);
        QTRY_COMPARE(app().chatPane.transcript()->currentRow(), turns.last());
        strip()->choose({rowOf(u"Sky"_s), 0});
        QTRY_VERIFY2(why().contains(u"Always on"_s), qPrintable(why()));
        QTest::keyClick(strip(), Qt::Key_F2);
        QTRY_COMPARE(app().lorebookEditor.editor()->windowTitle().contains(bookName), true);
        QVERIFY(app().lorebookEditor.editor()->isVisible());
    }

    void theMouseLooksAndChooses()
    {
        openFromEditor();
        edit();
        QTRY_VERIFY(rowOf(u"Sky"_s) >= 0);
        strip()->choose({rowOf(u"Sky"_s), 0});
        QWidget *viewport = strip()->viewport();
        const QPoint first(viewport->width() / 2, viewport->height() - 20);
        QTest::mouseMove(viewport, first);
        QTest::mouseClick(viewport, Qt::LeftButton, Qt::NoModifier, QPoint(viewport->width() / 3 + 4, 40));
        QVERIFY(!strip()->chosen().isNothing());
        const double zoom = strip()->zoom();
        QTest::keyClick(strip(), Qt::Key_Plus);
        QVERIFY(strip()->zoom() >= zoom);
        QTest::keyClick(strip(), Qt::Key_Minus);
        QTest::keyClick(strip(), Qt::Key_Minus);
        QVERIFY(strip()->zoom() < zoom * 1.01);
        QTest::keyClick(strip(), Qt::Key_0);
        QCOMPARE(strip()->zoom(), zoom);
    }

    void filtersAndComparesOtherwise()
    {
        openFromEditor();
        edit();
        QTRY_VERIFY(rowOf(u"Sky"_s) >= 0);
        auto *changed = window()->findChild<QCheckBox *>(u"replayChanged"_s);
        const qsizetype all = strip()->rows().size();
        QTest::keyClick(changed, Qt::Key_Space);
        QVERIFY(strip()->rows().size() < all);
        auto *filter = window()->findChild<QLineEdit *>(u"replayFilter"_s);
        QTest::keyClicks(filter, u"sky"_s);
        QCOMPARE(strip()->rows().size(), 1);
        filter->clear();
        auto *against = window()->findChild<QComboBox *>(u"replayAgainst"_s);
        against->setFocus();
        QTest::keyClick(against, Qt::Key_Down);
        QTRY_VERIFY(isDone() &&
                    strip()->words({strip()->rows().value(0), 0}).contains(u"not in the lorebook"_s));
    }

    // Two thousand turns and entries: nothing of it is done by the window's thread, and a keystroke does not
    // do it again.
    void typingIsNotReplayed()
    {
        openFromEditor();
        QList<Message> messages;
        for (int i = 0; i < 4000; ++i) {
            Message message;
            message.isUser = i % 2 == 0;
            message.name = message.isUser ? u"Ada"_s : u"Mira"_s;
            message.text = u"And then the %1 of the harbour."_s.arg(i);
            messages.append(message);
        }
        ChatSession *session = app().chat.session();
        QVERIFY(session->edits().change(UndoAction::Edit, {insertMessages(session->chat(), 0, messages)}));
        Lorebook book = app().lorebookEditor.document().value();
        for (int uid = 1000; uid < 3000; ++uid) {
            LoreEntry entry;
            entry.uid = uid;
            entry.title = u"Entry %1"_s.arg(uid);
            entry.keys = {QString::number(uid)};
            entry.content = u"About %1."_s.arg(uid);
            book.entries.append(entry);
        }
        app().lorebookEditor.document().change(book, u"Add"_s);
        const QString before = window()->summary();
        QTRY_VERIFY(
            app().loreReplay.isRunning()); // it has begun, and nothing has come of it in the same call
        QCOMPARE(window()->summary(), before);
        auto *draft = app().chatPane.composer()->findChild<QPlainTextEdit *>();
        QTest::keyClicks(draft, u"harbour"_s);
        QCOMPARE(draft->toPlainText(), u"harbour"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!app().loreReplay.isRunning(), 60000);
        QVERIFY(window()->summary() != before);
        QTest::keyClicks(draft, u" 1200"_s);
        QTRY_COMPARE(session->snapshot().userText, u"harbour 1200"_s);
        app().loreReplay.open(bookName); // asks at once, without the pause
        QVERIFY(!app().loreReplay.isRunning());
    }

    void opensFromTheInspectorAndCanBeStopped()
    {
        auto *button = app().inspector.findChild<QToolButton *>(u"loreSimulate"_s);
        QVERIFY(button);
        button->click();
        QTRY_VERIFY(isDone());
        // Not edited: what the book does at all.
        QCOMPARE(window()->wish().against, LoreReplayWish::Against::Without);
        QVERIFY2(window()->summary().startsWith(u"Adds"_s), qPrintable(window()->summary()));
        auto *cancel = window()->findChild<QPushButton *>(u"replayCancel"_s);
        QVERIFY(cancel->text().contains(u"Replay"_s));
        cancel->click();
        QVERIFY(app().loreReplay.isRunning());
        QVERIFY(cancel->text().contains(u"Cancel"_s));
        cancel->click();
        QVERIFY(!app().loreReplay.isRunning());
        cancel->click();
        QTRY_VERIFY(isDone());
    }
};

} // namespace tst_simulatorinwindow

SNUG_TEST(tst_simulatorinwindow, TestSimulatorInWindow, Windows)
#include "tst_simulatorinwindow.moc"
