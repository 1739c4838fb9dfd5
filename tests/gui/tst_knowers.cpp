// Who knows a message, changed afterwards; messages from before secrets were kept; a card that several share.

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/library/librarycontroller.h"
#include "core/chat/chatsession.h"
#include "core/formats/jsontext.h"
#include "core/formats/scenecard.h"
#include "core/library/library.h"
#include "core/prompt/knownto.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/knowersmenu.h"
#include "widgets/chat/transcript.h"
#include "widgets/chat/undoline.h"
#include "widgets/editors/card/cardeditor.h"
#include "widgets/editors/card/cardfieldspage.h"
#include "widgets/editors/forms/fieldedit.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QDir>
#include <QFileDialog>
#include <QMenu>
#include <QMouseEvent>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTest>

namespace tst_knowers {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

bool putFile(const QString &path, const QByteArray &bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

const QByteArray innCard =
    R"({"sys_prompt":"Alice, Bob and Carl share a table at the inn.","role":"Alice","filepath":"inn.json",
        "chars":["Alice","Bob","Carl"],"first_msg":"Alice waves from the table."})";

// Two of them name who may know them.
const QByteArray innChat =
    R"({"user_name":"Dora","character_name":"Alice","chat_metadata":{}}
{"name":"Alice","is_user":false,"mes":"Welcome.","extra":{}}
{"name":"Dora","is_user":true,"mes":"__known_to_chars__Bob__ the key is brass","extra":{}}
{"name":"Bob","is_user":false,"mes":"__known_to_chars__Dora__ understood","extra":{}})";

} // namespace

