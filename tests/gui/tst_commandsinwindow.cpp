// Slash commands, the author's note and hints, by key and click.

#include "app/chat/chatcontroller.h"
#include "app/settings.h"
#include "core/formats/jsontext.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/composerhands.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/commandpopup.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/hintstrip.h"
#include "widgets/chat/notefold.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTest>

namespace tst_commandsinwindow {

using namespace snug;
using namespace Qt::StringLiterals;

class TestCommandsInWindow : public QObject, ComposerHands
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    } // offscreen

    void cleanup()
    {
        if (m_program)
            m_program->quit();
        m_program.reset();
    }

    void commandsAreOfferedAndCarriedOut()
    {
        open();
        const qsizetype before = chat().messages.size();
        field()->setFocus();
        QTest::keyClicks(field(), u"/sy"_s);
        const auto *popup = app().window.findChild<CommandPopup *>();
        QTRY_VERIFY(popup->isVisible());
        QCOMPARE(popup->count(), 1);
        QVERIFY(popup->item(0)->text().startsWith(u"/sys text"));
        QTest::keyClick(field(), Qt::Key_Return); // completes
        QCOMPARE(composer()->draft(), u"/sys "_s);
        QTest::keyClicks(field(), u"Night falls."_s);
        QTest::keyClick(field(), Qt::Key_Return);
        QTRY_COMPARE(chat().messages.size(), before + 1);
        QVERIFY(chat().messages.last().isNarrator());
        QCOMPARE(composer()->draft(), QString());
        QCOMPARE(app().actions.action(ActionId::Undo)->text(), u"Undo write message"_s);
        app().actions.action(ActionId::Undo)->trigger();
        QTRY_COMPARE(chat().messages.size(), before);
    }

    void whatIsRefusedStays_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("unknown") << u"/bgcol now"_s;
        QTest::newRow("not there") << u"/hide 999"_s;
    }

    void whatIsRefusedStays()
    {
        QFETCH(QString, text);
        open();
        const Chat before = chat();
        type(text);
        QTRY_VERIFY(app().chatPane.notices()->isShown(u"slash-command"_s));
        QCOMPARE(composer()->draft(), text);
        QCOMPARE(chat(), before);
        QVERIFY(!app().chat.session()->reply().isUnderWay());
        // What was never meant for a command can be said all the same.
        const auto send = [this] { return button(app().chatPane.notices(), u"Send as Text"_s); };
        QTRY_COMPARE(send() != nullptr, text.startsWith(u"/bgcol"));
        if (!send())
            return;
        send()->click();
        QTRY_VERIFY(chat().messages.size() > before.messages.size());
        QCOMPARE(chat().messages.at(before.messages.size()).text, text);
    }

    // Only what was not done comes back, and not over what was typed meanwhile.
    void whatIsLeftOfSeveralComesBack()
    {
        open();
        const qsizetype before = chat().messages.size();
        type(u"/del 1 | /hide 999 | /sys Night."_s);
        QTRY_VERIFY(app().chatPane.notices()->isShown(u"slash-command"_s));
        QCOMPARE(composer()->draft(), u"/hide 999 | /sys Night."_s);
        QCOMPARE(chat().messages.size(), before - 1);
        composer()->setDraft({});

        const QString insert = u"Insert into the Message Field"_s;
        type(u"/gen What is the mood? | /hide 999"_s);
        QTest::keyClicks(field(), u"Meanwhile"_s);
        QTRY_VERIFY(button(app().chatPane.notices(), insert));
        QCOMPARE(composer()->draft(), u"Meanwhile"_s);
        button(app().chatPane.notices(), insert)->click();
        QCOMPARE(composer()->draft(), u"Meanwhile\n/hide 999"_s);
        QCOMPARE(chat().messages.size(), before - 1);
    }

    void memoryCommandsAreTakenToo()
    {
        open();
        type(u"/sideprompt-on Nothing"_s);
        QTRY_VERIFY(app().chatPane.notices()->isShown(u"memory-command"_s));
        QVERIFY(!app().chatPane.notices()->isShown(u"slash-command"_s));
    }

    void goOpensAnotherChat()
    {
        open();
        const QString other = app().library.contents().cards.last().name;
        const QString file = app().library.contents().cards.last().file;
        type(u"/go "_s + other);
        QTRY_COMPARE(app().workspace.content.cardFile(), file);
    }

    void personasAreCompleted()
    {
        open();
        const Persona last = app().workspace.content.personas().all().last();
        field()->setFocus();
        composer()->type(u"/persona "_s + last.name.left(3));
        const auto *popup = app().window.findChild<CommandPopup *>();
        QTRY_VERIFY(popup->isVisible() && popup->count() >= 2);
        QTest::keyClick(field(), Qt::Key_Tab);
        QCOMPARE(composer()->draft(), u"/persona \"%1\" "_s.arg(last.name));
        QTest::keyClick(field(), Qt::Key_Return);
        QTRY_COMPARE(app().workspace.content.personas().inEffect().persona->avatar, last.avatar);
    }

    void questionsCanBePutIntoTheMessageField()
    {
        open();
        const Chat before = chat();
        type(u"/gen What is the mood?"_s);
        QTRY_VERIFY(button(app().chatPane.notices(), u"Insert into the Message Field"_s));
        button(app().chatPane.notices(), u"Insert into the Message Field"_s)->click();
        QVERIFY(!composer()->draft().isEmpty());
        QCOMPARE(chat(), before);
    }

    void theNoteIsInThePromptAndInTheChat()
    {
        open();
        QTest::keyClick(&app().window, Qt::Key_A, Qt::ControlModifier | Qt::AltModifier);
        QTRY_VERIFY(note()->isVisible());
        auto *text = note()->findChild<QPlainTextEdit *>();
        QVERIFY(text->hasFocus());
        text->selectAll();
        QTest::keyClicks(text, u"Keep the kettle warm."_s);
        QTRY_COMPARE(chat().metadata().value(u"note_prompt").toText(), u"Keep the kettle warm."_s);
        QTRY_VERIFY(promptSays(u"Keep the kettle warm."_s));
        QTRY_VERIFY(!note()->findChildren<QLabel *>().isEmpty());
        QCOMPARE(app().actions.action(ActionId::Undo)->text(), u"Undo author's note"_s);
        note()->findChildren<QSpinBox *>().last()->setValue(0); // never
        QTRY_COMPARE(chat().metadata().value(u"note_interval").toInt(1), 0);
        QTRY_VERIFY(!promptSays(u"Keep the kettle warm."_s));
        app().actions.action(ActionId::Undo)->trigger();
        QTRY_VERIFY(promptSays(u"Keep the kettle warm."_s));
        QTest::keyClick(text, Qt::Key_Escape);
        QVERIFY(!note()->isVisible());
        QVERIFY(field()->hasFocus());
    }

    // Both stand in the settings, and are taken back in the order in which they were made.
    void otherNotesAreTakenBack()
    {
        open();
        const auto settingsSay = [this](const QString &words) {
            return QString::fromUtf8(bytes(app().library.layout().settingsFile())).contains(words);
        };
        QAction *undo = app().actions.action(ActionId::Undo);
        QAction *redo = app().actions.action(ActionId::Redo);
        app().actions.action(ActionId::AuthorsNote)->trigger();
        auto *text = note()->findChild<QPlainTextEdit *>();
        note()->setScope(NoteFold::Scope::Character);
        const QString before = text->toPlainText();
        text->selectAll();
        QTest::keyClicks(text, u"She hums."_s);
        note()->setScope(NoteFold::Scope::Default);
        const QString defaultBefore = text->toPlainText();
        text->selectAll();
        QTest::keyClicks(text, u"Be brief."_s);
        note()->flush();
        QTRY_VERIFY(settingsSay(u"She hums."_s) && settingsSay(u"Be brief."_s));
        QCOMPARE(undo->text(), u"Undo the note of chats without one"_s);
        undo->trigger();
        QCOMPARE(text->toPlainText(), defaultBefore);
        QTRY_VERIFY(!settingsSay(u"Be brief."_s));
        QCOMPARE(undo->text(), u"Undo the character's note"_s);
        QVERIFY(settingsSay(u"She hums."_s));
        note()->setScope(NoteFold::Scope::Character);
        undo->trigger();
        QCOMPARE(text->toPlainText(), before);
        QTRY_VERIFY(!settingsSay(u"She hums."_s));
        redo->trigger();
        QCOMPARE(text->toPlainText(), u"She hums."_s);
        QTRY_VERIFY(promptSays(u"She hums."_s));
        redo->trigger();
        QTRY_VERIFY(settingsSay(u"Be brief."_s) && settingsSay(u"She hums."_s));
        note()->setScope(NoteFold::Scope::Default);
        QCOMPARE(text->toPlainText(), u"Be brief."_s);
    }

    void aCharactersNoteGoesToTheSettings()
    {
        open();
        app().actions.action(ActionId::AuthorsNote)->trigger();
        note()->setScope(NoteFold::Scope::Character);
        auto *text = note()->findChild<QPlainTextEdit *>();
        text->setFocus();
        text->selectAll();
        QTest::keyClicks(text, u"She is left-handed."_s);
        QTRY_VERIFY(promptSays(u"She is left-handed."_s));
        const Json document = *parseJson(bytes(app().library.layout().settingsFile()));
        const QString card = QFileInfo(app().workspace.content.cardFile()).completeBaseName();
        const Json notes = document.value(u"extension_settings").value(u"note").value(u"chara");
        const Json last = notes.at(notes.size() - 1);
        QCOMPARE(last.value(u"name").toText(), card);
        QCOMPARE(last.value(u"prompt").toText(), u"She is left-handed."_s);
        QVERIFY(last.value(u"useChara").toBool());
        QVERIFY(!chat().metadata().value(u"note_prompt").toText().contains(u"left-handed"));
        // What is on its way to the disk is not taken from under the keys.
        QTest::keyClicks(text, u" Both"_s);
        note()->flush();
        app().workspace.content.choices().chooseMode(PromptMode::Names);
        QCOMPARE(text->toPlainText(), u"She is left-handed. Both"_s);
        QTest::keyClicks(text, u" hands."_s);
        QTRY_VERIFY(promptSays(u"She is left-handed. Both hands."_s));
    }

    void hintsGoWithOneReply()
    {
        open();
        type(u"Hello."_s);
        QTRY_VERIFY(!app().chat.session()->reply().isUnderWay() && !chat().messages.last().isUser);
        QTest::keyClick(&app().window, Qt::Key_R, Qt::ControlModifier | Qt::AltModifier);
        QTRY_VERIFY(app().chatPane.hint()->isVisible());
        auto *line = app().chatPane.hint()->findChild<QLineEdit *>();
        QVERIFY(line->hasFocus());
        QTest::keyClicks(line, u"in one word"_s);
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY(!app().chatPane.hint()->isVisible());
        QTRY_VERIFY(app().chat.session()->run().lastSent() &&
                    app().chat.session()->run().lastSent()->inputs.quietPrompt == u"in one word");
        QTRY_VERIFY(!app().chat.session()->reply().isUnderWay());
        QTest::keyClick(&app().window, Qt::Key_R, Qt::ControlModifier | Qt::AltModifier);
        QTest::keyClick(line, Qt::Key_Escape);
        QVERIFY(!app().chatPane.hint()->isVisible());
        QVERIFY(!app().chat.session()->reply().isUnderWay());
    }

    void repliesGoOnUntilTheyAreLongEnough()
    {
        open(OpenProgram::Content::Sample);
        ReplyHabits habits;
        habits.autoContinue = 100000;
        app().settings.setReplies(habits);
        m_program->restart();
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
        type(u"Hello."_s);
        QTRY_VERIFY(app().chat.session()->run().lastSent() &&
                    app().chat.session()->run().lastSent()->inputs.type == GenerationType::Continue);
        habits.autoContinue = 0;
        app().settings.setReplies(habits);
        app().chat.stop();
    }
};

} // namespace tst_commandsinwindow

SNUG_TEST(tst_commandsinwindow, TestCommandsInWindow, Windows)
#include "tst_commandsinwindow.moc"
