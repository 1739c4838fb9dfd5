#include "core/prompt/stages/examplemacro.h"

#include "core/prompt/frames/turntext.h"
#include "core/prompt/labels.h"
#include "core/prompt/stages/exampletext.h"

using namespace Qt::StringLiterals;

namespace snug {

void setExampleMacro(const PromptInputs &inputs, Draft &draft)
{
    const Source source = cardSource(SourceKind::CharExamples, draft.characterName);
    const QList<TracedText> blocks = exampleBlocks(draft.card.examples);
    TracedText text;
    if (inputs.textCompletion && draft.result.mode != PromptMode::Names) {
        const MacroState state =
            draft.macros.state; // what separators and marks set counts where they are sent
        text = TracedText::join(TurnText(inputs, draft).examples(blocks), {});
        draft.macros.state = state;
    } else {
        for (const TracedText &block : blocks) {
            text.append(TracedText::computed(u"<START>\n"_s, source));
            text.append(block);
            text.append(TracedText::computed(u"\n"_s, source));
        }
    }
    draft.macros.setTraced({u"mesexamples"}, u"char.example_blocks"_s, text, source.label());
}

} // namespace snug
