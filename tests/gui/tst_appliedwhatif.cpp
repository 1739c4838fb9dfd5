// "Apply to the Files" taken back and done again: files, the chat, what is in use.

#include "app/chat/chatcontroller.h"
#include "app/inspector/whatifcontroller.h"
#include "core/chat/chatsession.h"
#include "core/library/library.h"
#include "core/prompt/promptparts.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/whatifhands.h"
#include "tests/testregistry.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/promptlist.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/inspector/whatifbar.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QApplication>
#include <QFile>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

namespace tst_appliedwhatif {

using namespace Qt::StringLiterals;
using namespace snug;

class TestAppliedWhatIf : public QObject, WhatIfHands
{
    Q_OBJECT

private:
    QMessageBox *question()
    {
        for (QMessageBox *each : app().window.findChildren<QMessageBox *>()) {
            if (each->isVisible())
                return each;
        }
        return nullptr;
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_program = std::make_unique<OpenProgram>();
        QTRY_VERIFY_WITH_TIMEOUT(isReady() && blocks().contains(u"Main"_s), 20000);
    }
    void cleanup()
    {
        m_program.reset();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    // One Ctrl+Z takes back what was applied: files, the chat and the persona in use; then what the chat had
    // before.
    void oneUndoTakesBackAllThatWasApplied()
    {
        QAction *undo = app().actions.action(ActionId::Undo);
        QVERIFY(session()->send(u"Is the lamp lit?"_s));
        QTRY_VERIFY_WITH_TIMEOUT(isReady() && !session()->reply().isUnderWay(), 20000);
        const QString before = undo->text();
        const auto filesBefore = session()->upcoming().untouched();
        goTo(u"Main"_s);
        QTest::keyClick(list(), Qt::Key_Space);
        QTRY_VERIFY(isReady() && !blocks().contains(u"Main"_s));
        WhatIf tried = app().whatIf.whatIf();
        tried.at({.kind = WhatIfTarget::Kind::ChatMessage, .number = 0}, u"message 0"_s).isOff = true;
        app().whatIf.setWhatIf(tried);
        QTRY_VERIFY(isReady());
        QTest::mouseClick(button(u"Apply to the Files…"_s), Qt::LeftButton);
        QTRY_VERIFY(question());
        QVERIFY(OpenProgram::click(question(), u"Apply"_s));
        QTRY_VERIFY(bar()->isHidden());
        QTRY_VERIFY(isReady() && !blocks().contains(u"Main"_s));
        QVERIFY(session()->chat().messages.first().isHidden);
        QCOMPARE(undo->text(), u"Undo applying to the files"_s);

        app().window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTest::keySequence(list(), QKeySequence::Undo);
        QTRY_VERIFY(isReady() && blocks().contains(u"Main"_s));
        QVERIFY(!session()->chat().messages.first().isHidden);
        QTRY_VERIFY(session()->upcoming().untouched().preset == filesBefore.preset);
        QCOMPARE(undo->text(), before);
        QVERIFY(!app().chatPane.notices()->isShown(u"what-if-applied"_s));

        // And Redo does all of it again, as often as one likes.
        QAction *redo = app().actions.action(ActionId::Redo);
        for (int round = 0; round < 2; ++round) {
            QTRY_VERIFY(isReady());
            QCOMPARE(redo->text(), u"Redo applying to the files"_s);
            QTest::keySequence(list(), QKeySequence::Redo);
            QTRY_VERIFY(isReady() && !blocks().contains(u"Main"_s));
            QVERIFY(session()->chat().messages.first().isHidden);
            QCOMPARE(undo->text(), u"Undo applying to the files"_s);
            QTest::keySequence(list(), QKeySequence::Undo);
            QTRY_VERIFY(isReady() && blocks().contains(u"Main"_s));
            QVERIFY(!session()->chat().messages.first().isHidden);
            QCOMPARE(undo->text(), before);
        }
    }

    // Of a card, which is a picture, the fields with their lines; and who presses Enter writes nothing.
    void saysWhichLinesOfWhichFields()
    {
        WhatIf tried = app().whatIf.whatIf();
        tried.at({.kind = WhatIfTarget::Kind::CardField, .name = u"char.description"_s}, u"description"_s)
            .text = session()->snapshot().card->description + u"\nA new line."_s;
        app().whatIf.setWhatIf(tried);
        QTRY_VERIFY(isReady());
        QTest::mouseClick(button(u"Apply to the Files…"_s), Qt::LeftButton);
        QTRY_VERIFY(question());
        QVERIFY2(question()->text().contains(u"Description, line"_s), qPrintable(question()->text()));
        QVERIFY(question()->defaultButton());
        QTest::keyClick(question(), Qt::Key_Return);
        QTRY_VERIFY(!question());
        QVERIFY(!bar()->isHidden());
        QVERIFY(!app().whatIf.whatIf().isEmpty());
    }

    // What somebody else has written since stays, both ways; nothing of it is a failed save.
    void othersWordsStay()
    {
        goTo(u"Main"_s);
        QTest::keyClick(list(), Qt::Key_Space);
        QTRY_VERIFY(isReady() && !blocks().contains(u"Main"_s));
        QTest::mouseClick(button(u"Apply to the Files…"_s), Qt::LeftButton);
        QTRY_VERIFY(question());
        QVERIFY(OpenProgram::click(question(), u"Apply"_s));
        QTRY_VERIFY(bar()->isHidden());
        QFile preset(m_program->libraryFolder() +
                     u"/OpenAI Settings/%1.json"_s.arg(app().workspace.content.presetName()));
        QVERIFY(preset.open(QIODevice::ReadWrite));
        const QByteArray theirs = preset.readAll().replace("\"temperature\"", "\"temperature2\"");
        QVERIFY(preset.resize(0) && preset.seek(0) && preset.write(theirs) == theirs.size());
        preset.close();
        const auto bytes = [&preset] {
            const bool isOpen = preset.open(QIODevice::ReadOnly);
            const QByteArray all = preset.readAll();
            preset.close();
            return isOpen ? all : QByteArray();
        };
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Undo"_s));
        QAction *redo = app().actions.action(ActionId::Redo);
        QCOMPARE(redo->text(), u"Redo applying to the files"_s); // from the notice, too
        QTRY_COMPARE(app().library.saveState().pending, 0);
        QCOMPARE(bytes(), theirs);
        redo->trigger();
        QTRY_COMPARE(app().library.saveState().pending, 0);
        QTRY_VERIFY(isReady());
        QCOMPARE(bytes(), theirs);
        QVERIFY(app().library.saveState().failures.isEmpty());
    }
};

} // namespace tst_appliedwhatif

SNUG_TEST(tst_appliedwhatif, TestAppliedWhatIf, Windows)
#include "tst_appliedwhatif.moc"
