#include "core/prompt/frames/framing/loreshapes.h"

using namespace Qt::StringLiterals;

namespace snug::framing {

static void appendObjects(const Json &items, QList<Json> &entries)
{
    for (const Json &item : items.items()) {
        if (item.isObject())
            entries.append(item);
    }
}

// {"coast": {"entries": […]}, …}: every member holds something, and none says what an entry says.
static bool isBooksByName(const Json &object)
{
    if (object.size() == 0 || object.contains(u"content") || object.contains(u"position"))
        return false;
    return std::ranges::all_of(object.members(), [](const Json::Member &member) {
        return member.value.isArray() || member.value.isObject();
    });
}

static void appendAll(const Json &books, bool isInList, QList<Json> &entries)
{
    if (books.isArray()) {
        for (const Json &item : books.items())
            appendAll(item, true, entries);
        return;
    }
    if (!books.isObject())
        return;
    const Json inner = books.value(u"entries");
    const Json book = books.value(u"world_book");
    if (inner.isArray()) {
        appendAll(inner, true, entries);
    } else if (inner.isObject()) {
        for (const Json::Member &member : inner.members())
            appendAll(member.value, true, entries);
    } else if (book.isObject() || book.isArray()) {
        appendAll(book, false, entries);
    } else if (isBooksByName(books)) {
        for (const Json::Member &member : books.members())
            appendAll(member.value, false, entries);
    } else if (isInList || books.contains(u"content")) {
        entries.append(books);
    }
}

QList<Json> loreEntries(const Json &books, Reading reading)
{
    QList<Json> entries;
    if (reading == Reading::Promised)
        appendAll(books, false, entries);
    else if (books.value(u"entries").isArray())
        appendObjects(books.value(u"entries"), entries);
    else
        appendObjects(books.value(u"world_book").value(u"entries"), entries);
    return entries;
}

} // namespace snug::framing
