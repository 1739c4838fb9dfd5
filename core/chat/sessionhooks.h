// What a session asks of the program around it.
#pragma once

#include "core/chat/chatchange.h"
#include "core/chat/promptpreview.h"

#include <functional>

namespace snug {

struct SessionHooks
{
    // Card, persona, preset, lorebooks, settings, counter … as they are in effect now. The session
    // adds the chat, the typed text, the type, the time and the seed.
    std::function<PromptInputs()> inputs;
    // Turns the inputs into those of one member of the group: card, lorebooks. Null = the card only.
    std::function<void(PromptInputs &inputs, const QString &avatar)> inputsForSpeaker = {};
    // The texts of files attached to its messages, by address, as far as they are there. Null = none.
    std::function<QHash<QString, QString>(const Chat &chat)> attachments = {};
    // What is tried on top of the inputs, of previews and of replies alike. Doing it twice is doing it once.
    // Null = nothing.
    std::function<void(PromptInputs &inputs)> adjustInputs = {};
    Assembler assemble; // called on other threads
    // The typed text as it is saved: macros substituted once. Null = as typed.
    std::function<QString(const QString &text, const PromptInputs &inputs)> substitute;
    std::function<bool(const QString &name)> isChatNameTaken; // null = never
    // A typed text is about to become this message. Null = nobody wants to know.
    std::function<void(const QString &typed, const Message &message)> saying = {};
    // What changes along with a change that the user made, in the same step. Null = nothing.
    std::function<ChatChange(const Chat &changed, const ChatChange &change)> alongside = {};
    Clock now;                     // null = the system's
    std::function<quint64()> seed; // null = the system's
    TurnLimits limits = {};
};

// With what null stands for.
SessionHooks completedHooks(SessionHooks hooks);

} // namespace snug