class TestKnowers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>(OpenProgram::Content::Empty);
        m_program->quit();
        const QDir folder(m_program->libraryFolder());
        QVERIFY(putFile(folder.filePath(u"settings.json"_s), R"({"username":"Dora"})"));
        QVERIFY(putFile(folder.filePath(u"inn.json"_s), innCard));
        m_program->start();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTRY_VERIFY(app().library.isOpen());
        app().libraryController.importFiles({folder.filePath(u"inn.json"_s)});
        QTRY_COMPARE(app().library.contents().cards.size(), 1);
        QVERIFY(putFile(folder.filePath(u"chats/Alice/Inn.jsonl"_s), innChat));
        openInn();
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void aSharedCardIsSaidOnceAndSecretsAreOffered()
    {
        QTRY_VERIFY(notices()->isShown(u"shared-card"_s));
        const QString said = notices()->textOf(u"shared-card"_s);
        for (const QString &name : {u"Alice"_s, u"Bob"_s, u"Carl"_s})
            QVERIFY2(said.contains(name), qPrintable(said));
        QVERIFY(OpenProgram::click(notices(), u"Keep Secrets Between Them"_s));
        QTRY_VERIFY(isQuiet() && session()->snapshot().knowledge.isEnabled);
        QTRY_VERIFY(!notices()->isShown(u"shared-card"_s));
        QVERIFY(session()->undo());
        QTRY_VERIFY(isQuiet() && !session()->snapshot().knowledge.isEnabled);
        QVERIFY(!notices()->isShown(u"shared-card"_s));
        QTRY_COMPARE(app().library.saveState().pending, 0);
        m_program->restart();
        openInn();
        QVERIFY(!notices()->isShown(u"shared-card"_s));
    }

    void earlierMessagesStayPublicUntilTheUserSaysSo()
    {
        QVERIFY(!notices()->isShown(u"earlier-secrets"_s));
        keepSecrets();
        QTRY_VERIFY(notices()->isShown(u"earlier-secrets"_s));
        QVERIFY(notices()->textOf(u"earlier-secrets"_s).startsWith(u"2 "_s));
        QCOMPARE(known(1), QStringList());
        QVERIFY(OpenProgram::click(notices(), u"Keep Them Private"_s));
        QCOMPARE(known(1), (QStringList{u"Bob"_s, u"Dora"_s}));
        QCOMPARE(known(2), (QStringList{u"Dora"_s, u"Bob"_s}));
        QTRY_VERIFY(!notices()->isShown(u"earlier-secrets"_s));
        QVERIFY(OpenProgram::click(app().chatPane.undoLine(), u"Undo"_s));
        QCOMPARE(known(1), QStringList());
        QTRY_VERIFY(notices()->isShown(u"earlier-secrets"_s)); // taken back, not answered

        QVERIFY(OpenProgram::click(notices(), u"Leave Them Public"_s));
        QTRY_VERIFY(!notices()->isShown(u"earlier-secrets"_s));
        QTRY_COMPARE(app().library.saveState().pending, 0);
        m_program->restart();
        openInn();
        QVERIFY(session()->snapshot().knowledge.isEnabled);
        QCOMPARE(known(1), QStringList());
        QVERIFY(!notices()->isShown(u"earlier-secrets"_s));
    }

    // In the message's menu, by keys; it stays open while one picks.
    void whoKnowsAMessageIsPickedInItsMenu()
    {
        QVERIFY(!menuOf(0).contains(u"Who knows this…"_s)); // nobody keeps secrets yet
        keepSecrets();
        QTRY_VERIFY(menuOf(0).contains(u"Who knows this…"_s));
        KnowersMenu *menu = openKnowers(0);
        QVERIFY(menu);
        QAction *bob = item(menu, u"Bob"_s);
        QVERIFY(bob && !bob->isChecked());
        QVERIFY(item(menu, u"Everybody"_s)->isChecked());
        menu->setActiveAction(bob);
        QTest::keyClick(menu, Qt::Key_Space);
        QVERIFY(menu->isVisible() && bob->isChecked() && !item(menu, u"Everybody"_s)->isChecked());
        QVERIFY(item(menu, u"Alice"_s)->isChecked()); // she said it
        QTest::keyClick(menu, Qt::Key_Return);
        QTRY_COMPARE(known(0), (QStringList{u"Alice"_s, u"Bob"_s}));
        QVERIFY(OpenProgram::click(app().chatPane.undoLine(), u"Undo"_s));
        QCOMPARE(known(0), QStringList());

        QTRY_VERIFY(!app().chatPane.transcript()->findChild<KnowersMenu *>());
        menu = openKnowers(0);
        QVERIFY(menu);
        const QPoint carl = menu->actionGeometry(item(menu, u"Carl"_s)).center();
        // A menu takes no press before the mouse has moved.
        QList<QEvent::Type> types(8, QEvent::MouseMove);
        types << QEvent::MouseButtonPress << QEvent::MouseButtonRelease;
        for (const QEvent::Type type : std::as_const(types)) {
            const bool isMove = type == QEvent::MouseMove;
            const bool isHeld = type == QEvent::MouseButtonPress;
            QMouseEvent event(type, carl, menu->mapToGlobal(carl), isMove ? Qt::NoButton : Qt::LeftButton,
                              isHeld ? Qt::LeftButton : Qt::NoButton, Qt::NoModifier);
            QApplication::sendEvent(menu, &event);
        }
        QVERIFY(menu->isVisible());
        QVERIFY(item(menu, u"Carl"_s)->isChecked());
        QTest::keyClick(menu, Qt::Key_Escape); // nothing of it
        QTRY_VERIFY(!app().chatPane.transcript()->findChild<KnowersMenu *>());
        QCOMPARE(known(0), QStringList());
    }

    void theCastIsEditedAndExported()
    {
        app().actions.action(ActionId::EditCharacter)->trigger();
        QTRY_VERIFY(app().cardEditor.editor() && app().cardEditor.editor()->isVisible() &&
                    app().cardEditor.document().isOpen());
        CardEditor *editor = app().cardEditor.editor();
        editor->openField(CardField::Cast);
        auto *names = qobject_cast<QPlainTextEdit *>(
            editor->pageOf(CardField::Cast)->fieldEdit(CardField::Cast)->control());
        QVERIFY(names);
        QCOMPARE(names->toPlainText(), u"Alice\nBob\nCarl"_s);
        names->setFocus();
        names->selectAll();
        QTest::keyClicks(names, u"Bob"_s);
        QTest::keyClick(names, Qt::Key_Return);
        QTest::keyClicks(names, u"Alice"_s);
        QTest::keyClick(names, Qt::Key_Return);
        QTest::keyClicks(names, u"Eve"_s);
        QTRY_COMPARE(sceneCast(editor->card()), (QStringList{u"Bob"_s, u"Alice"_s, u"Eve"_s}));
        QTest::keySequence(editor, QKeySequence::Save);
        QTRY_VERIFY(app().workspace.content.loaded().card() &&
                    sceneCast(*app().workspace.content.loaded().card()).contains(u"Eve"_s));

        app().actions.action(ActionId::ExportCharacter)->trigger();
        auto *dialog = app().window.findChild<QFileDialog *>();
        QVERIFY(dialog);
        const QString target = QDir(m_program->stateFolder()).filePath(u"out.scene.json"_s);
        QVERIFY(QDir().mkpath(m_program->stateFolder()));
        OpenProgram::chooseFile(dialog, target);
        QTRY_VERIFY(QFile::exists(target));
        QFile file(target);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const Json scene = parseJson(file.readAll()).value_or(Json());
        QCOMPARE(scene.value(u"chars").toTextList(), (QStringList{u"Bob"_s, u"Alice"_s, u"Eve"_s}));
        QCOMPARE(scene.value(u"sys_prompt").toText(), u"Alice, Bob and Carl share a table at the inn."_s);
    }

