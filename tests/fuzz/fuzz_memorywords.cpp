// What people type about memories: commands with their arguments, formats of titles.
#include "core/memory/memorycommands.h"
#include "core/memory/memorytitle.h"
#include "tests/fuzz/fuzzing.h"

#include <QTimeZone>

using namespace Qt::StringLiterals;
using namespace snug;

FUZZ_TARGET(memorywords)
{
    const QString text = QString::fromUtf8(bytes);
    CommandDependencies dependencies;
    dependencies.chatLength = 40;
    dependencies.markers = SceneMarkers{.start = 3, .end = 9};
    dependencies.book = Json::object();
    dependencies.sidePrompts = loadSidePrompts({}, QDateTime()).file;
    for (const CommandHelp &command : memoryCommandHelp()) {
        const auto plan = memoryCommand(command.name, text, dependencies);
        promise(plan.has_value());
        if (plan->memory)
            promise(plan->memory->start >= 0 && plan->memory->start <= plan->memory->end &&
                    plan->memory->end < dependencies.chatLength);
        if (plan->sidePrompt)
            promise(plan->sidePrompt->range.start <= plan->sidePrompt->range.end);
    }
    promise(sidePromptArguments(text).name.size() <= text.size());
    const TitleValues values{.title = text,
                             .sceneRange = u"3-9"_s,
                             .character = {},
                             .user = {},
                             .messageCount = 7,
                             .profile = {},
                             .now = QDateTime(QDate(2026, 3, 14), QTime(15, 9, 26), QTimeZone::UTC)};
    const QString title = memoryTitle(text, 12, values);
    promise(!title.isEmpty());
    numberInTitle(title, text);
    numberInTitle(text, title);
    promise(!text.isEmpty() || !checkTitleFormat(text).isValid);
}
