#include "core/conversion/bannedtokens.h"

#include "core/formats/jsontext.h"

namespace snug {

BannedTokens bannedTokens(const QString &text)
{
    BannedTokens banned;
    for (const QString &line : text.split(u'\n', Qt::SkipEmptyParts)) {
        const QString trimmed = line.trimmed();
        if (trimmed.size() > 1 && trimmed.startsWith(u'"') && trimmed.endsWith(u'"')) {
            banned.texts << trimmed.sliced(1, trimmed.size() - 2);
            continue;
        }
        const Result<Json> list = parseJson(trimmed.toUtf8());
        if (!list || !list->isArray())
            continue; // words would have to be tokenized by the model
        QList<int> ids;
        const QList<Json> items = list->items();
        for (const Json &item : items) {
            if (item.asInteger())
                ids << item.toInt();
        }
        banned.ids += ids;
        banned.sequences << ids;
    }
    return banned;
}

} // namespace snug
