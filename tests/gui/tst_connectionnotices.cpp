// What is said of who answers: one bar, with ways that lead somewhere from this folder.

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/library/connectionchoice.h"
#include "app/library/profilesquestion.h"
#include "core/library/librarylayout.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "tests/fakes/recordingserver.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/dialogs/connectiondialog.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

namespace tst_connectionnotices {

using namespace snug;
using namespace Qt::StringLiterals;

class TestConnectionNotices : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
    }

    // Who has opened one is not offered to open one; who has none is.
    void insideSillyTavernsFolderNoOtherIsOffered()
    {
        open(OpenProgram::Content::SillyTavern);
        QVERIFY(OpenProgram::click(notices(), u"Leave Them Out"_s));
        QTRY_VERIFY(notices()->isShown(understudy));
        QVERIFY(!offered().contains(u"Open a SillyTavern Folder…"_s));
        QVERIFY(OpenProgram::click(notices(), u"Connect a Model…"_s));
        auto *dialog = app().window.findChild<ConnectionDialog *>();
        QVERIFY(dialog && QTest::qWaitForWindowExposed(dialog));
        dialog->close();
        QVERIFY(notices()->isShown(understudy));
    }

    void inALibraryOfSnugsTheFolderIsOffered()
    {
        open(OpenProgram::Content::Sample);
        QTRY_VERIFY(notices()->isShown(understudy));
        QVERIFY(OpenProgram::click(notices(), u"Open a SillyTavern Folder…"_s));
        auto *dialog = app().window.findChild<QFileDialog *>(u"openLibrary"_s);
        QVERIFY(dialog && QTest::qWaitForWindowExposed(dialog));
        dialog->reject();
    }

    // The question is the bar; that nobody answers stands above the composer, and becomes the bar once the
    // question is answered.
    void whereNobodyAnswersTheQuestionStandsAlone()
    {
        open(OpenProgram::Content::SillyTavern);
        m_program->quit();
        RecordingServer server;
        server.answerWith([](const RecordedRequest &) {
            return RawAnswer::json("{\"default_generation_settings\":{\"n_ctx\":4096}}");
        });
        m_program->setLocalProbes(probesAt(server));
        QVERIFY(QFile::remove(LibraryLayout(m_program->libraryFolder()).connectionsFile()));
        m_program->start();
        QTRY_VERIFY(isReady());
        QCOMPARE(app().workspace.connections.active(), QString());
        QTRY_VERIFY(notices()->isShown(ProfilesQuestion::noticeId()));
        QVERIFY(!notices()->isShown(ConnectionChoice::noticeId()));
        QCOMPARE(bars(), 1);
        const auto labels = app().chatPane.composer()->findChildren<QLabel *>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel *label) {
            return label->isVisible() && label->text().startsWith(u"No connection is chosen");
        }));
        QVERIFY(OpenProgram::click(notices(), u"Leave Them Out"_s));
        QTRY_VERIFY(notices()->isShown(ConnectionChoice::noticeId()));
        QCOMPARE(bars(), 1);
        QTRY_VERIFY(offered().contains(u"Use llama.cpp"_s));
        app().workspace.connections.chooseActive(u"understudy"_s);
        QTRY_VERIFY(!notices()->isShown(ConnectionChoice::noticeId()));
    }

    void theUnderstudysNoteWaitsForTheQuestion()
    {
        open(OpenProgram::Content::SillyTavern);
        QVERIFY(!notices()->isShown(understudy));
        QCOMPARE(bars(), 1);
        QVERIFY(OpenProgram::click(notices(), u"Hide this notice"_s));
        QTRY_VERIFY(notices()->isShown(understudy));
        QCOMPARE(bars(), 1);
    }

    // At the first start: what runs on this computer is two clicks away, and one is Undo's.
    void whatRunsOnThisComputerIsOffered()
    {
        RecordingServer server;
        server.answerWith([](const RecordedRequest &request) {
            if (request.startLine.contains(" /props "))
                return RawAnswer::json("{\"default_generation_settings\":{\"n_ctx\":4096}}");
            return RawAnswer::json("{}", 404);
        });
        open(OpenProgram::Content::Sample);
        QVERIFY(!offered().contains(u"Use llama.cpp"_s));
        m_program->setLocalProbes(probesAt(server));
        m_program->restart();
        QTRY_VERIFY(isReady());
        QTRY_VERIFY(offered().contains(u"Use llama.cpp"_s));
        QVERIFY(!offered().contains(u"Use KoboldCpp"_s));
        QVERIFY(offered().contains(u"Connect a Model…"_s));
        QCOMPARE(asked(server, "/api/extra/version"), 1);
        QCOMPARE(bars(), 1);

        QVERIFY(OpenProgram::click(notices(), u"Use llama.cpp"_s));
        const Connections &connections = app().workspace.connections;
        QTRY_COMPARE(connections.activeName(), u"llama.cpp"_s);
        QTRY_VERIFY(!notices()->isShown(understudy));
        QCOMPARE(connections.link().connection.baseUrl.port(), server.url().port());
        QVERIFY(!app().window.findChild<ConnectionDialog *>()); // nothing is left to choose

        app().actions.action(ActionId::Undo)->trigger();
        QTRY_VERIFY(connections.isUnderstudy());
        QTRY_VERIFY(notices()->isShown(understudy));
        QVERIFY(!offered().contains(u"Use llama.cpp"_s)); // it is in the list now

        m_program->restart();
        QTRY_VERIFY(isReady());
        QTRY_VERIFY(notices()->isShown(understudy));
        QTRY_COMPARE(connectionsNow().size(), 2);
        QCOMPARE(asked(server, "/api/extra/version"), 1);
    }

    // It holds several models, so the next thing is to choose one.
    void aProgramOfManyModelsOpensConnections()
    {
        RecordingServer server;
        server.answerWith([](const RecordedRequest &request) {
            return request.startLine.contains(" /api/extra/version ")
                       ? RawAnswer::json("{\"result\":\"KoboldCpp\",\"version\":\"1.99\"}")
                       : RawAnswer::json("{}", 404);
        });
        open(OpenProgram::Content::Sample);
        m_program->setLocalProbes(probesAt(server));
        m_program->restart();
        QTRY_VERIFY(isReady());
        QTRY_VERIFY(offered().contains(u"Use KoboldCpp"_s));
        QVERIFY(OpenProgram::click(notices(), u"Use KoboldCpp"_s));
        QTRY_COMPARE(app().workspace.connections.activeName(), u"KoboldCpp"_s);
        QTRY_VERIFY(app().window.findChild<ConnectionDialog *>());
        auto *dialog = app().window.findChild<ConnectionDialog *>();
        QVERIFY(QTest::qWaitForWindowExposed(dialog));
        dialog->close();
    }

