// What is saved beside the chat and fails is said, and saved later; what could not be read of a chat is said
// when it opens; the program's own settings.

#include "app/chat/chatcontroller.h"
#include "app/chat/loadnotices.h"
#include "app/library/librarycontroller.h"
#include "app/settings.h"
#include "core/library/chatfiles.h"
#include "core/library/samplelibrary.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSemaphore>
#include <QTest>

namespace tst_savingbeside {

using namespace Qt::StringLiterals;
using namespace snug;

class TestSavingBeside : public QObject
{
    Q_OBJECT

private:
    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() { return app().chat.session(); }
    NoticeBar *notices() { return app().chatPane.notices(); }
    QString inLibrary(const QString &name) { return m_program->libraryFolder() + u'/' + name; }
    QPlainTextEdit *draft() { return app().chatPane.composer()->findChild<QPlainTextEdit *>(); }

    static QByteArray bytesOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    static bool put(const QString &path, const QByteArray &bytes)
    {
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
    }

    static void click(QWidget *parent, const QString &text)
    {
        for (QAbstractButton *each : parent->findChildren<QAbstractButton *>()) {
            if (QString(each->text()).remove(u'&') == text && each->isVisible()) {
                QTest::mouseClick(each, Qt::LeftButton);
                return;
            }
        }
        QFAIL(qPrintable(u"there is no button “%1”"_s.arg(text)));
    }

    bool saysInTheStatusBar(const QString &text)
    {
        const auto labels = app().window.findChildren<QLabel *>();
        return std::ranges::any_of(
            labels, [&](QLabel *label) { return label->isVisible() && label->text() == text; });
    }

    void settle()
    {
        QVERIFY(QTest::qWaitForWindowExposed(&app().window));
        QTRY_VERIFY(session() && !session()->preview().isBusy() && app().workspace.content.isReady());
        QTRY_VERIFY(app().library.saveState().pending == 0);
    }

    // It may have been tried by itself already.
    bool isSavedAfterAnotherTry()
    {
        if (notices()->isShown(u"saves"_s))
            click(notices(), u"Try Now"_s);
        return app().library.saveState().failures.isEmpty();
    }

    void say(const QString &text)
    {
        draft()->setFocus();
        QTest::keyClicks(draft(), text);
        const qsizetype before = session()->conversation().size();
        QTest::keyClick(draft(), Qt::Key_Return);
        QTRY_COMPARE(session()->conversation().size(), before + 2);
        QTRY_VERIFY(!session()->reply().isUnderWay());
    }

    std::unique_ptr<OpenProgram> m_program;

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        settle();
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
    }

    void whatFailsIsSaidAndWrittenLater_data()
    {
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("content");
        QTest::newRow("choices") << u"snug/session.json"_s << u"what you chose in this library"_s;
        QTest::newRow("requests") << u"snug/ledger"_s << u"the record of requests"_s;
        QTest::newRow("typed text") << u"snug/unsent"_s << u"what is typed and not sent"_s;
    }

    // Nobody can write into the place of something else, not even root.
    void whatFailsIsSaidAndWrittenLater()
    {
        QFETCH(const QString, place);
        QFETCH(const QString, content);
        say(u"Before."_s);
        QTRY_VERIFY(app().library.saveState().pending == 0);
        const QString path = inLibrary(place);
        const QString away = path + u".away"_s;
        const bool isFile = QFileInfo(path).isFile();
        if (QFileInfo::exists(path))
            QVERIFY(QFile::rename(path, away));
        if (isFile)
            QVERIFY(QDir().mkpath(path + u"/in the way"_s));
        else
            QVERIFY(put(path, "in the way"));

        app().workspace.content.choices().chooseMode(PromptMode::Smelt);
        say(u"Is anybody there?"_s);
        QTest::keyClicks(draft(), u"Typed meanwhile"_s);
        const QString id = u"saves"_s;
        QTRY_VERIFY_WITH_TIMEOUT(notices()->textOf(id).contains(content), 30000);
        QVERIFY(saysInTheStatusBar(u"Saving failed"_s));

        QVERIFY(isFile ? QDir(path).removeRecursively() : QFile::remove(path));
        if (QFileInfo::exists(away))
            QVERIFY(QFile::rename(away, path));
        QTRY_VERIFY_WITH_TIMEOUT(isSavedAfterAnotherTry(), 60000);
        QVERIFY(!notices()->isShown(id));
        QVERIFY(!saysInTheStatusBar(u"Saving failed"_s));
        QTRY_VERIFY(app().library.saveState().failures.isEmpty());
        const qsizetype requests = app().workspace.history.heads().size();

        m_program->restart();
        settle();
        QCOMPARE(app().workspace.content.choices().now().mode, PromptMode::Smelt);
        QTRY_COMPARE(draft()->toPlainText(), u"Typed meanwhile"_s);
        QTRY_COMPARE(app().workspace.history.heads().size(), requests);
        QVERIFY(requests >= 2);
    }

