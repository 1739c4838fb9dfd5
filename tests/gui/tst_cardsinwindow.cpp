// Characters in the whole program: opened from the menu and the inspector, written, saved, with the lorebook
// inside and another picture.

#include "app/chat/chatcontroller.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/library/librarycontroller.h"
#include "core/chat/chatsession.h"
#include "core/formats/cardpng.h"
#include "core/formats/charx.h"
#include "core/library/cardextras.h"
#include "core/library/library.h"
#include "core/prompt/promptaccount.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/gui/promptclicks.h"
#include "tests/testregistry.h"
#include "widgets/editors/card/cardassets.h"
#include "widgets/editors/card/cardbookpage.h"
#include "widgets/editors/card/cardeditorhead.h"
#include "widgets/editors/card/cardfieldspage.h"
#include "widgets/editors/card/cardnotes.h"
#include "widgets/editors/card/cardpicturepage.h"
#include "widgets/editors/card/cropdialog.h"
#include "widgets/editors/card/cropview.h"
#include "widgets/editors/card/expressionlist.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/forms/fieldedit.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/editors/lore/loretable.h"
#include "widgets/editors/lore/loretrialpane.h"
#include "widgets/editors/versionspage.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/theme/elidedlabel.h"
#include "widgets/window/actions.h"
#include "widgets/window/studio.h"

#include <QAction>
#include <QBuffer>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QTreeWidget>

namespace tst_cardsinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

