#include "core/prompt/promptmodename.h"

#include <QCoreApplication>

namespace snug {

QList<PromptMode> promptModes(bool completesText)
{
    using enum PromptMode;
    return completesText ? QList{Auto, Story, Names} : QList{Auto, SillyTavern, Smelt, Framing, Template};
}

QString promptModeName(PromptMode mode)
{
    switch (mode) {
    case PromptMode::Auto:
        return QCoreApplication::translate("PromptMode", "Automatic");
    case PromptMode::SillyTavern:
        return QCoreApplication::translate("PromptMode", "Prompt order (SillyTavern)");
    case PromptMode::Smelt:
        return QCoreApplication::translate("PromptMode", "Merged (smelt)");
    case PromptMode::Framing:
        return QCoreApplication::translate("PromptMode", "Framing (SmartTavern)");
    case PromptMode::Template:
        return QCoreApplication::translate("PromptMode", "Prompt template (hologram)");
    case PromptMode::Story:
        return QCoreApplication::translate("PromptMode", "Story string (SillyTavern)");
    case PromptMode::Names:
        return QCoreApplication::translate("PromptMode", "Names and turns (gf-lt)");
    }
    return {};
}

QString promptModeSummary(PromptMode mode)
{
    switch (mode) {
    case PromptMode::Auto:
        return QCoreApplication::translate(
            "PromptMode", "As the character's template, the preset and the connection ask for.");
    case PromptMode::SillyTavern:
        return QCoreApplication::translate("PromptMode",
                                           "One message a block, in the preset's prompt order.");
    case PromptMode::Smelt:
        return QCoreApplication::translate(
            "PromptMode",
            "One system message before the chat and one after it; without a preset, the card's own texts.");
    case PromptMode::Framing:
        return QCoreApplication::translate(
            "PromptMode", "Every text a message with its source, with SmartTavern's macros and rules.");
    case PromptMode::Template:
        return QCoreApplication::translate("PromptMode", "A template lays out the whole prompt.");
    case PromptMode::Story:
        return QCoreApplication::translate(
            "PromptMode", "One text: the story string, then turns as the instruct template marks them.");
    case PromptMode::Names:
        return QCoreApplication::translate("PromptMode", "One text: each turn below its speaker's name.");
    }
    return {};
}

} // namespace snug
