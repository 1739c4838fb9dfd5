#include "core/memory/memorycommands.h"

#include "core/memory/scene.h"
#include "core/model/whitespace.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString words(const char *text)
{
    return QCoreApplication::translate("MemoryCommands", text);
}

CommandPlan saying(NoticeKind kind, const QString &text)
{
    CommandPlan plan;
    plan.notices.append({kind, text});
    return plan;
}

CommandPlan noBook()
{
    return saying(
        NoticeKind::Error,
        words(QT_TRANSLATE_NOOP("MemoryCommands", "This chat has no memory lorebook. Bind one first.")));
}

CommandPlan busy()
{
    return saying(
        NoticeKind::Info,
        words(QT_TRANSLATE_NOOP("MemoryCommands", "A memory is being made. Wait for it, or cancel it.")));
}

// The scene is checked and marked; whether a memory can be made of it now.
void startMemory(CommandPlan &plan, const MessageRange &scene, const CommandDependencies &dependencies)
{
    if (dependencies.isBusy)
        plan.notices += busy().notices;
    else if (!dependencies.book.isObject())
        plan.notices += noBook().notices;
    else
        plan.memory = scene;
}

CommandPlan createMemory(const CommandDependencies &dependencies)
{
    const std::optional<MessageRange> scene = dependencies.markers.range();
    if (!scene)
        return saying(NoticeKind::Error, sceneFaultText(SceneFault::MarkerMissing));
    CommandPlan plan;
    startMemory(plan, *scene, dependencies);
    return plan;
}

CommandPlan sceneMemory(QStringView arguments, const CommandDependencies &dependencies)
{
    const std::optional<MessageRange> scene = messageRangeFrom(arguments);
    if (!scene)
        return saying(NoticeKind::Error,
                      words(QT_TRANSLATE_NOOP("MemoryCommands",
                                              "A range is missing. Write /scenememory first-last, like "
                                              "/scenememory 3-9.")));
    if (scene->start > scene->end)
        return saying(NoticeKind::Error, sceneFaultText(SceneFault::StartAfterEnd));
    if (scene->end >= dependencies.chatLength)
        return saying(NoticeKind::Error, sceneFaultText(SceneFault::OutOfBounds));
    CommandPlan plan = saying(
        NoticeKind::Info, words(QT_TRANSLATE_NOOP("MemoryCommands", "The scene is %1.")).arg(scene->text()));
    plan.markers = SceneMarkers{scene->start, scene->end};
    startMemory(plan, *scene, dependencies);
    return plan;
}

CommandPlan nextMemory(const CommandDependencies &dependencies)
{
    if (dependencies.isBusy)
        return busy();
    if (!dependencies.book.isObject())
        return noBook();
    const std::optional<MessageRange> scene = unprocessedRange(dependencies.chatLength, dependencies.place);
    if (!scene)
        return saying(
            NoticeKind::Info,
            words(QT_TRANSLATE_NOOP("MemoryCommands", "There are no messages since the last memory.")));
    CommandPlan plan;
    plan.markers = SceneMarkers{scene->start, scene->end};
    plan.memory = scene;
    return plan;
}

CommandPlan runSidePrompt(QStringView text, const CommandDependencies &dependencies)
{
    const SidePromptArguments arguments = sidePromptArguments(text);
    if (arguments.name.isEmpty())
        return saying(NoticeKind::Info, sidePromptFaultText(SidePromptFault::NoName));
    if (!arguments.unread.isEmpty())
        return saying(
            NoticeKind::Error,
            //: %1 is what the user wrote
            words(QT_TRANSLATE_NOOP("MemoryCommands", "“%1” is not a range of messages. Write one like "
                                                      "3-9, or none."))
                .arg(arguments.unread));
    QStringList names;
    for (const SidePrompt &prompt : sidePromptsIn(dependencies.sidePrompts)) {
        if (prompt.name.contains(arguments.name, Qt::CaseInsensitive))
            names.append(prompt.name);
    }
    // A name spelt out is meant; otherwise two that contain it could never be told apart.
    if (names.size() > 1 && !names.contains(arguments.name))
        return saying(
            NoticeKind::Info,
            words(QT_TRANSLATE_NOOP("MemoryCommands",
                                    "Several side prompts match: %1. Write the whole name exactly."))
                .arg(names.join(u", "_s)));
    const auto run =
        manualSidePrompt(arguments, dependencies.sidePrompts, dependencies.book, dependencies.chatLength);
    if (!run)
        return saying(NoticeKind::Error, sidePromptFaultText(run.error()));
    CommandPlan plan;
    plan.sidePrompt = *run;
    return plan;
}

