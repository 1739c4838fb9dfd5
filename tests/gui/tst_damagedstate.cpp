// Files of Snug's own that are damaged: what is in them is kept, what was good last is used, one is told, and
// nobody answers in a chat whom the user has not chosen.

#include "app/chat/chatcontroller.h"
#include "app/library/connectionchoice.h"
#include "app/library/profilesquestion.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
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
#include <QDir>
#include <QFile>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTest>

namespace tst_damagedstate {

using namespace Qt::StringLiterals;
using namespace snug;

class TestDamagedState : public QObject
{
    Q_OBJECT

private:
    const AppContext &app() const { return m_program->app(); }
    Connections &connections() { return app().workspace.connections; }
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

    QAbstractButton *button(QWidget *parent, const QString &text)
    {
        for (QAbstractButton *each : parent->findChildren<QAbstractButton *>()) {
            if (QString(each->text()).remove(u'&') == text && each->isVisible())
                return each;
        }
        return nullptr;
    }

    void click(QWidget *parent, const QString &text)
    {
        QAbstractButton *found = button(parent, text);
        QVERIFY2(found, qPrintable(u"there is no button “%1”"_s.arg(text)));
        QTest::mouseClick(found, Qt::LeftButton);
    }

    void open(OpenProgram::Content content)
    {
        m_program = std::make_unique<OpenProgram>(content);
        settle();
    }

    void settle()
    {
        QVERIFY(QTest::qWaitForWindowExposed(&app().window));
        QTRY_VERIFY(app().chat.session() && !app().chat.session()->preview().isBusy() &&
                    app().workspace.content.isReady());
    }

    // Returns, sends by the button and by Enter, and says how many messages there are then.
    qsizetype trySending()
    {
        draft()->setFocus();
        QTest::keyClicks(draft(), u"Is anybody there?"_s);
        QTest::keyClick(draft(), Qt::Key_Return);
        if (QAbstractButton *send = button(app().chatPane.composer(), u"Send"_s))
            QTest::mouseClick(send, Qt::LeftButton);
        for (const ActionId id : {ActionId::Send, ActionId::Regenerate, ActionId::Continue})
            app().actions.action(id)->trigger();
        return app().chat.session()->conversation().size();
    }

    std::unique_ptr<OpenProgram> m_program;

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

    void cleanup()
    {
        if (m_program)
            m_program->quit();
        m_program.reset();
    }

    void theChoicesOfBeforeAreUsed_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("cut off") << "{\"card\": \"Mira Okafor.png\", \"mo"_ba;
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("zeros") << QByteArray(300, '\0');
        QTest::newRow("another type") << "[1]"_ba;
    }

    void theChoicesOfBeforeAreUsed()
    {
        QFETCH(const QByteArray, bytes);
        open(OpenProgram::Content::Sample);
        app().workspace.content.choices().chooseMode(PromptMode::Smelt);
        m_program->quit();
        const QString file = inLibrary(u"snug/session.json"_s);
        const QByteArray good = bytesOf(file);
        QVERIFY(good.contains("smelt"));
        QVERIFY(put(file, bytes));
        m_program->start();
        settle();

        QTRY_VERIFY(notices()->isShown(u"damaged:snug/session.json"_s));
        const QString said = notices()->textOf(u"damaged:snug/session.json"_s);
        QVERIFY2(said.contains(u"snug/session.json"_s) && said.contains(u"session.json.damaged"_s),
                 qPrintable(said));
        QVERIFY(button(notices(), u"Show in Folder"_s));
        QCOMPARE(app().workspace.content.choices().now().mode, PromptMode::Smelt);
        QCOMPARE(bytesOf(file + u".damaged"_s), bytes);
        m_program->quit();
        QVERIFY(bytesOf(file).contains("smelt"));
        QCOMPARE(bytesOf(file + u".damaged"_s), bytes);
    }

    void settingsOfMemoriesAreKept()
    {
        open(OpenProgram::Content::Sample);
        MemorySetup &memory = app().workspace.memory;
        QTRY_VERIFY(memory.isReady());
        MemorySettings settings = memory.settings();
        settings.showsNotices = !settings.showsNotices;
        memory.setSettings(settings);
        m_program->quit();
        const QString file = inLibrary(u"snug/memory-books.json"_s);
        QVERIFY(bytesOf(file).size() > 10);
        QVERIFY(put(file, bytesOf(file).first(10)));
        m_program->start();
        settle();
        QTRY_VERIFY(app().workspace.memory.isReady());
        QCOMPARE(app().workspace.memory.settings().showsNotices, settings.showsNotices);
        QTRY_VERIFY(notices()->textOf(u"error"_s).contains(u"memory-books.json.damaged"));
        QCOMPARE(bytesOf(file + u".damaged"_s).size(), 10);
    }

