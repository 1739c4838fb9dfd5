#include "app/inspector/historycontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/settings.h"
#include "core/chat/replycleaning.h"
#include "core/ledger/entrydocument.h"
#include "core/ledger/promptrecord.h"
#include "core/library/atomicwrite.h"
#include "core/library/library.h"
#include "core/model/whitespace.h"
#include "core/wire/recordedlogprobs.h"
#include "core/wire/withoutkeys.h"
#include "core/workspace/connections.h"
#include "core/workspace/requesthistory.h"
#include "core/workspace/workspace.h"
#include "widgets/chat/transcript.h"
#include "widgets/dialogs/reportdialog.h"
#include "widgets/inspector/historypane.h"
#include "widgets/inspector/historytexts.h"
#include "widgets/inspector/inspector.h"
#include "widgets/theme/plainmessagebox.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/windowpages.h"

#include <QDockWidget>
#include <QFileDialog>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace snug {

HistoryController::HistoryController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_pane(app.inspector.history())
{
    connect(&app.workspace.history, &RequestHistory::changed, this, &HistoryController::showHeads);
    connect(&app.chat, &ChatController::opened, this, [this](const ChatReference &reference) {
        const QString &group = m_app.chat.groupFile();
        m_app.workspace.history.setChat(group.isEmpty() ? reference.cardFile : group, reference.name);
    });
    connect(&app.chat, &ChatController::sessionChanged, this, [this] {
        if (!m_app.chat.session())
            m_app.workspace.history.setChat({}, {});
    });
    connect(app.chatPane.transcript(), &Transcript::originRequested, this, [this](int shown) {
        if (const std::optional<Message> message = messageAt(shown))
            show(requestOf(*message));
    });
    connect(app.chatPane.transcript(), &Transcript::cutRequested, this, [this](int shown) {
        if (const std::optional<Message> message = messageAt(shown))
            showCut(*message);
    });
    connectPane();
    showHeads();
}

HistoryController::~HistoryController() = default;

std::optional<Message> HistoryController::messageAt(int shown) const
{
    const int row = m_app.chat.known() ? m_app.chat.known()->sourceRow(shown) : -1;
    if (row < 0 || row >= m_app.chat.session()->conversation().size())
        return std::nullopt;
    return m_app.chat.session()->chat().messages.at(row);
}

void HistoryController::showCut(const Message &message)
{
    QStringList lines;
    for (const CutText &cut : cutFrom(message.extra.value(u"snug").value(u"cut")))
        lines << cutRuleName(cut.rule) + u':' << javaScriptTrimmed(cut.text).toString() << QString();
    if (!m_cut)
        m_cut = new ReportDialog(&m_app.window);
    m_cut->showReport(tr("What Was Cut"),
                      tr("This was cut from the reply before it was stored, as SillyTavern does. The reply's "
                         "request has the whole answer."),
                      lines.join(u'\n').trimmed());
}

void HistoryController::connectPane()
{
    connect(m_pane, &HistoryPane::requestRequested, this, &HistoryController::show);
    connect(m_pane, &HistoryPane::limitChosen, this, [this](qint64 bytes) {
        m_app.settings.setHistory({.megabytes = int(bytes / (1024 * 1024))});
        m_app.workspace.history.setLimit(bytes);
    });
    connect(m_pane, &HistoryPane::clearRequested, this, &HistoryController::askToClear);
    connect(m_pane, &HistoryPane::removeRequested, &m_app.workspace.history, &RequestHistory::remove);
    connect(m_pane, &HistoryPane::undoRequested, &m_app.workspace.history, &RequestHistory::undoRemove);
    connect(m_pane, &HistoryPane::exportRequested, this, &HistoryController::askWhere);
    connect(m_pane, &HistoryPane::againRequested, this, &HistoryController::sendAgain);
    connect(m_pane, &HistoryPane::copied, &m_app.inspector, &Inspector::copied);
    connect(m_pane, &HistoryPane::sourceRequested, &m_app.inspector, &Inspector::sourceRequested);
}

