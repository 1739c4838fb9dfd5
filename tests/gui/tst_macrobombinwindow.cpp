// Macros of a stranger that ask for gigabytes, in the whole program: a sentence, and everything goes on.

#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/inspector/inspector.h"
#include "widgets/window/mainwindow.h"

#include <QLabel>
#include <QRegularExpression>
#include <QTest>

namespace tst_macrobombinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

class TestMacroBombInWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        QTRY_VERIFY_WITH_TIMEOUT(session() && !session()->preview().isBusy(), 20000);
    }

    void cleanup()
    {
        if (m_program)
            m_program->quit();
        m_program.reset();
    }

    void aBombIsASentence()
    {
        const QString bomb =
            u"{{setvar::a::AAAAAAAAAA}}"_s +
            u"{{setvar::a::{{getvar::a}}{{getvar::a}}{{getvar::a}}{{getvar::a}}}}"_s.repeated(16);
        auto *composer = m_program->app().window.findChild<Composer *>();
        QVERIFY(composer);
        composer->setDraft(bomb);
        QTRY_VERIFY_WITH_TIMEOUT(session()->preview().current().prompt.failure, 20000);
        QVERIFY(!session()->preview().current().request);
        QVERIFY(session()->preview().current().prompt.messages.isEmpty());
        QVERIFY(session()->preview().current().prompt.localVariables.isUndefined());
        auto *shown = m_program->app().inspector.findChild<QLabel *>(u"promptFailure"_s);
        QTRY_VERIFY(shown->isVisibleTo(&m_program->app().inspector));
        QVERIFY2(shown->text().contains(u"the text being written"), qPrintable(shown->text()));
        QVERIFY(!shown->text().contains(u"template"));
        QCOMPARE(composer->draft(), bomb);

        // Sending says so, and sends nothing.
        session()->send(bomb);
        QTRY_VERIFY_WITH_TIMEOUT(session()->reply().hasFailed(), 20000);
        QVERIFY(!session()->run().lastSent());
        QCOMPARE(session()->chat().messages.last().text, bomb); // kept as it was written
        session()->undo();

        composer->setDraft(u"hi"_s);
        QTRY_VERIFY_WITH_TIMEOUT(
            !session()->preview().isBusy() && !session()->preview().current().prompt.failure, 20000);
        QTRY_VERIFY(!shown->isVisibleTo(&m_program->app().inspector));
    }

private:
    ChatSession *session() const { return m_program->app().chat.session(); }

    std::unique_ptr<OpenProgram> m_program;
};

} // namespace tst_macrobombinwindow

SNUG_TEST(tst_macrobombinwindow, TestMacroBombInWindow, Windows)
#include "tst_macrobombinwindow.moc"
