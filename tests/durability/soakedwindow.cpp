#include "tests/durability/soakedwindow.h"

#include "app/chat/chatcontroller.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/chat/composer.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QPlainTextEdit>
#include <QTest>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace snug::durability {

namespace {

constexpr int TurnsAChat = 50;
constexpr int TurnsAMeasure = 20;    // often enough for who takes silence for a hang
constexpr int TurnsAnotherReply = 7; // once in so many

// Of this process; the number that follows `word` in its status.
int ownStatus(QByteArrayView word)
{
    QFile file(u"/proc/self/status"_s);
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray &line : file.readAll().split('\n')) {
        if (line.startsWith(word))
            return line.sliced(word.size()).simplified().split(' ').first().toInt();
    }
    return 0;
}

void tellMeasure(int turn)
{
    const auto files = int(QDir(u"/proc/self/fd"_s).entryList(QDir::Files | QDir::System).size());
    std::printf("turn %d %d %d %d\n", turn, ownStatus("VmRSS:"), files, ownStatus("Threads:"));
    std::fflush(stdout);
}

} // namespace

SoakedWindow::SoakedWindow(QApplication &application, const QString &folder, int turns)
    : m_turns(turns)
{
    m_program = std::make_unique<Application>(application,
                                              Application::Options{.libraryFolder = folder + u"/library"_s,
                                                                   .settingsFile = folder + u"/snug.ini"_s,
                                                                   .understudyPace = 0,
                                                                   .keysForThisRunOnly = true,
                                                                   .localProbes = {}});
    m_step.setInterval(2ms);
    connect(&m_step, &QTimer::timeout, this, &SoakedWindow::go);
    m_step.start();
    app().window.show();
    app().window.activateWindow();
}

SoakedWindow::~SoakedWindow() = default;

bool SoakedWindow::isAtRest() const
{
    ChatSession *session = app().chat.session();
    return session && !session->reply().isUnderWay() && !session->preview().isBusy() &&
           app().workspace.content.isReady() && app().library.saveState().pending == 0;
}

QPlainTextEdit *SoakedWindow::composer() const
{
    return app().chatPane.composer()->findChild<QPlainTextEdit *>();
}

void SoakedWindow::go()
{
    if (!isAtRest() || !composer() || !composer()->isEnabled())
        return;
    if (m_turn > 0 && m_turn % TurnsAMeasure == 0 && m_isNewChatDue)
        tellMeasure(m_turn);
    if (m_turn == m_turns) {
        m_step.stop();
        app().window.close();
        return;
    }
    if (m_turn % TurnsAChat == 0 && std::exchange(m_isNewChatDue, false)) {
        QTest::keyClick(composer(), Qt::Key_N, Qt::ControlModifier);
        return;
    }
    takeTurn();
}

void SoakedWindow::takeTurn()
{
    m_isNewChatDue = true;
    ++m_turn;
    composer()->setFocus();
    const bool isFirst = m_turn % TurnsAChat == 1;
    if (!isFirst && m_turn % TurnsAnotherReply == 0) {
        QTest::keyClick(composer(), Qt::Key_R, Qt::ControlModifier);
        return;
    }
    QTest::keyClicks(composer(), u"And then, after turn %1, what of the fog?"_s.arg(m_turn));
    QTest::keyClick(composer(), Qt::Key_Return);
}

} // namespace snug::durability
