// What the user does to the messages of an open chat: steps that can be taken back. Regex scripts that want
// to see edits do so first, off the window's thread.
#pragma once

#include "core/chat/chatrecord.h"
#include "core/chat/sessionhooks.h"
#include "core/prompt/storedtext.h"

#include <QObject>

namespace snug {

// What the session around them does.
struct EditHooks
{
    // Before rows from `first` on change, or move: a reply under way that would lose its place is stopped.
    std::function<void(qsizetype first, bool rowsMove)> makeRoom;
    // Likewise, if it is for one of these rows.
    std::function<void(qsizetype first, qsizetype last)> makeRoomWithin;
    std::function<bool(const UndoStep &step)> perform;
    std::function<TextExpansion(qsizetype row)> expansionAt; // of macros in a message's alternatives
    std::function<PromptInputs()> inputs;                    // of the next message, for scripts
};

class ChatEdits : public QObject
{
    Q_OBJECT

public:
    // `record` and `session` outlive this.
    ChatEdits(const ChatRecord &record, const SessionHooks &session, EditHooks hooks,
              QObject *parent = nullptr);

    bool edit(qsizetype row, const QString &text);
    // One script over the texts of these messages, whatever else it is for; one step. Tells scriptRan().
    void runScript(const QList<qsizetype> &rows, const RegexScript &script);
    bool editReasoning(qsizetype row, const QString &reasoning);
    bool setHidden(qsizetype first, qsizetype last, bool hidden);
    bool remove(qsizetype first, qsizetype count); // count reaching past the end: from there on
    // One of the message's alternatives, by its number from 0.
    bool showSwipe(qsizetype row, int swipe);
    bool removeSwipe(qsizetype row, int swipe);
    bool move(qsizetype row, int by); // -1: up, 1: down
    // The message and the one below it become one.
    bool merge(qsizetype row);
    bool split(qsizetype row, const QString &first, const QString &second);
    // The chat goes on in a new file that ends with `row`; the old one stays as it is.
    bool branch(qsizetype row);
    // A copy of the chat up to `row` is kept under this name, which no other chat has.
    bool keepCheckpoint(qsizetype row, const QString &name);
    // What this chat decides itself about who knows what, kept in its metadata.
    bool setKnowledge(const KnowledgeOverrides &overrides);
    // One step of changes that operations of conversation.h made of the chat as it is.
    bool change(UndoAction action, const QList<ChatChange> &changes);

Q_SIGNALS:
    // Regex scripts that could not be run.
    void warned(const QStringList &warnings);
    void scriptRan(int changed); // messages

private:
    void takeScripted(const QList<quint64> &ids, const QStringList &before, const ScriptedTexts &made);
    bool editScripted(qsizetype row, const QString &text, RegexScript::Placement placement,
                      const std::function<bool(qsizetype row, const QString &text)> &performEdit);

    const ChatRecord &m_record;
    const SessionHooks &m_session;
    EditHooks m_hooks;
};

} // namespace snug
