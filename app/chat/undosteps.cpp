#include "app/chat/undosteps.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "core/library/library.h"
#include "widgets/chat/composer.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"

#include <QAction>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QScopedValueRollback>

#include <utility>

namespace snug {

UndoSteps::UndoSteps(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(app.actions.action(ActionId::Undo), &QAction::triggered, this, &UndoSteps::undo);
    connect(app.actions.action(ActionId::Redo), &QAction::triggered, this, &UndoSteps::redo);
    connect(&app.chat, &ChatController::sessionChanged, this, &UndoSteps::follow);
    connect(&app.library, &Library::aboutToClose, this, [this] {
        m_done.clear();
        m_undone.clear();
        refresh();
    });
    if (QWidget *text = app.chatPane.composer()->focusProxy())
        text->installEventFilter(this);
    refresh();
}

// The composer keeps the keys for its own text; a choice made while it has the focus is undone where that has
// nothing to take back. Steps of the chat are not: who takes back what he wrote may press once too often.
bool UndoSteps::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::ShortcutOverride)
        return QObject::eventFilter(watched, event);
    const auto *text = qobject_cast<QPlainTextEdit *>(watched);
    const auto *key = static_cast<QKeyEvent *>(event);
    const bool isUndo = key->matches(QKeySequence::Undo) && isOwnNext(m_done, true);
    const bool isRedo = key->matches(QKeySequence::Redo) && isOwnNext(m_undone, false);
    if (!text || (!isUndo && !isRedo) ||
        (isUndo ? text->document()->isUndoAvailable() : text->document()->isRedoAvailable()))
        return QObject::eventFilter(watched, event);
    event->ignore();
    return true;
}

qsizetype UndoSteps::chatSteps() const
{
    return m_session ? m_session->record().history().done() : 0;
}

// What was done beside another chat stands behind all that was done in this one.
void UndoSteps::follow()
{
    if (m_session == m_app.chat.session())
        return refresh();
    if (m_session)
        disconnect(m_session, nullptr, this, nullptr);
    m_session = m_app.chat.session();
    m_made = m_session ? m_session->record().history().made() : 0;
    m_undone.clear();
    for (Placed &placed : m_done)
        placed.chatSteps = chatSteps();
    if (m_session)
        connect(m_session, &ChatSession::historyChanged, this, &UndoSteps::refresh);
    refresh();
}

void UndoSteps::push(Step step)
{
    if (m_isRunning)
        return;
    if (!step.kind.isEmpty())
        drop(step.kind);
    m_undone.clear();
    m_done.push_back({std::move(step), chatSteps()});
    refresh();
}

void UndoSteps::drop(const QString &kind)
{
    const auto isOfKind = [&](const Placed &placed) { return placed.step.kind == kind; };
    std::erase_if(m_done, isOfKind);
    std::erase_if(m_undone, isOfKind);
    refresh();
}

// Before the chat's next one: to be taken back, where none of the chat was made after it; to be done again,
// where none of the chat was taken back after it.
bool UndoSteps::isOwnNext(const std::vector<Placed> &steps, bool isUndo) const
{
    if (steps.empty())
        return false;
    return isUndo ? chatSteps() <= steps.back().chatSteps : chatSteps() >= steps.back().chatSteps;
}

void UndoSteps::refresh()
{
    const UndoHistory *history = m_session ? &m_session->record().history() : nullptr;
    if (history && history->made() > std::exchange(m_made, history->made()))
        m_undone.clear(); // something new was done
    QAction *undo = m_app.actions.action(ActionId::Undo);
    QAction *redo = m_app.actions.action(ActionId::Redo);
    const bool isOwnUndo = isOwnNext(m_done, true);
    const bool isOwnRedo = isOwnNext(m_undone, false);
    undo->setEnabled(isOwnUndo || (history && history->canUndo()));
    redo->setEnabled(isOwnRedo || (history && history->canRedo()));
    undo->setText(isOwnUndo ? m_done.back().step.undoText : history ? history->undoText() : tr("Undo"));
    redo->setText(isOwnRedo ? m_undone.back().step.redoText : history ? history->redoText() : tr("Redo"));
}

void UndoSteps::undo()
{
    if (!isOwnNext(m_done, true)) {
        if (m_session)
            m_session->undo();
        return;
    }
    Placed placed = std::move(m_done.back());
    m_done.pop_back();
    run(placed.step.undo);
    placed.chatSteps = chatSteps();
    if (placed.step.redo)
        m_undone.push_back(std::move(placed));
    refresh();
}

void UndoSteps::redo()
{
    if (!isOwnNext(m_undone, false)) {
        if (m_session)
            m_session->redo();
        return;
    }
    Placed placed = std::move(m_undone.back());
    m_undone.pop_back();
    run(placed.step.redo);
    placed.chatSteps = chatSteps();
    m_done.push_back(std::move(placed));
    refresh();
}

void UndoSteps::run(const std::function<void()> &act)
{
    const QScopedValueRollback running(m_isRunning, true);
    act();
}

} // namespace snug
