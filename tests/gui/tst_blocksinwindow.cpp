// The blocks of a preset by click and key: their list, their fields, their text.

#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "core/editing/presetedits.h"
#include "tests/gui/openprogram.h"
#include "tests/gui/presethands.h"
#include "tests/gui/promptclicks.h"
#include "tests/testregistry.h"
#include "widgets/editors/blocklist.h"
#include "widgets/editors/unusedblocks.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/promptpane.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <QToolTip>

namespace tst_blocksinwindow {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::test;

class TestBlocksInWindow : public QObject, PresetHands
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

    void theListIsWorkedByKeys()
    {
        openEditor();
        click(u"scenario"_s);
        const QStringList before = order();
        const qsizetype row = before.indexOf(u"scenario"_s);
        QTest::keyClick(blocks(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(order().indexOf(u"scenario"_s), row - 1);
        QTest::keyClick(blocks(), Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(order(), before);
        QTest::keyClick(blocks(), Qt::Key_Space);
        QVERIFY(!isBlockOn(preset(), u"scenario"));
        QTest::keyClick(blocks(), Qt::Key_Space);
        QVERIFY(isBlockOn(preset(), u"scenario"));

        QTest::keyClicks(blocks(), u"house"_s); // type to find
        QTRY_COMPARE(blocks()->current(), u"harbour-voice"_s);
        QTest::keyClick(blocks(), Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(order().size(), before.size() + 1);
        const QString copy = blocks()->current();
        QVERIFY(copy != u"harbour-voice");
        QCOMPARE(findBlock(preset(), copy)->content, findBlock(preset(), u"harbour-voice")->content);
        QTest::keyClick(blocks(), Qt::Key_Delete);
        QCOMPARE(order(), before);
        QVERIFY(findBlock(preset(), copy)); // it stays in the preset
        QTest::keyClick(blocks(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(order().size(), before.size() + 1);

        QTest::keyClick(blocks(), Qt::Key_Insert);
        QCOMPARE(order().size(), before.size() + 2);
        QTRY_COMPARE(QApplication::focusWidget(), text());
        QTest::keyClicks(text(), u"Fresh words"_s);
        QTRY_VERIFY(std::ranges::any_of(prompt().messages, [](const OutboundMessage &message) {
            return message.content.text() == u"Fresh words";
        }));
        for (int i = 0; i < 12 && editor()->isWindowModified(); ++i)
            QTest::keyClick(text(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!editor()->isWindowModified());
        QCOMPARE(order(), before);
    }

    void whoOnlySetsVariablesSaysSo()
    {
        openEditor();
        click(u"main"_s);
        text()->selectAll();
        QTest::keyClicks(text(), u"{{setvar::pov::first}}{{trim}}"_s);
        const auto says = [this](const QString &words) {
            return std::ranges::any_of(editor()->form()->findChildren<QLabel *>(),
                                       [&words](const QLabel *label) { return label->text() == words; });
        };
        QTRY_VERIFY(says(u"Sets variables (pov); sends no text"_s));
        text()->selectAll();
        QTest::keyClicks(text(), u"{{.mood = calm}}"_s);
        QTRY_VERIFY(says(u"Sets variables (mood); sends no text"_s));
        // One that is off sets nothing.
        const QModelIndex index = blocks()->order()->indexOf(u"main"_s);
        const QRect row = blocks()->visualRect(index);
        QTest::mouseClick(blocks()->viewport(), Qt::LeftButton, {}, {row.left() + 15, row.center().y()});
        QVERIFY(!isBlockOn(preset(), u"main"));
        QTRY_VERIFY(says(u"Not in the prompt at the moment"_s));
    }

    void theSwitchIsClicked()
    {
        openEditor();
        const QModelIndex index = blocks()->order()->indexOf(u"main"_s);
        const QRect row = blocks()->visualRect(index);
        QTest::mouseClick(blocks()->viewport(), Qt::LeftButton, {}, {row.left() + 15, row.center().y()});
        QVERIFY(!isBlockOn(preset(), u"main"));
        QTRY_VERIFY(!prompt().messages.first().content.text().startsWith(u"You write"));
        QTest::mouseClick(blocks()->viewport(), Qt::LeftButton, {}, {row.left() + 15, row.center().y()});
        QVERIFY(isBlockOn(preset(), u"main"));
    }

    void fieldsOfABlock()
    {
        openEditor();
        click(u"harbour-voice"_s);
        auto *depth = editor()->form()->findChildren<QSpinBox *>().first();
        QVERIFY(depth->isVisible());
        depth->setFocus();
        depth->selectAll();
        QTest::keyClicks(depth, u"3"_s);
        QTest::keyClick(depth, Qt::Key_Return);
        QCOMPARE(findBlock(preset(), u"harbour-voice")->depth, 3);
        auto *name = editor()->form()->findChildren<QLineEdit *>().first();
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, u"Voice"_s);
        QCOMPARE(findBlock(preset(), u"harbour-voice")->name, u"Voice"_s);
        auto *revert = editor()->findChild<QToolButton *>(u"revertBlock"_s);
        QVERIFY(revert->isVisible());
        QTest::keyClick(name, Qt::Key_Z, Qt::ControlModifier); // the document's, not the field's
        QCOMPARE(findBlock(preset(), u"harbour-voice")->name, u"House style"_s);
        QCOMPARE(name->text(), u"House style"_s);
        QTest::mouseClick(revert, Qt::LeftButton);
        QVERIFY(!editor()->isWindowModified());
        QVERIFY(!revert->isVisible());
        // A marker says what it stands for, and what that is now.
        click(u"charDescription"_s);
        QVERIFY(!text()->isVisible());
        QTRY_VERIFY(editor()->form()->findChildren<QPlainTextEdit *>().last()->toPlainText().size() > 40);
    }

    void macrosAreCompleted()
    {
        openEditor();
        click(u"jailbreak"_s);
        QTest::keyClick(text(), Qt::Key_End, Qt::ControlModifier);
        QTest::keyClicks(text(), u" {{lastu"_s);
        QTRY_VERIFY(text()->completer()->popup()->isVisible());
        QTest::keyClick(text()->completer()->popup(), Qt::Key_Return);
        QVERIFY2(text()->toPlainText().endsWith(u" {{lastUserMessage}}"), qPrintable(text()->toPlainText()));
        QTest::keyClicks(text(), u" {{getv"_s);
        QTRY_VERIFY(text()->completer()->popup()->isVisible());
        QTest::keyClick(text()->completer()->popup(), Qt::Key_Return);
        QTest::keyClicks(text(), u"x"_s);
        QVERIFY2(text()->toPlainText().endsWith(u" {{getvar::x}}"), qPrintable(text()->toPlainText()));
    }

    void aMacroSaysWhatItStandsFor()
    {
        openEditor();
        click(u"main"_s);
        text()->reveal(text()->toPlainText().indexOf(u"{{char}}") + 4, 0);
        const QPoint place = text()->viewport()->mapTo(text(), text()->cursorRect().center());
        QHelpEvent hover(QEvent::ToolTip, place, text()->mapToGlobal(place));
        QApplication::sendEvent(text(), &hover);
        QTRY_VERIFY2(QToolTip::text().contains(u"Mira Okafor"), qPrintable(QToolTip::text()));
        QVERIFY(QToolTip::text().contains(u"character's name"));
        QToolTip::hideText();
    }

    void blocksAreDragged()
    {
        openEditor();
        const QStringList before = order();
        PromptOrderModel *model = blocks()->order();
        const std::unique_ptr<QMimeData> dragged(model->mimeData({model->indexOf(u"jailbreak"_s)}));
        QVERIFY(model->dropMimeData(dragged.get(), Qt::MoveAction, 0, 0, {}));
        QCOMPARE(order().first(), u"jailbreak"_s);
        QVERIFY(editor()->isWindowModified());
        QTRY_VERIFY(prompt().messages.first().content.text().startsWith(u"Keep to what"));
        QTest::keyClick(blocks(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(order(), before);
    }

    void foundAndReplacedInAllBlocks()
    {
        openEditor();
        click(u"main"_s);
        QTest::keyClick(editor(), Qt::Key_F, Qt::ControlModifier);
        auto *find = editor()->findChild<QLineEdit *>(u"findText"_s);
        QTRY_COMPARE(QApplication::focusWidget(), find);
        QTest::keyClicks(find, u"{{char}}"_s);
        QTest::keyClick(find, Qt::Key_Return);
        QCOMPARE(text()->textCursor().selectedText(), u"{{char}}"_s);
        const QString first = blocks()->current();
        for (int i = 0; i < 8 && blocks()->current() == first; ++i)
            QTest::keyClick(find, Qt::Key_F3);
        QCOMPARE(blocks()->current(), u"jailbreak"_s);
        auto *replacement = editor()->findChild<QLineEdit *>(u"findReplacement"_s);
        QTest::keyClicks(replacement, u"the hero"_s);
        QTest::mouseClick(editor()->findChild<QPushButton *>(u"replaceAll"_s), Qt::LeftButton);
        QVERIFY(findBlock(preset(), u"main")->content.startsWith(u"You write the hero's side"));
        QVERIFY(findBlock(preset(), u"jailbreak")->content.contains(u"the hero"));
        QTest::keyClick(find, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!editor()->isWindowModified()); // one step
        QTest::keyClick(find, Qt::Key_Escape);
        QVERIFY(!find->isVisible());
    }

    void blocksThatNoOrderUses()
    {
        openEditor();
        click(u"harbour-voice"_s);
        QTest::keyClick(blocks(), Qt::Key_Delete);
        QVERIFY(!order().contains(u"harbour-voice"_s));
        auto *unused = editor()->findChild<UnusedBlocks *>();
        QTRY_VERIFY(unused->isVisible());
        auto *head = unused->findChild<QToolButton *>();
        QTest::mouseClick(head, Qt::LeftButton);
        auto *list = unused->findChild<QListWidget *>();
        list->setCurrentRow(0);
        list->item(0)->setSelected(true);
        click(u"chatHistory"_s);
        QTest::keyClick(list, Qt::Key_Insert);
        QCOMPARE(order().indexOf(u"harbour-voice"_s), order().indexOf(u"chatHistory"_s) + 1);
        QVERIFY(!unused->isVisible());
    }

    void aSegmentLeadsToItsBlock()
    {
        const auto goTo = [this](SourceKind kind, const QString &id) {
            PromptList *list = app().inspector.prompt()->list();
            return goToSource(list, stretchOf(list, [&](const Source &source) {
                                  return source.kind() == kind && (id.isEmpty() || source.id() == id);
                              }));
        };
        QVERIFY(goTo(SourceKind::PresetInChat, u"harbour-voice"_s));
        QTRY_VERIFY(editor() && editor()->state().name == u"Harbour");
        QCOMPARE(blocks()->current(), u"harbour-voice"_s);
        QVERIFY(text()->textCursor().position() < 3); // where it was clicked
        QVERIFY(goTo(SourceKind::PresetText, u"new_chat_prompt"_s));
        QTRY_COMPARE(QApplication::focusWidget()->objectName(), u"new_chat_prompt"_s);
        // A name that a macro wrote leads to the block in which the macro stands.
        QCOMPARE(prompt().messages.first().content.spanAt(0)->source.id(), u"main"_s);
        QVERIFY(goTo(SourceKind::CharName, {}));
        QTRY_COMPARE(blocks()->current(), u"main"_s);
        QVERIFY(text()->isVisible());
        // What the card says is not the preset's.
        editor()->hide();
        QVERIFY(goTo(SourceKind::CharDescription, {}));
        QTRY_VERIFY(app().cardEditor.editor() && app().cardEditor.editor()->isVisible());
        QVERIFY(!editor()->isVisible());
    }
};

} // namespace tst_blocksinwindow

SNUG_TEST(tst_blocksinwindow, TestBlocksInWindow, Windows)
#include "tst_blocksinwindow.moc"