    void choicesThatCannotBeReadStay()
    {
        open(OpenProgram::Content::Sample);
        m_program->quit();
        const QString file = inLibrary(u"snug/session.json"_s);
        QVERIFY(QFile::remove(file));
        QVERIFY(QFile::link(file, file)); // nobody can read that
        m_program->start();
        settle();
        QTRY_VERIFY(notices()->isShown(u"damaged:snug/session.json"_s));
        app().workspace.content.choices().chooseMode(PromptMode::Smelt);
        m_program->restart();
        settle();
        QVERIFY(QFileInfo(file).isSymLink());
        QTRY_VERIFY(notices()->isShown(u"damaged:snug/session.json"_s));

        QVERIFY(QFile::remove(file));
        QVERIFY(put(file, "{\"mode\": \"story\"}"));
        click(notices(), u"Try Again"_s);
        QTRY_COMPARE(app().workspace.content.choices().now().mode, PromptMode::Story);
        QVERIFY(!notices()->isShown(u"damaged:snug/session.json"_s));
    }

    void nobodyAnswersWithDamagedConnections_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("hasCopy");
        for (const bool hasCopy : {true, false}) {
            const char *copy = hasCopy ? "a copy" : "no copy";
            QTest::addRow("cut off, %s", copy)
                << "{\"active\": \"m\", \"connections\": [{\"id\""_ba << hasCopy;
            QTest::addRow("empty, %s", copy) << QByteArray() << hasCopy;
            QTest::addRow("zeros, %s", copy) << QByteArray(300, '\0') << hasCopy;
            QTest::addRow("another type, %s", copy) << "{\"connections\": 3}"_ba << hasCopy;
        }
    }

    void nobodyAnswersWithDamagedConnections()
    {
        QFETCH(const QByteArray, bytes);
        QFETCH(const bool, hasCopy);
        open(OpenProgram::Content::Sample);
        QVERIFY(connections().isUnderstudy());
        m_program->quit();
        const QString file = inLibrary(u"snug/connections.json"_s);
        const QByteArray good = bytesOf(file);
        QVERIFY(put(file, bytes));
        if (!hasCopy)
            QVERIFY(QFile::remove(inLibrary(u"snug/lastgood/connections.json"_s)));
        m_program->start();
        settle();

        const QString id = u"damaged:snug/connections.json"_s;
        QTRY_VERIFY(notices()->isShown(id));
        QVERIFY2(notices()->textOf(id).contains(u"connections.json.damaged"_s),
                 qPrintable(notices()->textOf(id)));
        QCOMPARE(connections().active(), QString());
        const qsizetype before = app().chat.session()->conversation().size();
        QCOMPARE(trySending(), before);
        QCOMPARE(draft()->toPlainText(), u"Is anybody there?"_s);
        QCOMPARE(bytesOf(file + u".damaged"_s), bytes);
        QVERIFY(!QFileInfo::exists(file)); // nothing has been chosen

        QCOMPARE(button(notices(), u"Use “Understudy (offline stand-in)”"_s) != nullptr, hasCopy);
        if (!hasCopy)
            return;
        click(notices(), u"Use “Understudy (offline stand-in)”"_s);
        QVERIFY(connections().isUnderstudy());
        QTRY_COMPARE(bytesOf(file).contains("\"understudy\""), true);
        QTest::keyClick(draft(), Qt::Key_Return);
        QTRY_VERIFY(app().chat.session()->conversation().size() > before);
        QVERIFY(!good.isEmpty());
    }

    void inANewLibraryNobodyAnswersUnasked()
    {
        open(OpenProgram::Content::SillyTavern);
        m_program->quit();
        QVERIFY(QDir(inLibrary(u"snug"_s)).removeRecursively());
        m_program->start();
        settle();
        QTRY_VERIFY(notices()->isShown(ProfilesQuestion::noticeId()));
        const qsizetype before = app().chat.session()->conversation().size();
        QCOMPARE(trySending(), before);
        QVERIFY(button(app().chatPane.composer(), u"Choose a Connection…"_s));
        click(notices(), u"Leave Them Out"_s);
        QTRY_VERIFY(notices()->isShown(ConnectionChoice::noticeId()));

        click(notices(), u"Use “Understudy (offline stand-in)”"_s);
        QVERIFY(connections().isUnderstudy());
        QVERIFY(!notices()->isShown(ConnectionChoice::noticeId()));
        QVERIFY(!button(app().chatPane.composer(), u"Choose a Connection…"_s));
        QTest::keyClick(draft(), Qt::Key_Return);
        QTRY_VERIFY(app().chat.session()->conversation().size() > before);
        m_program->restart();
        settle();
        QTRY_VERIFY(connections().isUnderstudy());
    }
};

} // namespace tst_damagedstate

SNUG_TEST(tst_damagedstate, TestDamagedState, Windows)
#include "tst_damagedstate.moc"