class TestCardsInWindow : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<OpenProgram> m_program;

    const AppContext &app() const { return m_program->app(); }
    CardEditor *editor() { return app().cardEditor.editor(); }
    QString path() { return m_program->libraryFolder() + u"/characters/"_s + editor()->file(); }
    QByteArray bytes()
    {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    Card stored() { return readCardPng(bytes())->card; }
    bool hasInPrompt(const QString &text)
    {
        const auto shown = app().chat.shownPrompt();
        return shown && std::ranges::any_of(shown->prompt.messages, [&](const OutboundMessage &message) {
                   return message.content.text().contains(text);
               });
    }
    void open()
    {
        app().actions.action(ActionId::EditCharacter)->trigger();
        QTRY_VERIFY(editor() && editor()->isVisible() && app().cardEditor.document().isOpen());
        QVERIFY(QTest::qWaitForWindowActive(editor()));
        QCOMPARE(editor()->file(), app().workspace.content.cardFile());
    }
    void type(CardField field, const QString &text)
    {
        editor()->openField(field);
        auto *edit = qobject_cast<QPlainTextEdit *>(editor()->pageOf(field)->fieldEdit(field)->control());
        edit->moveCursor(QTextCursor::End);
        QTest::keyClicks(edit, text);
    }

    // A lorebook of the library into the card.
    void putIn(const QString &name)
    {
        editor()->openPage(CardEditor::Page::Book);
        auto *books = editor()->book()->findChild<QComboBox *>(u"cardBooks"_s);
        OpenProgram::choose(books, books->findData(name));
        QVERIFY(OpenProgram::click(editor()->book(), u"Insert"_s));
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

    void wordsOfSillyTavernFindTheField()
    {
        open();
        QTest::keySequence(editor(), QKeySequence::Find);
        auto *line = editor()->findChild<QLineEdit *>(u"fieldWords"_s);
        QTRY_VERIFY(line->hasFocus());
        QTest::keyClicks(line, u"jailbreak"_s);
        QTest::keyClick(line, Qt::Key_Return);
        QWidget *field =
            editor()->pageOf(CardField::PostHistory)->fieldEdit(CardField::PostHistory)->control();
        QTRY_COMPARE(editor()->focusWidget(), field);
        QVERIFY(field->isVisible());
        QVERIFY(!line->isVisible());
        // The list of pages goes with it.
        QTest::keySequence(editor(), QKeySequence::Find);
        QTest::keyClicks(line, u"nick"_s);
        QTest::keyClick(line, Qt::Key_Escape);
        QVERIFY(!line->isVisible());
        QVERIFY(field->isVisible());
    }

    void writtenFollowedAndSaved()
    {
        open();
        type(CardField::Description, u" She hums."_s);
        QTRY_VERIFY(hasInPrompt(u" She hums."_s));
        QVERIFY(!stored().description.endsWith(u" She hums."));
        QTest::keySequence(editor(), QKeySequence::Save);
        QTRY_VERIFY(!editor()->isWindowModified());
        QVERIFY(stored().description.endsWith(u" She hums."));
        QTest::keySequence(editor(), QKeySequence::Undo);
        QTRY_VERIFY(!hasInPrompt(u" She hums."_s));
        QTRY_VERIFY(editor()->findChild<ElidedLabel *>(u"documentFacts"_s)->whole().contains(u"token"));
    }

    // Macros are resolved there.
    void costsWhatItCostsInThePrompt()
    {
        open();
        type(CardField::Description, u" {{char}} {{char}} {{char}} {{char}}"_s);
        QTRY_VERIFY(hasInPrompt(QString(u' ' + editor()->card().name).repeated(4)));
        const auto cost = [this] {
            const QHash<SourceKind, int> costs = kindCosts(app().chat.shownPrompt()->prompt);
            return u"~%1 token(s)"_s.arg(costs.value(SourceKind::CharDescription));
        };
        const FieldEdit *field = editor()->pageOf(CardField::Description)->fieldEdit(CardField::Description);
        QTRY_VERIFY(field->note()->text().endsWith(cost()));
    }

    void aStretchLeadsToItsField()
    {
        PromptList *list = app().inspector.prompt()->list();
        QVERIFY(goToSource(list, stretchOf(list, SourceKind::CharScenario)));
        QTRY_VERIFY(editor() && app().cardEditor.document().isOpen());
        QTRY_VERIFY(editor()->pageOf(CardField::Scenario)->isVisible());
    }

    void theLorebookInside()
    {
        open();
        putIn(u"Sellick Harbour"_s);
        QTRY_VERIFY(editor()->card().book);
        QCOMPARE(editor()->card().book->entries.size(), 8);
        QVERIFY(OpenProgram::click(editor()->book(), u"Edit…"_s));
        LorebookEditor *book = app().cardEditor.bookEditor();
        QVERIFY(book && book->isVisible());
        book->table()->choose({1});
        book->table()->setFocus();
        QTest::keyClick(book->table(), Qt::Key_Delete);
        QCOMPARE(editor()->card().book->entries.size(), 7);
        QTest::keySequence(book->table(), QKeySequence::Save);
        QTRY_VERIFY(!editor()->isWindowModified());
        QCOMPARE(stored().book->entries.size(), 7);
        QTest::keySequence(book->table(), QKeySequence::Undo);
        QCOMPARE(editor()->card().book->entries.size(), 8);
        QCOMPARE(book->lorebook().entries.size(), 8);
        // Out of it, into the library.
        QCOMPARE(app().studio.current(), book);
        QTest::keyClick(book->table(), Qt::Key_Escape);
        QTRY_COMPARE(app().studio.current(), editor());
        QVERIFY(OpenProgram::click(editor()->book(), u"Move to the Library"_s));
        QTRY_VERIFY(!editor()->card().book);
        QVERIFY(!editor()->card().linkedLorebook.isEmpty());
        QVERIFY(QFile::exists(m_program->libraryFolder() + u"/worlds/"_s + editor()->card().linkedLorebook +
                              u".json"_s));
        QVERIFY(!book->isVisible());
    }

    void anotherPicture()
    {
        open();
        type(CardField::Description, u" Not saved yet."_s);
        const QString picture = m_program->libraryFolder() + u"/new.png"_s;
        QImage image(40, 60, QImage::Format_RGB32);
        image.fill(Qt::red);
        QVERIFY(image.save(picture));
        app().cardEditor.replacePicture(picture);
        QTRY_COMPARE(QImage::fromData(bytes()).size(), QSize(40, 60));
        QVERIFY(!stored().description.endsWith(u" Not saved yet."));
        QTest::keySequence(editor(), QKeySequence::Save);
        QTRY_VERIFY(stored().description.endsWith(u" Not saved yet."));
        QCOMPARE(QImage::fromData(bytes()).size(), QSize(40, 60));

        // Saved before the program has seen that the file is another one.
        type(CardField::Description, u" Nor this."_s);
        QVERIFY(image.scaled(30, 50).save(picture));
        app().cardEditor.replacePicture(picture);
        QTest::keySequence(editor(), QKeySequence::Save);
        QTRY_VERIFY(stored().description.endsWith(u" Nor this."));
        QTRY_COMPARE(QImage::fromData(bytes()).size(), QSize(30, 50));
        QTRY_VERIFY(!editor()->isWindowModified());
    }

    // As an archive in by the menu's way and out again, the same bytes; with an edit, what was not touched
    // stays.
    void anArchive()
    {
        QImage image(40, 60, QImage::Format_RGB32);
        image.fill(Qt::blue);
        QByteArray png;
        QBuffer buffer(&png);
        QVERIFY(buffer.open(QIODevice::WriteOnly) && image.save(&buffer, "PNG"));
        Card card;
        card.name = u"Ysolde"_s;
        card.firstMessage = u"Late."_s;
        card.assets = {assetOfBytes(u"emotion"_s, u"joy"_s, u"png"_s, "joyful")};
        const auto archive = writeCharX(card, {.archive = {}, .picture = png, .asset = {}, .now = {}});
        QVERIFY(archive);
        const QString path = m_program->libraryFolder() + u"/in.charx"_s;
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(*archive) == archive->size());
        file.close();
        app().libraryController.importFiles({path});
        const auto isThere = [&] {
            return std::ranges::contains(app().library.contents().cards, u"Ysolde.png"_s, &CardSummary::file);
        };
        QTRY_VERIFY(isThere());
        app().cardEditor.open(u"Ysolde.png"_s);
        QTRY_VERIFY(editor()->card().name == u"Ysolde" && app().cardEditor.document().isOpen());
        QVERIFY(QTest::qWaitForWindowActive(editor()));
        QTRY_COMPARE(editor()->picture()->picture().size(), QSize(40, 60));
        const auto exported = [&](const QString &name) {
            OpenProgram::chooseFromMenu(OpenProgram::menuOf(editor()->head(), u"More"_s),
                                        {u"Export"_s, u"As an Archive with Assets…"_s});
            auto *dialog = editor()->findChild<QFileDialog *>();
            const QString target = m_program->libraryFolder() + u'/' + name;
            OpenProgram::chooseFile(dialog, target);
            return target;
        };
        const auto bytesAt = [](const QString &where) {
            QFile read(where);
            return read.open(QIODevice::ReadOnly) ? read.readAll() : QByteArray();
        };
        const QString same = exported(u"same.charx"_s);
        QTRY_COMPARE(bytesAt(same), *archive);

        // Assets: given away, renamed in place, added, removed, taken back.
        editor()->openPage(CardEditor::Page::Picture);
        CardAssets *assets = editor()->picture()->assets();
        QCOMPARE(assets->list()->topLevelItemCount(), 2); // with the icon
        const QString out = m_program->libraryFolder() + u"/joy.png"_s;
        app().cardEditor.exportAsset(1, out);
        QTRY_COMPARE(bytesAt(out), "joyful"_ba);
        editor()->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(editor()));
        assets->list()->setCurrentItem(assets->list()->topLevelItem(1), 1);
        assets->list()->setFocus();
        QTest::keyClick(assets->list(), Qt::Key_F2);
        auto *line = assets->list()->findChild<QLineEdit *>();
        QVERIFY(line);
        QTest::keyClicks(line, u"delight"_s);
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_COMPARE(editor()->card().assets[1].name, u"delight"_s);
        app().cardEditor.addAsset(out);
        QTRY_COMPARE(editor()->card().assets.size(), 3);
        QCOMPARE(editor()->card().assets[2].name, u"joy"_s);
        assets->list()->setCurrentItem(assets->list()->topLevelItem(2), 0);
        editor()->findChild<QPushButton *>(u"removeAsset"_s)->click();
        QTRY_COMPARE(editor()->card().assets.size(), 2);
        QTest::keySequence(editor(), QKeySequence::Undo);
        QTRY_COMPARE(editor()->card().assets.size(), 3);
        const QString changed = exported(u"changed.charx"_s);
        QTRY_VERIFY(!bytesAt(changed).isEmpty());
        const auto read = ZipArchive::read(bytesAt(changed)).and_then(readCharX);
        QVERIFY(read);
        QCOMPARE(read->card.assets.size(), 3);
        QVERIFY(!read->card.assets[2].uri.startsWith(u"data:"));
    }

    // A folder of SillyTavern's beside the card.
    void expressionsAreListed()
    {
        open();
        editor()->openPage(CardEditor::Page::Picture);
        ExpressionList *expressions = editor()->picture()->expressions();
        QVERIFY(!expressions->isVisible());
        const QString folder = path().chopped(4);
        QVERIFY(QDir().mkpath(folder));
        QImage joy(40, 60, QImage::Format_RGB32);
        joy.fill(Qt::yellow);
        QVERIFY(joy.save(folder + u"/joy.png"_s));
        QFile text(folder + u"/notes.txt"_s);
        QVERIFY(text.open(QIODevice::WriteOnly));
        m_program->restart();
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
        open();
        editor()->openPage(CardEditor::Page::Picture);
        expressions = editor()->picture()->expressions();
        QTRY_VERIFY(expressions->isVisible());
        QCOMPARE(expressions->list()->count(), 1);
        QListWidgetItem *item = expressions->list()->item(0);
        QCOMPARE(item->text(), u"joy"_s);
        const auto shown = [&] { return item->icon().pixmap(80, 80).toImage().pixelColor(40, 40); };
        QTRY_COMPARE(shown(), QColor(Qt::yellow));
    }

    void aCroppedPictureAndBack()
    {
        open();
        editor()->openPage(CardEditor::Page::Picture);
        QTRY_VERIFY(!editor()->picture()->picture().isNull());
        const QByteArray before = bytes();
        const QSize size = editor()->picture()->picture().size();
        editor()->findChild<QPushButton *>(u"cropPicture"_s)->click();
        auto *dialog = editor()->findChild<CropDialog *>();
        QVERIFY(dialog);
        dialog->view()->setFrame({2, 4, size.width() / 2, size.height() / 2});
        dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok)->click();
        QTRY_COMPARE(QImage::fromData(bytes()).size(), size / 2);
        QCOMPARE(stored().name, editor()->card().name);
        // Nobody else has done it; the one before is a version, and back with a click.
        const QString told = u"The picture is saved. The previous one is kept as a version."_s;
        QTRY_COMPARE(editor()->picture()->picture().size(), size / 2);
        QTRY_COMPARE(editor()->status()->text(), told);
        QTRY_COMPARE(app().library.saveState().pending, 0);
        QVERIFY(!app().cardEditor.document().canUndo());
        QVERIFY(OpenProgram::click(editor()->status(), u"Restore the Previous One"_s));
        QTRY_COMPARE(QImage::fromData(bytes()).size(), size);
        QTRY_COMPARE(editor()->picture()->picture().size(), size);
        QCOMPARE(editor()->status()->text(), told);
    }

    void versionsBesideEachOther()
    {
        open();
        type(CardField::Description, u" She hums."_s);
        QTest::keySequence(editor(), QKeySequence::Save);
        QTRY_VERIFY(!editor()->isWindowModified());
        QMenu *menu = editor()->head()->versionsMenu();
        OpenProgram::openMenu(menu);
        const auto compare = [&]() -> QAction * {
            for (QAction *action : menu->actions()) {
                if (action->text() == u"&Compare…" && action->isEnabled())
                    return action;
            }
            return nullptr;
        };
        QTRY_VERIFY(compare());
        compare()->trigger();
        QTRY_VERIFY(app().studio.findChild<VersionsPage *>());
        auto *dialog = app().studio.findChild<VersionsPage *>();
        QTRY_VERIFY(dialog->changes()->topLevelItemCount() > 0);
        QCOMPARE(dialog->changes()->topLevelItem(0)->text(0), u"Description"_s);
        QVERIFY(dialog->changes()->topLevelItem(0)->text(2).endsWith(u" She hums."));
        // One place alone; the dialog goes on with what is left.
        const int different = dialog->changes()->topLevelItemCount();
        QTest::mouseClick(dialog->findChild<QPushButton *>(u"putPlaceBack"_s), Qt::LeftButton);
        QTRY_VERIFY(!editor()->card().description.endsWith(u" She hums."));
        QTRY_COMPARE(dialog->changes()->topLevelItemCount(), different - 1);
        app().cardEditor.document().undo();
        QTRY_VERIFY(editor()->card().description.endsWith(u" She hums."));
        QTRY_COMPARE(dialog->changes()->topLevelItemCount(), different);
        for (QPushButton *button : dialog->findChildren<QPushButton *>()) {
            if (button->text() == u"&Restore")
                button->click();
        }
        QTRY_VERIFY(!editor()->card().description.endsWith(u" She hums."));
        app().cardEditor.document().undo();
        QTRY_VERIFY(editor()->card().description.endsWith(u" She hums."));
    }

    void notesInOtherLanguages()
    {
        open();
        editor()->openPage(CardEditor::Page::About);
        CardNotes *notes = editor()->otherNotes();
        QVERIFY(!notes->add(u"not a code"_s));
        QVERIFY(notes->add(u"de"_s));
        QTest::keyClicks(notes->text(), u"Guten Abend"_s);
        QTest::keySequence(editor(), QKeySequence::Save);
        QTRY_VERIFY(!editor()->isWindowModified());
        QCOMPARE(notesByLanguage(stored()), (QList<NotesInLanguage>{{u"de"_s, u"Guten Abend"_s}}));
        QTest::keySequence(editor(), QKeySequence::Undo);
        QTRY_VERIFY(notesByLanguage(editor()->card()).value(0).text.isEmpty());
    }

    // The lorebook inside is tried and counted as any other.
    void theLorebookInsideIsTried()
    {
        open();
        putIn(u"Sellick Harbour"_s);
        QTRY_VERIFY(editor()->card().book);
        QVERIFY(OpenProgram::click(editor()->book(), u"Edit…"_s));
        LorebookEditor *book = app().cardEditor.bookEditor();
        QVERIFY(book->trial()->isVisible());
        book->trial()->findChild<QPlainTextEdit *>(u"trialText"_s)->setPlainText(u"The fog is back."_s);
        auto *rows = book->trial()->findChild<QAbstractItemView *>();
        QVERIFY(rows);
        QTRY_VERIFY(rows->model()->rowCount() > 0);
    }
};

} // namespace tst_cardsinwindow

SNUG_TEST(tst_cardsinwindow, TestCardsInWindow, Windows)
#include "tst_cardsinwindow.moc"
