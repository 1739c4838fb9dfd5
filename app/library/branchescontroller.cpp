#include "app/library/branchescontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/library/librarycontroller.h"
#include "core/chat/checkpoint.h"
#include "core/library/branchtree.h"
#include "core/library/groupfiles.h"
#include "core/library/library.h"
#include "core/library/listedchats.h"
#include "widgets/chat/transcript.h"
#include "widgets/library/branchesdialog.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QInputDialog>
#include <QLocale>
#include <QPointer>

#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace snug {

BranchesController::BranchesController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_dialog(new BranchesDialog(&app.window))
{
    connect(app.actions.action(ActionId::Branches), &QAction::triggered, this, &BranchesController::show);
    connect(m_dialog, &BranchesDialog::openRequested, this, &BranchesController::open);
    connect(m_dialog, &BranchesDialog::messageRequested, this, &BranchesController::reveal);
    connect(&app.chat, &ChatController::opened, this, &BranchesController::chatOpened);
    connect(&app.library, &Library::aboutToClose, m_dialog, &QWidget::close);
    connect(app.chatPane.transcript(), &Transcript::checkpointRequested, this,
            &BranchesController::askForCheckpoint);
    connect(app.actions.action(ActionId::CheckpointHere), &QAction::triggered, this, [this] {
        const Transcript *story = m_app.chatPane.transcript();
        askForCheckpoint(story->currentRow() >= 0 ? story->currentRow() : story->count() - 1);
    });
    m_look.setSingleShot(true);
    m_look.setInterval(300ms); // a chat changes with each message
    connect(&m_look, &QTimer::timeout, this, &BranchesController::look);
    connect(&app.library, &Library::changed, this, [this](const LibraryChange &change) {
        using enum LibraryChange::Kind;
        if (m_dialog->isVisible() && !m_look.isActive() &&
            (change.kind == Chats || change.kind == GroupChats))
            m_look.start();
    });
}

void BranchesController::show()
{
    if (!m_app.chat.reference())
        return;
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
    look();
}

void BranchesController::look()
{
    const std::optional<ChatReference> &open = m_app.chat.reference();
    if (!open)
        return m_dialog->setTree({}, {});
    m_app.library.perform(
        [chat = *open](LibraryStore &store) -> Result<QList<BranchedChat>> {
            return branchTree(store.layout(), chat);
        },
        this,
        [this, chat = *open](const Result<QList<BranchedChat>> &tree) {
            if (tree && m_app.chat.reference() == chat)
                m_dialog->setTree(*tree, chat.name);
        });
}

void BranchesController::open(const QString &chat)
{
    const QString group = m_app.chat.groupFile();
    const std::optional<ChatReference> reference = m_app.chat.reference();
    if (!reference)
        return;
    m_app.libraryController.openChatOf(group.isEmpty() ? CastEntry::Kind::Character : CastEntry::Kind::Group,
                                       group.isEmpty() ? reference->cardFile : group, chat);
}

void BranchesController::reveal(const QString &chat, qsizetype row)
{
    if (m_app.chat.session() && m_app.chat.reference() && m_app.chat.reference()->name == chat)
        return m_app.chat.reveal(int(row));
    m_wanted = {chat, row};
    open(chat);
}

void BranchesController::chatOpened(const ChatReference &reference)
{
    const auto wanted = std::exchange(m_wanted, std::nullopt);
    if (wanted && wanted->chat == reference.name && m_app.chat.session())
        m_app.chat.reveal(int(wanted->row));
    if (m_dialog->isVisible())
        look();
}

bool BranchesController::isTaken(const QString &name) const
{
    const std::optional<ChatReference> &open = m_app.chat.reference();
    return open && isChatNameTaken(m_app.library.contents(), *open, name);
}

void BranchesController::askForCheckpoint(int shown)
{
    ChatSession *session = m_app.chat.session();
    const int row = session ? m_app.chat.known()->sourceRow(shown) : -1;
    if (!session || row < 0 || row >= session->conversation().size())
        return;
    auto *dialog = new QInputDialog(&m_app.window);
    dialog->setObjectName(u"checkpoint"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Keep Checkpoint"));
    dialog->setLabelText(tr("Name of the copy of this chat up to message %1").arg(QLocale().toString(row)));
    dialog->setTextValue(
        checkpointName(session->chat().name, [this](const QString &name) { return isTaken(name); }));
    dialog->setOkButtonText(tr("&Keep"));
    // The message may move meanwhile.
    connect(dialog, &QInputDialog::textValueSelected, this,
            [this, of = QPointer(session), id = session->conversation().idAt(row)](const QString &typed) {
                if (of && of == m_app.chat.session())
                    keepCheckpoint(id, typed);
            });
    dialog->open();
}

void BranchesController::keepCheckpoint(quint64 message, const QString &typed)
{
    ChatSession *session = m_app.chat.session();
    qsizetype row = session->conversation().size() - 1;
    while (row >= 0 && session->conversation().idAt(row) != message)
        --row;
    const QString name = checkpointNameOf(typed, [this](const QString &each) { return isTaken(each); });
    if (row < 0 || name.isEmpty() || !session->edits().keepCheckpoint(row, name))
        return;
    if (const QString group = m_app.chat.groupFile(); !group.isEmpty())
        m_app.library.perform(
            [group, name](LibraryStore &store) { return listGroupChat(store, group, name); }, this,
            [this](const Result<Group> &listed) {
                if (!listed)
                    m_app.libraryController.showError(listed.error());
            });
}

} // namespace snug
