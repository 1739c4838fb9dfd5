#include "core/memory/autosummary.h"

namespace snug {

AutoSummarySettings autoSummarySettingsFrom(const Json &settings)
{
    AutoSummarySettings result;
    result.isEnabled = settings.value(u"autoSummaryEnabled").toBool();
    result.interval = std::max(1, settings.value(u"autoSummaryInterval").toInt(result.interval));
    result.buffer = std::clamp(settings.value(u"autoSummaryBuffer").toInt(), 0, 50);
    return result;
}

static std::optional<int> numberIn(const Json &value)
{
    if (!value.isNumber())
        return {};
    return value.toInt();
}

MemoryPlace memoryPlaceFrom(const Json &marks)
{
    return {numberIn(marks.value(u"highestMemoryProcessed")),
            numberIn(marks.value(u"autoSummaryNextPromptAt"))};
}

int messagesSinceMemory(int chatLength, const MemoryPlace &place)
{
    return place.highestProcessed ? chatLength - 1 - *place.highestProcessed : chatLength;
}

std::optional<MessageRange> unprocessedRange(int chatLength, const MemoryPlace &place, int buffer)
{
    const MessageRange range{std::max(0, place.highestProcessed.value_or(-1) + 1), chatLength - 1 - buffer};
    if (range.end < range.start)
        return {};
    return range;
}

std::optional<MessageRange> dueAutoSummary(int chatLength, const AutoSummarySettings &settings,
                                           const MemoryPlace &place)
{
    if (!settings.isEnabled || place.postponedUntil.value_or(0) > chatLength ||
        messagesSinceMemory(chatLength, place) < settings.interval + settings.buffer)
        return {};
    return unprocessedRange(chatLength, place, settings.buffer);
}

} // namespace snug
