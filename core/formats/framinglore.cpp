#include "core/formats/framinglore.h"

#include "core/formats/framingcharacter.h"
#include "core/formats/loreentryfields.h"

namespace snug {

Json framingLoreOf(const LoreEntry &entry)
{
    if (isFramingLore(entry.source))
        return writtenLoreEntry(entry, LoreShape::Framing);
    const Json carried = entry.source.value(u"extensions").value(smartTavernKey);
    if (!isFramingLore(carried))
        return {};
    // A character's lore is on unless it says otherwise.
    const bool saysNothing = !carried.contains(u"enabled");
    LoreEntry own = entry;
    own.source = carried;
    if (saysNothing)
        own.source.set(QStringLiteral("enabled"), Json(true));
    const Json written = writtenLoreEntry(own, LoreShape::Framing);
    if (saysNothing && written == own.source)
        return carried;
    return written;
}

Json writtenFramingLore(const LoreEntry &entry)
{
    if (const Json own = framingLoreOf(entry); own.isObject())
        return own;
    LoreEntry made = entry;
    made.source = {};
    return writtenLoreEntry(made, LoreShape::Framing);
}

Json writtenFramingBook(const Lorebook &book)
{
    const Json old = book.source.value(u"entries");
    const bool isOwn = old.isArray() && std::ranges::all_of(book.entries, [](const LoreEntry &entry) {
                           return entry.source.isUndefined() || isFramingLore(entry.source);
                       });
    Json document = isOwn ? book.source : Json::object({{QStringLiteral("name"), Json(book.name)}});
    const Json entries = writtenList(isOwn ? old : Json::array(), book.entries, writtenFramingLore);
    if (!isOwn || !entries.isSameAs(old))
        document.set(QStringLiteral("entries"), entries);
    return document;
}

} // namespace snug
