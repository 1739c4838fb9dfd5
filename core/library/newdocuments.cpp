#include "core/library/newdocuments.h"

#include "core/formats/preset.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

Preset newPreset(const QString &name)
{
    Preset preset;
    preset.name = name;
    preset.samplers.temperature = 1;
    preset.samplers.topP = 1;
    preset.contextSize = 8192;
    preset.maxTokens = 400;
    preset.impersonationPrompt = QCoreApplication::translate(
        "NewPreset",
        "[Write {{user}}'s next message as {{user}} would write it, and nothing of {{char}}'s.]");
    preset.newChatPrompt = QCoreApplication::translate("NewPreset", "[A new chat begins]");
    preset.newGroupChatPrompt =
        QCoreApplication::translate("NewPreset", "[A new chat of several begins. Present: {{group}}]");
    preset.newExampleChatPrompt =
        QCoreApplication::translate("NewPreset", "[An example of how {{char}} talks]");
    preset.continueNudgePrompt = QCoreApplication::translate(
        "NewPreset", "[Go on where the last message ends, without repeating any of it.]");
    preset.groupNudgePrompt =
        QCoreApplication::translate("NewPreset", "[Write {{char}}'s next message only.]");
    preset.worldInfoFormat = u"{0}"_s;
    preset.scenarioFormat = u"{{scenario}}"_s;
    preset.personalityFormat = u"{{personality}}"_s;
    preset.prompts = builtInPromptBlocks();
    preset.prompts.first().content = QCoreApplication::translate(
        "NewPreset", "Write {{char}}'s next message in a story that {{char}} and {{user}} tell together.");
    preset.orders = {builtInPromptOrder()};
    return preset;
}

Card newCharacter(const QString &name, const QString &description, const QString &greeting)
{
    Card card;
    card.name = name;
    card.description = description;
    card.firstMessage = greeting;
    return card;
}

Card characterOf(const Persona &persona)
{
    Card card = newCharacter(persona.name, persona.description);
    card.linkedLorebook = persona.lorebook;
    return card;
}

Persona personaOf(const Card &card)
{
    Persona persona;
    persona.name = card.nickname.isEmpty() ? card.name : card.nickname;
    persona.description = card.description;
    persona.lorebook = card.linkedLorebook;
    return persona;
}

} // namespace snug
