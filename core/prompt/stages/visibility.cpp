#include "core/prompt/stages/visibility.h"

#include "core/prompt/knownto.h"

using namespace Qt::StringLiterals;

namespace snug {

QString replierOf(const PromptInputs &inputs)
{
    if (!inputs.scene.replier.isEmpty())
        return inputs.scene.replier;
    return inputs.card ? inputs.card->name : QString();
}

QString userOf(const PromptInputs &inputs)
{
    return inputs.persona && !inputs.persona->name.isEmpty() ? inputs.persona->name : inputs.userName;
}

QString writerOf(const PromptInputs &inputs)
{
    return inputs.scene.writer.isEmpty() ? userOf(inputs) : inputs.scene.writer;
}

QString viewerOf(const PromptInputs &inputs)
{
    return inputs.type == GenerationType::Impersonate ? writerOf(inputs) : replierOf(inputs);
}

// A reply that is made again is taken off the end of the chat by the frames; it must be there for that,
// but need not say anything.
static bool isMadeAgain(const PromptInputs &inputs)
{
    return !inputs.chat.messages.isEmpty() &&
           (inputs.type == GenerationType::Swipe ||
            (inputs.type == GenerationType::Regenerate && !inputs.chat.messages.last().isUser));
}

QString recordKey(const QString &key, const PromptInputs &inputs)
{
    const QString viewer = viewerOf(inputs);
    return inputs.knowledge.isEnabled && !viewer.isEmpty() ? QString(key + u':' + viewer) : key;
}

// The viewer's own records where the others' stand.
static void takeOwnRecords(Chat &chat, const PromptInputs &inputs)
{
    Json metadata = chat.metadata();
    bool isChanged = false;
    for (const QString &key : {u"variables"_s, u"timedWorldInfo"_s}) {
        const Json own = metadata.value(recordKey(key, inputs));
        if (own.isUndefined() || own == metadata.value(key))
            continue;
        metadata.set(key, own);
        isChanged = true;
    }
    if (isChanged)
        chat.header.set(u"chat_metadata"_s, metadata);
}

PromptInputs visibleInputs(const PromptInputs &inputs)
{
    if (!inputs.knowledge.isEnabled)
        return inputs;
    PromptInputs visible = inputs;
    visible.chat.messages.clear();
    visible.scene.rows.clear();
    const QString viewer = viewerOf(inputs);
    const qsizetype count = inputs.chat.messages.size();
    for (qsizetype i = 0; i < count; ++i) {
        const Message &message = inputs.chat.messages.at(i);
        if (isVisibleTo(message, viewer, inputs.knowledge)) {
            visible.chat.messages.append(message);
        } else if (i == count - 1 && isMadeAgain(inputs)) {
            Message empty;
            empty.isHidden = message.isHidden;
            visible.chat.messages.append(empty);
        } else {
            continue;
        }
        visible.scene.rows.append(inputs.scene.rowOf(i));
    }
    visible.chat.unreadableLines.clear();
    takeOwnRecords(visible.chat, inputs);
    visible.scene.names = namesInChat(inputs.chat, inputs.scene.cast); // who is there is no secret
    return visible;
}

PromptInputs withoutTyped(const PromptInputs &inputs)
{
    PromptInputs without = inputs;
    without.userText.clear();
    if (without.preset)
        without.preset->sendIfEmpty.clear(); // something was said
    if (const QString writer = writerOf(inputs); !without.scene.names.contains(writer))
        without.scene.names.append(writer);
    return without;
}

bool isTypedVisible(const QString &text, const PromptInputs &inputs)
{
    const auto names = knownToFromTags(text, writerOf(inputs), inputs.knowledge);
    return !names || isKnownTo(*names, viewerOf(inputs));
}

} // namespace snug
