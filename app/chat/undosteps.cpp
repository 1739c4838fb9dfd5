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

#include <algorithm>
#include <utility>

namespace snug {

UndoSteps::UndoSteps(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(app.actions.action(ActionId::Undo), &QAction::triggered, this, [this] { go(Way::Back); });
    connect(app.actions.action(ActionId::Redo), &QAction::triggered, this, [this] { go(Way::Again); });
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
    const bool isUndo = key->matches(QKeySequence::Undo) && isOwnNext(Way::Back);
    const bool isRedo = key->matches(QKeySequence::Redo) && isOwnNext(Way::Again);
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

void UndoSteps::takeBack(const QString &kind)
{
    const auto found =
        std::ranges::find_if(m_done, [&](const Placed &placed) { return placed.step.kind == kind; });
    if (found != m_done.end())
        carryOut(size_t(found - m_done.begin()), Way::Back);
}

// Before the chat's next one: to be taken back, where none of the chat was made after it; to be done again,
// where none of the chat was taken back after it.
bool UndoSteps::isOwnNext(Way way)
{
    if (steps(way).empty())
        return false;
    const qsizetype made = steps(way).back().chatSteps;
    return way == Way::Back ? chatSteps() <= made : chatSteps() >= made;
}

void UndoSteps::refresh()
{
    const UndoHistory *history = m_session ? &m_session->record().history() : nullptr;
    if (history && history->made() > std::exchange(m_made, history->made()))
        m_undone.clear(); // something new was done
    showNext(Way::Back);
    showNext(Way::Again);
}

void UndoSteps::showNext(Way way)
{
    const UndoHistory *history = m_session ? &m_session->record().history() : nullptr;
    const bool isBack = way == Way::Back;
    QAction *action = m_app.actions.action(isBack ? ActionId::Undo : ActionId::Redo);
    if (isOwnNext(way)) {
        const Step &step = steps(way).back().step;
        action->setEnabled(true);
        action->setText(isBack ? step.undoText : step.redoText);
        return;
    }
    action->setEnabled(history && (isBack ? history->canUndo() : history->canRedo()));
    if (history)
        action->setText(isBack ? history->undoText() : history->redoText());
    else
        action->setText(isBack ? tr("Undo") : tr("Redo"));
}

void UndoSteps::go(Way way)
{
    if (isOwnNext(way))
        carryOut(steps(way).size() - 1, way);
    else if (m_session)
        way == Way::Back ? m_session->undo() : m_session->redo();
}

void UndoSteps::carryOut(size_t place, Way way)
{
    std::vector<Placed> &from = steps(way);
    Placed placed = std::move(from[place]);
    from.erase(from.begin() + std::ptrdiff_t(place));
    {
        const QScopedValueRollback running(m_isRunning, true);
        (way == Way::Back ? placed.step.undo : placed.step.redo)();
    }
    placed.chatSteps = chatSteps();
    if (placed.step.redo)
        steps(way == Way::Back ? Way::Again : Way::Back).push_back(std::move(placed));
    refresh();
}

} // namespace snug
