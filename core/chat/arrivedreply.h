// A reply that has come: what regex scripts are to see of it, and what it does to the chat.
#pragma once

#include "core/chat/conversation.h"
#include "core/chat/promptpreview.h"
#include "core/chat/replycleaning.h"
#include "core/chat/scripttask.h"
#include "core/chat/sharedreply.h"

namespace snug {

struct ArrivedReply
{
    quint64 id = 0; // of the message that it becomes
    ReplyPlan plan;
    TurnState turn;
    PreparedPrompt sent;
    Connection connection;                          // that it came through
    QString record = {};                            // of its request, see Turn::recordId()
    std::optional<ScriptedTexts> made;              // by scripts, of its texts; nothing = they were not asked
    std::optional<ScriptedTexts> madeThoughts = {}; // likewise of the thoughts that were found in its text

    // Texts for the scripts that change what is stored; none, if no such script could act.
    QList<PlainScriptedText> textsForScripts() const;
    // Likewise thoughts in the text, as `made` has it: they are taken out of it before scripts see them.
    QList<PlainScriptedText> thoughtsForScripts() const;
    // What stands in the composer afterwards, of a reply that goes there: what stood there, if it is not
    // worth keeping.
    QString draft() const;
    // Nothing if nothing came that is worth it.
    UndoStep step(const Conversation &conversation, const InputsForSpeaker &inputsForSpeaker) const;

private:
    bool isCleaned() const;
    Reply reply() const;
    CleanedReply unscripted(const QString &text) const;
    CleanedReply finished(const QString &text) const;
    // From the text as it came to the text as it is kept.
    CleanedReply stored(const QString &text) const;
    // The thoughts that came beside the text, as scripts have left them.
    QString ownReasoning(const Message &message) const;
    // A text as stored() has left it; nothing where thoughts came beside it, as in SillyTavern.
    std::optional<ThoughtfulReply> takenApart(const QString &stored, const QString &ownReasoning) const;
    Message withStoredTexts(Message message) const;
    QList<Message> messages(Reply reply, const Chat &chat, const InputsForSpeaker &inputsForSpeaker) const;
};

} // namespace snug
