// A chat without a character, by key and mouse: it begins, is sent, lives through the next start, and is
// renamed, branched, moved to the trash and brought back as any other.

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/settings.h"
#include "core/chat/chatsession.h"
#include "core/library/awkwarditems.h"
#include "core/library/chatsmodel.h"
#include "core/library/library.h"
#include "core/library/listedchats.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/librarypreview.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/chatheader.h"
#include "widgets/chat/composer.h"
#include "widgets/library/chatlist.h"
#include "widgets/library/findeverywhere.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"
#include "widgets/window/palette.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QInputDialog>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

namespace tst_modelalone {

using namespace snug;
using namespace Qt::StringLiterals;

static constexpr int MostWait = 20'000;

class TestModelAlone : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTRY_VERIFY(app().chat.session() && app().workspace.content.isReady());
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void itBeginsWithNobodyAndNothingSaid()
    {
        QVERIFY(!rowOfModel().isValid()); // a row that nobody needs yet
        begin();
        QVERIFY(session()->chat().messages.isEmpty());
        QVERIFY(!app().workspace.content.card());
        QVERIFY(rowOfModel().isValid());
        QCOMPARE(rowOfModel().row(), 0);
        QCOMPARE(app().libraryPane.currentEntry().value_or(CastEntry()).kind, CastEntry::Kind::Model);
        QVERIFY(app().chatPane.header()->accessibleName().startsWith(modelAloneTitle()));
        QVERIFY(!app().actions.action(ActionId::DeleteCharacter)->isEnabled());
        QVERIFY(!app().actions.action(ActionId::ExportCharacter)->isEnabled());
        QTest::keyClick(castView(), Qt::Key_Delete); // it is nothing that could be deleted
        QVERIFY(rowOfModel().isValid());
        // Somebody else's chats are listed when somebody else is chosen, and the model's again.
        const QModelIndex other = castView()->model()->index(1, 0);
        click(castView(), other);
        QTRY_VERIFY(app().chat.reference() && !app().chat.reference()->isWithModelAlone());
        QVERIFY(app().actions.action(ActionId::DeleteCharacter)->isEnabled());
    }

    void whatIsSentHasNoCharacterAndAPersonaOnlyWhereOneIsChosen()
    {
        begin();
        app().workspace.content.choices().choosePersona({});
        type(u"What is a fog signal?"_s);
        QTRY_VERIFY(wholePrompt().contains(u"What is a fog signal?"_s));
        QTRY_VERIFY2(!wholePrompt().contains(u"Mira"_s) && !wholePrompt().contains(u"flies the mail plane"_s),
                     qPrintable(wholePrompt()));
        QTest::keyClick(draft(), Qt::Key_Return);
        QTRY_COMPARE(session()->chat().messages.size(), 2);
        QTRY_VERIFY(isQuiet());
        QVERIFY(session()->chat().messages.at(0).isUser);
        QVERIFY(!session()->chat().messages.at(1).isUser);
        QVERIFY(!session()->chat().messages.at(1).name.isEmpty());
        QCOMPARE(session()->chat().messages.at(1).name, u"Assistant"_s); // as SillyTavern calls it
        QVERIFY2(wholePrompt().contains(u"Assistant's side of a story"_s), qPrintable(wholePrompt()));
        const QString persona = app().workspace.content.personas().all().first().avatar;
        app().workspace.content.choices().choosePersona(persona);
        QTRY_VERIFY(wholePrompt().contains(u"flies the mail plane"_s));
    }