    void variablesOfAllChatsAreWrittenLater()
    {
        const QString path = inLibrary(u"settings.json"_s);
        QVERIFY(QFile::rename(path, path + u".away"_s) && QDir().mkpath(path + u"/in the way"_s));
        say(u"{{setglobalvar::weather::fog}}Look."_s);
        say(u"{{setglobalvar::tide::low}}And there."_s);
        QTRY_VERIFY_WITH_TIMEOUT(notices()->textOf(u"saves"_s).contains(u"variables that all chats share"),
                                 30000);
        QVERIFY(QDir(path).removeRecursively() && QFile::rename(path + u".away"_s, path));
        QTRY_VERIFY_WITH_TIMEOUT(isSavedAfterAnotherTry(), 60000);
        QVERIFY(bytesOf(path).contains("\"fog\"") && bytesOf(path).contains("\"low\""));
    }

    void whatCannotBeSavedIsAskedAboutBeforeQuitting_data()
    {
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("content");
        QTest::newRow("typed text") << u"snug/unsent"_s << u"what is typed and not sent"_s;
        QTest::newRow("choices") << u"snug/session.json"_s << u"what you chose in this library"_s;
        QTest::newRow("requests") << u"snug/ledger"_s << u"the record of requests"_s;
        QTest::newRow("global variables") << u"settings.json"_s << u"variables that all chats share"_s;
    }

    // The window stays, unless the user says that it may go.
    void whatCannotBeSavedIsAskedAboutBeforeQuitting()
    {
        QFETCH(const QString, place);
        QFETCH(const QString, content);
        const QString path = inLibrary(place);
        if (QFileInfo::exists(path))
            QVERIFY(QFile::rename(path, path + u".away"_s));
        QVERIFY(place.endsWith(u".json") ? QDir().mkpath(path + u"/in the way"_s) : put(path, "in the way"));
        say(u"{{setglobalvar::weather::fog}}Look."_s);
        app().workspace.content.choices().chooseMode(PromptMode::Smelt);
        draft()->setFocus();
        QTest::keyClicks(draft(), u"Worth keeping"_s);
        app().window.close();
        const auto question = [&] { return app().window.findChild<QMessageBox *>(u"quitWithUnsavedChat"_s); };
        QTRY_VERIFY_WITH_TIMEOUT(question() && question()->isVisible(), 30000);
        QVERIFY(app().window.isVisible());
        QVERIFY2(question()->text().contains(content), qPrintable(question()->text()));
        click(question(), u"Cancel"_s);
        QTRY_VERIFY(!question());

        // Nothing is in the way any more: closing tries once more.
        QVERIFY(QFileInfo(path).isDir() ? QDir(path).removeRecursively() : QFile::remove(path));
        if (QFileInfo::exists(path + u".away"_s))
            QVERIFY(QFile::rename(path + u".away"_s, path));
        app().window.close();
        QTRY_VERIFY(!app().window.isVisible());
        m_program->restart();
        settle();
        QTRY_COMPARE(draft()->toPlainText(), u"Worth keeping"_s);
        QCOMPARE(app().workspace.content.choices().now().mode, PromptMode::Smelt);
        QVERIFY(bytesOf(inLibrary(u"settings.json"_s)).contains("\"fog\""));
    }

    void anotherLibraryIsNotOpenedOverWhatCannotBeSaved()
    {
        const QString path = inLibrary(u"snug/session.json"_s);
        QVERIFY(QFile::rename(path, path + u".away"_s) && QDir().mkpath(path + u"/in the way"_s));
        app().workspace.content.choices().chooseMode(PromptMode::Smelt);
        QTRY_VERIFY_WITH_TIMEOUT(notices()->isShown(u"saves"_s), 30000);
        const QTemporaryDir other;
        QVERIFY(QDir(other.path()).mkpath(u"characters"_s));
        const auto question = [&] { return app().window.findChild<QMessageBox *>(u"leaveLibraryUnsaved"_s); };
        for (const QString &answer : {u"Cancel"_s, u"Open and Lose It"_s}) {
            app().libraryController.openFolder(other.path());
            QTRY_VERIFY(question() && question()->isVisible());
            QVERIFY2(question()->text().contains(u"what you chose"), qPrintable(question()->text()));
            QCOMPARE(app().library.layout().root(), m_program->libraryFolder());
            click(question(), answer);
            QTRY_VERIFY(!question());
        }
        QTRY_COMPARE(app().library.layout().root(), other.path());
        QTRY_VERIFY(app().library.isOpen());
    }

