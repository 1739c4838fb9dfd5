#include "app/window/quitting.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/library/saveproblems.h"
#include "core/library/library.h"
#include "core/workspace/connections.h"
#include "core/workspace/requesthistory.h"
#include "core/workspace/workspace.h"
#include "widgets/theme/plainlabel.h"
#include "widgets/theme/plainmessagebox.h"
#include "widgets/window/mainwindow.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <chrono>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace snug {

namespace {

// Most disks are done by then; nothing flashes up.
constexpr auto PatienceBeforeShowing = 500ms;
constexpr int RoundLimit = 5;

} // namespace

Quitting::Quitting(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(PatienceBeforeShowing);
    connect(&m_patience, &QTimer::timeout, this, &Quitting::showWaiting);
    connect(&app.library, &Library::saveStateChanged, this, &Quitting::look);
    connect(&app.chat.left(), &LeftChats::changed, this, &Quitting::look);
    connect(&app.workspace.connections.own(), &OwnConnections::saveEnded, this, &Quitting::look);
}

Quitting::Obstacle Quitting::obstacle() const
{
    if (m_app.library.saveState().pending > 0 || m_app.workspace.connections.own().isWriting())
        return Obstacle::Writing;
    const auto isLost = [](const SaveStatus &state) {
        return state.kind == SaveStatus::Kind::Failed && state.keptIn.isEmpty();
    };
    if (m_isAccepted)
        return Obstacle::None;
    if (ChatSession *session = m_app.chat.session(); session && isLost(session->record().saver().state()))
        return Obstacle::UnsavedChat;
    for (const auto &left : m_app.chat.left().chats()) {
        if (isLost(left->saver->state()))
            return Obstacle::UnsavedChat;
    }
    return unsavedBeside().isEmpty() ? Obstacle::None : Obstacle::UnsavedBeside;
}

// Those of the user outlive the library, but not the program.
QStringList Quitting::unsavedBeside() const
{
    QStringList contents = unsavedContents(m_app.library);
    if (m_app.workspace.connections.own().isUnsaved())
        contents.append(tr("your connections"));
    return contents;
}

// There may be room by now. False: it is being tried.
bool Quitting::hasTriedAgain()
{
    if (std::exchange(m_isTriedAgain, true))
        return true;
    m_app.library.repeatedSaves().retry();
    m_app.workspace.history.retry();
    m_app.workspace.connections.own().retry();
    return obstacle() != Obstacle::Writing;
}

bool Quitting::mayClose()
{
    m_isWaiting = true;
    switch (obstacle()) {
    case Obstacle::None:
        stay(); // nothing is waited for any more
        return true;
    case Obstacle::Writing:
        if (m_rounds++ >= RoundLimit) {
            stay();
            return true;
        }
        if (!m_waiting && !m_patience.isActive())
            m_patience.start();
        return false;
    case Obstacle::UnsavedChat:
        askAboutLoss(tr("A chat could not be saved, neither in its file nor anywhere else."),
                     tr("What has been said in it since then is lost when Snug quits. Make room on the disk "
                        "or allow writing there, and it is saved automatically."));
        return false;
    case Obstacle::UnsavedBeside:
        if (hasTriedAgain())
            //: %1 is a list of contents: "your connections, the record of requests"
            askAboutLoss(
                tr("Could not be saved: %1.").arg(unsavedBeside().join(u", "_s)),
                tr("It is lost when Snug quits. Make room on the disk or allow writing there, and it "
                   "is saved automatically."));
        return false;
    }
    return true;
}

// A save's answer is told before its state is, so what it leads to is asked for by then.
void Quitting::look()
{
    if (m_isWaiting && obstacle() != Obstacle::Writing)
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (m_isWaiting)
                    m_app.window.close();
            },
            Qt::QueuedConnection);
}

void Quitting::showWaiting()
{
    m_waiting = new QDialog(&m_app.window);
    m_waiting->setObjectName(u"savingBeforeQuitting"_s);
    m_waiting->setAttribute(Qt::WA_DeleteOnClose);
    m_waiting->setWindowTitle(tr("Saving"));
    auto *words = new PlainLabel(tr("Snug is still saving. It quits as soon as everything is on the disk."));
    words->setWordWrap(true);
    auto *progress = new QProgressBar;
    progress->setRange(0, 0);
    progress->setTextVisible(false);
    progress->setAccessibleName(tr("Saving"));
    auto *buttons = new QDialogButtonBox;
    QPushButton *stays = buttons->addButton(tr("&Stay"), QDialogButtonBox::RejectRole);
    connect(stays, &QPushButton::clicked, m_waiting, &QDialog::reject);
    connect(m_waiting, &QDialog::rejected, this, &Quitting::stay);
    auto *column = new QVBoxLayout(m_waiting);
    column->addWidget(words);
    column->addWidget(progress);
    column->addWidget(buttons);
    m_waiting->setMinimumWidth(380);
    m_waiting->open();
}

void Quitting::askAboutLoss(const QString &text, const QString &consequence)
{
    stay();
    const QString id = u"quitWithUnsavedChat"_s;
    if (m_app.window.findChild<QMessageBox *>(id))
        return;
    QMessageBox *box =
        newPlainMessageBox(QMessageBox::Warning, tr("Not Saved"), text, QMessageBox::Cancel, &m_app.window);
    box->setObjectName(id);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(consequence);
    QPushButton *quit = box->addButton(tr("&Quit and Lose It"), QMessageBox::DestructiveRole);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(quit, &QPushButton::clicked, this, [this] {
        m_isAccepted = true;
        m_app.window.close();
    });
    box->open();
}

void Quitting::stay()
{
    m_isWaiting = false;
    m_isTriedAgain = false;
    m_rounds = 0;
    m_patience.stop();
    if (m_waiting)
        m_waiting->close();
}

} // namespace snug
