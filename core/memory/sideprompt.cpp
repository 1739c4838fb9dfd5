#include "core/memory/sideprompt.h"

#include "core/model/whitespace.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace snug {

EntrySettings sidePromptEntrySettings(const Json &sidePrompt)
{
    EntrySettings defaults;
    defaults.preventRecursion = true;
    defaults.delayUntilRecursion = false;
    return entrySettingsFrom(sidePrompt.value(u"settings").value(u"lorebook"), defaults);
}

SidePrompt sidePromptFrom(const Json &sidePrompt)
{
    const Json settings = sidePrompt.value(u"settings");
    const Json triggers = sidePrompt.value(u"triggers");
    SidePrompt result;
    result.key = sidePrompt.value(u"key").toText();
    result.name = sidePrompt.value(u"name").toText();
    result.isEnabled = sidePrompt.value(u"enabled").toBool();
    result.prompt = sidePrompt.value(u"prompt").toText();
    result.responseFormat = sidePrompt.value(u"responseFormat").toText();
    result.previousMemories = std::clamp(settings.value(u"previousMemoriesCount").toInt(), 0, 7);
    if (settings.value(u"overrideProfileEnabled").toBool())
        result.profileIndex = settings.value(u"overrideProfileIndex").toInt();
    result.entry = sidePromptEntrySettings(sidePrompt);
    if (const int messages = triggers.value(u"onInterval").value(u"visibleMessages").toInt(); messages >= 1)
        result.intervalMessages = messages;
    result.isAfterMemory = triggers.value(u"onAfterMemory").value(u"enabled").toBool();
    const Json commands = triggers.value(u"commands");
    for (const Json &command : commands.items())
        result.commands.append(command.toText().toLower());
    return result;
}

QString sidePromptKey(QStringView name)
{
    static const QRegularExpression other(u"[^a-z0-9]+"_s);
    QString key = name.toString().toLower().replace(other, u"-"_s);
    if (key.startsWith(u'-'))
        key.removeFirst();
    if (key.endsWith(u'-'))
        key.chop(1);
    key.truncate(50);
    return key.isEmpty() ? u"sideprompt"_s : key;
}

QList<SidePrompt> sidePromptsIn(const Json &file)
{
    QList<SidePrompt> list;
    const Json prompts = file.value(u"prompts");
    for (const Json::Member &member : prompts.members()) {
        if (member.value.isObject())
            list.append(sidePromptFrom(member.value));
    }
    return list;
}

QList<SidePrompt> sidePromptsFor(const Json &file, SidePromptTrigger trigger)
{
    QList<SidePrompt> list = sidePromptsIn(file);
    list.removeIf([trigger](const SidePrompt &prompt) {
        return !prompt.isEnabled ||
               !(trigger == SidePromptTrigger::Interval ? prompt.intervalMessages.has_value()
                                                        : prompt.isAfterMemory);
    });
    return list;
}

QList<SidePrompt> sidePromptsWithCommand(const Json &file, QStringView command)
{
    QList<SidePrompt> list = sidePromptsIn(file);
    const QString wanted = command.toString().toLower();
    list.removeIf([&](const SidePrompt &prompt) { return !prompt.commands.contains(wanted); });
    return list;
}

std::optional<SidePrompt> findSidePrompt(const Json &file, QStringView name)
{
    const QString wanted = javaScriptTrimmed(name).toString().toLower();
    if (wanted.isEmpty())
        return {};
    const QList<SidePrompt> prompts = sidePromptsIn(file);
    const auto firstWith = [&](auto &&fits) -> std::optional<SidePrompt> {
        const auto found = std::ranges::find_if(prompts, fits);
        return found == prompts.end() ? std::nullopt : std::optional(*found);
    };
    if (const auto exact = firstWith([&](const SidePrompt &prompt) {
            return prompt.name.toLower() == wanted || prompt.key.toLower() == wanted ||
                   sidePromptKey(prompt.name) == wanted;
        }))
        return exact;
    if (const auto beginning =
            firstWith([&](const SidePrompt &prompt) { return prompt.name.toLower().startsWith(wanted); }))
        return beginning;
    return firstWith([&](const SidePrompt &prompt) { return prompt.name.toLower().contains(wanted); });
}

} // namespace snug
