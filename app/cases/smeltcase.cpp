#include "app/cases/smeltcase.h"

#include "app/cases/inputfiles.h"
#include "core/formats/preset.h"

using namespace Qt::StringLiterals;

namespace snug {

static Card readCharacter(const Json &data)
{
    Card card;
    card.name = data.value(u"name").toText();
    card.description = data.value(u"description").toText();
    card.personality = data.value(u"personality").toText();
    card.scenario = data.value(u"scenario").toText();
    card.messageExamples = data.value(u"mes_example").toText();
    card.systemPrompt = data.value(u"system_prompt").toText();
    card.postHistoryInstructions = data.value(u"post_history_instructions").toText();
    return card;
}

static PromptInputs readAssembly(const Json &arguments, const Json &profile)
{
    PromptInputs inputs;
    inputs.mode = PromptMode::Smelt;
    if (const Json character = arguments.value(u"character"); character.isObject())
        inputs.card = readCharacter(character.value(u"data"));
    if (const Json persona = arguments.value(u"persona"); persona.isObject()) {
        inputs.persona.emplace();
        inputs.persona->name = persona.value(u"name").toText();
        inputs.persona->description = persona.value(u"description").toText();
    }
    inputs.userName = arguments.value(u"userName").toText();
    inputs.userText = arguments.value(u"newUserText").toText();
    const Json history = arguments.value(u"history");
    for (const Json &each : history.items()) {
        Message message;
        message.isUser = each.value(u"role").toText() == u"user";
        message.text = each.value(u"content").toText();
        if (each.value(u"role").toText() == u"system")
            message.extra.set(u"type"_s, Json(u"narrator"_s));
        inputs.chat.messages.append(message);
    }
    // A profile without both lists is none that could be followed.
    if (profile.value(u"prompts").size() > 0 && profile.value(u"prompt_order").size() > 0) {
        inputs.preset = presetFromJson(profile, PresetKeys::File).preset;
        inputs.preset->contextSize = 0; // smelt's profiles say it elsewhere
    }
    inputs.contextSize = profile.value(u"context_size").toInt();
    return inputs;
}

Result<SmeltCase> readSmeltCase(const QString &path)
{
    const Result<Json> document = readJsonFile(path);
    if (!document)
        return std::unexpected(document.error());
    const Json input = document->value(u"input");
    SmeltCase result;
    result.expected = document->value(u"expected");
    if (input.contains(u"args")) {
        result.input = readAssembly(input.value(u"args"), input.value(u"profile"));
    } else if (input.contains(u"text")) {
        result.input = SmeltSubstitution{input.value(u"text").toText(), input.value(u"userName").toText(),
                                         input.value(u"charName").toText()};
    } else if (input.value(u"messages").isArray()) {
        SmeltTrimming trimming;
        trimming.contextSize = input.value(u"context_size").toInt();
        const Json messages = input.value(u"messages");
        for (const Json &message : messages.items())
            trimming.items.append(
                {message.value(u"content").toText().size(), message.value(u"role").toText() == u"system"});
        result.input = trimming;
    } else {
        return failure(u"expected args, text or messages"_s, u"input"_s, path);
    }
    return result;
}

} // namespace snug
