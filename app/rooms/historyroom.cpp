#include "app/rooms/historyroom.h"

#include "app/rooms/chatroom.h"
#include "app/rooms/ledgerroom.h"
#include "app/rooms/modelroom.h"
#include "app/settings.h"
#include "core/ledger/entrydocument.h"
#include "core/ledger/promptrecord.h"
#include "core/library/atomicwrite.h"
#include "core/wire/withoutkeys.h"
#include "widgets/chat/transcript.h"
#include "widgets/inspector/historypane.h"
#include "widgets/inspector/historytexts.h"
#include "widgets/inspector/inspector.h"
#include "widgets/theme/plainmessagebox.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QDockWidget>
#include <QFileDialog>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace snug {

HistoryRoom::HistoryRoom(const Surroundings &around, QObject *parent)
    : QObject(parent)
    , m_around(around)
    , m_pane(around.inspector->history())
{
    connect(around.ledger, &LedgerRoom::changed, this, &HistoryRoom::showHeads);
    connect(around.chat, &ChatRoom::opened, this, [this](const ChatReference &reference) {
        const QString &group = m_around.chat->groupFile();
        m_around.ledger->setChat(group.isEmpty() ? reference.cardFile : group, reference.name);
    });
    connect(around.chat, &ChatRoom::sessionChanged, this, [this] {
        if (!m_around.chat->session())
            m_around.ledger->setChat({}, {});
    });
    connect(around.pane->transcript(), &Transcript::originRequested, this, [this](int shown) {
        const int row = m_around.chat->known() ? m_around.chat->known()->sourceRow(shown) : -1;
        if (row < 0 || row >= m_around.chat->session()->conversation().size())
            return;
        show(requestOf(m_around.chat->session()->chat().messages.at(row)));
    });
    joinPane();
    showHeads();
}

HistoryRoom::~HistoryRoom() = default;

void HistoryRoom::joinPane()
{
    connect(m_pane, &HistoryPane::requestWanted, this, &HistoryRoom::show);
    connect(m_pane, &HistoryPane::limitChosen, this, [this](qint64 bytes) {
        m_around.settings->setHistory({.megabytes = int(bytes / (1024 * 1024))});
        m_around.ledger->setLimit(bytes);
    });
    connect(m_pane, &HistoryPane::clearRequested, this, &HistoryRoom::askToClear);
    connect(m_pane, &HistoryPane::removeRequested, m_around.ledger, &LedgerRoom::remove);
    connect(m_pane, &HistoryPane::undoRequested, m_around.ledger, &LedgerRoom::undoRemove);
    connect(m_pane, &HistoryPane::exportRequested, this, &HistoryRoom::askWhere);
    connect(m_pane, &HistoryPane::againRequested, this, &HistoryRoom::sendAgain);
    connect(m_pane, &HistoryPane::copied, m_around.inspector, &Inspector::copied);
    connect(m_pane, &HistoryPane::openSource, m_around.inspector, &Inspector::openSource);
}

void HistoryRoom::showHeads()
{
    const LedgerRoom &ledger = *m_around.ledger;
    m_pane->setHeads(ledger.heads(), ledger.owner(), ledger.chat());
    m_pane->setSize(ledger.size(), ledger.limit());
    m_pane->setCanUndo(ledger.canUndoRemove());
}

void HistoryRoom::fetch(const QString &id, const std::function<void(const LedgerEntry &)> &take)
{
    m_around.ledger->fetch(id, this, [this, take](const Result<LedgerEntry> &entry) {
        if (entry)
            take(*entry);
        else
            m_pane->showProblem(entry.error().line() + u". "_s + entry.error().wayOut);
    });
}

void HistoryRoom::show(const QString &id)
{
    if (id.isEmpty())
        return;
    m_wanted = id;
    m_around.window->inspectorDock()->show();
    m_around.window->inspectorDock()->raise();
    m_around.inspector->bringToFront(m_pane);
    fetch(id, [this, id](const LedgerEntry &entry) {
        if (id != m_wanted)
            return;
        const Result<AssembledPrompt> prompt = readRecord(entry.prompt);
        m_pane->showRequest({entry, prompt.value_or(AssembledPrompt())}, m_around.model->counter());
    });
}

void HistoryRoom::askWhere(const QString &id)
{
    auto *dialog =
        new QFileDialog(m_around.window, tr("Export the Request"), QString(), tr("JSON documents (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"json"_s);
    dialog->selectFile(u"request.json"_s);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, id](const QString &file) { exportTo(id, file); });
    dialog->open();
}

void HistoryRoom::exportTo(const QString &id, const QString &file)
{
    fetch(id, [this, file](const LedgerEntry &entry) {
        m_around.library->perform(
            [file, entry](LibraryStore &) { return writeFileDurably(file, entryDocument(entry)); }, this,
            [this, file](const Result<void> &written) {
                m_around.window->showActivity(written ? tr("Exported to %1").arg(file)
                                                      : written.error().line());
            });
    });
}

void HistoryRoom::askToClear()
{
    QMessageBox *question =
        newPlainMessageBox(QMessageBox::Warning, tr("Delete the History"),
                           tr("Every request that was kept goes, of all chats. Chats stay as they are."),
                           QMessageBox::Cancel, m_around.window);
    const QPushButton *remove = question->addButton(tr("Delete"), QMessageBox::DestructiveRole);
    connect(remove, &QPushButton::clicked, m_around.ledger, &LedgerRoom::clear);
    question->open();
}

// The very bytes of the past, with the key of today. The answer is shown beside the first one and is an entry
// of its own; the chat is not touched.
void HistoryRoom::sendAgain(const QString &id)
{
    fetch(id, [this, id](const LedgerEntry &entry) {
        m_around.model->withLink(entry.head.connection, {}, this, [this, id, entry](const ModelLink &link) {
            if (!link.isComplete()) {
                if (m_pane->past())
                    m_pane->past()->showAgain(
                        {}, tr("The connection %1 is not there any more.").arg(entry.head.connectionName));
                return;
            }
            m_again = std::make_unique<Turn>(link, withKey(entry.request, link.key, link.connection.baseUrl),
                                             [] { return QDateTime::currentDateTime(); });
            m_againOf = id;
            const Result<AssembledPrompt> prompt = readRecord(entry.prompt);
            m_again->setSubject(
                {.kind = TurnSubject::Kind::Again,
                 .type = {},
                 .prompt = prompt ? std::make_shared<const AssembledPrompt>(*prompt) : nullptr,
                 .about = entry.head.about,
                 .row = -1,
                 .swipe = 0});
            connect(m_again.get(), &Turn::progressed, this, &HistoryRoom::takeAgain);
            connect(m_again.get(), &Turn::ended, this, &HistoryRoom::takeAgain);
            m_again->start();
            takeAgain();
        });
    });
}

void HistoryRoom::takeAgain()
{
    PastRequestView *past = m_pane->past();
    const TurnState &state = m_again->state();
    if (!past)
        return;
    past->setCanSend(state.isOver());
    if (past->id() != m_againOf)
        return;
    QString note = tr("waiting…");
    if (state.phase == TurnState::Phase::Failed)
        note = state.error.what + u". "_s + state.error.wayOut;
    else if (state.isOver())
        note = tr("done");
    past->showAgain(state.text, note);
}

} // namespace snug
