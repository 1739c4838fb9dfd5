#include "core/memory/memorymarks.h"

#include "core/chat/conversation.h"

using namespace Qt::StringLiterals;

namespace snug {

static std::optional<int> messageNumber(const Json &value)
{
    const std::optional<qint64> number = value.asInteger();
    return number && *number >= 0 && *number < std::numeric_limits<int>::max() ? std::optional(int(*number))
                                                                               : std::nullopt;
}

static Json orNull(std::optional<int> number)
{
    return number ? Json(*number) : Json::null();
}

static MemoryMarks storedMarks(const Chat &chat)
{
    const Json stored = chat.metadata().value(MemoryMarksKey);
    return {{messageNumber(stored.value(u"sceneStart")), messageNumber(stored.value(u"sceneEnd"))},
            memoryPlaceFrom(stored),
            stored.value(u"manualLorebook").toText()};
}

MemoryMarks memoryMarksOf(const Chat &chat)
{
    MemoryMarks marks = storedMarks(chat);
    marks.markers = marks.markers.within(int(chat.messages.size()));
    return marks;
}

ChatChange withMemoryMarks(const Chat &chat, const MemoryMarks &marks)
{
    const MemoryMarks before = storedMarks(chat);
    if (before == marks)
        return {};
    Json stored = chat.metadata().value(MemoryMarksKey);
    if (!stored.isObject())
        stored = Json::object();
    if (before.markers != marks.markers) {
        stored.set(u"sceneStart"_s, orNull(marks.markers.start));
        stored.set(u"sceneEnd"_s, orNull(marks.markers.end));
    }
    const auto setOrRemove = [&stored](const QString &key, std::optional<int> number) {
        stored.set(key, number ? Json(*number) : Json());
    };
    if (before.place.highestProcessed != marks.place.highestProcessed)
        setOrRemove(u"highestMemoryProcessed"_s, marks.place.highestProcessed);
    if (before.place.postponedUntil != marks.place.postponedUntil)
        setOrRemove(u"autoSummaryNextPromptAt"_s, marks.place.postponedUntil);
    if (before.chosenBook != marks.chosenBook)
        stored.set(u"manualLorebook"_s, marks.chosenBook.isEmpty() ? Json::null() : Json(marks.chosenBook));
    return setMetadata(chat, MemoryMarksKey.toString(), stored);
}

static std::optional<int> movedDown(std::optional<int> marker, qsizetype index, qsizetype count)
{
    return marker && *marker >= index ? std::optional(int(*marker + count)) : marker;
}

ChatChange marksAlongside(const Chat &changed, const ChatChange &change)
{
    const qsizetype removed = change.removed.size();
    const qsizetype inserted = change.inserted.size();
    MemoryMarks marks = storedMarks(changed);
    if (removed == inserted || marks.markers == SceneMarkers())
        return {};
    const qsizetype kept = std::min(removed, inserted); // these rows are the same messages
    for (qsizetype i = removed; i > kept; --i)
        marks.markers = marks.markers.afterDeletion(int(change.index + i - 1));
    if (inserted > removed && change.index + inserted < changed.messages.size()) {
        marks.markers = {movedDown(marks.markers.start, change.index + kept, inserted - removed),
                         movedDown(marks.markers.end, change.index + kept, inserted - removed)};
    }
    return withMemoryMarks(changed, marks);
}

} // namespace snug
