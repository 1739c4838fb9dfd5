// A message that is edited where it stands.

#include "tests/testregistry.h"
#include "tests/widgets/chat/transcriptfixture.h"
#include "widgets/chat/transcript.h"

#include <QApplication>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

namespace tst_editinginplace {

using namespace snug;
using namespace Qt::StringLiterals;
using namespace snug::transcriptfixture;

class TestEditingInPlace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        // The offscreen platform says this once for each window; everything else fails.
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    }

    void cleanup() { QVERIFY(QApplication::topLevelWidgets().isEmpty()); }

    void editsInPlace()
    {
        Stage stage(talk(5));
        QSignalSpy committed(&stage.view, &Transcript::editCommitted);
        stage.view.setCurrentRow(3);
        QTest::keyClick(&stage.view, Qt::Key_F2);
        auto *edit = stage.view.findChild<QPlainTextEdit *>();
        QVERIFY(edit && edit->isVisible() && edit->hasFocus());
        QCOMPARE(edit->toPlainText(), stage.model.row(3).text);
        checkStack(stage);
        QTest::keyClick(edit, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(edit, u"Other words."_s);
        QTest::keyClick(edit, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(committed.takeFirst(), (QVariantList{3, u"Other words."_s}));
        QVERIFY(!edit->isVisible());
        QVERIFY(stage.view.hasFocus());
        stage.view.grab();
        checkStack(stage);
    }

    void editorGrowsWithItsTextAndHasButtons()
    {
        Stage stage(talk(5));
        QSignalSpy committed(&stage.view, &Transcript::editCommitted);
        stage.view.perform(MessageAction::Edit, 1);
        auto *edit = stage.view.findChild<QPlainTextEdit *>();
        const int height = edit->height();
        for (int i = 0; i < 8; ++i)
            QTest::keyClick(edit, Qt::Key_Return);
        QTRY_VERIFY(edit->height() > height);
        checkStack(stage);
        for (auto *button : edit->parentWidget()->findChildren<QPushButton *>()) {
            if (button->text() == u"Save")
                QTest::mouseClick(button, Qt::LeftButton);
        }
        QCOMPARE(committed.size(), 1);
        QVERIFY(committed.first()[1].toString().endsWith(u"\n\n"));
    }

    void escapeLeavesTheTextAsItWas()
    {
        Stage stage(talk(5));
        QSignalSpy committed(&stage.view, &Transcript::editCommitted);
        stage.view.perform(MessageAction::Edit, 1);
        auto *edit = stage.view.findChild<QPlainTextEdit *>();
        QTest::keyClicks(edit, u"x"_s);
        QTest::keyClick(edit, Qt::Key_Escape);
        QVERIFY(!edit->isVisible());
        QCOMPARE(committed.size(), 0);
    }

    void editorGoesWithItsMessage()
    {
        Stage stage(talk(5));
        stage.view.perform(MessageAction::Edit, 1);
        auto *edit = stage.view.findChild<QPlainTextEdit *>();
        stage.model.insert(0, talk(1));
        stage.view.grab();
        QVERIFY(edit->isVisible());
        stage.model.remove(2, 1);
        QVERIFY(!edit->isVisible());
        stage.view.grab();
        checkStack(stage);
    }
};

} // namespace tst_editinginplace

SNUG_TEST(tst_editinginplace, TestEditingInPlace, Windows)
#include "tst_editinginplace.moc"
