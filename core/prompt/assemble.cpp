#include "core/prompt/assemble.h"

#include "core/formats/framingpreset.h"
#include "core/prompt/frames/frames.h"
#include "core/prompt/macrofailure.h"
#include "core/prompt/presetorder.h"
#include "core/prompt/stages/groupcards.h"
#include "core/prompt/stages/stages.h"
#include "core/prompt/stages/visibility.h"
#include "core/prompt/typedtext.h"

#include <QCoreApplication>

namespace snug {

static QString trAssembly(const char *words)
{
    return QCoreApplication::translate("Prompt", words);
}

static bool hasOrder(const Preset &preset, std::optional<qint64> characterId)
{
    return !preset.prompts.isEmpty() && std::ranges::any_of(preset.orders, [&](const PromptOrder &order) {
        return !order.items.isEmpty() && (!characterId || order.characterId == *characterId);
    });
}

struct ChosenMode
{
    PromptMode mode = PromptMode::SillyTavern;
    QString reason;
};

static QString templateReason(const PromptInputs &inputs)
{
    if (inputs.promptTemplate.isBuiltIn())
        return trAssembly(QT_TRANSLATE_NOOP("Prompt", "The built-in template, as you chose."));
    return trAssembly(QT_TRANSLATE_NOOP("Prompt", "The template “%1”, as you chose."))
        .arg(inputs.promptTemplate.name);
}

// What Auto picks (docs/systems/together.md#modes).
static ChosenMode chooseMode(const PromptInputs &inputs)
{
    if (inputs.textCompletion && inputs.knowledge.isEnabled && inputs.mode == PromptMode::Auto)
        return {PromptMode::Names,
                trAssembly(QT_TRANSLATE_NOOP(
                    "Prompt", "The characters do not all know the same things, and the connection "
                              "completes text: each turn is below its speaker's name."))};
    if (inputs.textCompletion && inputs.mode == PromptMode::Names)
        return {PromptMode::Names,
                trAssembly(QT_TRANSLATE_NOOP("Prompt", "Each turn below its speaker's name, as you chose."))};
    if (const auto &completion = inputs.textCompletion) {
        const QString &context = completion->context.name;
        return {PromptMode::Story,
                completion->instruct
                    ? trAssembly(QT_TRANSLATE_NOOP("Prompt",
                                                   "The connection completes text: the story string of “%1”, "
                                                   "turns as “%2” marks them."))
                          .arg(context, completion->instruct->name)
                    : trAssembly(QT_TRANSLATE_NOOP("Prompt",
                                                   "The connection completes text: the story string of “%1”, "
                                                   "turns by name."))
                          .arg(context)};
    }
    const bool isOrdered = inputs.preset && hasOrder(*inputs.preset, std::nullopt);
    switch (inputs.mode) {
    case PromptMode::Smelt:
        return {PromptMode::Smelt,
                isOrdered ? trAssembly(QT_TRANSLATE_NOOP("Prompt", "Merged form, as you chose."))
                          : trAssembly(QT_TRANSLATE_NOOP("Prompt", "As you chose; without a prompt order "
                                                                   "the card speaks for itself."))};
    case PromptMode::SillyTavern:
        if (inputs.preset)
            return {PromptMode::SillyTavern,
                    trAssembly(QT_TRANSLATE_NOOP("Prompt", "SillyTavern's form, as you chose."))};
        return {PromptMode::Smelt,
                trAssembly(QT_TRANSLATE_NOOP("Prompt", "SillyTavern's form needs a preset and there is none, "
                                                       "so the card speaks for itself."))};
    case PromptMode::Framing:
        return {PromptMode::Framing,
                trAssembly(QT_TRANSLATE_NOOP("Prompt", "SmartTavern's form, as you chose."))};
    case PromptMode::Template:
        return {PromptMode::Template, templateReason(inputs)};
    case PromptMode::Auto:
    case PromptMode::Story:
    case PromptMode::Names:
        break;
    }
    if (inputs.promptTemplate.isOfCharacter && inputs.promptTemplate.engine)
        return {PromptMode::Template,
                trAssembly(QT_TRANSLATE_NOOP("Prompt", "The character has a template of its own, “%1”."))
                    .arg(inputs.promptTemplate.name)};
    if (inputs.preset && isFramingPreset(*inputs.preset))
        return {PromptMode::Framing,
                trAssembly(QT_TRANSLATE_NOOP("Prompt",
                                             "The preset's prompts say their position themselves, so it "
                                             "is laid out as SmartTavern does."))};
    if (!inputs.preset)
        return {PromptMode::Smelt,
                trAssembly(QT_TRANSLATE_NOOP("Prompt", "No preset, so the card speaks for itself."))};
    if (hasOrder(*inputs.preset, presetOrderInUse))
        return {PromptMode::SillyTavern,
                trAssembly(QT_TRANSLATE_NOOP(
                    "Prompt", "The preset has a prompt order, so it is laid out as SillyTavern does."))};
    if (hasMarksOfSillyTavern(*inputs.preset))
        return {PromptMode::SillyTavern,
                trAssembly(QT_TRANSLATE_NOOP(
                    "Prompt", "The preset is SillyTavern's and has no prompt order that SillyTavern reads "
                              "(100001), so its prompts are in the default order."))};
    if (isOrdered)
        return {PromptMode::Smelt, trAssembly(QT_TRANSLATE_NOOP(
                                       "Prompt", "The preset's prompt order is not the one that "
                                                 "SillyTavern reads (100001), so its blocks are merged."))};
    if (!inputs.preset->prompts.isEmpty())
        return {PromptMode::SillyTavern,
                trAssembly(QT_TRANSLATE_NOOP(
                    "Prompt", "The preset orders no prompts, so they are in SillyTavern's default order."))};
    return {PromptMode::Smelt, trAssembly(QT_TRANSLATE_NOOP(
                                   "Prompt", "The preset has no prompts, so the card speaks for itself."))};
}

PromptMode modeInEffect(const PromptInputs &inputs)
{
    return chooseMode(inputs).mode;
}

// What was made until macros exceeded their budget is neither sent nor kept.
static void failAssembly(const PromptInputs &inputs, Draft &draft, PromptFailure failure)
{
    AssembledPrompt &result = draft.result;
    result.messages.clear();
    result.prompt.reset();
    result.stop.clear();
    result.timedLore = Json();
    result.globalVariables = inputs.globalVariables;
    result.typedText = inputs.userText;
    result.budget = {};
    result.budget.context = draft.contextSize;
    result.budget.reserved = draft.maxTokens;
    result.failure = std::move(failure);
}

static RequestWishes wishesOf(const PromptInputs &inputs, const Draft &draft)
{
    RequestWishes wishes{.type = inputs.type,
                         .userName = draft.userName,
                         .characterName = draft.characterName,
                         .groupNames = inputs.group ? memberNames(inputs) : QStringList()};
    if (inputs.textCompletion)
        wishes.preset = inputs.textCompletion->preset ? inputs.textCompletion->preset->source : Json();
    else if (inputs.preset)
        wishes.preset = inputs.preset->source;
    return wishes;
}

// `inputs` as the viewer knows them.
static AssembledPrompt assembleVisible(const PromptInputs &inputs, const std::stop_token &stop)
{
    Draft draft(stop, inputs.globalVariables);
    const ChosenMode chosen = chooseMode(inputs);
    draft.result.mode = chosen.mode;
    draft.result.trace.modeReason = chosen.reason;
    if (inputs.mode == PromptMode::Template && chosen.mode != PromptMode::Template)
        draft.result.trace.warnings.append(trAssembly(QT_TRANSLATE_NOOP(
            "Prompt", "The connection completes text, which takes no template of messages.")));

    if (chosen.mode == PromptMode::Story || chosen.mode == PromptMode::Names)
        storyFrame(inputs, draft);
    else if (chosen.mode == PromptMode::SillyTavern)
        presetFrame(inputs, draft);
    else if (chosen.mode == PromptMode::Framing)
        framingFrame(inputs, draft);
    else if (chosen.mode == PromptMode::Template)
        templateFrame(inputs, draft);
    else if (inputs.preset && hasOrder(*inputs.preset, std::nullopt))
        smeltFrame(inputs, draft);
    else
        fallbackFrame(inputs, draft);
    goingBackStage(inputs, draft);

    AssembledPrompt &result = draft.result;
    if (std::optional<PromptFailure> failure = macroFailure(draft.macros.budget()))
        failAssembly(inputs, draft, std::move(*failure));
    if (inputs.preset && !inputs.textCompletion) {
        result.samplers = inputs.preset->samplers;
        result.stream = inputs.preset->stream;
    }
    result.maxTokens = draft.maxTokens;
    result.wishes = wishesOf(inputs, draft);
    if (result.failure)
        return std::move(draft.result);
    if (draft.macros.state.localChanged)
        result.localVariables = draft.macros.state.localVariables;
    result.globalVariables = draft.macros.state.globalVariables;
    return std::move(draft.result);
}

AssembledPrompt assemble(const PromptInputs &inputs, const std::stop_token &stop)
{
    if (!inputs.knowledge.isEnabled)
        return assembleVisible(inputs, stop);
    PromptInputs visible = visibleInputs(inputs);
    if (inputs.type == GenerationType::Normal && !inputs.userText.isEmpty()) {
        const QString typed = typedAsStored(inputs, stop);
        if (!isTypedVisible(typed, visible) || !isTypedVisible(inputs.userText, visible)) {
            AssembledPrompt result = assembleVisible(withoutTyped(visible), stop);
            result.typedText = typed;
            return result;
        }
        visible.scene.typed = typed;
    }
    return assembleVisible(visible, stop);
}

} // namespace snug
