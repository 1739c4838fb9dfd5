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
    CommandDependencies surroundings;
    surroundings.chatLength = 40;
    surroundings.markers = SceneMarkers{.start = 3, .end = 9};
    surroundings.book = Json::object();
    surroundings.sidePrompts = loadSidePrompts({}, QDateTime()).file;
    for (const CommandHelp &command : memoryCommandHelp()) {
        const auto plan = memoryCommand(command.name, text, surroundings);
        promise(plan.has_value());
        if (plan->memory)
            promise(plan->memory->start >= 0 && plan->memory->start <= plan->memory->end &&
                    plan->memory->end < surroundings.chatLength);
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
