// A click on a piece of the prompt: its text in a popover, edited in place, saved and taken back.

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "app/editors/preseteditorcontroller.h"
#include "core/chat/authorsnote.h"
#include "core/chat/unsenttexts.h"
#include "core/library/documentfiles.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/notefold.h"
#include "widgets/chat/transcript.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/editors/preseteditor.h"
#include "widgets/editors/text/macrotextedit.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/promptlist.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"
#include "widgets/window/sourcepopover.h"
#include "widgets/window/studio.h"

#include <QAction>
#include <QDirIterator>
#include <QFile>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

namespace tst_popoverinwindow {

using namespace snug;
using namespace Qt::StringLiterals;

class TestPopoverInWindow : public QObject
{
    Q_OBJECT

private:
    const AppContext &app() const { return m_program->app(); }
    PromptList *list() const { return app().inspector.prompt()->list(); }
    SourcePopover *popover() const
    {
        auto *here = app().window.findChild<SourcePopover *>();
        return here ? here : app().studio.findChild<SourcePopover *>();
    }
    MacroTextEdit *text() const { return popover()->text(); }
    AssembledPrompt prompt() const { return app().chat.shownPrompt()->prompt; }
    bool isSettled() const
    {
        return app().chat.session() && app().workspace.content.isReady() &&
               !app().chat.session()->preview().isBusy() && app().chat.shownPrompt();
    }
    QByteArray onDisk(const QString &path) const
    {
        QFile file(m_program->libraryFolder() + u'/' + path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    // The first stretch of this kind, wherever it stands.
    PromptList::Segment segmentOf(SourceKind kind) const
    {
        const QList<OutboundMessage> messages = prompt().messages;
        for (int row = 0; row < messages.size(); ++row) {
            const auto &spans = messages.at(row).content.spans();
            for (qsizetype span = 0; span < spans.size(); ++span) {
                if (spans.at(span).source.kind() == kind)
                    return {row, span};
            }
        }
        return {};
    }
    QPoint placeOf(PromptList *in, SourceKind kind) const
    {
        const PromptList::Segment segment = segmentOf(kind);
        if (segment.row < 0)
            return {};
        in->scrollTo(in->model()->index(segment.row, 0), QAbstractItemView::PositionAtTop);
        QTest::qWait(20);
        return in->segmentRect(segment).topLeft() + QPoint(3, 6);
    }
    void click(SourceKind kind)
    {
        const QPoint place = placeOf(list(), kind);
        QVERIFY2(!place.isNull(), qPrintable(QString(sourceKindName(kind))));
        QTest::mouseClick(list()->viewport(), Qt::LeftButton, {}, place);
        QTRY_VERIFY2(popover() && popover()->isVisible(), qPrintable(QString(sourceKindName(kind))));
    }
    bool isInPrompt(const QString &words) const
    {
        if (!isSettled())
            return false;
        return std::ranges::any_of(prompt().messages, [&](const OutboundMessage &message) {
            return message.content.text().contains(words);
        });
    }
    QPlainTextEdit *draftField() const { return app().chatPane.composer()->findChild<QPlainTextEdit *>(); }
    void typeInFront(const QString &words)
    {
        text()->moveCursor(QTextCursor::Start);
        QTest::keyClicks(text(), words);
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        app().window.resize(1400, 860); // the offscreen screen is narrow
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTRY_VERIFY(isSettled());
        QTRY_VERIFY(list()->model()->rowCount() > 3);
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
    }

    void aBlockIsEditedInPlace()
    {
        click(SourceKind::PresetRelative);
        QVERIFY(text()->toPlainText().contains(u"{{char}}")); // as it is written, not as it is sent
        QVERIFY(text()->hasFocus());
        QVERIFY(!popover()->saveButton()->isEnabled());
        const QByteArray before = onDisk(u"OpenAI Settings/Harbour.json"_s);
        typeInFront(u"Zebra first. "_s);
        QTRY_VERIFY(isInPrompt(u"Zebra first. "_s)); // while one types
        QVERIFY(popover()->saveButton()->isEnabled());
        QCOMPARE(onDisk(u"OpenAI Settings/Harbour.json"_s), before);
        QTest::keyClick(text(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(!popover()->isVisible());
        QTRY_VERIFY(onDisk(u"OpenAI Settings/Harbour.json"_s).contains("Zebra first. "));
        QTRY_VERIFY(isInPrompt(u"Zebra first. "_s));
        // What was replaced is a version, and Undo puts it back.
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Undo"_s));
        QTRY_COMPARE(onDisk(u"OpenAI Settings/Harbour.json"_s), before);
        QTRY_VERIFY(isSettled() && !isInPrompt(u"Zebra first. "_s));
    }

    void loreAndCardToo()
    {
        click(SourceKind::WorldBookBeforeChar);
        typeInFront(u"Lore first. "_s);
        QTRY_VERIFY(isInPrompt(u"Lore first. "_s));
        QTest::mouseClick(popover()->saveButton(), Qt::LeftButton);
        QTRY_VERIFY(onDisk(u"worlds/Sellick Harbour.json"_s).contains("Lore first. "));
        QTRY_VERIFY(!popover()->isVisible() && isSettled());
        click(SourceKind::CharDescription);
        typeInFront(u"Card first. "_s);
        QTRY_VERIFY(isInPrompt(u"Card first. "_s));
        QTest::keyClick(text(), Qt::Key_S, Qt::ControlModifier);
        QTRY_VERIFY(!popover()->isVisible());
        QTRY_VERIFY(app().workspace.content.card() &&
                    app().workspace.content.card()->description.startsWith(u"Card first. "));
    }

    void escDiscards()
    {
        const QByteArray before = onDisk(u"OpenAI Settings/Harbour.json"_s);
        click(SourceKind::PresetRelative);
        typeInFront(u"Never. "_s);
        QTRY_VERIFY(isInPrompt(u"Never. "_s));
        // Taken back step by step, and done again.
        QTest::keySequence(text(), QKeySequence::Undo);
        QTRY_VERIFY(isSettled() && !isInPrompt(u"Never. "_s));
        QTest::keySequence(text(), QKeySequence::Redo);
        QTRY_VERIFY(isInPrompt(u"Never. "_s));
        QTest::keyClick(text(), Qt::Key_Escape);
        QVERIFY(!popover()->isVisible());
        QTRY_VERIFY(isSettled() && !isInPrompt(u"Never. "_s));
        QCOMPARE(onDisk(u"OpenAI Settings/Harbour.json"_s), before);
        m_program->restart();
        QTRY_VERIFY(isSettled());
        QVERIFY(!isInPrompt(u"Never. "_s));
        app().presetEditor.open();
        QTRY_VERIFY(app().presetEditor.editing() && app().presetEditor.editing()->isOpen());
        QVERIFY(!app().presetEditor.editing()->isEdited()); // no draft of it
    }

    void aGlanceEndsByLookingElsewhere()
    {
        click(SourceKind::PresetRelative);
        app().chatPane.setFocus();
        QTRY_VERIFY(!popover()->isVisible());
        // What is not saved does not go like that.
        click(SourceKind::PresetRelative);
        typeInFront(u"Stays. "_s);
        QTRY_VERIFY(popover()->saveButton()->isEnabled());
        app().chatPane.setFocus();
        QTest::qWait(30);
        QVERIFY(popover()->isVisible());
        const QPoint place = placeOf(list(), SourceKind::CharDescription);
        QTest::mouseClick(list()->viewport(), Qt::LeftButton, {}, place);
        QVERIFY(popover()->isVisible());
        QVERIFY(text()->toPlainText().startsWith(u"Stays. "));
        // A crash keeps it as a draft.
        const QString drafts = m_program->libraryFolder() + u"/snug/drafts"_s;
        QTRY_VERIFY(QDirIterator(drafts, {u"edited"_s}, QDir::Files, QDirIterator::Subdirectories).hasNext());
        m_program->crash();
        QTRY_VERIFY(isSettled());
        app().presetEditor.open();
        QTRY_VERIFY(app().presetEditor.editing() && app().presetEditor.editing()->isOpen());
        QVERIFY(app().presetEditor.editing()->isEdited());
    }

    void aDoubleClickGoesToTheStudio()
    {
        const QPoint place = placeOf(list(), SourceKind::WorldBookBeforeChar);
        QTest::mouseClick(list()->viewport(), Qt::LeftButton, {}, place);
        QTest::mouseDClick(list()->viewport(), Qt::LeftButton, {}, place);
        QTRY_VERIFY(app().lorebookEditor.editor() && app().lorebookEditor.editor()->isVisible());
        QVERIFY(!popover()->isVisible());
        // A click in the Studio's prompt shows the text there.
        PromptList *beside = app().studio.prompt()->list();
        QTRY_VERIFY(beside->isVisible() && beside->model()->rowCount() > 3);
        QTest::mouseClick(beside->viewport(), Qt::LeftButton, {},
                          placeOf(beside, SourceKind::PresetRelative));
        QTRY_VERIFY(popover() && popover()->isVisible() && popover()->parentWidget() == &app().studio);
        // With what is written, into the Studio: nothing is lost on the way.
        typeInFront(u"Carried over. "_s);
        QTRY_VERIFY(isInPrompt(u"Carried over. "_s));
        QTest::mouseClick(popover()->studioButton(), Qt::LeftButton);
        QTRY_VERIFY(app().presetEditor.editor() && app().presetEditor.editor()->isVisible());
        QTRY_VERIFY(app().presetEditor.editing() && app().presetEditor.editing()->isOpen() &&
                    app().presetEditor.editing()->isEdited());
        QTRY_VERIFY(isInPrompt(u"Carried over. "_s));
        // What is edited there is shown there.
        QTest::mouseClick(beside->viewport(), Qt::LeftButton, {},
                          placeOf(beside, SourceKind::PresetRelative));
        QTest::qWait(50);
        QVERIFY(!popover()->isVisible());
    }

    void thePersonaToo()
    {
        app().workspace.content.choices().choosePersona(app().library.contents().personas.first().avatar);
        QTRY_VERIFY(isSettled() && segmentOf(SourceKind::PersonaDescription).row >= 0);
        click(SourceKind::PersonaDescription);
        const QString before = text()->toPlainText();
        QVERIFY(!before.isEmpty());
        typeInFront(u"Counts ships. "_s);
        QTRY_VERIFY(isInPrompt(u"Counts ships. "_s));
        QVERIFY(!onDisk(u"settings.json"_s).contains("Counts ships."));
        QTest::keyClick(text(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(onDisk(u"settings.json"_s).contains("Counts ships."));
        QTRY_VERIFY(!popover()->isVisible());
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Undo"_s));
        QTRY_VERIFY(!onDisk(u"settings.json"_s).contains("Counts ships."));
        QTRY_VERIFY(!isInPrompt(u"Counts ships. "_s));
    }

    // In one step that is undone in the chat.
    void aMessageToo()
    {
        ChatSession *session = app().chat.session();
        const QList<Message> before = session->chat().messages;
        click(SourceKind::HistoryUser);
        const QString words = text()->toPlainText();
        const auto found = std::ranges::find(before, words, &Message::text);
        QVERIFY(found != before.cend());
        const auto row = found - before.cbegin();
        QVERIFY(!popover()->saveButton()->isEnabled());
        typeInFront(u"Well, "_s);
        QVERIFY(popover()->saveButton()->isEnabled());
        QTest::keyClick(text(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(text()->toPlainText(), words); // of what is written here alone
        QVERIFY(!popover()->saveButton()->isEnabled());
        QCOMPARE(session->chat().messages, before);
        typeInFront(u"Well, "_s);
        QTest::keyClick(text(), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(session->chat().messages.at(row).text, QString(u"Well, "_s + words));
        QVERIFY(!popover()->isVisible());
        QTRY_VERIFY(isInPrompt(u"Well, "_s));
        QVERIFY(session->undo());
        QCOMPARE(session->chat().messages, before);

        // Discarded, and gone to where it stands.
        QTRY_VERIFY(isSettled());
        click(SourceKind::HistoryUser);
        typeInFront(u"Nothing of this. "_s);
        QTest::keyClick(text(), Qt::Key_Escape);
        QVERIFY(!popover()->isVisible());
        QCOMPARE(session->chat().messages, before);
        click(SourceKind::HistoryUser);
        QTest::mouseClick(popover()->studioButton(), Qt::LeftButton);
        QVERIFY(!popover()->isVisible());
        QCOMPARE(app().chatPane.transcript()->currentRow(), int(row));
    }

    // What is written of a message survives a crash, and waits where it is edited in the chat.
    void whatIsWrittenOfAMessageIsKept()
    {
        click(SourceKind::HistoryUser);
        const QString words = text()->toPlainText();
        typeInFront(u"Well, "_s);
        const QString file = unsentTextsFile(app().library.layout(), *app().chat.reference());
        QTRY_VERIFY(onDisk(app().library.layout().relative(file)).contains("Well, "));
        m_program->crash();
        QTRY_VERIFY(isSettled());
        QTRY_VERIFY(!app().chatPane.transcript()->editing().drafts().isEmpty());
        QTRY_VERIFY(list()->model()->rowCount() > 3);
        click(SourceKind::HistoryUser);
        QCOMPARE(text()->toPlainText(), QString(u"Well, "_s + words));
        QVERIFY(popover()->saveButton()->isEnabled());
        QTest::keyClick(text(), Qt::Key_Escape);
        QVERIFY(app().chatPane.transcript()->editing().drafts().isEmpty());
        QTRY_VERIFY(!QFile::exists(file));
        // A glance leaves no trace.
        click(SourceKind::HistoryUser);
        QCOMPARE(text()->toPlainText(), words);
        draftField()->setFocus();
        QTRY_VERIFY(!popover()->isVisible());
        QVERIFY(app().chatPane.transcript()->editing().drafts().isEmpty());
    }

    void aMessageThatIsGoneIsSaid()
    {
        ChatSession *session = app().chat.session();
        click(SourceKind::HistoryUser);
        const QString words = text()->toPlainText();
        typeInFront(u"Well, "_s);
        QVERIFY(session->edits().remove(0, session->conversation().size()));
        QTest::keyClick(text(), Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(popover()->isVisible()); // what was written can be copied
        QCOMPARE(text()->toPlainText(), QString(u"Well, "_s + words));
        QCOMPARE(session->conversation().size(), 0);
        QTest::keyClick(text(), Qt::Key_Escape);
        QVERIFY(!popover()->isVisible());
    }

    // Another swipe is shown, or it was edited elsewhere: neither is written over.
    void aMessageThatHasChangedIsSaid()
    {
        ChatSession *session = app().chat.session();
        click(SourceKind::HistoryUser);
        const QString words = text()->toPlainText();
        const auto found = std::ranges::find(session->chat().messages, words, &Message::text);
        const qsizetype row = found - session->chat().messages.cbegin();
        typeInFront(u"Well, "_s);
        QVERIFY(session->edits().edit(row, u"Something else."_s));
        QTest::keyClick(text(), Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(popover()->isVisible());
        QCOMPARE(text()->toPlainText(), QString(u"Well, "_s + words));
        QCOMPARE(session->chat().messages.at(row).text, u"Something else."_s);
        QTest::keyClick(text(), Qt::Key_Escape);
        QVERIFY(!popover()->isVisible());
    }

    void theNoteToo()
    {
        ChatSession *session = app().chat.session();
        QVERIFY(session->edits().change(UndoAction::AuthorsNote,
                                        {setChatNote(session->chat(), {.text = u"Keep it slow."_s}, {})}));
        QTRY_VERIFY(isInPrompt(u"Keep it slow."_s));
        click(SourceKind::NoteChat);
        QCOMPARE(text()->toPlainText(), u"Keep it slow."_s);
        typeInFront(u"Rain. "_s);
        QTest::mouseClick(popover()->saveButton(), Qt::LeftButton);
        QTRY_VERIFY(isInPrompt(u"Rain. Keep it slow."_s));
        QCOMPARE(chatNoteOf(session->chat().metadata(), {}).depth, 4); // the rest is as it was
        click(SourceKind::NoteChat);
        QTest::mouseClick(popover()->studioButton(), Qt::LeftButton);
        QTRY_VERIFY(app().chatPane.note()->isVisible());
        QVERIFY(session->undo());
        QTRY_VERIFY(!isInPrompt(u"Rain. "_s));
    }

    void whatHasNoTextOfItsOwnIsGoneTo()
    {
        const QPoint place = placeOf(list(), SourceKind::HistoryUser);
        QVERIFY(!place.isNull());
        app().chatPane.transcript()->setCurrentRow(0);
        QTest::mouseDClick(list()->viewport(), Qt::LeftButton, {}, place);
        QTRY_VERIFY(app().chatPane.transcript()->currentRow() > 0);
        QVERIFY(!popover() || !popover()->isVisible());
    }

private:
    std::unique_ptr<OpenProgram> m_program;
};

} // namespace tst_popoverinwindow

SNUG_TEST(tst_popoverinwindow, TestPopoverInWindow, Windows)

#include "tst_popoverinwindow.moc"
