#include "core/chat/greetingtexts.h"

#include "core/chat/chatmessage.h"
#include "core/prompt/storedtext.h"
#include "core/prompt/typedtext.h"

namespace snug {

std::optional<ScriptJob> greetingScripts(const Card &card, const PromptInputs &inputs)
{
    if (!areTextsScripted(inputs, ScriptPurpose::Store, {RegexScript::Placement::AiOutput}))
        return {};
    QList<PlainScriptedText> greetings{{.text = card.firstMessage}};
    for (const QString &alternate : card.alternateGreetings)
        greetings.append({.text = alternate});
    return ScriptJob{greetings, ScriptPurpose::Store, inputs};
}

Card withGreetings(const Card &card, const ScriptedTexts &scripted)
{
    Card changed = card;
    changed.firstMessage = scripted.texts.first();
    changed.alternateGreetings = scripted.texts.sliced(1);
    return changed;
}

bool isGreetingMissing(const ChatReference &reference, const LoadedChat &loaded)
{
    return loaded.chat.messages.isEmpty() && loaded.warnings.isEmpty() && !reference.isGroup() &&
           !reference.isWithModelAlone();
}

Chat greetedChat(const Chat &chat, const Card &card, const PromptInputs &inputs, const QDateTime &date)
{
    Chat greeted = chat;
    const auto expand = [&inputs](const QString &text) { return expandMacros(text, inputs); };
    if (std::optional<Message> greeting = greetingMessage(card, expand, date))
        greeted.messages.append(*std::move(greeting));
    return greeted;
}

} // namespace snug
