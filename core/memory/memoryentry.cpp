#include "core/memory/memoryentry.h"

#include "core/memory/memorybook.h"
#include "core/model/whitespace.h"

using namespace Qt::StringLiterals;

namespace snug {

EntryMode entryModeFrom(QStringView name)
{
    if (name == u"blue")
        return EntryMode::Constant;
    return name == u"green" ? EntryMode::Normal : EntryMode::Vectorized;
}

QString entryModeName(EntryMode mode)
{
    switch (mode) {
    case EntryMode::Vectorized:
        return u"link"_s;
    case EntryMode::Normal:
        return u"green"_s;
    case EntryMode::Constant:
        return u"blue"_s;
    }
    Q_UNREACHABLE_RETURN({});
}

EntrySettings entrySettingsFrom(const Json &settings, const EntrySettings &defaults)
{
    EntrySettings result = defaults;
    if (settings.contains(u"constVectMode"))
        result.mode = entryModeFrom(settings.value(u"constVectMode").toText());
    result.position = settings.value(u"position").toInt(defaults.position);
    if (settings.contains(u"orderMode"))
        result.isOrderManual = settings.value(u"orderMode").toText() == u"manual";
    result.orderValue = settings.value(u"orderValue").toDouble(defaults.orderValue);
    result.preventRecursion = settings.value(u"preventRecursion").toBool(defaults.preventRecursion);
    result.delayUntilRecursion = settings.value(u"delayUntilRecursion").toBool(defaults.delayUntilRecursion);
    result.outletName =
        javaScriptTrimmed(settings.value(u"outletName").toText(defaults.outletName)).toString();
    return result;
}

std::optional<Json> memoryEntry(const NewMemory &memory, const Json &book)
{
    if (javaScriptTrimmed(memory.content).isEmpty())
        return {};
    const QString format = memory.titleFormat.isEmpty() ? DefaultTitleFormat.toString() : memory.titleFormat;
    const QString title = memoryTitle(format, nextMemoryNumber(book, format), memory.title);
    const int number = numberInTitle(title, format).value_or(1);
    const EntrySettings &settings = memory.settings;
    Json entry = Json::object({{u"uid"_s, Json(freeUid(book))},
                               {u"key"_s, Json(memory.keywords)},
                               {u"keysecondary"_s, Json::array()},
                               {u"comment"_s, Json(title)},
                               {u"content"_s, Json(memory.content)},
                               {u"constant"_s, Json(settings.mode == EntryMode::Constant)},
                               {u"vectorized"_s, Json(settings.mode == EntryMode::Vectorized)},
                               {u"selective"_s, Json(true)},
                               {u"selectiveLogic"_s, Json(0)},
                               {u"addMemo"_s, Json(true)},
                               {u"order"_s, Json(settings.isOrderManual ? settings.orderValue : number)},
                               {u"position"_s, Json(settings.position)}});
    if (settings.position == int(LoreEntry::Position::Outlet) && !settings.outletName.isEmpty())
        entry.set(u"outletName"_s, Json(settings.outletName));
    const QList<Json::Member> rest{{u"disable"_s, Json(false)},
                                   {u"excludeRecursion"_s, Json(false)},
                                   {u"preventRecursion"_s, Json(settings.preventRecursion)},
                                   {u"delayUntilRecursion"_s, Json(settings.delayUntilRecursion)},
                                   {u"probability"_s, Json(100)},
                                   {u"useProbability"_s, Json(true)},
                                   {u"depth"_s, Json(4)},
                                   {u"group"_s, Json(QString())},
                                   {u"groupOverride"_s, Json(false)},
                                   {u"groupWeight"_s, Json(100)},
                                   {u"scanDepth"_s, Json::null()},
                                   {u"caseSensitive"_s, Json::null()},
                                   {u"matchWholeWords"_s, Json::null()},
                                   {u"useGroupScoring"_s, Json::null()},
                                   {u"automationId"_s, Json(QString())},
                                   {u"role"_s, Json::null()},
                                   {u"sticky"_s, Json(0)},
                                   {u"cooldown"_s, Json(0)},
                                   {u"delay"_s, Json(0)},
                                   {u"displayIndex"_s, Json(number)},
                                   {u"stmemorybooks"_s, Json(true)}};
    for (const Json::Member &member : rest)
        entry.set(member.key, member.value);
    if (memory.range) {
        entry.set(u"STMB_start"_s, Json(memory.range->start));
        entry.set(u"STMB_end"_s, Json(memory.range->end));
    }
    return entry;
}

} // namespace snug
