#include "core/prompt/stages/instructmacros.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct InstructMacro
{
    QList<QStringView> names;
    QString InstructTemplate::*text;
    QString InstructTemplate::*otherwise = nullptr; // where the first is empty
};

const std::optional<TextCompletion> &shownTemplates(const PromptInputs &inputs)
{
    return inputs.textCompletion ? inputs.textCompletion : inputs.idleTemplates;
}

} // namespace

bool showsCardForSystemPrompt(const PromptInputs &inputs)
{
    const std::optional<TextCompletion> &shown = shownTemplates(inputs);
    return !shown || shown->systemPrompt;
}

void setTemplateMacros(const PromptInputs &inputs, Draft &draft)
{
    using I = InstructTemplate;
    static const QList<InstructMacro> macros{
        {{u"instructstorystringprefix"}, &I::storyPrefix},
        {{u"instructstorystringsuffix"}, &I::storySuffix},
        {{u"instructuserprefix", u"instructinput"}, &I::inputSequence},
        {{u"instructusersuffix"}, &I::inputSuffix},
        {{u"instructassistantprefix", u"instructoutput"}, &I::outputSequence},
        {{u"instructassistantsuffix", u"instructseparator"}, &I::outputSuffix},
        {{u"instructsystemprefix"}, &I::systemSequence},
        {{u"instructsystemsuffix"}, &I::systemSuffix},
        {{u"instructfirstassistantprefix", u"instructfirstoutputprefix"},
         &I::firstOutputSequence,
         &I::outputSequence},
        {{u"instructlastassistantprefix", u"instructlastoutputprefix"},
         &I::lastOutputSequence,
         &I::outputSequence},
        {{u"instructstop"}, &I::stopSequence},
        {{u"instructuserfiller"}, &I::userAlignmentMessage},
        {{u"instructsysteminstructionprefix"}, &I::lastSystemSequence},
        {{u"instructfirstuserprefix", u"instructfirstinput"}, &I::firstInputSequence, &I::inputSequence},
        {{u"instructlastuserprefix", u"instructlastinput"}, &I::lastInputSequence, &I::inputSequence},
    };
    const std::optional<TextCompletion> &shown = shownTemplates(inputs);
    for (const InstructMacro &macro : macros) {
        MacroValue value; // empty while instruct mode is off
        if (shown && shown->instruct) {
            value.text = *shown->instruct.*macro.text;
            if (value.text.isEmpty() && macro.otherwise)
                value.text = *shown->instruct.*macro.otherwise;
            value.type = u"template.instruct"_s;
            value.id = shown->instruct->name;
            value.label = shown->instruct->name;
        }
        for (const QStringView name : macro.names)
            draft.macros.setValue({name}, value);
    }
    // Where there are no settings, those of a new profile.
    static const TextCompletion ofNewProfile{
        .context = {},
        .instruct = {},
        .systemPrompt =
            SystemPrompt{
                .name = {},
                .content =
                    u"Write {{char}}'s next reply in a fictional chat between {{char}} and {{user}}."_s,
                .postHistory = {},
                .source = {}},
        .preset = {}};
    const TextCompletion &templates = shown ? *shown : ofNewProfile;
    const QString prompt = templates.systemPrompt ? templates.systemPrompt->content : QString();
    draft.macros.setValue(
        {u"defaultsystemprompt", u"instructsystem", u"instructsystemprompt", u"systemprompt"}, {prompt});
    draft.macros.setValue({u"exampleseparator", u"chatseparator"}, {templates.context.exampleSeparator});
    draft.macros.setValue({u"chatstart"}, {templates.context.chatStart});
}

} // namespace snug
