#include "core/conversion/bannedtokens.h"

#include "core/formats/jsontext.h"

#include <algorithm>
#include <utility>

namespace snug {

BannedTokens bannedTokens(const QString &text)
{
    BannedTokens banned;
    QStringList seen;
    for (const QString &line : text.split(u'\n', Qt::SkipEmptyParts)) {
        const QString trimmed = line.trimmed();
        const bool isRepeated = seen.contains(trimmed);
        seen << trimmed;
        if (trimmed.size() > 1 && trimmed.startsWith(u'"') && trimmed.endsWith(u'"')) {
            if (!isRepeated)
                banned.texts << trimmed.sliced(1, trimmed.size() - 2);
            continue;
        }
        const Result<Json> list = parseJson(trimmed.toUtf8());
        if (!list || !list->isArray())
            continue; // words would have to be tokenized by the model
        QList<int> ids;
        const QList<Json> items = list->items();
        if (!std::ranges::all_of(items, [](const Json &item) { return item.asInteger().has_value(); }))
            continue; // a list of something else says nothing about tokens
        for (const Json &item : items)
            ids << item.toInt();
        for (const int id : std::as_const(ids)) {
            if (!banned.ids.contains(id))
                banned.ids << id;
        }
        banned.sequences << ids;
    }
    return banned;
}

} // namespace snug