CommandPlan switchSidePrompts(QStringView text, bool isEnabled, const CommandDependencies &dependencies)
{
    const QString name = sidePromptArguments(text).name;
    if (name.isEmpty())
        return saying(NoticeKind::Error,
                      words(QT_TRANSLATE_NOOP("MemoryCommands", "A name is missing. Write /sideprompt-on "
                                                                "\"Name\" or /sideprompt-on all.")));
    QList<SidePrompt> chosen;
    if (name.compare(u"all", Qt::CaseInsensitive) == 0)
        chosen = sidePromptsIn(dependencies.sidePrompts);
    else if (const auto found = findSidePrompt(dependencies.sidePrompts, text))
        chosen = {*found};
    else if (const auto unquoted = findSidePrompt(dependencies.sidePrompts, name))
        chosen = {*unquoted};
    else
        return saying(NoticeKind::Error, sidePromptFaultText(SidePromptFault::Unknown));
    chosen.removeIf([isEnabled](const SidePrompt &prompt) { return prompt.isEnabled == isEnabled; });
    if (chosen.isEmpty())
        return saying(NoticeKind::Info,
                      isEnabled ? words(QT_TRANSLATE_NOOP("MemoryCommands", "It is on already."))
                                : words(QT_TRANSLATE_NOOP("MemoryCommands", "It is off already.")));
    CommandPlan plan;
    plan.sidePrompts = dependencies.sidePrompts;
    QStringList names;
    for (const SidePrompt &prompt : std::as_const(chosen)) {
        plan.sidePrompts = withEnabled(*plan.sidePrompts, prompt.key, isEnabled);
        names.append(prompt.name);
    }
    plan.notices.append(
        {NoticeKind::Success, (isEnabled ? words(QT_TRANSLATE_NOOP("MemoryCommands", "Switched on: %1."))
                                         : words(QT_TRANSLATE_NOOP("MemoryCommands", "Switched off: %1.")))
                                  .arg(names.join(u", "_s))});
    return plan;
}

} // namespace

std::optional<CommandPlan> memoryCommand(QStringView name, QStringView arguments,
                                         const CommandDependencies &dependencies)
{
    if (name == u"creatememory")
        return createMemory(dependencies);
    if (name == u"scenememory")
        return sceneMemory(arguments, dependencies);
    if (name == u"nextmemory")
        return nextMemory(dependencies);
    if (name == u"sideprompt")
        return runSidePrompt(arguments, dependencies);
    if (name == u"sideprompt-on" || name == u"sideprompt-off")
        return switchSidePrompts(arguments, name == u"sideprompt-on", dependencies);
    return {};
}

QList<CommandHelp> memoryCommandHelp()
{
    return {
        {u"creatememory"_s, u"/creatememory"_s,
         words(QT_TRANSLATE_NOOP("MemoryCommands", "Makes a memory of the marked scene"))},
        {u"scenememory"_s, u"/scenememory X-Y"_s,
         words(QT_TRANSLATE_NOOP("MemoryCommands", "Marks messages X to Y and makes a memory of them"))},
        {u"nextmemory"_s, u"/nextmemory"_s,
         words(QT_TRANSLATE_NOOP("MemoryCommands", "Makes a memory of all messages since the last one"))},
        {u"sideprompt"_s, u"/sideprompt \"Name\" X-Y"_s,
         words(QT_TRANSLATE_NOOP("MemoryCommands",
                                 "Runs a side prompt over messages X to Y, or over all since its last run"))},
        {u"sideprompt-on"_s, u"/sideprompt-on \"Name\"|all"_s,
         words(QT_TRANSLATE_NOOP("MemoryCommands", "Switches side prompts on"))},
        {u"sideprompt-off"_s, u"/sideprompt-off \"Name\"|all"_s,
         words(QT_TRANSLATE_NOOP("MemoryCommands", "Switches side prompts off"))},
    };
}

} // namespace snug