    // A disk that takes its time.
    void quittingWaitsForTheDiskVisibly()
    {
        const auto disk = std::make_shared<QSemaphore>();
        const auto writeSlowly = [disk](LibraryStore &) -> Result<void> {
            return disk->tryAcquire(1, 60000) ? Result<void>() : failure(u"too slow"_s);
        };
        const auto waiting = [&] { return app().window.findChild<QDialog *>(u"savingBeforeQuitting"_s); };
        for (const bool stays : {true, false}) {
            app().library.save(u"slow"_s, writeSlowly, this, [](const Result<void> &) {});
            app().window.close();
            QTRY_VERIFY(waiting() && waiting()->isVisible());
            QVERIFY(app().window.isVisible());
            if (stays)
                click(waiting(), u"Stay"_s);
            disk->release();
            if (!stays)
                break;
            QTRY_COMPARE(app().library.saveState().pending, 0);
            QTRY_VERIFY(!waiting());
            QVERIFY(app().window.isVisible());
        }
        QTRY_VERIFY(!app().window.isVisible());
    }

    void controlQQuits()
    {
        draft()->setFocus();
        QTest::keyClicks(draft(), u"Worth keeping"_s);
        QTest::keyClick(draft(), Qt::Key_Q, Qt::ControlModifier);
        QTRY_VERIFY(!app().window.isVisible());
        m_program->restart();
        settle();
        QTRY_COMPARE(draft()->toPlainText(), u"Worth keeping"_s);
    }

    void aLibraryThatWasMovedAwayIsNotMadeAgain()
    {
        const QString folder = m_program->libraryFolder();
        QVERIFY(QDir().rename(folder, folder + u".moved"_s));
        app().workspace.content.choices().chooseMode(PromptMode::Smelt);
        say(u"Is anybody there?"_s);
        QTRY_VERIFY_WITH_TIMEOUT(notices()->textOf(u"saves"_s).contains(u"the library's folder is gone"),
                                 30000);
        QVERIFY(!QFileInfo::exists(folder));
        QVERIFY(QDir().rename(folder + u".moved"_s, folder));
        session()->record().saver().retry();
        QTRY_VERIFY_WITH_TIMEOUT(isSavedAfterAnotherTry(), 60000);
        QTRY_VERIFY(bytesOf(inLibrary(u"snug/session.json"_s)).contains("smelt"));
    }

    void unreadableLinesAreSaid_data()
    {
        QTest::addColumn<QByteArray>("behind");
        QTest::addColumn<QByteArray>("instead");
        QTest::addColumn<QString>("said");
        QTest::addColumn<bool>("hasMessages");
        const QByteArray none;
        QTest::newRow("a line of something else") << "\n{not a message}\n"_ba << none << u"1 line"_s << true;
        QTest::newRow("two of them") << "\nnot\na message\n"_ba << none << u"2 line"_s << true;
        QTest::newRow("cut off") << "\n{\"name\": \"Ada\", \"mes\": \"Wh"_ba << none << u"was cut off"_s
                                 << true;
        QTest::newRow("zeros behind it") << QByteArray(4096, '\0') << none << u"was cut off"_s << true;
        QTest::newRow("nothing but zeros") << none << QByteArray(4096, '\0') << u"Nothing in"_s << false;
        QTest::newRow("garbage") << none << "\x7f\x45\x4c\x46\n\n\x01\x02\n"_ba << u"Nothing in"_s << false;
    }

