// Prompt Layout… in the whole program: the prompt follows, a restart remembers.
#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "core/library/library.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/dialogs/layoutdialog.h"
#include "widgets/inspector/inspector.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

namespace tst_layoutinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

class TestLayoutInWindow : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<OpenProgram> m_program;
    const AppContext &app() const { return m_program->app(); }
    LayoutDialog *dialog() { return app().window.findChild<LayoutDialog *>(); }
    void open()
    {
        app().actions.action(ActionId::PromptLayout)->trigger();
        QVERIFY(dialog() && dialog()->isVisible());
    }
    void waitForPrompt()
    {
        QTRY_VERIFY_WITH_TIMEOUT(app().chat.session() && !app().chat.session()->preview().isBusy(), 20000);
    }
    // The order's blocks in front of the chat, as messages.
    qsizetype systemMessages()
    {
        waitForPrompt();
        const QList<OutboundMessage> messages = app().chat.session()->preview().current().prompt.messages;
        return std::ranges::count(messages, Role::System, &OutboundMessage::role);
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_program = std::make_unique<OpenProgram>();
        waitForPrompt();
    }
    void cleanup()
    {
        m_program.reset();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void thePromptFollows()
    {
        const qsizetype apart = systemMessages();
        QVERIFY(apart > 1);
        open();
        auto *joining = dialog()->findChild<QComboBox *>(u"joining"_s);
        OpenProgram::choose(joining, 1); // system messages, an empty line between them
        QTRY_VERIFY(systemMessages() < apart);
        QTest::mouseClick(dialog()->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Reset),
                          Qt::LeftButton);
        QCOMPARE(joining->currentIndex(), 0);
        QTRY_COMPARE(systemMessages(), apart);
    }

    // Where SillyTavern is wrong, the prompt is as wrong, and the warning leads to the switch.
    void aWarningLeadsToItsSwitch()
    {
        const auto button = [this] {
            return app().inspector.findChild<QToolButton *>(u"layoutOfWarnings"_s);
        };
        QVERIFY(button() && !button()->isVisible());
        QFile preset(app().library.layout().preset(app().workspace.content.presetName()));
        QVERIFY(preset.open(QIODevice::ReadWrite));
        QByteArray bytes = preset.readAll();
        QVERIFY(bytes.contains(R"("identifier": "main",)"));
        bytes.replace(R"("identifier": "main",)",
                      R"("identifier": "main", "injection_position": "1", "injection_depth": 2,)");
        preset.seek(0);
        QCOMPARE(preset.write(bytes), bytes.size());
        preset.close();
        m_program->restart();
        waitForPrompt();
        QTRY_VERIFY(button()->isVisible());
        QTest::mouseClick(button(), Qt::LeftButton);
        QTRY_VERIFY(dialog() && dialog()->isVisible());
        auto *numbers = dialog()->findChild<QCheckBox *>(u"textNumbers"_s);
        QVERIFY(!numbers->isChecked());
        numbers->setFocus();
        QTest::keyClick(numbers, Qt::Key_Space);
        QTRY_VERIFY(!button()->isVisible());
        QVERIFY(app().workspace.content.choices().now().layout.readsTextNumbers);
    }

    void repliesAreKeptAsTheyComeWhereTheUserWants()
    {
        QVERIFY(app().workspace.inputs().settings.replies.cleaning.isOn);
        open();
        auto *cleans = dialog()->findChild<QCheckBox *>(u"cleansReplies"_s);
        QVERIFY(cleans->isChecked());
        cleans->setFocus();
        QTest::keyClick(cleans, Qt::Key_Space);
        QVERIFY(!app().workspace.inputs().settings.replies.cleaning.isOn);
        m_program->restart();
        waitForPrompt();
        QVERIFY(!app().workspace.inputs().settings.replies.cleaning.isOn);
    }

    void aRestartRemembers()
    {
        open();
        QTest::mouseClick(dialog()->findChild<QCheckBox *>(u"joined-user"_s), Qt::LeftButton, {},
                          QPoint(8, dialog()->findChild<QCheckBox *>(u"joined-user"_s)->height() / 2));
        auto *lore = dialog()->findChild<QCheckBox *>(u"loreWhereMerged"_s);
        lore->setFocus();
        QTest::keyClick(lore, Qt::Key_Space);
        const LayoutSettings chosen = app().workspace.content.choices().now().layout;
        QCOMPARE(chosen.joinedInTemplates, QList<Role>({Role::System, Role::Assistant}));
        QVERIFY(!chosen.loreWhereMerged);
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QTRY_VERIFY(!dialog());
        m_program->restart();
        waitForPrompt();
        QCOMPARE(app().workspace.content.choices().now().layout, chosen);
        open();
        QVERIFY(!dialog()->findChild<QCheckBox *>(u"loreWhereMerged"_s)->isChecked());
    }
};

} // namespace tst_layoutinwindow

SNUG_TEST(tst_layoutinwindow, TestLayoutInWindow, Windows)
#include "tst_layoutinwindow.moc"
