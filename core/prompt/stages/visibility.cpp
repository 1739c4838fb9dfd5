#include "core/prompt/stages/visibility.h"

#include "core/prompt/knownto.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

QString replierOf(const PromptInputs &inputs)
{
    if (!inputs.scene.replier.isEmpty())
        return inputs.scene.replier;
    if (inputs.card)
        return inputs.card->name;
    return inputs.group ? QString() : nobodysName.toString();
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

static QString recordOf(const QString &key, const QString &viewer)
{
    return viewer.isEmpty() ? key : QString(key + u':' + viewer);
}

QString recordKey(const QString &key, const PromptInputs &inputs)
{
    return inputs.knowledge.isEnabled ? recordOf(key, viewerOf(inputs)) : key;
}

Json changedVariables(const QMap<QString, Json> &before, const QMap<QString, Json> &after)
{
    Json changed = Json::object();
    for (const auto &[name, value] : after.asKeyValueRange()) {
        if (before.value(name) != value)
            changed.set(name, value);
    }
    for (const auto &[name, value] : before.asKeyValueRange()) {
        if (!after.contains(name))
            changed.set(name, Json::null());
    }
    return changed;
}

// The viewer's own records where the others' stand.
static void takeOwnRecords(PromptInputs &inputs, const QString &viewer)
{
    Json metadata = inputs.chat.metadata();
    bool isChanged = false;
    for (const QString &key : {u"variables"_s, u"timedWorldInfo"_s}) {
        const Json own = metadata.value(recordOf(key, viewer));
        if (own.isUndefined() || own == metadata.value(key))
            continue;
        metadata.set(key, own);
        isChanged = true;
    }
    if (isChanged)
        inputs.chat.header.set(u"chat_metadata"_s, metadata);
    const Json globals = metadata.value(recordOf(globalVariablesKey.toString(), viewer));
    for (const Json::Member &variable : globals.members()) {
        if (variable.value.isNull())
            inputs.globalVariables.remove(variable.key);
        else
            inputs.globalVariables.insert(variable.key, variable.value);
    }
}

template <typename Sees> static SeenChat seenChat(const PromptInputs &inputs, Sees sees)
{
    SeenChat seen;
    const qsizetype count = inputs.chat.messages.size();
    for (qsizetype i = 0; i < count; ++i) {
        const Message &message = inputs.chat.messages.at(i);
        if (sees(message)) {
            seen.messages.append(message);
        } else if (i == count - 1 && isMadeAgain(inputs)) {
            Message empty;
            empty.isHidden = message.isHidden;
            seen.messages.append(empty);
        } else {
            continue;
        }
        seen.rows.append(inputs.scene.rowOf(i));
    }
    seen.names = namesInChat(inputs.chat, inputs.scene.cast); // who is there is no secret
    return seen;
}

// `by`: what `sees` goes by besides the message.
template <typename Sees>
static PromptInputs filtered(const PromptInputs &inputs, const QStringList &by, Sees sees)
{
    PromptInputs visible = inputs;
    const auto make = [&] { return seenChat(inputs, sees); };
    SeenChatPtr seen;
    if (inputs.chatCache && inputs.scene.rows.isEmpty()) {
        const QStringList all =
            QStringList{isMadeAgain(inputs) ? u"again"_s : QString()} + by + inputs.scene.cast;
        seen = inputs.chatCache->seen(inputs.chat.messages, all, make);
    } else {
        seen = std::make_shared<const SeenChat>(make());
    }
    visible.chat.messages = seen->messages;
    visible.scene.rows = seen->rows;
    visible.chat.unreadableLines.clear();
    visible.scene.names = seen->names;
    return visible;
}

PromptInputs visibleInputs(const PromptInputs &inputs)
{
    if (!inputs.knowledge.isEnabled)
        return inputs;
    const QString viewer = viewerOf(inputs);
    PromptInputs visible = filtered(inputs, {u"viewer"_s, viewer, {}}, [&](const Message &message) {
        return isVisibleTo(message, viewer, inputs.knowledge);
    });
    takeOwnRecords(visible, viewer);
    return visible;
}

PromptInputs knownToReaders(const QString &typed, const PromptInputs &inputs)
{
    if (!inputs.knowledge.isEnabled)
        return inputs;
    const QStringList readers =
        knownToFromTags(typed, writerOf(inputs), inputs.knowledge).value_or(QStringList());
    const QStringList by = QStringList{u"readers"_s} + readers + QStringList{QString()};
    return filtered(inputs, by, [&](const Message &message) {
        const QStringList names = knownTo(message);
        return message.isNarrator() || names.isEmpty() ||
               (!readers.isEmpty() &&
                std::ranges::all_of(readers, [&](const QString &name) { return names.contains(name); }));
    });
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

bool namesMessages(const PromptInputs &inputs)
{
    return inputs.knowledge.isEnabled && inputs.knowledge.namesInMessages && !inputs.textCompletion;
}

bool isTypedVisible(const QString &text, const PromptInputs &inputs)
{
    const auto names = knownToFromTags(text, writerOf(inputs), inputs.knowledge);
    return !names || isKnownTo(*names, viewerOf(inputs));
}

} // namespace snug
