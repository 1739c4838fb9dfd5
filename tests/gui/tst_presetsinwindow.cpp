// A preset as a document: followed by the inspector before it is saved, saved, kept through a crash,
// compared, and merged with what another program wrote.

#include "app/chat/chatcontroller.h"
#include "app/editors/preseteditorcontroller.h"
#include "core/chat/chatsession.h"
#include "core/editing/drafts.h"
#include "core/editing/jsonmerge.h"
#include "core/editing/presetedits.h"
#include "core/formats/jsontext.h"
#include "core/formats/preset.h"
#include "core/library/atomicwrite.h"
#include "core/library/library.h"
#include "tests/core/library/testfiles.h"
#include "tests/gui/openprogram.h"
#include "tests/gui/presethands.h"
#include "tests/testregistry.h"
#include "widgets/editors/blocklist.h"
#include "widgets/editors/conflictdialog.h"
#include "widgets/editors/documenthead.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/presetcomparer.h"
#include "widgets/inspector/inspector.h"
#include "widgets/theme/elidedlabel.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAbstractItemView>
#include <QAction>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTest>
#include <QTreeWidget>

namespace tst_presetsinwindow {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::test;

class TestPresetsInWindow : public QObject, PresetHands
{
    Q_OBJECT

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

    void theMenuAndItsKeyLeadToTheEditor()
    {
        QMenu *menu = app().window.presetMenu();
        OpenProgram::openMenu(menu);
        QVERIFY(menu->actions().contains(app().actions.action(ActionId::EditPreset)));
        app().actions.action(ActionId::EditPreset)->trigger();
        QTRY_COMPARE(editor()->state().name, u"Harbour"_s);
        QVERIFY(editor()->isVisible());
        QCOMPARE(order().first(2), (QStringList{u"main"_s, u"worldInfoBefore"_s}));
        QTRY_VERIFY(!editor()->findChild<ElidedLabel *>(u"documentFacts"_s)->whole().isEmpty());
    }

