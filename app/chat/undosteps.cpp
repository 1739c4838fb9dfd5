#include "app/chat/undosteps.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/chat/undooffers.h"
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
    m_draft = qobject_cast<QPlainTextEdit *>(app.chatPane.composer()->focusProxy());
    if (m_draft)
        m_draft->installEventFilter(this);
    refresh();
}

// The composer keeps the keys for its own text. Where that has nothing to take back, a choice made while it
// has the focus is undone, and so are steps of the chat; but who takes back what he wrote may press once too
// often.
bool UndoSteps::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::ShortcutOverride || watched != m_draft.data())
        return QObject::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    const bool isUndo = key->matches(QKeySequence::Undo);
    if (!isUndo && !key->matches(QKeySequence::Redo))
        return QObject::eventFilter(watched, event);
    const Way way = isUndo ? Way::Back : Way::Again;
    const QTextDocument *text = m_draft->document();
    const bool hasOwn = isUndo ? text->isUndoAvailable() : text->isRedoAvailable();
    if (isOwnNext(way) ? hasOwn : !isChatNext(way))
        return QObject::eventFilter(watched, event);
    event->ignore();
    return true;
}

// Nothing was ever written here, or nothing since something was done to the messages: that is what there is
// to undo then, before the text that was sent.
bool UndoSteps::isChatNext(Way way) const
{
    const UndoHistory *steps = history();
    const QTextDocument *text = m_draft->document();
    if (!steps || !text->isEmpty() || !(way == Way::Back ? steps->canUndo() : steps->canRedo()))
        return false;
    if (!text->isUndoAvailable() && !text->isRedoAvailable())
        return true;
    return text->revision() == m_draftThen &&
           (way == Way::Again || !UndoOffers::doneText(*steps->last()).isEmpty());
}

const UndoHistory *UndoSteps::history() const
{
    return m_session ? &m_session->record().history() : nullptr;
}

qsizetype UndoSteps::chatSteps() const
{
    return m_session ? m_session->record().history().done() : 0;
}

// What was done beside another chat stands behind all that was done in this one. What was taken back in the
// lists can be done again: it may have closed the chat.
void UndoSteps::follow()
{
    if (m_session == m_app.chat.session())
        return refresh();
    if (m_session)
        disconnect(m_session, nullptr, this, nullptr);
    m_session = m_app.chat.session();
    m_made = m_session ? m_session->record().history().made() : 0;
    m_draftThen = -1;
    std::erase_if(m_undone, [](const Placed &placed) { return !placed.step.isInLists; });
    for (std::vector<Placed> *steps : {&m_done, &m_undone}) {
        for (Placed &placed : *steps)
            placed.chatSteps = chatSteps();
    }
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

void UndoSteps::takeBackInLists()
{
    for (size_t place = m_done.size(); place-- > 0;) {
        if (m_done[place].step.isInLists)
            return carryOut(place, Way::Back);
    }
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
    if (const UndoHistory *steps = history(); steps && steps->made() > std::exchange(m_made, steps->made())) {
        m_undone.clear(); // something new was done
        m_draftThen = m_draft ? m_draft->document()->revision() : -1;
    }
    showNext(Way::Back);
    showNext(Way::Again);
}

void UndoSteps::showNext(Way way)
{
    const UndoHistory *chat = history();
    const bool isBack = way == Way::Back;
    QAction *action = m_app.actions.action(isBack ? ActionId::Undo : ActionId::Redo);
    if (isOwnNext(way)) {
        const Step &step = steps(way).back().step;
        action->setEnabled(true);
        action->setText(isBack ? step.undoText : step.redoText);
        return;
    }
    action->setEnabled(chat && (isBack ? chat->canUndo() : chat->canRedo()));
    if (chat)
        action->setText(isBack ? chat->undoText() : chat->redoText());
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
