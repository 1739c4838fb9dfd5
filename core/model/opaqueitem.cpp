#include "core/model/opaqueitem.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

// Not said is 0; -1 = that is none.
static qint64 placeIn(const Json &value)
{
    constexpr qint64 largest = 1 << 30;
    const qint64 place = value.isUndefined() ? 0 : value.asInteger().value_or(-1);
    return place <= largest ? place : -1;
}

std::optional<QString> signatureOf(const OpaqueItem &item)
{
    const QString type = item.item.value(u"type").toText();
    const auto said = [&](QStringView member) -> std::optional<QString> {
        const QString text = item.item.value(member).toText();
        return text.isEmpty() ? std::nullopt : std::optional(text);
    };
    if (type == u"thinking") // Anthropic's always has one, in the end
        return item.item.value(u"signature").toText();
    if (type == u"reasoning") // of Responses, where nothing goes back without one
        return item.item.value(u"encrypted_content").toText();
    if (const auto signature = said(u"thoughtSignature"))
        return signature;
    return said(u"signature");
}

QStringList thoughtsIn(const OpaqueItem &item)
{
    QStringList words;
    if (item.item.value(u"type").toText().isEmpty() && !item.item.value(u"thought").toBool())
        return words;
    for (const auto *member : {u"thinking", u"text", u"summary", u"content"}) {
        const Json value = item.item.value(QStringView(member));
        words << value.toText();
        for (const Json &part : value.items())
            words << part.value(u"text").toText();
    }
    words.removeAll(QString());
    return words;
}

QList<OpaqueItem> replayable(const QList<OpaqueItem> &items)
{
    QList<OpaqueItem> list;
    std::ranges::copy_if(items, std::back_inserter(list), [](const OpaqueItem &item) {
        const std::optional<QString> signature = signatureOf(item);
        return !signature || !signature->isEmpty();
    });
    return list;
}

QList<OpaqueItem> fittingItems(const QList<OpaqueItem> &items, QStringView arrived, QStringView kept)
{
    const qsizetype same = std::ranges::mismatch(arrived, kept).in1 - arrived.begin();
    QList<OpaqueItem> fitting = items;
    fitting.removeIf([same](const OpaqueItem &item) { return item.textEnd() > same; });
    return fitting;
}

Json opaqueJson(const QList<OpaqueItem> &items)
{
    Json list = Json::array();
    for (const OpaqueItem &item : items) {
        Json object = Json::object({{u"item"_s, item.item}, {u"at"_s, Json(qint64(item.textAt))}});
        if (item.textSize != 0)
            object.set(u"size"_s, Json(qint64(item.textSize)));
        list.append(object);
    }
    return list;
}

QList<OpaqueItem> readOpaque(const Json &list)
{
    QList<OpaqueItem> items;
    if (!list.isArray())
        return items;
    for (const Json &object : list.items()) {
        const qint64 at = placeIn(object.value(u"at"));
        const qint64 size = placeIn(object.value(u"size"));
        if (object.value(u"item").isObject() && at >= 0 && size >= 0)
            items.append({object.value(u"item"), qsizetype(at), qsizetype(size)});
    }
    return items;
}

} // namespace snug