    void whatIsTypedIsInThePromptBeforeItIsSaved()
    {
        openEditor();
        click(u"main"_s);
        QTest::keyClick(text(), Qt::Key_End, Qt::ControlModifier);
        QTest::keyClicks(text(), u" Zebra"_s);
        QTRY_VERIFY(prompt().messages.first().content.text().endsWith(u" Zebra"));
        auto *asEdited = app().inspector.findChild<QLabel *>(u"asEdited"_s);
        QTRY_VERIFY(asEdited->isVisibleTo(&app().inspector));
        QVERIFY2(asEdited->text().contains(u"Harbour"), qPrintable(asEdited->text()));
        QVERIFY(!onDisk().contains("Zebra"));
        // It is what would be sent.
        QVERIFY(app().chat.session()->preview().current().request->body.contains("Zebra"));

        QTest::keyClick(editor(), Qt::Key_S, Qt::ControlModifier);
        QTRY_VERIFY(onDisk().contains(" Zebra\""));
        QTRY_VERIFY(!asEdited->isVisibleTo(&app().inspector));
        QVERIFY(prompt().messages.first().content.text().endsWith(u" Zebra"));
        QVERIFY(!editor()->isWindowModified());

        // Taken back: edited again, for the whole document and in the prompt.
        QTest::keyClick(text(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!text()->toPlainText().contains(u"Zebra"));
        QVERIFY(editor()->isWindowModified());
        QTRY_VERIFY(!prompt().messages.first().content.text().contains(u"Zebra"));
        QTest::keyClick(text(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(text()->toPlainText().endsWith(u" Zebra"));
        QVERIFY(!editor()->isWindowModified());
    }

    void wordsOfSillyTavernFindTheValue()
    {
        openEditor();
        QTest::keyClick(editor(), Qt::Key_F, Qt::ControlModifier);
        auto *line = qobject_cast<QLineEdit *>(QApplication::focusWidget());
        QVERIFY(line);
        QTest::keyClicks(line, u"max response"_s);
        auto *found = editor()->findChild<QListWidget *>(u"fieldsFound"_s);
        QTRY_VERIFY(found->isVisible());
        QVERIFY2(found->item(0)->text().startsWith(u"Field: Reply ("_s), qPrintable(found->item(0)->text()));
        QTest::keyClick(line, Qt::Key_Down);
        QTest::keyClick(found, Qt::Key_Return);
        QTRY_COMPARE(editor()->focusWidget(), editor()->findChild<QSpinBox *>(u"openai_max_tokens"_s));
        QVERIFY(editor()->focusWidget()->isVisible());
    }

    void takingBackGoesToWhatItChanges()
    {
        openEditor();
        const QString last = order().last();
        click(u"scenario"_s);
        QTest::keyClick(blocks(), Qt::Key_Space);
        QVERIFY(!isBlockOn(preset(), u"scenario"));
        click(last);
        blocks()->scrollToBottom();
        QTest::keyClick(blocks(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(isBlockOn(preset(), u"scenario"));
        QCOMPARE(blocks()->current(), u"scenario"_s);
        QVERIFY(
            blocks()->viewport()->rect().contains(blocks()->visualRect(blocks()->currentIndex()).center()));
        click(last);
        QTest::keyClick(blocks(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(blocks()->current(), u"scenario"_s);
        QTest::keyClick(blocks(), Qt::Key_Z, Qt::ControlModifier);

        // A move, and a value on another page.
        QTest::keyClick(blocks(), Qt::Key_Up, Qt::AltModifier);
        click(last);
        QTest::keyClick(blocks(), Qt::Key_Z, Qt::ControlModifier);
        // Which of two neighbours was moved is not to be seen.
        QVERIFY(std::abs(order().indexOf(blocks()->current()) - order().indexOf(u"scenario"_s)) <= 1);
        auto *topP = editor()->findChild<QDoubleSpinBox *>(u"top_p"_s);
        topP->setEnabled(true);
        topP->setValue(0.4);
        click(last);
        QTest::keyClick(blocks(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(topP->isVisible());
        QVERIFY(!editor()->isWindowModified());
    }

    // As long as its cause is there: after another program has changed the file, and after a restart.
    void theWarningOfAnotherAddressStays()
    {
        QByteArray bytes = onDisk();
        bytes.replace("\"temperature\"",
                      "\"custom_url\": \"https://elsewhere.example\",\n    \"temperature\"");
        QVERIFY(put(path(), bytes));
        const auto isWarned = [this] {
            return editor() && editor()->standing()->text().contains(u"custom_url");
        };
        openEditor();
        QTRY_VERIFY(isWarned());
        QVERIFY(put(path(), onDisk().replace("told together", "told alone")));
        QTRY_VERIFY(findBlock(preset(), u"main")->content.contains(u"told alone"_s));
        QVERIFY(isWarned());
        m_program->restart();
        QTRY_VERIFY_WITH_TIMEOUT(app().chat.session() && !app().chat.session()->preview().isBusy(), 20000);
        openEditor();
        QTRY_VERIFY(isWarned());
        QVERIFY(put(path(), onDisk().replace("custom_url", "other_key")));
        QTRY_VERIFY(!isWarned());
    }

    void versionsAreListedAndCompared()
    {
        openEditor();
        click(u"main"_s);
        QTest::keyClicks(text(), u"One "_s);
        QTest::keyClick(editor(), Qt::Key_S, Qt::ControlModifier);
        QTRY_VERIFY(onDisk().contains("One "));
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
        QVERIFY(menu->actions().first()->text().startsWith(u"Restore "));
        compare()->trigger();
        QTRY_VERIFY(app().presetEditor.comparer() && app().presetEditor.comparer()->isVisible());
        PresetComparer *comparer = app().presetEditor.comparer();
        auto *list = comparer->findChild<QTreeWidget *>();
        QTRY_COMPARE(list->topLevelItemCount(), 1);
        QTest::mouseClick(comparer->findChild<QPushButton *>(u"copyToLeft"_s), Qt::LeftButton);
        QVERIFY(!findBlock(preset(), u"main")->content.contains(u"One "));
        comparer->close();
    }

    void unsavedChangesComeBackAtTheNextStart()
    {
        openEditor();
        click(u"main"_s);
        QTest::keyClick(text(), Qt::Key_End, Qt::ControlModifier);
        QTest::keyClicks(text(), u" Unsaved"_s);
        m_program->restart();
        QTRY_VERIFY_WITH_TIMEOUT(app().chat.session() && !app().chat.session()->preview().isBusy(), 20000);
        const QString id = u"draft/presets/Harbour"_s;
        QTRY_VERIFY(app().chatPane.notices()->isShown(id));
        QVERIFY(!prompt().messages.first().content.text().endsWith(u" Unsaved")); // the file counts
        for (QPushButton *button : app().chatPane.notices()->findChildren<QPushButton *>()) {
            if (button->text() == u"Open")
                QTest::mouseClick(button, Qt::LeftButton);
        }
        QTRY_VERIFY(editor() && editor()->isWindowModified());
        QVERIFY(editor()->status()->text().contains(u"unsaved changes"));
        QTRY_VERIFY(prompt().messages.first().content.text().endsWith(u" Unsaved"));
    }

    void anotherProgramsChangesAreMergedOrAskedAbout()
    {
        openEditor();
        click(u"main"_s);
        QTest::keyClick(text(), Qt::Key_End, Qt::ControlModifier);
        QTest::keyClicks(text(), u" Mine"_s);
        writeOutside(u"jailbreak"_s, u"Theirs"_s);
        QTRY_COMPARE(findBlock(preset(), u"jailbreak")->content, u"Theirs"_s);
        QVERIFY(text()->toPlainText().endsWith(u" Mine"));
        QVERIFY(editor()->status()->text().contains(u"Another program"));

        writeOutside(u"main"_s, u"Theirs too"_s);
        // It says so and waits; what is typed goes on going where it went.
        QTRY_VERIFY(editor()->status()->text().contains(u"the same parts"));
        QVERIFY(!editor()->findChild<ConflictDialog *>());
        QTest::keyClicks(text(), u" more"_s);
        QVERIFY(text()->toPlainText().endsWith(u" Mine more"));
        QVERIFY(OpenProgram::click(editor()->status(), u"Review Conflicts…"_s));
        QVERIFY(editor()->findChild<ConflictDialog *>());
        auto *dialog = editor()->findChild<ConflictDialog *>();
        auto *list = dialog->findChild<QTreeWidget *>();
        QCOMPARE(list->topLevelItemCount(), 1);
        list->topLevelItem(0)->setCheckState(0, Qt::Checked);
        QCOMPARE(dialog->answers().theirsAt, QSet<QString>{u"prompts[main].content"_s});
        QVERIFY2(list->topLevelItem(0)->text(0).startsWith(u"Blocks › ") &&
                     !list->topLevelItem(0)->text(0).contains(u"[main]"),
                 qPrintable(list->topLevelItem(0)->text(0)));
        for (QPushButton *button : dialog->findChildren<QPushButton *>())
            QVERIFY(!button->isDefault() && !button->autoDefault());
        QVERIFY(QTest::qWaitForWindowExposed(dialog));
        QTest::mouseClick(dialog->findChild<QPushButton *>(u"mergeConflicts"_s), Qt::LeftButton);
        QTRY_COMPARE(findBlock(preset(), u"main")->content, u"Theirs too"_s);
        QVERIFY(!editor()->isWindowModified());
        editor()->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(editor()));
        QTest::keyClick(text(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(findBlock(preset(), u"main")->content.endsWith(u" Mine more"));
    }

    // Neither a switch nor an order is told by what the file calls the blocks.
    void conflictsNameTheBlocks()
    {
        openEditor();
        const auto withOrder = [](const QByteArray &order) {
            return *parseJson(R"({"prompts": [{"identifier": "6513270e", "name": "Core"},
                                              {"identifier": "main", "name": "Main"}],
                                  "prompt_order": [{"character_id": 100001, "order": [)" +
                              order + "]}]}");
        };
        const QByteArray main = R"({"identifier": "main"})";
        const auto core = [](const QByteArray &more) {
            return QByteArray(R"({"identifier": "6513270e")" + more + '}');
        };
        ConflictDialog dialog(u"Slow Lamp"_s, editor());
        const auto *list = dialog.findChild<QTreeWidget *>();
        dialog.setConflicts(mergeJson(withOrder(core({})), withOrder(core(R"(, "enabled": true)")),
                                      withOrder(core(R"(, "enabled": false)")))
                                .conflicts);
        QCOMPARE(list->topLevelItem(0)->text(0), u"Order of the blocks › Core › On"_s);
        const QByteArray third = R"({"identifier": "third"})";
        dialog.setConflicts(mergeJson(withOrder(core({}) + ',' + main + ',' + third),
                                      withOrder(main + ',' + core({}) + ',' + third),
                                      withOrder(third + ',' + core({}) + ',' + main))
                                .conflicts);
        QCOMPARE(list->topLevelItem(0)->text(0), u"Order of the blocks"_s);
        QCOMPARE(list->topLevelItem(0)->text(1), u"Main Core third"_s);
    }

    void presetsAreCompared()
    {
        Preset other =
            *readPreset(onDisk(), u"Other"_s).transform([](const PresetReading &r) { return r.preset; });
        other = withBlock(other, [&] {
            PromptBlock block = *findBlock(other, u"main");
            block.content = u"Another main"_s;
            return block;
        }());
        QVERIFY(writeFileDurably(m_program->libraryFolder() + u"/OpenAI Settings/Other.json"_s,
                                 writePreset(other)));
        QTRY_COMPARE(app().library.contents().presets.size(), 2);
        openEditor();
        OpenProgram::chooseFromMenu(OpenProgram::menuOf(editor(), u"More"_s),
                                    {u"Compare With Another Preset…"_s});
        QTRY_VERIFY(app().presetEditor.comparer() && app().presetEditor.comparer()->isVisible());
        PresetComparer *comparer = app().presetEditor.comparer();
        auto *list = comparer->findChild<QTreeWidget *>();
        QTRY_COMPARE(list->topLevelItemCount(), 1); // only what differs
        QCOMPARE(list->topLevelItem(0)->text(1), u"other text"_s);
        QCOMPARE(comparer->current(), u"main"_s);
        QTest::mouseClick(comparer->findChild<QPushButton *>(u"copyToLeft"_s), Qt::LeftButton);
        QCOMPARE(findBlock(preset(), u"main")->content, u"Another main"_s);
        comparer->close();
    }

    void aPresetThatRedirectsIsSaid()
    {
        QByteArray file = onDisk();
        file.replace(file.indexOf('{'), 1, "{\"reverse_proxy\":\"http://elsewhere\",");
        QVERIFY(writeFileDurably(m_program->libraryFolder() + u"/OpenAI Settings/Foreign.json"_s, file));
        openEditor(u"Foreign"_s);
        EditorStatus *standing = editor()->standing();
        QTRY_VERIFY(standing->isVisible() && standing->text().contains(u"reverse_proxy"));
        // It lives as long as its cause, whatever else is said.
        file.replace("\"reverse_proxy\"", "\"other\":1,\"reverse_proxy\"");
        QVERIFY(writeFileDurably(m_program->libraryFolder() + u"/OpenAI Settings/Foreign.json"_s, file));
        QTRY_VERIFY(preset().source.contains(u"other"));
        editor()->status()->tell(u"Something else"_s);
        editor()->status()->clear();
        QVERIFY(standing->isVisible());
        QVERIFY(OpenProgram::click(standing, u"Remove It"_s));
        QVERIFY(connectionKeys(preset()).isEmpty());
        QVERIFY(editor()->isWindowModified());
        QVERIFY(!standing->isVisible());
        QTest::keySequence(editor(), QKeySequence::Undo);
        QVERIFY(!connectionKeys(preset()).isEmpty());
        QVERIFY(standing->isVisible());
    }

    void closingAsks()
    {
        openEditor();
        click(u"main"_s);
        QTest::keyClicks(text(), u"x"_s);
        editor()->close();
        QVERIFY(editor()->isVisible());
        auto *box = editor()->findChild<QMessageBox *>();
        QTRY_VERIFY(box && box->isVisible());
        QTest::mouseClick(box->button(QMessageBox::Discard), Qt::LeftButton);
        QTRY_VERIFY(!editor()->isVisible());
        QTRY_VERIFY(listDrafts(LibraryLayout(m_program->libraryFolder())).isEmpty());
        QTRY_VERIFY(!prompt().messages.first().content.text().startsWith(u'x'));
        openEditor();
        QVERIFY(!editor()->isWindowModified());
    }
};

} // namespace tst_presetsinwindow

SNUG_TEST(tst_presetsinwindow, TestPresetsInWindow, Windows)
#include "tst_presetsinwindow.moc"
