// Slash commands, the author's note, quick replies and hints, by key and click; and a folder of SillyTavern's
// that stays as it is.

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/chat/choicesteps.h"
#include "app/settings.h"
#include "core/formats/jsontext.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/commandpopup.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/draftedit.h"
#include "widgets/chat/hintstrip.h"
#include "widgets/chat/notefold.h"
#include "widgets/chat/quickbar.h"
#include "widgets/dialogs/quickreplydialog.h"
#include "widgets/dialogs/reportdialog.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QCryptographicHash>
#include <QDirIterator>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

namespace tst_commandsinwindow {

using namespace snug;
using namespace Qt::StringLiterals;

// Each file outside "snug" with what is in it.
static QMap<QString, QByteArray> bytesOf(const QString &folder)
{
    QMap<QString, QByteArray> files;
    QDirIterator walk(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (walk.hasNext()) {
        const QString path = walk.next();
        const QString name = path.sliced(folder.size() + 1);
        QFile file(path);
        if (!name.startsWith(u"snug/") && file.open(QIODevice::ReadOnly))
            files.insert(name, QCryptographicHash::hash(file.readAll(), QCryptographicHash::Sha256));
    }
    return files;
}

class TestCommandsInWindow : public QObject
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

    void quickRepliesAreButtons()
    {
        open();
        QVERIFY(!app().chatPane.quick()->isVisible()); // they are off in these settings
        app().actions.action(ActionId::QuickReplies)->trigger();
        QTRY_VERIFY(app().chatPane.quick()->isVisible() && button(app().chatPane.quick(), u"Look"_s));
        composer()->setDraft(u"being written"_s);
        const qsizetype before = chat().messages.size();
        button(app().chatPane.quick(), u"Look"_s)->click(); // /send *I look around.*
        QTRY_COMPARE(chat().messages.size(), before + 1);
        QCOMPARE(chat().messages.last().text, u"*I look around.*"_s);
        QCOMPARE(composer()->draft(), u"being written"_s);
        button(app().chatPane.quick(), u"Dice"_s)->click(); // /roll is not Snug's
        QTRY_VERIFY(app().chatPane.notices()->textOf(u"quick-replies"_s).contains(u"/roll"));
        QCOMPARE(chat().messages.size(), before + 1);
    }

    void ownButtonsAreMadeChangedAndDeleted()
    {
        open(OpenProgram::Content::Sample);
        app().actions.action(ActionId::QuickReplies)->trigger();
        QTRY_VERIFY(app().chatPane.quick()->isVisible());
        QVERIFY(OpenProgram::click(app().chatPane.quick(), u"New quick reply"_s));
        fill(u"Hush"_s, u"*{{user}} says nothing.*"_s);
        QTRY_VERIFY(button(app().chatPane.quick(), u"Hush"_s));
        const qsizetype before = chat().messages.size();
        button(app().chatPane.quick(), u"Hush"_s)->click();
        QTRY_VERIFY(chat().messages.size() > before);
        QVERIFY(chat().messages.at(before).text.endsWith(u" says nothing.*"));
        QVERIFY(!chat().messages.at(before).text.contains(u"{{"));
        QTRY_VERIFY(!app().chat.session()->reply().isUnderWay());
        chooseOf(u"Hush"_s, u"Edit…"_s);
        fill(u"Quiet"_s, u"Shh."_s);
        QTRY_VERIFY(button(app().chatPane.quick(), u"Quiet"_s) && !button(app().chatPane.quick(), u"Hush"_s));
        chooseOf(u"Quiet"_s, u"Delete"_s);
        QTRY_VERIFY(!button(app().chatPane.quick(), u"Quiet"_s));
        QTRY_VERIFY(button(app().chatPane.notices(), u"Undo"_s));
        button(app().chatPane.notices(), u"Undo"_s)->click();
        QTRY_VERIFY(button(app().chatPane.quick(), u"Quiet"_s));
    }

    // With the keys that every list has; Ctrl+Z takes back one step after the other.
    void ownButtonsByKeyAlone()
    {
        open(OpenProgram::Content::Sample);
        app().actions.action(ActionId::QuickReplies)->trigger();
        QTRY_VERIFY(app().chatPane.quick()->isVisible());
        for (const QString &name : {u"One"_s, u"Two"_s}) {
            QVERIFY(OpenProgram::click(app().chatPane.quick(), u"New quick reply"_s));
            fill(name, u"Say "_s + name);
            QTRY_VERIFY(button(app().chatPane.quick(), name));
        }
        app().window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        button(app().chatPane.quick(), u"One"_s)->setFocus();
        QTest::keyClick(button(app().chatPane.quick(), u"One"_s), Qt::Key_Delete);
        QTRY_VERIFY(!button(app().chatPane.quick(), u"One"_s));
        // The keyboard is where it was.
        QTRY_VERIFY(button(app().chatPane.quick(), u"Two"_s)->hasFocus());
        QTest::keyClick(button(app().chatPane.quick(), u"Two"_s), Qt::Key_F2);
        fill(u"Zwei"_s, u"Say two"_s);
        QTRY_VERIFY(button(app().chatPane.quick(), u"Zwei"_s));
        app().window.activateWindow(); // the dialog had been in front
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTest::keyClick(button(app().chatPane.quick(), u"Zwei"_s), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(button(app().chatPane.quick(), u"Two"_s) && !button(app().chatPane.quick(), u"Zwei"_s));
        QTest::keyClick(button(app().chatPane.quick(), u"Two"_s), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(button(app().chatPane.quick(), u"One"_s));
        QVERIFY(button(app().chatPane.quick(), u"Two"_s));
    }

    // Each says what was done, with Undo, and Ctrl+Z takes all of them back.
    void whatIsDoneToButtonsIsTakenBack()
    {
        open(OpenProgram::Content::Sample);
        app().actions.action(ActionId::QuickReplies)->trigger();
        QTRY_VERIFY(app().chatPane.quick()->isVisible());
        for (const QString &name : {u"One"_s, u"Two"_s}) {
            QVERIFY(OpenProgram::click(app().chatPane.quick(), u"New quick reply"_s));
            fill(name, u"Say "_s + name);
            QTRY_VERIFY(button(app().chatPane.quick(), name));
        }
        const QStringList before{u"One"_s, u"Two"_s};
        const auto undo = [this] { return OpenProgram::click(app().chatPane.notices(), u"Undo"_s); };
        chooseOf(u"Two"_s, u"Move to the Left"_s);
        QTRY_COMPARE(quickLabels(), (QStringList{u"Two"_s, u"One"_s}));
        QVERIFY(undo());
        QTRY_COMPARE(quickLabels(), before);
        chooseOf(u"One"_s, u"Duplicate"_s);
        QTRY_COMPARE(quickLabels(), (QStringList{u"One"_s, u"One"_s, u"Two"_s}));
        QVERIFY(undo());
        QTRY_COMPARE(quickLabels(), before);
        chooseOf(u"One"_s, u"Edit…"_s);
        fill(u"Uno"_s, u"Say one"_s);
        QTRY_COMPARE(quickLabels(), (QStringList{u"Uno"_s, u"Two"_s}));
        QVERIFY(undo());
        QTRY_COMPARE(quickLabels(), before);
        // From the set that sends into the one that inserts, and back.
        chooseOf(u"One"_s, u"Edit…"_s);
        QTRY_VERIFY(app().window.findChild<QuickReplyDialog *>());
        app().window.findChild<QuickReplyDialog *>()->findChildren<QRadioButton *>().last()->click();
        fill(u"Uno"_s, u"Say one"_s);
        QTRY_COMPARE(quickLabels(), (QStringList{u"Two"_s, u"Uno"_s}));
        chooseOf(u"Two"_s, u"Delete"_s);
        QTRY_COMPARE(quickLabels(), QStringList{u"Uno"_s});
        app().window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        app().actions.action(ActionId::FocusTranscript)->trigger();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(quickLabels(), (QStringList{u"Two"_s, u"Uno"_s}));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(quickLabels(), before);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier); // made last
        QTRY_COMPARE(quickLabels(), QStringList{u"One"_s});
    }

    void ownButtonsAreCopiedMovedAndEachSendsOrInserts()
    {
        open(OpenProgram::Content::Sample);
        app().actions.action(ActionId::QuickReplies)->trigger();
        QTRY_VERIFY(app().chatPane.quick()->isVisible());
        for (const QString &name : {u"One"_s, u"Two"_s}) {
            QVERIFY(OpenProgram::click(app().chatPane.quick(), u"New quick reply"_s));
            fill(name, u"Say "_s + name);
            QTRY_VERIFY(button(app().chatPane.quick(), name));
        }
        chooseOf(u"Two"_s, u"Move to the Left"_s);
        QTRY_COMPARE(quickLabels(), (QStringList{u"Two"_s, u"One"_s}));
        chooseOf(u"Two"_s, u"Duplicate"_s);
        QTRY_COMPARE(quickLabels(), (QStringList{u"Two"_s, u"Two"_s, u"One"_s}));

        // One inserts from now on; the others go on sending.
        chooseOf(u"One"_s, u"Edit…"_s);
        QTRY_VERIFY(app().window.findChild<QuickReplyDialog *>());
        app().window.findChild<QuickReplyDialog *>()->findChildren<QRadioButton *>().last()->click();
        fill(u"Uno"_s, u"Say one"_s);
        QTRY_COMPARE(quickLabels(), (QStringList{u"Two"_s, u"Two"_s, u"Uno"_s}));
        const qsizetype before = chat().messages.size();
        button(app().chatPane.quick(), u"Uno"_s)->click();
        QCOMPARE(composer()->draft(), u"Say one"_s);
        QCOMPARE(chat().messages.size(), before);
        composer()->setDraft({});
        button(app().chatPane.quick(), u"Two"_s)->click();
        QTRY_VERIFY(chat().messages.size() > before);
        QTRY_VERIFY(!app().chat.session()->reply().isUnderWay());

        // What has no room has the same menu, behind the last button.
        for (int i = 0; i < 6; ++i) {
            QVERIFY(OpenProgram::click(app().chatPane.quick(), u"New quick reply"_s));
            fill(u"A long label of a button %1"_s.arg(i), u"Say it"_s);
        }
        auto *rest = app().chatPane.quick()->findChild<QMenu *>();
        QTRY_VERIFY(!rest->actions().isEmpty());
        const QString hidden = rest->actions().last()->text();
        rest->popup(app().window.geometry().center());
        QTRY_VERIFY(rest->isVisible());
        const QPoint at = rest->actionGeometry(rest->actions().last()).center();
        QContextMenuEvent asked(QContextMenuEvent::Mouse, at, rest->mapToGlobal(at));
        QCoreApplication::sendEvent(rest, &asked);
        QTRY_VERIFY(!rest->isVisible());
        const auto menus = app().chatPane.quick()->findChildren<QMenu *>();
        QMenu *menu = menus.last();
        QTRY_VERIFY(menu != rest && menu->isVisible());
        const QList<QAction *> offered = menu->actions();
        const auto remove = std::ranges::find(offered, u"Delete"_s, &QAction::text);
        QVERIFY(remove != offered.end());
        (*remove)->trigger();
        menu->close();
        QTRY_VERIFY(
            std::ranges::none_of(rest->actions(), [&](const QAction *one) { return one->text() == hidden; }));
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

    void theReportSaysEachFile()
    {
        open();
        app().actions.action(ActionId::ImportReport)->trigger();
        QTRY_VERIFY(isReportShown());
    }

    void profilesBecomeConnectionsOnceTheUserWants()
    {
        open();
        const auto count = [this] { return app().workspace.connections.connections().size(); };
        const qsizetype before = count();
        QTRY_VERIFY(app().chatPane.notices()->isShown(u"profiles"_s));
        QVERIFY(app().chatPane.notices()->textOf(u"profiles"_s).contains(u"Lantern (local)"));
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Make Connections"_s));
        QTRY_COMPARE(count(), before + 1); // what is set at present is the same
        QVERIFY(!app().chatPane.notices()->isShown(u"profiles"_s));
        QVERIFY(app().workspace.connections.isUnderstudy()); // nothing was chosen
        QVERIFY(app().workspace.connections.waiting().isEmpty());
        m_program->restart();
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
        QCOMPARE(count(), before + 1);
        QVERIFY(!app().chatPane.notices()->isShown(u"profiles"_s));
    }

    // As in SillyTavern a profile brings its preset.
    void aProfileBringsItsPreset()
    {
        open();
        QTRY_VERIFY(app().chatPane.notices()->isShown(u"profiles"_s));
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Make Connections"_s));
        ActiveContent &content = app().workspace.content;
        content.choices().choosePreset(u"Noir – terse"_s);
        const QString before = app().workspace.connections.active();
        const QList<Connection> all = app().workspace.connections.connections();
        const auto made = std::ranges::find(all, u"Lantern (local)"_s, &Connection::name);
        QVERIFY(made != all.end());
        chooseConnection(app(), made->id);
        QCOMPARE(app().workspace.connections.active(), made->id);
        QCOMPARE(content.presetName(), u"Slow Burn"_s);
        app().actions.action(ActionId::Undo)->trigger();
        QCOMPARE(app().workspace.connections.active(), before);
        QCOMPARE(content.presetName(), u"Noir – terse"_s);
    }

    void profilesThatAreLeftOutAreNotOfferedAgain()
    {
        open();
        const qsizetype before = app().workspace.connections.connections().size();
        QTRY_VERIFY(app().chatPane.notices()->isShown(u"profiles"_s));
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Leave Them Out"_s));
        QVERIFY(!app().chatPane.notices()->isShown(u"profiles"_s));
        m_program->restart();
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
        QVERIFY(!app().chatPane.notices()->isShown(u"profiles"_s));
        QCOMPARE(app().workspace.connections.connections().size(), before);
    }

    // Nothing is written into somebody's folder but what the user changes.
    void openingAndClosingChangesNoFile()
    {
        m_program = std::make_unique<OpenProgram>(OpenProgram::Content::SillyTavern);
        const QMap<QString, QByteArray> before = bytesOf(m_program->libraryFolder());
        QVERIFY(before.size() > 50);
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
        app().actions.action(ActionId::AuthorsNote)->trigger();
        app().actions.action(ActionId::QuickReplies)->trigger();
        QTRY_VERIFY(app().chatPane.quick()->isVisible());
        app().actions.action(ActionId::ImportReport)->trigger();
        QTRY_VERIFY(isReportShown());
        m_program->restart();
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
        m_program->quit();
        const QMap<QString, QByteArray> after = bytesOf(m_program->libraryFolder());
        QCOMPARE(after.keys(), before.keys());
        for (const auto &[name, bytes] : before.asKeyValueRange())
            QVERIFY2(after.value(name) == bytes, qPrintable(name));
        m_program.reset();
    }

private:
    void open(OpenProgram::Content content = OpenProgram::Content::SillyTavern)
    {
        m_program = std::make_unique<OpenProgram>(content);
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
    }

    static QByteArray bytes(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    void type(const QString &text) const
    {
        composer()->setDraft({});
        composer()->type(text);                   // keys alone know no é
        QTest::keyClick(field(), Qt::Key_Escape); // no completion
        QTest::keyClick(field(), Qt::Key_Return);
    }

    // As they stand from left to right.
    QStringList quickLabels() const
    {
        QStringList texts;
        QList<QToolButton *> buttons = app().chatPane.quick()->findChildren<QToolButton *>();
        buttons.removeIf([](const QToolButton *one) { return !one->isVisible() || one->text().isEmpty(); });
        std::ranges::sort(buttons, {}, [](const QToolButton *one) { return one->x(); });
        for (const QToolButton *one : std::as_const(buttons))
            texts.append(one->text());
        return texts;
    }

    // In the menu of a quick reply.
    void chooseOf(const QString &label, const QString &item) const
    {
        auto *one = button(app().chatPane.quick(), label);
        OpenProgram::chooseFromContextMenu(one, one->rect().center(), {item});
    }

    void fill(const QString &label, const QString &text) const
    {
        QTRY_VERIFY(app().window.findChild<QuickReplyDialog *>());
        auto *dialog = app().window.findChild<QuickReplyDialog *>();
        dialog->findChild<QLineEdit *>()->setText(label);
        dialog->findChild<QPlainTextEdit *>()->setPlainText(text);
        QVERIFY(OpenProgram::click(dialog, u"Save"_s));
        QTRY_VERIFY(!app().window.findChild<QuickReplyDialog *>());
    }

    bool promptSays(const QString &text) const
    {
        const auto prompt = app().chat.shownPrompt();
        return prompt && std::ranges::any_of(prompt->prompt.messages, [&](const OutboundMessage &message) {
                   return message.content.text().contains(text);
               });
    }

    template <typename Button = QAbstractButton>
    static Button *button(const QWidget *parent, const QString &text)
    {
        for (Button *one : parent->findChildren<Button *>()) {
            if (QString(one->text()).remove(u'&') == text && one->isVisible())
                return one;
        }
        return nullptr;
    }

    bool isReportShown() const
    {
        return std::ranges::any_of(app().window.findChildren<ReportDialog *>(),
                                   [](const ReportDialog *dialog) { return dialog->isVisible(); });
    }

    const AppContext &app() const { return m_program->app(); }
    const Chat &chat() const { return app().chat.session()->chat(); }
    Composer *composer() const { return app().chatPane.composer(); }
    NoteFold *note() const { return app().chatPane.note(); }
    QPlainTextEdit *field() const { return composer()->findChild<DraftEdit *>(); }

    std::unique_ptr<OpenProgram> m_program;
};

} // namespace tst_commandsinwindow

SNUG_TEST(tst_commandsinwindow, TestCommandsInWindow, Windows)

#include "tst_commandsinwindow.moc"