private:
    const QString understudy = u"understudy"_s;

    void open(OpenProgram::Content content)
    {
        m_program = std::make_unique<OpenProgram>(content);
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        QTRY_VERIFY(isReady());
        if (content == OpenProgram::Content::SillyTavern)
            QTRY_VERIFY(notices()->isShown(ProfilesQuestion::noticeId()));
    }

    bool isReady() const { return app().chat.session() && app().workspace.content.isReady(); }
    const AppContext &app() const { return m_program->app(); }
    NoticeBar *notices() const { return app().chatPane.notices(); }

    QStringList offered() const
    {
        QStringList texts;
        for (const QPushButton *button : notices()->findChildren<QPushButton *>()) {
            if (button->isVisible())
                texts.append(button->text());
        }
        return texts;
    }

    static QList<LocalProbe> probesAt(const RecordingServer &server)
    {
        QList<LocalProbe> probes;
        for (LocalProbe probe : usualLocalProbes()) {
            probe.port = server.url().port();
            if (probe.service == ChatService::LlamaCpp || probe.service == ChatService::KoboldCpp)
                probes.append(probe);
        }
        return probes;
    }

    static qsizetype asked(const RecordingServer &server, const QByteArray &path)
    {
        return std::ranges::count_if(server.requests(), [&path](const RecordedRequest &request) {
            return request.startLine.contains(path);
        });
    }

    QList<Connection> connectionsNow() const { return app().workspace.connections.connections(); }

    // Of connections.
    qsizetype bars() const
    {
        const QStringList ids{understudy, ProfilesQuestion::noticeId(), ConnectionChoice::noticeId()};
        return std::ranges::count_if(ids, [this](const QString &id) { return notices()->isShown(id); });
    }

    std::unique_ptr<OpenProgram> m_program;
};

} // namespace tst_connectionnotices

SNUG_TEST(tst_connectionnotices, TestConnectionNotices, Windows)

#include "tst_connectionnotices.moc"
