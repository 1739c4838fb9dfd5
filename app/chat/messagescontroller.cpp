#include "app/chat/messagescontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/chat/moreswipes.h"
#include "core/wire/serverwords.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/swipemenu.h"
#include "widgets/chat/transcript.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QMenu>

#include <algorithm>
#include <ranges>

using namespace Qt::StringLiterals;

namespace snug {

MessagesController::MessagesController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connectStory();
    connectActions();
    connect(&app.chat, &ChatController::leaving, this, [this] { m_more.reset(); });
    connect(&app.chat, &ChatController::sessionChanged, this, [this] {
        ChatSession *session = m_app.chat.session();
        if (session)
            connect(&session->edits(), &ChatEdits::scriptRan, this, [this](int changed) {
                if (changed == 0)
                    m_app.window.showNews(tr("The script changes nothing in these messages"));
            });
        m_more = session ? std::make_unique<MoreSwipes>(*session) : nullptr;
    });
}

MessagesController::~MessagesController() = default;

void MessagesController::connectStory()
{
    const Transcript *story = m_app.chatPane.transcript();
    connect(story, &Transcript::hideRequested, this, &MessagesController::hide);
    connect(story, &Transcript::deleteRequested, this, &MessagesController::remove);
    connect(story, &Transcript::narrationRequested, this, &MessagesController::narrate);
    connect(story, &Transcript::swipesRequested, this, &MessagesController::listSwipes);
    connect(story, &Transcript::scriptsRequested, this, &MessagesController::listScripts);
    connect(story, &Transcript::moveRequested, this, &MessagesController::move);
    connect(story, &Transcript::mergeRequested, this, [this](int shown) {
        if (const int row = rowOf(shown); row > 0)
            m_app.chat.session()->edits().merge(row - 1);
    });
    connect(story, &Transcript::splitRequested, this,
            [this](int shown, const QString &first, const QString &second) {
                if (const int row = rowOf(shown); row >= 0)
                    m_app.chat.session()->edits().split(row, first, second);
            });
}

void MessagesController::connectActions()
{
    const auto on = [this](ActionId id, auto act) {
        connect(m_app.actions.action(id), &QAction::triggered, this, [this, act] {
            if (const auto [first, last] = chosenRows(); first >= 0)
                act(first, last);
        });
    };
    on(ActionId::HideMessage, [this](int first, int last) {
        const QList<qsizetype> rows = rowsOf(first, last);
        const bool areHidden = std::ranges::all_of(
            rows, [&](qsizetype row) { return m_app.chat.session()->chat().messages.at(row).isHidden; });
        hide(first, last, !areHidden);
    });
    on(ActionId::DeleteMessage, [this](int first, int last) { remove(first, last); });
    for (const auto &[id, action] : {std::pair(ActionId::ShowSwipes, MessageAction::Swipes),
                                     std::pair(ActionId::MergeMessage, MessageAction::Merge),
                                     std::pair(ActionId::NarrateBelow, MessageAction::Narrate),
                                     std::pair(ActionId::ExportMessages, MessageAction::Export),
                                     std::pair(ActionId::RunScriptOverMessages, MessageAction::RunScript)})
        on(id, [this, action](int, int last) { m_app.chatPane.transcript()->perform(action, last); });
}

int MessagesController::rowOf(int shown) const
{
    const ChatSession *session = m_app.chat.session();
    const int row = session ? m_app.chat.known()->sourceRow(shown) : -1;
    return session && row < session->conversation().size() ? row : -1; // not a reply under way
}

QList<qsizetype> MessagesController::rowsOf(int first, int last) const
{
    QList<qsizetype> rows;
    for (int shown = first; shown <= last; ++shown) {
        if (const int row = rowOf(shown); row >= 0)
            rows.append(row);
    }
    return rows;
}

std::pair<int, int> MessagesController::chosenRows() const
{
    const Transcript *story = m_app.chatPane.transcript();
    const RowRange &run = story->currentRows();
    if (run.isRun())
        return {run.first(), run.last()};
    int shown = run.current() >= 0 ? run.current() : story->count() - 1;
    while (shown >= 0 && rowOf(shown) < 0)
        --shown;
    return {shown, shown};
}

void MessagesController::hide(int first, int last, bool hidden)
{
    QList<ChatChange> changes;
    for (const qsizetype row : rowsOf(first, last))
        changes.append(setHidden(m_app.chat.session()->chat(), row, row, hidden));
    changes.removeIf([](const ChatChange &change) { return change.isEmpty(); });
    if (!changes.isEmpty())
        m_app.chat.session()->edits().change(hidden ? UndoAction::Hide : UndoAction::Unhide, changes);
}