void HistoryController::showHeads()
{
    const RequestHistory &ledger = m_app.workspace.history;
    m_pane->setHeads(ledger.heads(), ledger.owner(), ledger.chat());
    m_pane->setSize(ledger.size(), ledger.limit());
    m_pane->setCanUndo(ledger.canUndoRemove());
}

void HistoryController::fetch(const QString &id, const std::function<void(const LedgerEntry &)> &take)
{
    m_app.workspace.history.fetch(id, this, [this, take](const Result<LedgerEntry> &entry) {
        if (entry)
            take(*entry);
        else
            m_pane->showProblem(entry.error().line() + u". "_s + entry.error().hint);
    });
}

void HistoryController::show(const QString &id)
{
    if (id.isEmpty())
        return;
    m_wanted = id;
    m_app.window.pages()->showChat();
    m_app.window.chatPage()->inspectorDock()->show();
    m_app.window.chatPage()->inspectorDock()->raise();
    m_app.inspector.bringToFront(m_pane);
    fetch(id, [this, id](const LedgerEntry &entry) {
        if (id != m_wanted)
            return;
        const Result<AssembledPrompt> prompt = readRecord(entry.prompt);
        m_pane->showRequest({entry, prompt.value_or(AssembledPrompt()),
                             recordedLogProbs(entry.request, entry.answer.received)});
    });
}

void HistoryController::askWhere(const QString &id)
{
    auto *dialog =
        new QFileDialog(&m_app.window, tr("Export the Request"), QString(), tr("JSON documents (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"json"_s);
    dialog->selectFile(u"request.json"_s);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, id](const QString &file) { exportTo(id, file); });
    dialog->open();
}

void HistoryController::exportTo(const QString &id, const QString &file)
{
    fetch(id, [this, file](const LedgerEntry &entry) {
        m_app.library.perform(
            [file, entry](LibraryStore &) { return writeFileDurably(file, entryDocument(entry)); }, this,
            [this, file](const Result<void> &written) {
                m_app.window.showNews(written ? tr("Exported to %1").arg(file) : written.error().line());
            });
    });
}

void HistoryController::askToClear()
{
    QMessageBox *question = newPlainMessageBox(
        QMessageBox::Warning, tr("Delete the History"),
        tr("This deletes every request that was kept, from all chats. The chats stay as they are."),
        QMessageBox::Cancel, &m_app.window);
    const QPushButton *remove = question->addButton(tr("Delete"), QMessageBox::DestructiveRole);
    connect(remove, &QPushButton::clicked, &m_app.workspace.history, &RequestHistory::clear);
    question->open();
}

// The very bytes of the past, with the key of today. The answer is shown beside the first one and is an entry
// of its own; the chat is not touched.
void HistoryController::sendAgain(const QString &id)
{
    fetch(id, [this, id](const LedgerEntry &entry) {
        m_app.workspace.connections.withLink(
            entry.head.connection, {}, this, [this, id, entry](const ModelLink &link) {
                if (!link.isComplete()) {
                    if (m_pane->past())
                        m_pane->past()->showAgain(
                            {}, tr("The connection %1 no longer exists.").arg(entry.head.connectionName));
                    return;
                }
                m_again =
                    std::make_unique<Turn>(link, withKey(entry.request, link.key, link.connection.baseUrl),
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
                connect(m_again.get(), &Turn::progressed, this, &HistoryController::takeAgain);
                connect(m_again.get(), &Turn::ended, this, &HistoryController::takeAgain);
                m_again->start();
                takeAgain();
            });
    });
}

void HistoryController::takeAgain()
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
        note = state.error.what + u". "_s + state.error.hint;
    else if (state.isOver())
        note = tr("done");
    past->showAgain(state.text, note);
}

} // namespace snug