private:
    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() const { return app().chat.session(); }
    NoticeBar *notices() const { return app().chatPane.notices(); }
    QStringList known(qsizetype row) const { return knownTo(session()->chat().messages.at(row)); }
    bool isQuiet() const
    {
        return session() && !session()->reply().isUnderWay() && !session()->preview().isBusy() &&
               app().workspace.content.isReady();
    }

    void openInn()
    {
        QTRY_VERIFY(app().library.isOpen() && !app().library.contents().cards.isEmpty());
        app().libraryController.openChatOf(CastEntry::Kind::Character,
                                           app().library.contents().cards.first().file, u"Inn"_s);
        QTRY_VERIFY(isQuiet() && session()->chat().name == u"Inn" && session()->chat().messages.size() == 3);
    }

    void keepSecrets()
    {
        app().actions.action(ActionId::KeepSecrets)->trigger();
        QTRY_VERIFY(isQuiet() && session()->snapshot().knowledge.isEnabled);
    }

    // The message's context menu, as it opens.
    QMenu *messageMenu(int row) const
    {
        Transcript *story = app().chatPane.transcript();
        story->setCurrentRow(row);
        const QPoint at = story->messageRect(row).topLeft() + story->message(row).body.center();
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, story->viewport()->mapToGlobal(at));
        QApplication::sendEvent(story->viewport(), &event);
        for (QMenu *menu : story->findChildren<QMenu *>()) {
            if (menu->isVisible())
                return menu;
        }
        return nullptr;
    }

    QStringList menuOf(int row) const
    {
        QStringList texts;
        if (QMenu *menu = messageMenu(row)) {
            for (const QAction *action : menu->actions())
                texts.append(action->text());
            menu->close();
        }
        return texts;
    }

    KnowersMenu *openKnowers(int row) const
    {
        QMenu *menu = messageMenu(row);
        if (!menu)
            return nullptr;
        menu->setActiveAction(item(menu, u"Who knows this…"_s));
        QTest::keyClick(menu, Qt::Key_Return);
        auto *knowers = app().chatPane.transcript()->findChild<KnowersMenu *>();
        return knowers && QTest::qWaitForWindowExposed(knowers) ? knowers : nullptr;
    }

    static QAction *item(const QMenu *menu, const QString &text)
    {
        for (QAction *action : menu->actions()) {
            if (QString(action->text()).remove(u'&') == text)
                return action;
        }
        return nullptr;
    }

    std::unique_ptr<OpenProgram> m_program;
};

} // namespace tst_knowers

SNUG_TEST(tst_knowers, TestKnowers, Windows)

#include "tst_knowers.moc"
