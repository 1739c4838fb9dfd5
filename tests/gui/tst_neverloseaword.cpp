// What is written stays written: drafts, messages being rewritten and replies under way through crashes and
// other chats, chats that another program changes, disks that refuse to save.

#include "app/chat/chatcontroller.h"
#include "core/chat/unsenttexts.h"
#include "core/formats/chatjsonl.h"
#include "core/library/chatfiles.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/chatheader.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/messageeditor.h"
#include "widgets/chat/transcript.h"
#include "widgets/editors/conflictdialog.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QListView>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTest>
#include <QTreeWidget>

namespace tst_neverloseaword {

using namespace Qt::StringLiterals;
using namespace snug;

class TestNeverLoseAWord : public QObject
{
    Q_OBJECT

private:
    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() { return app().chat.session(); }
    const QList<Message> &messages() { return session()->chat().messages; }
    QPlainTextEdit *draft() { return app().chatPane.composer()->findChild<QPlainTextEdit *>(); }
    NoticeBar *notices() { return app().chatPane.notices(); }
    bool isSettled()
    {
        return session() && !session()->preview().isBusy() && app().workspace.content.isReady();
    }
    bool isSaved()
    {
        return session()->record().saver().state().kind == SaveStatus::Kind::Saved &&
               app().library.saveState().pending == 0;
    }
    QString chatFile() { return chatPath(app().library.layout(), *app().chat.reference()); }
    QString unsentFile() { return unsentTextsFile(app().library.layout(), *app().chat.reference()); }

    static QByteArray bytesOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    // As another program would: in place.
    static void writeTo(const QString &path, const QByteArray &bytes, QIODevice::OpenMode mode)
    {
        QFile file(path);
        QVERIFY(file.open(mode));
        QCOMPARE(file.write(bytes), bytes.size());
    }

    static QStringList textsIn(const QString &file)
    {
        QStringList texts;
        for (const Message &message : readChat(bytesOf(file)).chat.messages)
            texts.append(message.text);
        return texts;
    }

    void type(const QString &text)
    {
        draft()->setFocus();
        QTest::keyClicks(draft(), text);
    }

    void choose(const QString &name)
    {
        for (QListView *view : app().window.findChildren<QListView *>()) {
            if (view->accessibleName() != u"Characters")
                continue;
            for (int row = 0; row < view->model()->rowCount(); ++row) {
                const QModelIndex index = view->model()->index(row, 0);
                if (index.data().toString() != name)
                    continue;
                QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(index).center());
                QTRY_VERIFY(app().chat.reference() && app().chat.reference()->cardFile == name + u".png");
                QTRY_VERIFY(isSettled());
                return;
            }
        }
        QFAIL("there is nobody of that name");
    }

    void crash()
    {
        m_program->crash();
        QTRY_VERIFY(isSettled());
    }

