#include "core/prompt/shownview.h"

#include "core/formats/framingcharacter.h"
#include "core/prompt/assemble.h"
#include "core/prompt/frames/frames.h"
#include "core/prompt/stages/visibility.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

bool mayHaveShownView(const PromptInputs &inputs)
{
    if (modeInEffect(inputs) != PromptMode::Framing)
        return false;
    const auto hasRules = [](const Json &owner) { return owner.value(u"regex_rules").size() > 0; };
    if (!inputs.framingRules.isEmpty() || (inputs.preset && hasRules(inputs.preset->source)) ||
        (inputs.card &&
         hasRules(inputs.card->source.value(u"data").value(u"extensions").value(smartTavernKey))))
        return true;
    return std::ranges::any_of(inputs.chat.messages, [](const Message &message) {
        return message.text.contains("{{"_L1) || message.text.contains("<<"_L1);
    });
}

QHash<int, QString> shownView(const PromptInputs &inputs, const std::stop_token &stop)
{
    PromptInputs seen = inputs;
    seen.userText.clear();
    seen.type = GenerationType::Impersonate; // the view of the one whom the user plays
    seen = visibleInputs(seen);
    seen.type = GenerationType::Normal;
    seen.knowledge.namesInMessages = false; // the transcript says who speaks
    if (modeInEffect(seen) != PromptMode::Framing)
        return {};
    Draft draft(stop, seen.globalVariables);
    QHash<int, QString> shown = framingUserView(seen, draft);
    if (draft.stop.stop_requested()) // the texts as they are stored, then
        return {};
    for (qsizetype i = 0; i < seen.chat.messages.size(); ++i) {
        const auto text = shown.constFind(seen.scene.rowOf(i));
        if (text != shown.cend() && *text == seen.chat.messages.at(i).text)
            shown.erase(text);
    }
    return shown;
}

} // namespace snug