    void itIsThereAfterTheNextStart()
    {
        begin();
        sendAndWait(u"What is a fog signal?"_s);
        const ChatReference reference = *app().chat.reference();
        QTRY_COMPARE(app().library.saveState().pending, 0);
        QVERIFY(QFile::exists(fileOf(reference)));
        QCOMPARE(QFileInfo(fileOf(reference)).dir().dirName(), u"_model"_s);
        type(u"And who invented it"_s);
        m_program->restart();
        QTRY_VERIFY(session() && app().chat.reference() == reference);
        QCOMPARE(session()->chat().messages.size(), 2);
        QTRY_COMPARE(draft()->toPlainText(), u"And who invented it"_s);
        QTRY_VERIFY(rowOfModel().isValid());
        QTRY_COMPARE(app().libraryPane.currentEntry().value_or(CastEntry()).kind, CastEntry::Kind::Model);
        QTRY_VERIFY_WITH_TIMEOUT(app().library.contents().chatsAreComplete, MostWait);
        QVERIFY(names().contains(reference.name));
        // It is nobody's that something would be wrong with.
        QVERIFY(
            std::ranges::none_of(awkwardItems(app().library.contents(), app().library.layout()),
                                 [](const AwkwardItem &item) { return item.path.contains(u"_model"_s); }));
        // A click on its row opens it from wherever one is.
        click(castView(), castView()->model()->index(1, 0));
        QTRY_VERIFY(app().chat.reference() && !app().chat.reference()->isWithModelAlone());
        click(castView(), rowOfModel());
        QTRY_VERIFY(app().chat.reference() == reference);
    }

    void itIsRenamedBranchedDeletedAndBroughtBack()
    {
        begin();
        sendAndWait(u"What is a fog signal?"_s);
        QTRY_COMPARE(app().library.saveState().pending, 0);
        QTRY_VERIFY(names().contains(app().chat.reference()->name));
        choose(app().chat.reference()->name);
        QTest::keyClick(chatView(), Qt::Key_F2);
        auto *dialog = app().window.findChild<QInputDialog *>(u"renameChat"_s);
        QVERIFY(dialog);
        dialog->findChild<QLineEdit *>()->setText(u"Fog"_s);
        QTest::keyClick(dialog->findChild<QLineEdit *>(), Qt::Key_Return);
        QTRY_VERIFY(app().chat.reference() && app().chat.reference()->name == u"Fog"_s);
        QVERIFY(app().chat.reference()->isWithModelAlone());
        QTRY_VERIFY(isQuiet());

        app().actions.action(ActionId::BranchHere)->trigger();
        QTRY_VERIFY(app().chat.reference()->name != u"Fog"_s);
        const QString branch = app().chat.reference()->name;
        QTRY_COMPARE(app().library.saveState().pending, 0);
        QTRY_VERIFY(names().contains(branch) && names().contains(u"Fog"_s));

        choose(u"Fog"_s);
        QTest::keyClick(chatView(), Qt::Key_Delete);
        QTRY_VERIFY(!names().contains(u"Fog"_s));
        app().chatPane.notices()->dismiss(u"chat"_s); // which has an Undo of its own
        QVERIFY(OpenProgram::click(app().chatPane.notices(), u"Undo"_s));
        QTRY_VERIFY(names().contains(u"Fog"_s));
    }

    void thePaletteKnowsItAndItsWordsAreFound()
    {
        app().actions.action(ActionId::Palette)->trigger();
        auto *palette = app().window.findChild<CommandPalette *>();
        QTRY_VERIFY(palette->isVisible() && palette->field()->hasFocus());
        QTest::keyClicks(palette->field(), u"model alone"_s);
        QTest::keyClick(palette->field(), Qt::Key_Return);
        QTRY_VERIFY(app().chat.reference() && app().chat.reference()->isWithModelAlone());
        sendAndWait(u"Tell me of xylophones"_s);
        const ChatReference reference = *app().chat.reference();
        QTRY_COMPARE(app().library.saveState().pending, 0);
        click(castView(), castView()->model()->index(1, 0));
        QTRY_VERIFY(app().chat.reference() && !app().chat.reference()->isWithModelAlone());
        app().actions.action(ActionId::FindEverywhere)->trigger();
        auto *find = app().window.findChild<FindEverywhere *>();
        QTRY_VERIFY(find && find->isVisible());
        QTest::keyClicks(find->field(), u"xylophones"_s);
        QTRY_VERIFY_WITH_TIMEOUT(find->list()->model()->rowCount() > 0, MostWait);
        QTest::keyClick(find->field(), Qt::Key_Return);
        QTRY_VERIFY(app().chat.reference() == reference);
    }