    std::unique_ptr<OpenProgram> m_program;

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        QVERIFY(QTest::qWaitForWindowExposed(&app().window));
        QTRY_VERIFY(isSettled());
        QTRY_VERIFY(isSaved());
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
    }

    void aDraftSurvivesACrash()
    {
        type(u"It rained all night"_s);
        QTRY_VERIFY(bytesOf(unsentFile()).contains("all night"));
        crash();
        QTRY_COMPARE(draft()->toPlainText(), u"It rained all night"_s);
    }

    void eachChatKeepsItsDraft()
    {
        type(u"To Mira"_s);
        choose(u"Tomas Reyl"_s);
        QTRY_VERIFY(draft()->toPlainText().isEmpty());
        type(u"To Tomas"_s);
        choose(u"Mira Okafor"_s);
        QTRY_COMPARE(draft()->toPlainText(), u"To Mira"_s);
        // In that chat nothing was ever said: its text is for the next one with him.
        choose(u"Tomas Reyl"_s);
        QTRY_COMPARE(draft()->toPlainText(), u"To Tomas"_s);
        m_program->restart();
        QTRY_VERIFY(isSettled());
        QTRY_COMPARE(draft()->toPlainText(), u"To Tomas"_s);
        QCOMPARE(app().chat.reference()->cardFile, u"Tomas Reyl.png"_s);
    }

    void whatWasSentIsNotOfferedAgain()
    {
        type(u"Listen."_s);
        QTRY_VERIFY(bytesOf(unsentFile()).contains("Listen."));
        const QString file = chatFile();
        QTest::keyClick(draft(), Qt::Key_Return);
        QTRY_VERIFY(textsIn(file).contains(u"Listen."_s));
        crash(); // at once: the text may still stand among what is unsent
        QVERIFY(textsIn(file).contains(u"Listen."_s));
        QTest::qWait(50);
        QTRY_VERIFY(!QFile::exists(unsentFile()));
        QVERIFY(draft()->toPlainText().isEmpty());
    }

    // What was typed goes along into a branch, and is there again when its message is taken back at once,
    // before its request has left.
    void whatIsTakenBackAtOnceIsThereAgain()
    {
        type(u"Listen."_s);
        const QString before = chatFile();
        QTest::keyClick(&app().window, Qt::Key_T, Qt::ControlModifier);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_B, Qt::ControlModifier);
        QTRY_VERIFY(chatFile() != before);
        QTRY_COMPARE(draft()->toPlainText(), u"Listen."_s);
        const qsizetype count = messages().size();
        type(u" Closely."_s);
        QTest::keyClick(draft(), Qt::Key_Return);
        QCOMPARE(messages().size(), count + 1);
        QTest::keyClick(&app().window, Qt::Key_T, Qt::ControlModifier);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(messages().size(), count);
        QCOMPARE(draft()->toPlainText(), u"Listen. Closely."_s);
        QTRY_VERIFY(bytesOf(unsentFile()).contains("Listen. Closely."));
    }

    void aMessageBeingRewrittenSurvivesACrash()
    {
        draft()->setFocus();
        QTest::keyClick(draft(), Qt::Key_Up);
        auto *editor = app().chatPane.transcript()->findChild<MessageEditor *>();
        QVERIFY(editor);
        QTest::keyClicks(QApplication::focusWidget(), u" Twice."_s);
        const int row = app().chat.editedRow();
        QTRY_VERIFY(bytesOf(unsentFile()).contains("Twice."));
        const QString text = editor->text();
        crash();
        QTRY_COMPARE(app().chat.editedRow(), row);
        QCOMPARE(app().chatPane.transcript()->editing().text(), text);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(messages().at(row).text, text);
        QTRY_VERIFY(!QFile::exists(unsentFile()));
    }

    // Above the chat stands what the list calls it, not its file's name.
    void theHeaderNamesANewChatByItsWords()
    {
        QTest::keyClick(&app().window, Qt::Key_N, Qt::ControlModifier);
        QTRY_COMPARE(messages().size(), 1);
        const auto *header = app().chatPane.header();
        const QString opening = messages().first().text.simplified().left(20);
        QTRY_VERIFY2(header->accessibleName().contains(opening), qPrintable(header->accessibleName()));
        type(u"Is anybody there?"_s);
        QTest::keyClick(draft(), Qt::Key_Return);
        QTRY_VERIFY2(header->accessibleName().endsWith(u", Is anybody there?"),
                     qPrintable(header->accessibleName()));
        QTRY_VERIFY(!session()->reply().isUnderWay());
    }

    void anEditThatWasLeftSurvivesACrash()
    {
        draft()->setFocus();
        QTest::keyClick(draft(), Qt::Key_Up);
        const int row = app().chat.editedRow();
        QTest::keyClicks(QApplication::focusWidget(), u" Twice."_s);
        const QString text = app().chatPane.transcript()->editing().text();
        const QString before = messages().at(row).text;
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QCOMPARE(app().chat.editedRow(), -1);
        QTRY_VERIFY(bytesOf(unsentFile()).contains("set_aside"));
        crash();
        QCOMPARE(app().chat.editedRow(), -1); // it waits until the message is opened again
        QCOMPARE(messages().at(row).text, before);
        QVERIFY(bytesOf(unsentFile()).contains("Twice."));
        // Another chat has none of it, and this one has it still.
        choose(u"Tomas Reyl"_s);
        choose(u"Mira Okafor"_s);
        draft()->setFocus();
        QTest::keyClick(draft(), Qt::Key_Up);
        QTRY_COMPARE(app().chat.editedRow(), row);
        QTRY_COMPARE(app().chatPane.transcript()->editing().text(), text);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(messages().at(row).text, text);
        QTRY_VERIFY(!QFile::exists(unsentFile()));
    }

    void aReplyUnderWaySurvivesACrash()
    {
        m_program->setUnderstudyPace(40);
        m_program->restart();
        QTRY_VERIFY(isSettled());
        const qsizetype before = messages().size();
        type(u"Tell me everything."_s);
        QTest::keyClick(draft(), Qt::Key_Return);
        QTRY_VERIFY(session()->reply().text.size() > 10);
        QTRY_VERIFY(bytesOf(unsentFile()).contains("\"reply\""));
        m_program->setUnderstudyPace(0);
        crash();
        QTRY_COMPARE(messages().size(), before + 2);
        QVERIFY(messages().last().text.size() > 10);
        QVERIFY(notices()->textOf(u"partialReply"_s).contains(u"was incomplete"));
        QTRY_VERIFY(textsIn(chatFile()).contains(messages().last().text));
        QTRY_VERIFY(!QFile::exists(unsentFile()));
        QVERIFY(OpenProgram::click(notices(), u"Discard It"_s));
        QTRY_COMPARE(messages().size(), before + 1);
        QVERIFY(!notices()->isShown(u"partialReply"_s));
    }

    void appendedLinesMerge()
    {
        const QString file = chatFile();
        const qsizetype before = messages().size();
        writeTo(file, "\n{\"name\":\"Ada\",\"is_user\":true,\"mes\":\"From my telephone.\"}",
                QIODevice::Append);
        type(u"From here."_s);
        QTest::keyClick(draft(), Qt::Key_Return);
        QTRY_COMPARE(messages().size(), before + 3);
        QTRY_VERIFY(!session()->reply().isUnderWay());
        QTRY_VERIFY(isSaved());
        QCOMPARE(textsIn(file).sliced(before, 2), (QStringList{u"From my telephone."_s, u"From here."_s}));
        QTRY_VERIFY(notices()->textOf(u"merged"_s).contains(u"has added 1 message"));
        choose(u"Tomas Reyl"_s);
        QTRY_COMPARE(textsIn(file).size(), before + 3);
    }

    void bothChangedTheSameMessage()
    {
        const QString file = chatFile();
        Chat theirs = readChat(bytesOf(file)).chat;
        theirs.messages[1].text = u"Theirs."_s;
        writeTo(file, writeChat(theirs), QIODevice::Truncate | QIODevice::WriteOnly);
        session()->edits().edit(1, u"Mine."_s);
        QTRY_VERIFY(notices()->textOf(u"merged"_s).contains(u"of the same messages"));
        QTRY_VERIFY(isSaved());
        QCOMPARE(textsIn(file).at(1), u"Mine."_s);
        const auto versions = listChatVersions(app().library.layout(), *app().chat.reference());
        QVERIFY(!versions.isEmpty());
        QVERIFY(OpenProgram::click(notices(), u"Compare…"_s));
        auto *dialog = app().window.findChild<ConflictDialog *>();
        QVERIFY(dialog);
        auto *list = dialog->findChild<QTreeWidget *>();
        QCOMPARE(list->topLevelItem(0)->text(0), u"Message 1, Ada"_s);
        QVERIFY(OpenProgram::click(dialog, u"Take Theirs Everywhere"_s));
        QVERIFY(OpenProgram::click(dialog, u"Merge"_s));
        QTRY_COMPARE(messages().at(1).text, u"Theirs."_s);
        QTRY_COMPARE(textsIn(file).at(1), u"Theirs."_s);
        app().actions.action(ActionId::Undo)->trigger();
        QCOMPARE(messages().at(1).text, u"Mine."_s);
    }

    // The texts say nothing of what is to be chosen from.
    void bothChangedTheSameMessageButNotItsText()
    {
        const QString file = chatFile();
        Chat theirs = readChat(bytesOf(file)).chat;
        theirs.messages[1].extra.set(u"reasoning"_s, Json(u"Thought elsewhere."_s));
        writeTo(file, writeChat(theirs), QIODevice::Truncate | QIODevice::WriteOnly);
        session()->edits().setHidden(1, 1, true);
        QTRY_VERIFY(notices()->textOf(u"merged"_s).contains(u"of the same messages"));
        QVERIFY(OpenProgram::click(notices(), u"Compare…"_s));
        auto *dialog = app().window.findChild<ConflictDialog *>();
        QVERIFY(dialog);
        const QTreeWidgetItem *shown = dialog->findChild<QTreeWidget *>()->topLevelItem(0);
        QVERIFY2(shown->text(1).contains(u"Hidden from the prompt: true"), qPrintable(shown->text(1)));
        QVERIFY2(shown->text(2).contains(u"Hidden from the prompt: false"), qPrintable(shown->text(2)));
        QVERIFY2(shown->text(2).contains(u"Reasoning: Thought elsewhere."), qPrintable(shown->text(2)));
        QVERIFY(OpenProgram::click(dialog, u"Take Theirs Everywhere"_s));
        QVERIFY(OpenProgram::click(dialog, u"Merge"_s));
        QTRY_COMPARE(messages().at(1).reasoning(), u"Thought elsewhere."_s);
        QVERIFY(!messages().at(1).isHidden);
    }

    void aRemovedFileIsWrittenBeforeTheChatGoes()
    {
        const QString file = chatFile();
        const QStringList texts = textsIn(file);
        QVERIFY(QFile::remove(file));
        app().library.lookAgain(); // the watcher may not be there yet
        QTRY_VERIFY(notices()->textOf(u"saving"_s).contains(u"has removed this chat's file"));
        choose(u"Tomas Reyl"_s);
        QTRY_COMPARE(textsIn(file), texts);
    }

    void aRemovedFileMayStayAway()
    {
        const QString file = chatFile();
        QVERIFY(QFile::remove(file));
        app().library.lookAgain(); // the watcher may not be there yet
        QTRY_VERIFY(notices()->isShown(u"saving"_s));
        QVERIFY(OpenProgram::click(notices(), u"Close the Chat"_s));
        QTRY_VERIFY(!session());
        QTest::qWait(50);
        QVERIFY(!QFile::exists(file));
    }

    void aChatThatCannotBeSavedIsKeptThroughOtherChats()
    {
        const QString file = chatFile();
        const QStringList texts = textsIn(file);
        // Nobody can write into a folder's place, not even root.
        QVERIFY(QFile::rename(file, file + u".away"_s) && QDir().mkpath(file + u"/in the way"_s));
        const qsizetype before = messages().size();
        type(u"Is anybody there?"_s);
        QTest::keyClick(draft(), Qt::Key_Return);
        QTRY_VERIFY(notices()->textOf(u"saving"_s).contains(u"Could not save"));
        QVERIFY(notices()->textOf(u"saving"_s).contains(m_program->stateFolder()));
        QTRY_COMPARE(messages().size(), before + 2);
        choose(u"Tomas Reyl"_s);
        const QString id = u"left:Mira Okafor.png/"_s + QFileInfo(file).completeBaseName();
        QTRY_VERIFY(notices()->textOf(id).contains(u"could not be saved"));
        QVERIFY(QDir(file).removeRecursively() && QFile::rename(file + u".away"_s, file));
        QVERIFY(OpenProgram::click(notices(), u"Retry"_s));
        QTRY_COMPARE(textsIn(file).size(), texts.size() + 2);
        QTRY_VERIFY(app().chat.left().isEmpty());
        QVERIFY(!notices()->isShown(id));
    }

    void aChatThatCouldNotBeSavedIsOfferedAtTheNextStart()
    {
        const QString file = chatFile();
        const QStringList texts = textsIn(file);
        QVERIFY(QFile::rename(file, file + u".away"_s) && QDir().mkpath(file + u"/in the way"_s));
        type(u"Is anybody there?"_s);
        QTest::keyClick(draft(), Qt::Key_Return);
        QTRY_VERIFY(notices()->isShown(u"saving"_s));
        QTRY_VERIFY(!session()->reply().isUnderWay());
        QTRY_VERIFY(app().library.saveState().pending == 0);
        m_program->quit();
        QVERIFY(QDir(file).removeRecursively() && QFile::rename(file + u".away"_s, file));
        m_program->start();
        QTRY_VERIFY(isSettled());
        const auto isOffered = [this] {
            for (QAbstractButton *button : notices()->findChildren<QAbstractButton *>()) {
                if (button->text() == u"Restore It"_s)
                    return true;
            }
            return false;
        };
        QTRY_VERIFY(isOffered());
        QCOMPARE(textsIn(file), texts);
        QVERIFY(OpenProgram::click(notices(), u"Restore It"_s));
        QTRY_COMPARE(textsIn(file).size(), texts.size() + 2);
        QVERIFY(textsIn(file).contains(u"Is anybody there?"_s));
        QTRY_VERIFY(session() && messages().size() == texts.size() + 2);
        m_program->restart();
        QTRY_VERIFY(isSettled());
        QVERIFY(!isOffered());
    }
};

} // namespace tst_neverloseaword

SNUG_TEST(tst_neverloseaword, TestNeverLoseAWord, Windows)
#include "tst_neverloseaword.moc"
