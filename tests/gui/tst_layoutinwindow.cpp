// Prompt Layout… in the whole program: the prompt follows, a restart remembers.
#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/dialogs/layoutdialog.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

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

    void aRestartRemembers()
    {
        open();
        QTest::mouseClick(dialog()->findChild<QCheckBox *>(u"joined-user"_s), Qt::LeftButton, {},
                          QPoint(8, dialog()->findChild<QCheckBox *>(u"joined-user"_s)->height() / 2));
        auto *lore = dialog()->findChild<QCheckBox *>(u"loreWhereMerged"_s);
        lore->setFocus();
        QTest::keyClick(lore, Qt::Key_Space);
        const LayoutSettings chosen = app().workspace.content.choices().layout;
        QCOMPARE(chosen.joinedInTemplates, QList<Role>({Role::System, Role::Assistant}));
        QVERIFY(!chosen.loreWhereMerged);
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QTRY_VERIFY(!dialog());
        m_program->restart();
        waitForPrompt();
        QCOMPARE(app().workspace.content.choices().layout, chosen);
        open();
        QVERIFY(!dialog()->findChild<QCheckBox *>(u"loreWhereMerged"_s)->isChecked());
    }
};

} // namespace tst_layoutinwindow

SNUG_TEST(tst_layoutinwindow, TestLayoutInWindow, Windows)
#include "tst_layoutinwindow.moc"
