#include "core/prompt/stages/examplemacro.h"

#include "core/macros/macroevaluator.h"
#include "core/prompt/frames/turntext.h"
#include "core/prompt/labels.h"
#include "core/prompt/stages/exampletext.h"

#include <memory>

using namespace Qt::StringLiterals;

namespace snug {

static TracedText laidOut(const PromptInputs &inputs, Draft &draft, const TracedText &examples)
{
    const QList<TracedText> blocks = exampleBlocks(examples);
    if (inputs.textCompletion && draft.result.mode != PromptMode::Names) {
        const MacroState state =
            draft.macros.state; // what separators and marks set counts where they are sent
        const TracedText text = TracedText::join(TurnText(inputs, draft).examples(blocks), {});
        draft.macros.state = state;
        return text;
    }
    const Source source = cardSource(SourceKind::CharExamples, draft.characterName);
    TracedText text;
    for (const TracedText &block : blocks) {
        text.append(TracedText::computed(u"<START>\n"_s, source));
        text.append(block);
        text.append(TracedText::computed(u"\n"_s, source));
    }
    return text;
}

void setExampleMacro(const PromptInputs &inputs, Draft &draft)
{
    const Source source = cardSource(SourceKind::CharExamples, draft.characterName);
    const QString type = u"char.example_blocks"_s;
    draft.macros.setTraced({u"mesexamples"}, type, laidOut(inputs, draft, draft.card.examples),
                           source.label());
    MacroEnvironment &environment = draft.macros.environment;
    const QString raw = u"mesexamplesraw"_s;
    const QString name = u"mesexamples"_s;
    const bool isShared = environment.sharedTexts.contains(raw);
    if (environment.isOldEngine || (!isShared && !mayHoldMacros(environment.cardTexts.value(raw).text)))
        return;
    // What the examples' macros set or roll, they set and roll in each text that shows them.
    struct Kept
    {
        PromptInputs inputs;
        Draft draft;
    };
    const auto kept = std::make_shared<const Kept>(inputs, draft);
    environment.cardTexts.insert(name, environment.cardTexts.value(raw));
    if (isShared)
        environment.sharedTexts.insert(name, environment.sharedTexts.value(raw));
    const auto layOut = [kept, source](const QString &examples) {
        Draft copy = kept->draft;
        return laidOut(kept->inputs, copy, TracedText(examples, source)).text();
    };
    environment.cardTextLayouts.insert(name, {type, layOut});
}

} // namespace snug
