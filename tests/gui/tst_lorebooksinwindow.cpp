// Lorebooks in the whole program: opened from the menu, a key and the inspector, written, tried out, saved,
// taken back, merged with what another program wrote.

#include "app/chat/chatcontroller.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "core/chat/chatsession.h"
#include "core/formats/worldinfo.h"
#include "core/library/loreentriesmodel.h"
#include "core/library/loreentrycell.h"
#include "core/library/lorefields.h"
#include "core/workspace/activecontent.h"
#include "tests/gui/openprogram.h"
#include "tests/gui/promptclicks.h"
#include "tests/testregistry.h"
#include "widgets/editors/conflictdialog.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/forms/fieldedit.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/editors/lore/lorebookeditorhead.h"
#include "widgets/editors/lore/loreentryform.h"
#include "widgets/editors/lore/loretable.h"
#include "widgets/editors/lore/loretrialmodel.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/lorepane.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/theme/plainlabel.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

namespace tst_lorebooksinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

static const QString bookName = u"Sellick Harbour"_s;

class TestLorebooksInWindow : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<OpenProgram> m_program;

    const AppContext &app() const { return m_program->app(); }
    LorebookEditor *editor() { return app().lorebookEditor.editor(); }
    QString bookFile() { return m_program->libraryFolder() + u"/worlds/"_s + bookName + u".json"_s; }
    Lorebook stored()
    {
        QFile file(bookFile());
        return file.open(QIODevice::ReadOnly) ? readWorldInfo(file.readAll(), bookName)->book : Lorebook();
    }
    const LoreEntry entry(int uid)
    {
        for (const LoreEntry &each : editor()->lorebook().entries) {
            if (each.uid == uid)
                return each;
        }
        return {};
    }
    template <typename Control> Control *control(LoreField field)
    {
        return qobject_cast<Control *>(editor()->form()->fieldEdit(field)->control());
    }
    QString status() { return editor()->status()->text(); }
    bool hasInPrompt(const QString &text)
    {
        const auto shown = app().chat.shownPrompt();
        return shown && std::ranges::any_of(shown->prompt.messages, [&](const OutboundMessage &message) {
                   return message.content.text().contains(text);
               });
    }
    void open()
    {
        app().actions.action(ActionId::EditLorebooks)->trigger();
        QTRY_VERIFY(editor() && editor()->isVisible() && app().lorebookEditor.document().isOpen());
        QVERIFY(QTest::qWaitForWindowActive(editor()));
        QCOMPARE(editor()->lorebook().name, bookName); // the one in effect
    }
    void type(int uid, LoreField field, const QString &text)
    {
        editor()->openEntry(uid);
        auto *edit = control<QPlainTextEdit>(field);
        edit->setFocus();
        edit->moveCursor(QTextCursor::End);
        QTest::keyClicks(edit, text);
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        QTRY_VERIFY_WITH_TIMEOUT(app().chat.session() && !app().chat.session()->preview().isBusy(), 20000);
    }

    void cleanup()
    {
        if (m_program)
            m_program->quit();
        m_program.reset();
    }

    // SillyTavern's word for a field leads into it, in an entry.
    void wordsOfSillyTavernFindTheField()
    {
        open();
        editor()->openEntry(-1);
        QTest::keySequence(editor(), QKeySequence::Find);
        auto *search = editor()->findChild<QLineEdit *>(u"loreSearch"_s);
        QTRY_VERIFY(search->hasFocus());
        QTest::keyClicks(search, u"primary"_s);
        auto *found = editor()->findChild<QListWidget *>(u"fieldsFound"_s);
        QTRY_VERIFY(found->isVisible());
        QCOMPARE(found->item(0)->text(), u"Field: Keys (Primary Keywords)"_s);
        search->clear();
        QTRY_VERIFY(!found->isVisible());
        QTest::keyClicks(search, u"sticky"_s);
        QTRY_VERIFY(found->isVisible());
        QTest::keyClick(search, Qt::Key_Down);
        QTest::keyClick(found, Qt::Key_Return);
        QTRY_COMPARE(editor()->focusWidget(), editor()->form()->fieldEdit(LoreField::Sticky)->control());
        QVERIFY(!found->isVisible());
        QCOMPARE(editor()->table()->chosen().size(), 1);
    }

    void takingBackGoesToTheEntry()
    {
        open();
        const QList<int> listed = editor()->table()->listed();
        QVERIFY(listed.size() > 2);
        type(listed.first(), LoreField::Content, u" Zebra."_s);
        editor()->openEntry(listed.last());
        QTest::keyClick(editor()->table(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(!entry(listed.first()).content.contains(u"Zebra"_s));
        QCOMPARE(editor()->table()->chosen(), QList<int>{listed.first()});
        editor()->openEntry(listed.last());
        QTest::keyClick(editor()->table(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(entry(listed.first()).content.contains(u"Zebra"_s));
        QCOMPARE(editor()->table()->chosen(), QList<int>{listed.first()});
        QTest::keyClick(editor()->table(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(!editor()->isWindowModified());
    }

    void theMenuLeadsToTheEditor()
    {
        QMenu *menu = app().window.lorebookMenu();
        OpenProgram::openMenu(menu);
        QVERIFY(menu->actions().contains(app().actions.action(ActionId::EditLorebooks)));
        open();
        QCOMPARE(editor()->lorebook(), stored());
    }

    void aStretchLeadsToItsEntry()
    {
        PromptList *list = app().inspector.prompt()->list();
        const PromptList::Segment stretch = stretchOf(list, SourceKind::WorldBookBeforeChar);
        const int uid = sourceOf(list, stretch).id().section(u'.', -1).toInt();
        QVERIFY(goToSource(list, stretch));
        QTRY_VERIFY(editor() && app().lorebookEditor.document().isOpen());
        QCOMPARE(editor()->table()->chosen(), QList<int>{uid});
        // Another one, from the inspector's list of entries.
        const QList<LoreEntry> &entries = editor()->lorebook().entries;
        const auto other =
            std::ranges::find_if(entries, [&](const LoreEntry &each) { return each.uid != uid; });
        QVERIFY(other != entries.cend());
        QTest::keyClick(&app().window, Qt::Key_Left, Qt::AltModifier); // from the Studio to the chat
        auto *lore = app().inspector.findChild<LorePane *>();
        app().inspector.bringToFront(lore);
        QListView *rows = nullptr;
        for (QListView *view : lore->findChildren<QListView *>())
            rows = view->accessibleName() == u"Lore entries" ? view : rows;
        QVERIFY(rows);
        QTRY_VERIFY(rows->model()->rowCount() > 0);
        const QModelIndexList row = rows->model()->match(rows->model()->index(0, 0), Qt::DisplayRole,
                                                         other->title, 1, Qt::MatchStartsWith);
        QVERIFY(!row.isEmpty());
        rows->setCurrentIndex(row.first());
        QTest::keyClick(rows, Qt::Key_Return);
        QTRY_COMPARE(editor()->table()->chosen(), QList<int>{other->uid});
        QVERIFY(editor()->form()->isVisible());
    }

    void writtenSavedAndInEffect()
    {
        open();
        const QString before = entry(0).content;
        type(0, LoreField::Content, u" The tide is late."_s);
        QVERIFY(editor()->isWindowModified());
        QTest::keySequence(control<QPlainTextEdit>(LoreField::Content), QKeySequence::Save);
        QTRY_VERIFY(!editor()->isWindowModified());
        const Lorebook written = stored();
        QVERIFY(written.entries[0].content.endsWith(u" The tide is late."));
        QCOMPARE(written.entries.size(), editor()->lorebook().entries.size());
        // What was replaced is kept and can be put back.
        QMenu *versions = editor()->head()->versionsMenu();
        OpenProgram::openMenu(versions);
        QTRY_VERIFY(versions->actions().first()->isEnabled());
        versions->actions().first()->trigger();
        QTRY_COMPARE(entry(0).content, before);
        QVERIFY(editor()->isWindowModified());
    }

    void thePromptFollowsBeforeItIsSaved()
    {
        open();
        QVERIFY(editor()->lorebook().entries[0].constant);
        type(0, LoreField::Content, u" The tide is late."_s);
        QTRY_VERIFY(hasInPrompt(u" The tide is late."_s));
        QVERIFY(!stored().entries[0].content.contains(u"The tide is late."));
        editor()->table()->setFocus();
        QTest::keySequence(editor()->table(), QKeySequence::Undo);
        QTRY_VERIFY(!hasInPrompt(u" The tide is late."_s));
        QTest::keySequence(editor()->table(), QKeySequence::Redo);
        QTRY_VERIFY(hasInPrompt(u" The tide is late."_s));
        // Closed and not saved, it is a draft that has no effect.
        editor()->close();
        QVERIFY(editor()->isVisible()); // until it is answered
        QVERIFY(OpenProgram::answerUnsaved(editor(), u"&Keep for Later"_s));
        QVERIFY(!editor()->isVisible());
        QTRY_VERIFY(!hasInPrompt(u" The tide is late."_s));
        app().lorebookEditor.open();
        QTRY_VERIFY(hasInPrompt(u" The tide is late."_s));
    }

    void undoGoesThroughTheWholeDocument()
    {
        open();
        const Lorebook before = editor()->lorebook();
        type(0, LoreField::Content, u" abc"_s);
        editor()->table()->choose({1});
        editor()->table()->setFocus();
        QTest::keyClick(editor()->table(), Qt::Key_Delete);
        QCOMPARE(editor()->lorebook().entries.size(), before.entries.size() - 1);
        QTest::keySequence(editor()->table(), QKeySequence::Undo);
        QCOMPARE(editor()->lorebook().entries.size(), before.entries.size());
        QTest::keySequence(editor()->table(), QKeySequence::Undo); // all that was typed is one step
        QCOMPARE(editor()->lorebook(), before);
        QVERIFY(!editor()->isWindowModified());
        QTest::keySequence(editor()->table(), QKeySequence::Redo);
        QVERIFY(entry(0).content.endsWith(u" abc"));
    }

    void unsavedChangesComeBack()
    {
        open();
        type(0, LoreField::Content, u" Not saved."_s);
        m_program->restart();
        QTRY_VERIFY_WITH_TIMEOUT(app().chat.session(), 20000);
        app().lorebookEditor.open(bookName);
        QTRY_VERIFY(app().lorebookEditor.document().isOpen());
        QTRY_VERIFY(entry(0).content.endsWith(u" Not saved."));
        QVERIFY(editor()->isWindowModified());
        QVERIFY2(status().contains(u"unsaved changes"), qPrintable(status()));
        QVERIFY(!stored().entries[0].content.endsWith(u" Not saved."));
    }

    void anotherProgramWritesToo()
    {
        open();
        type(0, LoreField::Content, u" Ours."_s);
        Lorebook theirs = stored();
        theirs.entries[1].title = u"Theirs"_s;
        QFile file(bookFile());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(writeWorldInfo(theirs));
        file.close();
        QTRY_COMPARE(entry(1).title, u"Theirs"_s);
        QVERIFY(entry(0).content.endsWith(u" Ours."));
        // Both at the same place: that is asked.
        theirs = stored();
        theirs.entries[0].content = u"Something else."_s;
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(writeWorldInfo(theirs));
        file.close();
        ConflictDialog *dialog = nullptr;
        QVERIFY(QTest::qWaitFor([&] { return OpenProgram::click(editor(), u"Review Conflicts…"_s); }, 10000));
        QTRY_VERIFY((dialog = editor()->findChild<ConflictDialog *>()) && dialog->isVisible());
        QTest::mouseClick(dialog->findChild<QPushButton *>(u"allTheirs"_s), Qt::LeftButton);
        QVERIFY2(dialog->answers().theirsAt.contains(u"entries.0.content"_s),
                 qPrintable(dialog->answers().theirsAt.values().join(u' ')));
        QTest::mouseClick(dialog->findChild<QPushButton *>(u"mergeConflicts"_s), Qt::LeftButton);
        QTRY_COMPARE(entry(0).content, u"Something else."_s);
    }

    void triedOut()
    {
        open();
        LoreTrialPane *trial = editor()->trial();
        const LoreEntry first = entry(2);
        QVERIFY(!first.keys.isEmpty());
        auto *text = trial->findChild<QPlainTextEdit *>(u"trialText"_s);
        text->setFocus();
        QTest::keyClicks(text, first.keys.first());
        QTRY_VERIFY(trial->model()->firedCount() > 0);
        const auto isFired = [&](const QString &title) {
            const QModelIndexList found =
                trial->model()->match(trial->model()->index(0, 0), Qt::DisplayRole, title, 1,
                                      Qt::MatchExactly | Qt::MatchRecursive);
            return !found.isEmpty() && found.first().data(LoreTrialModel::FiredRole).toBool();
        };
        QTRY_VERIFY(isFired(first.title));
        // Before it is saved.
        editor()->openEntry(2);
        control<QPlainTextEdit>(LoreField::Keys)->setPlainText(u"quite another word"_s);
        QTRY_VERIFY(!isFired(first.title));
        text->setPlainText(u"It is quite another word."_s);
        QTRY_VERIFY(isFired(first.title));
        // A message of the chat.
        auto *what = trial->findChild<QComboBox *>(u"trialWhat"_s);
        QVERIFY(what->count() > 1);
        what->setCurrentIndex(1);
        QVERIFY(!text->toPlainText().isEmpty() && text->isReadOnly());
    }

    void tokensAndDoubtsAreFoundOut()
    {
        open();
        editor()->openEntry(0);
        QTRY_VERIFY(!editor()
                         ->table()
                         ->model()
                         ->index(0, LoreEntriesModel::TokensColumn)
                         .data()
                         .toString()
                         .isEmpty());
        control<QPlainTextEdit>(LoreField::Keys)->setPlainText(u"/(/"_s);
        QTRY_VERIFY(editor()
                        ->form()
                        ->fieldEdit(LoreField::Keys)
                        ->note()
                        ->text()
                        .contains(u"not a valid regular expression"));
    }

    // It fired and nothing asks for its outlet: the Lore page and the table say the same of it.
    void anEntryWithoutAPlaceCostsNothing()
    {
        open();
        editor()->openEntry(0);
        const auto chosen = [this](LoreField field, int value) {
            auto *box = control<QComboBox>(field);
            OpenProgram::choose(box, box->findData(value));
        };
        chosen(LoreField::Strategy, int(LoreStrategy::Constant));
        chosen(LoreField::Position, int(LoreEntry::Position::Outlet));
        QTRY_COMPARE(editor()
                         ->table()
                         ->model()
                         ->index(0, LoreEntriesModel::TokensColumn)
                         .data()
                         .toString()
                         .remove(u'~'),
                     u"0"_s);
    }

    void aBookThatIsNotThere()
    {
        open();
        app().lorebookEditor.open(u"Nowhere"_s);
        QTRY_VERIFY2(!status().isEmpty(), qPrintable(status()));
        QVERIFY(!editor()->table()->isEnabled()); // nothing would keep what is written
        QVERIFY(editor()->lorebook().entries.isEmpty());
        app().lorebookEditor.open(bookName);
        QTRY_COMPARE(editor()->lorebook(), stored());
        QVERIFY(editor()->table()->isEnabled());
        QVERIFY(status().isEmpty());
    }

    void itClosesWithTheProgram()
    {
        open();
        type(0, LoreField::Content, u" More."_s);
        app().window.close();
        QVERIFY(!editor()->isVisible());
    }

    void aNewBook()
    {
        open();
        QVERIFY(OpenProgram::click(editor(), u"New Lorebook…"_s));
        auto *dialog = app().window.findChild<QInputDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        QTest::keyClicks(dialog->findChild<QLineEdit *>(), u"Far: Coast"_s);
        QTest::keyClick(dialog, Qt::Key_Return);
        QTRY_COMPARE(editor()->lorebook().entries.size(), 0);
        QVERIFY(editor()->lorebook().name != bookName);
        editor()->table()->setFocus();
        QTest::keyClick(editor()->table(), Qt::Key_Insert);
        auto *title = control<QLineEdit>(LoreField::Title);
        QVERIFY(title->hasFocus());
        QTest::keyClicks(title, u"Cape"_s);
        QTest::keySequence(title, QKeySequence::Save);
        QTRY_VERIFY(!editor()->isWindowModified());
        const QString name = editor()->lorebook().name;
        QFile file(m_program->libraryFolder() + u"/worlds/"_s + name + u".json"_s);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto read = readWorldInfo(file.readAll(), name);
        QCOMPARE(read->book.entries.size(), 1);
        QCOMPARE(read->book.entries[0].title, u"Cape"_s);
    }

    void closingAsksAboutWhatIsNotSaved()
    {
        open();
        type(0, LoreField::Content, u" More."_s);
        editor()->close();
        QVERIFY(OpenProgram::answerUnsaved(editor(), u"&Save"_s));
        QTRY_VERIFY(!editor()->isVisible());
        QVERIFY(stored().entries[0].content.endsWith(u" More."));
    }
};

} // namespace tst_lorebooksinwindow

SNUG_TEST(tst_lorebooksinwindow, TestLorebooksInWindow, Windows)
#include "tst_lorebooksinwindow.moc"
