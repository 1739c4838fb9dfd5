#include "core/prompt/stages/examplemacro.h"

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
    if (environment.isOldEngine)
        return;
    // What the examples' macros set or roll, they set and roll in each text that shows them.
    const auto kept = std::make_shared<Draft>(draft);
    environment.cardTexts.insert(name, environment.cardTexts.value(raw));
    if (environment.sharedTexts.contains(raw))
        environment.sharedTexts.insert(name, environment.sharedTexts.value(raw));
    environment.cardTextLayouts.insert(name,
                                       {type, [inputs, kept, source](const QString &examples) {
                                            Draft copy = *kept;
                                            return laidOut(inputs, copy, TracedText(examples, source)).text();
                                        }});
}

} // namespace snug