void MessagesController::remove(int first, int last)
{
    const QList<qsizetype> rows = rowsOf(first, last);
    if (rows.isEmpty())
        return;
    ChatSession &session = *m_app.chat.session();
    if (rows.last() - rows.first() == rows.size() - 1) {
        session.edits().remove(rows.first(), rows.size());
        return;
    }
    // Between them are messages that whom the user plays does not know.
    session.stop();
    QList<ChatChange> changes;
    for (const qsizetype row : rows | std::views::reverse)
        changes.append(removeMessages(session.chat(), row, 1));
    session.edits().change(UndoAction::Delete, changes);
}

void MessagesController::move(int shown, int by)
{
    const int row = rowOf(shown);
    if (row < 0 || !m_app.chat.session()->edits().move(row, by))
        return;
    if (const int moved = m_app.chat.known()->shownRow(row + by); moved >= 0)
        m_app.chatPane.transcript()->setCurrentRow(moved);
}

// The command that does it, with what is written already; the keys are in its text.
void MessagesController::narrate(int shown)
{
    const int row = rowOf(shown);
    if (row < 0)
        return;
    Composer *composer = m_app.chatPane.composer();
    const bool isLast = row == m_app.chat.session()->conversation().size() - 1;
    const QString command = isLast ? u"/sys "_s : u"/sys at=%1 "_s.arg(row + 1);
    composer->setDraft(command + composer->draft());
    composer->setFocus();
}

// Those that act here; which messages they act on by themselves does not matter.
void MessagesController::listScripts(int first, int last)
{
    const QList<qsizetype> rows = rowsOf(first, last);
    if (rows.isEmpty())
        return;
    auto *menu = new QMenu(m_app.chatPane.transcript());
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const ActiveScripts &scripts = m_app.workspace.content.scripts();
    for (const RegexScript &script : scripts.acting(scripts.owners())) {
        if (script.disabled)
            continue;
        const QString name = shownWords(script.name.isEmpty() ? script.find : script.name, 60);
        menu->addAction(QString(name).replace(u'&', u"&&"_s), this,
                        [this, session = QPointer(m_app.chat.session()), rows, script] {
                            if (session && session == m_app.chat.session())
                                session->edits().runScript(rows, script);
                        });
    }
    if (menu->isEmpty())
        menu->addAction(tr("No regex scripts are in effect"))->setEnabled(false);
    menu->addSeparator();
    menu->addAction(m_app.actions.action(ActionId::EditScripts));
    Transcript *story = m_app.chatPane.transcript();
    menu->popup(story->viewport()->mapToGlobal(story->messageRect(first).topLeft() +
                                               story->message(first).body.topLeft()));
}

void MessagesController::listSwipes(int shown, const QPoint &position)
{
    const int row = rowOf(shown);
    if (row < 0)
        return;
    ChatSession *session = m_app.chat.session();
    const Message &message = session->chat().messages.at(row);
    QStringList texts;
    for (qsizetype i = 0; i < message.swipes.size(); ++i)
        texts.append(i == message.activeSwipe ? message.text : message.swipes.at(i).text);
    if (texts.isEmpty())
        texts.append(message.text);
    const bool canMake =
        row > 0 && !message.isUser && !message.isNarrator() && !session->reply().isUnderWay();
    auto *menu = new SwipeMenu(texts, message.activeSwipe,
                               canMake ? SwipeMenu::Making::Possible : SwipeMenu::Making::Impossible,
                               m_app.chatPane.transcript());
    // Wherever the message is by then.
    const auto onMessage = [this, session = QPointer(session),
                            id = session->conversation().idAt(row)](auto act) {
        return [this, session, id, act](int swipe) {
            const int now = session && m_app.chat.model() ? m_app.chat.model()->rowOf(id) : -1;
            if (now >= 0)
                act(session->edits(), now, swipe);
        };
    };
    connect(menu, &SwipeMenu::chosen, this,
            onMessage([](ChatEdits &edits, int now, int swipe) { edits.showSwipe(now, swipe); }));
    connect(menu, &SwipeMenu::deleteRequested, this,
            onMessage([](ChatEdits &edits, int now, int swipe) { edits.removeSwipe(now, swipe); }));
    connect(menu, &SwipeMenu::moreRequested, this, onMessage([this](ChatEdits &, int now, int count) {
                if (m_more)
                    m_more->begin(count, now);
            }));
    menu->popup(position);
}

} // namespace snug
