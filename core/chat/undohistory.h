// What can be taken back in one open chat, and done again.
//
// Core has no QUndoStack (it is part of Gui), and needs less: steps are values.
#pragma once

#include "core/chat/chatchange.h"

#include <QCoreApplication>

#include <vector>

namespace snug {

enum class UndoAction : quint8 {
    Send,
    Reply,
    Swipe,
    Regenerate,
    Continue,
    Edit,
    EditReasoning,
    RunScript, // a regex script over messages that were chosen
    Hide,
    Unhide,
    Delete,
    DeleteSwipe,
    Move,
    Split,
    Merge,
    Branch,
    Checkpoint, // made beside the chat, which only learns of it
    Reload,
    MarkScene,
    Memory,    // what making one did to the chat: messages hidden, its place noted
    Knowledge, // the settings of this chat
    Knowers,   // who knows messages of it
    PersonaLock,
    Write, // a message of the narrator's, a note, somebody's words
    AuthorsNote,
    InjectedText,
    Variable,
};

// One thing the user did: changes in the order in which they were made.
struct UndoStep
{
    UndoAction action = UndoAction::Edit;
    int count = 1; // messages it was about, for the label
    QList<ChatChange> changes;

    bool operator==(const UndoStep &) const = default;
};

class UndoHistory
{
    Q_DECLARE_TR_FUNCTIONS(UndoHistory)

public:
    // A new step ends the possibility to redo. Steps without changes are not kept.
    void push(UndoStep step);
    // The chat's file has another name, in all steps.
    void rename(const QString &from, const QString &to);

    // How many steps were ever made here, and the last one that is in effect; null: there is none.
    quint64 made() const { return m_made; }
    const UndoStep *last() const { return canUndo() ? &m_steps.at(m_done - 1) : nullptr; }

    // How many are in effect.
    qsizetype done() const { return qsizetype(m_done); }
    bool canUndo() const { return m_done > 0; }
    bool canRedo() const { return m_done < m_steps.size(); }
    // "Undo delete message", "Redo send"; without a step just "Undo", "Redo".
    QString undoText() const;
    QString redoText() const;

    // The step with the changes to apply, in order; without changes when there is none.
    UndoStep undo();
    UndoStep redo();

    bool operator==(const UndoHistory &) const = default;

private:
    std::vector<UndoStep> m_steps;
    size_t m_done = 0; // steps that are in effect
    quint64 m_made = 0;
};

} // namespace snug
