// Where there is no story the window says one thing: whether nobody is in the library, nobody is chosen, or
// nothing has been said yet.

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/emptystory.h"
#include "widgets/chat/transcript.h"
#include "widgets/dialogs/newcharacterdialog.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QFileDialog>
#include <QLineEdit>
#include <QTest>

namespace tst_emptystates {

using namespace snug;
using namespace Qt::StringLiterals;

class TestEmptyStates : public QObject
{
    Q_OBJECT

private:
    const AppContext &app() const { return m_program->app(); }
    EmptyStory *nobody() const { return app().chatPane.emptyStory(); }

    void open(OpenProgram::Content content)
    {
        m_program = std::make_unique<OpenProgram>(content);
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTRY_VERIFY(app().library.isOpen() && app().workspace.content.isReady());
    }

    std::unique_ptr<OpenProgram> m_program;

private Q_SLOTS:
    void cleanup()
    {
        m_program->quit();
        m_program.reset();
    }

    void anEmptyLibraryOffersItsBeginnings()
    {
        open(OpenProgram::Content::Empty);
        QTRY_VERIFY(nobody()->isVisible());
        QVERIFY(!app().chatPane.composer()->isVisible());
        QVERIFY(app().chatPane.transcript()->emptyText().isEmpty());
        QVERIFY(app().chatPane.rect().contains(
            QRect(nobody()->mapTo(&app().chatPane, QPoint()), nobody()->size())));
        QVERIFY(OpenProgram::click(nobody(), u"Open Library…"_s));
        auto *folder = app().window.findChild<QFileDialog *>(u"openLibrary"_s);
        QVERIFY(folder && folder->isVisible());
        folder->reject();
        QVERIFY(OpenProgram::click(nobody(), u"New Character…"_s));
        auto *dialog = app().window.findChild<NewCharacterDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        auto *name = dialog->findChild<QLineEdit *>();
        QTest::keyClicks(name, u"Wren"_s);
        QTest::keyClick(name, Qt::Key_Return);
        QTRY_VERIFY(app().chat.session());
        QTRY_VERIFY(!nobody()->isVisible());
        QVERIFY(!app().chatPane.composer()->isHidden());
        // Without a greeting the chat begins with what one writes.
        QVERIFY(app().chat.session()->chat().messages.isEmpty());
        QTRY_COMPARE(app().chatPane.transcript()->emptyText(), u"Write the first message to Wren."_s);
    }

    void nobodyIsChosen()
    {
        open(OpenProgram::Content::Sample);
        QTRY_VERIFY(app().chat.session());
        QVERIFY(!nobody()->isVisible());
        app().chat.close();
        QTRY_COMPARE(app().chatPane.transcript()->emptyText(),
                     u"Choose somebody at the left, and the story appears here."_s);
        QVERIFY(!nobody()->isVisible());
        QVERIFY(app().chatPane.composer()->isVisible());
    }

    void theModelAloneHasAWordOfItsOwn()
    {
        open(OpenProgram::Content::Empty);
        QTRY_VERIFY(nobody()->isVisible());
        QVERIFY(OpenProgram::click(nobody(), u"New Chat with the Model Alone"_s));
        QTRY_VERIFY(app().chat.session());
        QTRY_VERIFY(app().chatPane.transcript()->emptyText().startsWith(u"No character takes part here"_s));
        QVERIFY(!nobody()->isVisible() && app().chatPane.composer()->isVisible());
    }
};

} // namespace tst_emptystates
SNUG_TEST(tst_emptystates, TestEmptyStates, Windows)
#include "tst_emptystates.moc"
