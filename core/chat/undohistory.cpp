#include "core/chat/undohistory.h"

#include <ranges>

namespace snug {

void UndoHistory::push(UndoStep step)
{
    step.changes.removeIf([](const ChatChange &change) { return change.isEmpty(); });
    if (step.changes.isEmpty())
        return;
    m_steps.resize(m_done);
    m_steps.push_back(std::move(step));
    m_done = m_steps.size();
    ++m_made;
}

void UndoHistory::rename(const QString &from, const QString &to)
{
    const auto follow = [&](QString &name) {
        if (name == from)
            name = to;
    };
    for (UndoStep &step : m_steps) {
        for (ChatChange &change : step.changes) {
            if (!change.name)
                continue;
            follow(change.name->first);
            follow(change.name->second);
        }
    }
}

QString UndoHistory::undoText() const
{
    if (!canUndo())
        return tr("Undo");
    const UndoStep &step = m_steps.at(m_done - 1);
    switch (step.action) {
    case UndoAction::Send:
        return tr("Undo send");
    case UndoAction::Reply:
        return tr("Undo reply");
    case UndoAction::Swipe:
        return tr("Undo swipe");
    case UndoAction::Regenerate:
        return tr("Undo regenerate");
    case UndoAction::Continue:
        return tr("Undo continue");
    case UndoAction::Edit:
        return tr("Undo edit message");
    case UndoAction::EditReasoning:
        return tr("Undo edit reasoning");
    case UndoAction::RunScript:
        return tr("Undo run of a script");
    case UndoAction::Hide:
        return step.count == 1 ? tr("Undo hide message") : tr("Undo hide messages");
    case UndoAction::Unhide:
        return step.count == 1 ? tr("Undo show message") : tr("Undo show messages");
    case UndoAction::Delete:
        return step.count == 1 ? tr("Undo delete message") : tr("Undo delete messages");
    case UndoAction::DeleteSwipe:
        return tr("Undo delete swipe");
    case UndoAction::Move:
        return tr("Undo move message");
    case UndoAction::Split:
        return tr("Undo split message");
    case UndoAction::Merge:
        return tr("Undo merge messages");
    case UndoAction::Branch:
        return tr("Undo branch");
    case UndoAction::Checkpoint:
        return tr("Undo checkpoint");
    case UndoAction::Reload:
        return tr("Undo changes of another program");
    case UndoAction::MarkScene:
        return tr("Undo mark scene");
    case UndoAction::Memory:
        return tr("Undo hide for memory");
    case UndoAction::Knowledge:
        return tr("Undo change of who knows what");
    case UndoAction::Knowers:
        return step.count == 1 ? tr("Undo change of who knows a message")
                               : tr("Undo change of who knows messages");
    case UndoAction::PersonaLock:
        return tr("Undo lock of the persona");
    case UndoAction::Write:
        return tr("Undo write message");
    case UndoAction::AuthorsNote:
        return tr("Undo author's note");
    case UndoAction::InjectedText:
        return tr("Undo change of an injected text");
    case UndoAction::Variable:
        return tr("Undo change of a variable");
    }
    return tr("Undo");
}

QString UndoHistory::redoText() const
{
    if (!canRedo())
        return tr("Redo");
    const UndoStep &step = m_steps.at(m_done);
    switch (step.action) {
    case UndoAction::Send:
        return tr("Redo send");
    case UndoAction::Reply:
        return tr("Redo reply");
    case UndoAction::Swipe:
        return tr("Redo swipe");
    case UndoAction::Regenerate:
        return tr("Redo regenerate");
    case UndoAction::Continue:
        return tr("Redo continue");
    case UndoAction::Edit:
        return tr("Redo edit message");
    case UndoAction::EditReasoning:
        return tr("Redo edit reasoning");
    case UndoAction::RunScript:
        return tr("Redo run of a script");
    case UndoAction::Hide:
        return step.count == 1 ? tr("Redo hide message") : tr("Redo hide messages");
    case UndoAction::Unhide:
        return step.count == 1 ? tr("Redo show message") : tr("Redo show messages");
    case UndoAction::Delete:
        return step.count == 1 ? tr("Redo delete message") : tr("Redo delete messages");
    case UndoAction::DeleteSwipe:
        return tr("Redo delete swipe");
    case UndoAction::Move:
        return tr("Redo move message");
    case UndoAction::Split:
        return tr("Redo split message");
    case UndoAction::Merge:
        return tr("Redo merge messages");
    case UndoAction::Branch:
        return tr("Redo branch");
    case UndoAction::Checkpoint:
        return tr("Redo checkpoint");
    case UndoAction::Reload:
        return tr("Redo changes of another program");
    case UndoAction::MarkScene:
        return tr("Redo mark scene");
    case UndoAction::Memory:
        return tr("Redo hide for memory");
    case UndoAction::Knowledge:
        return tr("Redo change of who knows what");
    case UndoAction::Knowers:
        return step.count == 1 ? tr("Redo change of who knows a message")
                               : tr("Redo change of who knows messages");
    case UndoAction::PersonaLock:
        return tr("Redo lock of the persona");
    case UndoAction::Write:
        return tr("Redo write message");
    case UndoAction::AuthorsNote:
        return tr("Redo author's note");
    case UndoAction::InjectedText:
        return tr("Redo change of an injected text");
    case UndoAction::Variable:
        return tr("Redo change of a variable");
    }
    return tr("Redo");
}

UndoStep UndoHistory::undo()
{
    if (!canUndo())
        return {};
    const UndoStep &step = m_steps.at(--m_done);
    UndoStep back{.action = step.action, .count = step.count, .changes = {}};
    for (const ChatChange &change : step.changes | std::views::reverse)
        back.changes.append(change.reversed());
    return back;
}

UndoStep UndoHistory::redo()
{
    return canRedo() ? m_steps.at(m_done++) : UndoStep{};
}

} // namespace snug
