// Ctrl+Shift+F: looking for words in all chats, characters and lorebooks, and going there.

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/transcript.h"
#include "widgets/library/findeverywhere.h"
#include "widgets/library/librarypane.h"
#include "widgets/theme/plainlabel.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QListView>
#include <QRegularExpression>
#include <QTest>

namespace tst_findeverywhere {

using namespace snug;
using namespace Qt::StringLiterals;

static constexpr int MostWait = 30'000; // the index is made anew

class TestFindEverywhere : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
        m_program->quit();
        writeChat();
        m_program->start();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
    }

    // In a chat of somebody else, in a swipe that is not shown: with Enter one is there.
    void aMessageAndItsSwipeAreOpened()
    {
        type(u"brass zebra"_s);
        QTRY_COMPARE_WITH_TIMEOUT(
            rows(), QStringList({u"At the inn"_s, u"The brass zebra has stopped again."_s}), MostWait);
        QTest::keyClick(panel()->field(), Qt::Key_Return);
        QVERIFY(!panel()->isVisible());
        QTRY_COMPARE(app().chat.reference().value_or(ChatReference()).name, u"At the inn"_s);
        QTRY_COMPARE(app().chatPane.transcript()->currentRow(), 2);
        QCOMPARE(app().libraryPane.currentEntry().value_or(CastEntry()).name, u"Tomas Reyl"_s);
        const auto message = [this] { return app().chat.session()->chat().messages.value(2); };
        QCOMPARE(message().text, u"The brass zebra has stopped again."_s);
        QVERIFY(app().chatPane.transcript()->messageRect(2).intersects(
            app().chatPane.transcript()->viewport()->rect()));
        // What is sent is another now: that is said, and can be taken back.
        QVERIFY(app().chatPane.notices()->textOf(u"foundSwipe"_s).contains(u"swipe 2 of 2"_s));
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Show Swipe 1 Again"_s));
        QCOMPARE(message().text, u"Good evening."_s);
    }

    void whatIsSaidOfASwipeEndsWithTheChat()
    {
        type(u"brass zebra"_s);
        QTRY_COMPARE_WITH_TIMEOUT(rows().size(), 2, MostWait);
        QTest::keyClick(panel()->field(), Qt::Key_Return);
        QTRY_VERIFY(app().chatPane.notices()->isShown(u"foundSwipe"_s));
        QTest::keyClick(&app().window, Qt::Key_N, Qt::ControlModifier);
        QTRY_VERIFY(app().chat.reference().value_or(ChatReference()).name != u"At the inn"_s);
        QVERIFY(!app().chatPane.notices()->isShown(u"foundSwipe"_s));
    }

    void aDoubleClickOpensToo()
    {
        type(u"brass zebra"_s);
        QTRY_COMPARE_WITH_TIMEOUT(rows().size(), 2, MostWait);
        const QListView *list = panel()->list();
        const QPoint at = list->visualRect(list->model()->index(1, 0)).center();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, at);
        QVERIFY(panel()->isVisible()); // that only chooses
        QTest::mouseDClick(list->viewport(), Qt::LeftButton, {}, at);
        QTRY_COMPARE(app().chat.reference().value_or(ChatReference()).name, u"At the inn"_s);
    }

    // What is said while the program runs is found.
    void theOpenChatIsFollowed()
    {
        const qsizetype row = app().chat.session()->conversation().size();
        app().chat.session()->send(u"A quagga stands in the hall."_s);
        QTRY_VERIFY(!app().chat.session()->reply().isUnderWay() &&
                    app().chat.session()->conversation().size() > row + 1);
        QTRY_COMPARE(app().library.saveState().pending, 0);
        type(u"quagga stands"_s);
        QTRY_COMPARE_WITH_TIMEOUT(rows().value(1), u"A quagga stands in the hall."_s, MostWait);
        QTest::keyClick(panel()->field(), Qt::Key_Return);
        QTRY_COMPARE(app().chatPane.transcript()->currentRow(), int(row));
    }

    void entriesAndFieldsAreOpened()
    {
        type(u"compressed air"_s);
        panel()->kinds()->setCurrentIndex(3);
        QTRY_VERIFY_WITH_TIMEOUT(rows().value(0) == u"Sellick Harbour"_s, MostWait);
        QTest::keyClick(panel()->field(), Qt::Key_Return);
        QTRY_COMPARE(app().lorebookEditor.document().name(), u"Sellick Harbour"_s);
        app().lorebookEditor.editor()->close();
        app().window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        type(u"Tomas"_s);
        panel()->kinds()->setCurrentIndex(2);
        QTRY_VERIFY_WITH_TIMEOUT(rows().contains(u"Tomas Reyl"_s), MostWait);
        QTest::keyClick(panel()->field(), Qt::Key_Return);
        QTRY_VERIFY(app().cardEditor.editor() && !app().cardEditor.editor()->card().name.isEmpty());
        app().cardEditor.editor()->close();
    }

    void theArrowsGoOverHeadings()
    {
        type(u"the"_s);
        QTRY_VERIFY_WITH_TIMEOUT(rows().size() > 5, MostWait);
        // What is chosen stays chosen while the index grows, so that others may stand above it.
        for (int i = 0; i < panel()->list()->model()->rowCount(); ++i)
            QTest::keyClick(panel()->field(), Qt::Key_Up);
        QCOMPARE(panel()->list()->currentIndex().row(), 1);
        for (int i = 0; i < panel()->list()->model()->rowCount(); ++i) {
            QTest::keyClick(panel()->field(), Qt::Key_Down);
            QVERIFY(panel()->list()->currentIndex().flags() & Qt::ItemIsSelectable);
        }
        QTest::keyClick(panel()->field(), Qt::Key_PageUp);
        QVERIFY(panel()->list()->currentIndex().flags() & Qt::ItemIsSelectable);
    }

    // Nothing is typed into the composer meanwhile, and Escape leads back to it.
    void escapeLeadsBack()
    {
        QWidget *before = QApplication::focusWidget();
        QVERIFY(before);
        QTest::keyClick(&app().window, Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(panel()->isVisible() && panel()->field()->hasFocus());
        QVERIFY(said().contains(u"Finds the messages"_s));
        QTest::keyClicks(panel()->field(), u"xyzzyx"_s);
        QTRY_VERIFY_WITH_TIMEOUT(said().contains(u"nowhere"_s), MostWait);
        QTest::keyClick(panel()->field(), Qt::Key_Return); // nowhere to go
        QVERIFY(panel()->isVisible());
        QTest::keyClick(panel()->field(), Qt::Key_Escape);
        QVERIFY(!panel()->isVisible());
        QCOMPARE(QApplication::focusWidget(), before);
        QCOMPARE(app().chat.draft(), QString());
        // What was typed is there again, to be replaced by typing.
        QTest::keyClick(&app().window, Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(panel()->field()->selectedText(), u"xyzzyx"_s);
    }

    void itGoesWhenOneWritesElsewhere()
    {
        type(u"fog"_s);
        app().chatPane.composer()->setFocus();
        QTRY_VERIFY(!panel()->isVisible());
    }

private:
    const AppContext &app() const { return m_program->app(); }
    FindEverywhere *panel() const { return app().window.findChild<FindEverywhere *>(); }

    void writeChat() const
    {
        const QString folder = m_program->libraryFolder() + u"/chats/Tomas Reyl"_s;
        QVERIFY(QDir().mkpath(folder));
        QFile file(folder + u"/At the inn.jsonl"_s);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QByteArray lines = "{\"user_name\":\"Ada\",\"character_name\":\"Tomas Reyl\",\"chat_metadata\":{}}\n";
        lines += "{\"name\":\"Tomas Reyl\",\"mes\":\"Come in.\"}\n"
                 "{\"name\":\"Ada\",\"is_user\":true,\"mes\":\"Thank you.\"}\n"
                 "{\"name\":\"Tomas Reyl\",\"mes\":\"Good evening.\",\"swipe_id\":0,\"swipes\":"
                 "[\"Good evening.\",\"The brass zebra has stopped again.\"]}\n";
        for (int i = 0; i < 40; ++i)
            lines += "{\"name\":\"Ada\",\"is_user\":true,\"mes\":\"And then it rained for a day.\"}\n";
        QVERIFY(file.write(lines) > 0);
    }

    void type(const QString &words)
    {
        QTest::keyClick(&app().window, Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(panel()->isVisible() && panel()->field()->hasFocus());
        QTest::keyClicks(panel()->field(), words);
        QCOMPARE(panel()->words(), words);
    }

    QStringList rows() const
    {
        QStringList list;
        for (int row = 0; row < panel()->list()->model()->rowCount(); ++row)
            list.append(panel()->list()->model()->index(row, 0).data().toString());
        return list;
    }

    QString said() const
    {
        QStringList texts;
        for (const PlainLabel *label : panel()->findChildren<PlainLabel *>()) {
            if (label->isVisible())
                texts.append(label->text());
        }
        return texts.join(u' ');
    }

    std::unique_ptr<OpenProgram> m_program;
};

} // namespace tst_findeverywhere

SNUG_TEST(tst_findeverywhere, TestFindEverywhere, Windows)

#include "tst_findeverywhere.moc"
