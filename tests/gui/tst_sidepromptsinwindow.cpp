// Side prompts in the whole program, beside a memory that waits.

#include "app/chat/chatcontroller.h"
#include "app/memory/memorycontroller.h"
#include "core/workspace/memorysetup.h"
#include "tests/fakes/recordingserver.h"
#include "tests/gui/memoryhands.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/scenestrip.h"
#include "widgets/inspector/wirepane.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

namespace tst_sidepromptsinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

class TestSidePromptsInWindow : public QObject, MemoryHands
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

    void cleanup()
    {
        if (m_program)
            m_program->quit();
        m_program.reset();
    }

    void sidePromptWaitsInThePreview()
    {
        open("{\"showMemoryPreviews\":true}");
        type(u"/sideprompt Status 0-5"_s);
        QTRY_COMPARE_WITH_TIMEOUT(shownPane()->state(), MemoryPane::State::Memory, 20000);
        QVERIFY(!book().value(u"entries").contains(u"1"));
        QTRY_VERIFY(app().window.chatPage()->memoryDock()->isVisible());
        QVERIFY(!button(u"Keep Memory"_s));
        click(u"Keep"_s);
        QTRY_VERIFY(entryNamed(u"Status (STMB"_s).isObject());
        QTRY_VERIFY(!app().memories.sidePrompts().isBusy());
        QVERIFY(notices()->isShown(u"side-prompt-status"_s));
        QCOMPARE(waitingTexts(), QStringList());
        QVERIFY(!waiting()->isVisible());
        QCOMPARE(shownPane(), pane());
        QCOMPARE(pane()->state(), MemoryPane::State::Nothing);
    }

    // A side prompt's answer came into the form of the memory that waited: the memory was gone, and what was
    // kept was the wrong text.
    void aMemoryAndSidePromptsWaitBesideEachOther()
    {
        RecordingServer server;
        server.enqueue(saying(u"{\"title\":\"A lamp\",\"content\":\"It burned\",\"keywords\":[\"lamp\"]}"_s));
        server.enqueue(saying(u"They are well."_s));
        server.enqueue(saying(u"A bell, a lantern."_s));
        open("{\"askBeforeSending\":false,\"showMemoryPreviews\":true}");
        connectTo(server);
        type(u"/scenememory 0-10"_s);
        QTRY_COMPARE_WITH_TIMEOUT(pane()->state(), MemoryPane::State::Memory, 20000);
        QTest::keyClicks(pane()->findChild<QLineEdit *>(u"title"_s), u"!"_s);
        const MemoryDraft draft{u"A lamp!"_s, u"It burned"_s, {u"lamp"_s}};
        QCOMPARE(pane()->draft(), draft);

        type(u"/sideprompt Status 0-5"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!app().memories.sidePrompts().isBusy() && waiting()->count() == 2, 20000);
        type(u"/sideprompt Plotpoints 0-6"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!app().memories.sidePrompts().isBusy() && waiting()->count() == 3, 20000);
        QCOMPARE(waitingTexts(), (QStringList{u"Memory of messages 0-10: waits for you"_s,
                                              u"Side prompt Status over messages 0-5: waits for you"_s,
                                              u"Side prompt Plotpoints over messages 0-6: waits for you"_s}));
        QCOMPARE(shownPane(), pane()); // nothing took its place
        QCOMPARE(pane()->draft(), draft);
        QCOMPARE(server.requests().size(), 3);

        chooseWaiting(1);
        QVERIFY(shownPane() != pane());
        QCOMPARE(shownPane()->draft().content, u"They are well."_s);
        QCOMPARE(shownPane()->findChild<WirePane *>()->request().body, server.requests().at(1).body);
        QCOMPARE(pane()->findChild<WirePane *>()->request().body, server.requests().at(0).body);
        auto *content = shownPane()->findChild<QPlainTextEdit *>(u"content"_s);
        content->moveCursor(QTextCursor::End);
        QTest::keyClicks(content, u" All."_s);
        click(u"Keep"_s);
        QTRY_COMPARE(entryNamed(u"Status (STMB"_s).value(u"content").toText(), u"They are well. All."_s);
        QTRY_COMPARE(waiting()->count(), 2);
        QCOMPARE(book().value(u"entries").size(), 2); // the memory and the other one were not kept with it

        QCOMPARE(pane()->draft(), draft);
        chooseWaiting(1);
        QCOMPARE(shownPane()->draft().content, u"A bell, a lantern."_s);
        click(u"Discard"_s);
        QTRY_COMPARE(waiting()->count(), 1);
        QCOMPARE(shownPane(), pane());
        click(u"Keep Memory"_s);
        QTRY_VERIFY(entryNamed(u"001 - A lamp!"_s).isObject());
        QCOMPARE(entryNamed(u"001 - "_s).value(u"content").toText(), u"It burned"_s);
        QTRY_COMPARE(waiting()->count(), 0);
        QVERIFY(!entryNamed(u"Plotpoints (STMB"_s).isObject());
        QVERIFY(app().chatPane.scene()->accessibleName().startsWith(u"Scene: "_s)); // nothing waits
    }

    void askAgainAsksTheSidePromptOnceMore()
    {
        RecordingServer server;
        server.enqueue(saying(u"First."_s));
        server.enqueue(saying(u"Second."_s));
        open("{\"showMemoryPreviews\":true}");
        connectTo(server);
        type(u"/sideprompt Status 0-5"_s);
        QTRY_COMPARE_WITH_TIMEOUT(shownPane()->state(), MemoryPane::State::Memory, 20000);
        QCOMPARE(shownPane()->draft().content, u"First."_s);
        click(u"Ask Again"_s);
        QTRY_COMPARE_WITH_TIMEOUT(shownPane()->draft().content, u"Second."_s, 20000);
        QCOMPARE(server.requests().size(), 2);
        const auto asked = [&](int request) { // up to the time of day
            const QByteArray &body = server.requests().at(request).body;
            return body.first(std::max<qsizetype>(body.indexOf("Compiled at"), 0));
        };
        QVERIFY(!asked(0).isEmpty());
        QCOMPARE(asked(1), asked(0));
        QCOMPARE(waiting()->count(), 1);
        click(u"Keep"_s);
        QTRY_COMPARE(entryNamed(u"Status (STMB"_s).value(u"content").toText(), u"Second."_s);
    }

    // Each is told by itself, and can be asked again there and in its place.
    void aFailedSidePromptCanBeAskedAgain()
    {
        RecordingServer server;
        server.enqueue(RawAnswer::json(R"({"error":{"message":"out of lamps"}})", 400));
        server.enqueue(RawAnswer::json(R"({"error":{"message":"out of lamps"}})", 400));
        server.enqueue(saying(u"They are well."_s));
        open();
        connectTo(server);
        type(u"/sideprompt Status 0-5"_s);
        QTRY_VERIFY_WITH_TIMEOUT(notices()->isShown(u"side-prompt-status"_s), 20000);
        QVERIFY2(notices()->textOf(u"side-prompt-status"_s).contains(u"Status"_s),
                 qPrintable(notices()->textOf(u"side-prompt-status"_s)));
        QCOMPARE(shownPane()->state(), MemoryPane::State::Failure);
        app().window.chatPage()->memoryDock()->show();
        app().window.chatPage()->memoryDock()->raise();
        click(u"Ask Again"_s);
        QTRY_COMPARE_WITH_TIMEOUT(server.requests().size(), 2, 20000);
        QTRY_VERIFY_WITH_TIMEOUT(notices()->isShown(u"side-prompt-status"_s), 20000);
        QVERIFY(OpenProgram::click(notices(), u"Ask Again"_s));
        QTRY_VERIFY_WITH_TIMEOUT(entryNamed(u"Status (STMB"_s).isObject(), 20000); // no preview is wanted
        QTRY_VERIFY(notices()->textOf(u"side-prompt-status"_s).contains(u"is kept in"_s));
        QCOMPARE(waiting()->count(), 0);
    }

    void nothingWaitsInAnotherChat()
    {
        RecordingServer server;
        server.enqueue(saying(u"They are well."_s));
        open("{\"showMemoryPreviews\":true}");
        connectTo(server);
        type(u"/sideprompt Status 0-5"_s);
        QTRY_COMPARE_WITH_TIMEOUT(waiting()->count(), 1, 20000);
        QTRY_COMPARE_WITH_TIMEOUT(shownPane()->state(), MemoryPane::State::Memory, 20000);
        app().actions.action(ActionId::NewChat)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(session() && session()->chat().name != u"Evening", 20000);
        QCOMPARE(waiting()->count(), 0);
        QCOMPARE(shownPane(), pane());
        QCOMPARE(pane()->state(), MemoryPane::State::Nothing);
        QVERIFY(!app().chatPane.scene()->isVisible());
    }

    // The strip's Cancel ends what runs and nothing else.
    void cancelLeavesWhatWaits()
    {
        RecordingServer server;
        server.enqueue(saying(u"They are well."_s));
        server.enqueue(RawAnswer::silence());
        open("{\"showMemoryPreviews\":true}");
        connectTo(server);
        type(u"/sideprompt Status 0-5"_s);
        QTRY_COMPARE_WITH_TIMEOUT(shownPane()->state(), MemoryPane::State::Memory, 20000);
        const auto cancel = [this]() -> QToolButton * {
            for (QToolButton *candidate : app().chatPane.scene()->findChildren<QToolButton *>()) {
                if (candidate->text() == u"Cancel" && candidate->isVisible())
                    return candidate;
            }
            return nullptr;
        };
        QVERIFY(!cancel());
        type(u"/sideprompt Plotpoints 0-6"_s);
        QTRY_COMPARE_WITH_TIMEOUT(server.requests().size(), 2, 20000);
        QCOMPARE(waiting()->count(), 2);
        QTRY_VERIFY(cancel());
        QTest::mouseClick(cancel(), Qt::LeftButton);
        QTRY_COMPARE(waiting()->count(), 1);
        QCOMPARE(shownPane()->draft().content, u"They are well."_s);
        QVERIFY(!app().memories.sidePrompts().isBusy());
        QVERIFY(!cancel());
    }
};

} // namespace tst_sidepromptsinwindow

SNUG_TEST(tst_sidepromptsinwindow, TestSidePromptsInWindow, Windows)
#include "tst_sidepromptsinwindow.moc"
