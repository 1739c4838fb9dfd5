#include "core/prompt/labels.h"
#include "core/prompt/stages/attachments.h"
#include "core/prompt/stages/loreoutcomes.h"
#include "core/prompt/stages/scripts.h"
#include "core/prompt/stages/stages.h"
#include "core/prompt/stages/visibility.h"

using namespace Qt::StringLiterals;

namespace snug {

// In groups every speaker but the user is named, narrators too.
static bool showsNameInText(Preset::NamesBehavior behavior, const Message &message, const QString &userName,
                            bool isGroup)
{
    switch (behavior) {
    case Preset::NamesBehavior::None:
    case Preset::NamesBehavior::Completion:
        return false;
    case Preset::NamesBehavior::Default:
        return message.name != userName &&
               (isGroup || (!message.forcedAvatar.isEmpty() && !message.isNarrator()));
    case Preset::NamesBehavior::Content:
        return !message.isNarrator();
    }
    Q_UNREACHABLE();
}

qsizetype readHistory(const PromptInputs &inputs, Draft &draft, std::optional<int> reach)
{
    // A text completion's templates say themselves where names go.
    const Preset::NamesBehavior behavior = inputs.textCompletion   ? Preset::NamesBehavior::None
                                           : namesMessages(inputs) ? Preset::NamesBehavior::Content
                                           : inputs.preset         ? inputs.preset->namesBehavior
                                                                   : Preset::NamesBehavior::Default;
    const qsizetype count = draft.messageCount();
    qsizetype length = 0;
    for (qsizetype i = 0; i < count; ++i)
        length += draft.messageAt(inputs, i).isHidden ? 0 : 1;
    qsizetype passedOver = reach ? std::max<qsizetype>(length - *reach, 0) : 0;
    draft.history.reserve(length - passedOver);
    for (qsizetype i = 0; i < count; ++i) {
        const Message &message = draft.messageAt(inputs, i);
        if (message.isHidden || passedOver-- > 0)
            continue;
        HistoryItem item{.index = static_cast<int>(i), .name = message.name};
        item.role = message.isNarrator() ? Role::System : message.isUser ? Role::User : Role::Assistant;
        item.source = messageSource(message, inputs.scene.rowOf(i), i >= draft.storedMessages);
        item.text =
            TracedText(i == 0 && draft.storedMessages > 0 ? draft.firstText : message.text, item.source);
        draft.history.append(std::move(item));
    }
    runHistoryScripts(inputs, draft);
    addAttachments(inputs, draft);
    addReasoning(inputs, draft);
    for (HistoryItem &item : draft.history) {
        const Message &message = draft.messageAt(inputs, item.index);
        item.spoken = item.text.text();
        if (showsNameInText(behavior, message, draft.userName, inputs.group.has_value()))
            item.text.prepend(TracedText::computed(
                message.name + u": "_s,
                Source(SourceKind::HistoryName, item.source.id(), message.name).inside(item.source)));
        item.text = item.text.without(u'\r');
    }
    return length;
}

void historyStage(const PromptInputs &inputs, Draft &draft)
{
    readHistory(inputs, draft, std::nullopt);
}

} // namespace snug