    void unreadableLinesAreSaid()
    {
        QFETCH(const QByteArray, behind);
        QFETCH(const QByteArray, instead);
        QFETCH(const QString, said);
        QFETCH(const bool, hasMessages);
        const QString file = chatPath(app().library.layout(), *app().chat.reference());
        const qsizetype before = session()->conversation().size();
        m_program->quit();
        QByteArray whole = bytesOf(file);
        while (whole.endsWith('\n'))
            whole.chop(1);
        const QByteArray damaged = instead.isEmpty() ? QByteArray(whole + behind) : instead;
        QVERIFY(put(file, damaged));
        m_program->start();
        settle();
        QTRY_VERIFY(notices()->isShown(LoadNotices::noticeId()));
        const QString text = notices()->textOf(LoadNotices::noticeId());
        QVERIFY2(text.contains(said) && text.contains(QFileInfo(file).fileName()), qPrintable(text));
        QCOMPARE(session()->conversation().size(), hasMessages ? before : 0);
        QCOMPARE(bytesOf(file), damaged); // opening writes nothing
        QVERIFY(!QFile::exists(file + u".torn"_s));

        // The lines themselves: which, why, and how they begin.
        if (said.contains(u"line"_s)) {
            QVERIFY(OpenProgram::click(notices(), u"Show"_s));
            auto *report = app().window.findChild<QDialog *>(u"unreadableLines"_s);
            QVERIFY(report && report->isVisible());
            const QString lines = report->findChild<QPlainTextEdit *>()->toPlainText();
            QVERIFY2(lines.contains(u"line %1"_s.arg(before + 2)), qPrintable(lines));
            QVERIFY2(lines.contains(QString::fromUtf8(behind).trimmed().section(u'\n', 0, 0)),
                     qPrintable(lines));
            report->close();
            return;
        }

        // It is about this chat alone.
        app().actions.action(ActionId::NewChat)->trigger();
        QTRY_VERIFY(!notices()->isShown(LoadNotices::noticeId()));
    }

    void aWholeChatHasNothingToSay()
    {
        QVERIFY(!notices()->isShown(LoadNotices::noticeId()));
        QVERIFY(!notices()->isShown(u"saves"_s));
        QVERIFY(!notices()->isShown(u"error"_s));
    }

    // It has no file yet.
    void aNewChatInWhichNothingWasSaidIsNoErrorAtTheNextStart()
    {
        const ChatReference old = *app().chat.reference();
        app().actions.action(ActionId::NewChat)->trigger();
        QTRY_VERIFY(session() && app().chat.reference() && *app().chat.reference() != old);
        QVERIFY(!QFile::exists(chatPath(app().library.layout(), *app().chat.reference())));
        m_program->restart();
        settle();
        QVERIFY(!notices()->isShown(u"error"_s));
        QVERIFY(app().chat.reference());
    }

    void damagedSettingsAreSaid_data()
    {
        QTest::addColumn<bool>("hasCopy");
        QTest::newRow("with a copy") << true;
        QTest::newRow("without one") << false;
    }

    // The folder of the last run is known from the settings only.
    void damagedSettingsAreSaid()
    {
        QFETCH(const bool, hasCopy);
        const QTemporaryDir home;
        qputenv("XDG_DATA_HOME", QFile::encodeName(home.path()));
        const QString library = home.filePath(u"mine"_s);
        QVERIFY(installSampleLibrary(library));
        const QString file = home.filePath(u"snug.ini"_s);
        Settings(file).setSession({.libraryFolder = library});
        QVERIFY(!Settings(file).damage());
        QVERIFY(put(file, "[session]\nlibrary=/home/me\nunder"));
        if (!hasCopy)
            QVERIFY(QFile::remove(lastGoodCopy(file)));
        Application application(*qApp, {.libraryFolder = {},
                                        .settingsFile = file,
                                        .understudyPace = 0,
                                        .keysForThisRunOnly = true,
                                        .localProbes = {}});
        const AppContext &context = application.context();
        context.window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&context.window));
        NoticeBar *bar = context.chatPane.notices();
        QVERIFY(bar->isShown(u"damagedSettings"_s));
        QVERIFY2(bar->textOf(u"damagedSettings"_s).contains(u"snug.ini.damaged"),
                 qPrintable(bar->textOf(u"damagedSettings"_s)));
        if (hasCopy) {
            QTRY_COMPARE(context.library.layout().root(), library);
        } else {
            QVERIFY(!context.library.isOpen());
            click(bar, u"Use the Default Library"_s);
            QTRY_VERIFY(context.library.isOpen());
            QVERIFY(context.library.layout().root() != library);
        }
        QTRY_VERIFY(context.chat.session());
        context.window.close();
        qunsetenv("XDG_DATA_HOME");
    }
};

} // namespace tst_savingbeside

SNUG_TEST(tst_savingbeside, TestSavingBeside, Windows)
#include "tst_savingbeside.moc"