    void theCommandLineAssemblesItAsTheWindowDoes()
    {
        begin();
        sendAndWait(u"What is a fog signal?"_s);
        type(u"And who invented it?"_s);
        QTRY_VERIFY(wholePrompt().contains(u"And who invented it?"_s));
        QTRY_VERIFY(isQuiet() && app().workspace.content.isReady() && app().chat.shownPrompt()->request);
        const PreparedPrompt shown = *app().chat.shownPrompt();
        QTRY_COMPARE(app().library.saveState().pending, 0);
        Settings settings(m_program->settingsFile());
        LibraryPreview preview({.library = m_program->libraryFolder(),
                                .outsideFolders = {},
                                .chat = fileOf(*app().chat.reference()),
                                .draft = u"And who invented it?"_s,
                                .now = [now = shown.inputs.now] { return now; },
                                .seed = [seed = shown.inputs.seed] { return seed; }},
                               settings);
        std::optional<PreparedPrompt> prepared;
        QString problem;
        connect(&preview, &LibraryPreview::ready, this,
                [&](const PreparedPrompt &ready) { prepared = ready; });
        connect(&preview, &LibraryPreview::failed, this, [&](const Error &error) { problem = error.line(); });
        preview.start();
        QTRY_VERIFY2_WITH_TIMEOUT(prepared, qPrintable(problem), MostWait);
        QVERIFY(prepared->request);
        QCOMPARE(prepared->request->body, shown.request->body);
    }

private:
    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() const { return app().chat.session(); }
    QPlainTextEdit *draft() const { return app().chatPane.composer()->findChild<QPlainTextEdit *>(); }
    QListView *chatView() const { return app().libraryPane.chats()->view(); }
    bool isQuiet() const
    {
        return session() && !session()->reply().isUnderWay() && !session()->preview().isBusy();
    }
    QString fileOf(const ChatReference &reference) const
    {
        return app().library.layout().chat(reference.cardFile, reference.name);
    }

    QListView *castView() const
    {
        for (QListView *view : app().libraryPane.findChildren<QListView *>()) {
            if (view->accessibleName() == u"Characters")
                return view;
        }
        return nullptr;
    }

    QModelIndex rowOfModel() const
    {
        for (int row = 0; row < castView()->model()->rowCount(); ++row) {
            const QModelIndex index = castView()->model()->index(row, 0);
            if (index.data(CastModel::KindRole).toInt() == int(CastEntry::Kind::Model))
                return index;
        }
        return {};
    }

    static void click(QListView *view, const QModelIndex &index)
    {
        view->scrollTo(index);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(index).center());
    }

    // From the menu of the pane's "New", by the keys.
    void begin()
    {
        QMenu *menu = app().libraryPane.findChild<QToolButton *>(u"newInLibrary"_s)->menu();
        menu->popup(app().window.mapToGlobal(QPoint(0, 0)));
        QVERIFY(QTest::qWaitForWindowExposed(menu));
        QTest::keyClick(menu, Qt::Key_M);
        QTRY_VERIFY(session() && app().chat.reference() && app().chat.reference()->isWithModelAlone());
        QTRY_VERIFY(isQuiet());
    }

    void type(const QString &text)
    {
        draft()->setFocus();
        QTest::keyClicks(draft(), text);
    }

    void sendAndWait(const QString &text)
    {
        const qsizetype before = session()->chat().messages.size();
        QTRY_VERIFY(isQuiet());
        type(text);
        QTest::keyClick(draft(), Qt::Key_Return);
        QTRY_COMPARE(session()->chat().messages.size(), before + 2);
        QTRY_VERIFY(isQuiet());
    }

    QString wholePrompt() const
    {
        QString all;
        if (const auto shown = app().chat.shownPrompt()) {
            for (const OutboundMessage &message : shown->prompt.messages)
                all += message.content.text() + u'\n';
        }
        return all;
    }

    QStringList names() const
    {
        QStringList all;
        for (const ListedChat &chat : app().chats.values())
            all.append(chat.reference.name);
        return all;
    }

    void choose(const QString &name)
    {
        for (const ListedChat &chat : app().chats.values()) {
            if (chat.reference.name == name)
                app().libraryPane.chats()->showCurrent(chat.reference);
        }
        QVERIFY(app().libraryPane.chats()->current());
        chatView()->setFocus();
    }

    std::unique_ptr<OpenProgram> m_program;
};

} // namespace tst_modelalone

SNUG_TEST(tst_modelalone, TestModelAlone, Windows)

#include "tst_modelalone.moc"
