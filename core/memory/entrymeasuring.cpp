#include "core/memory/entrymeasuring.h"

namespace snug {

EntryMeasures measureEntries(const EntryMeasuring &given)
{
    EntryMeasures measures;
    QList<MeasuredEntry> measured;
    for (const ActiveLorebook &active : given.books) {
        const QString &book = active.book.name;
        const VectorIndex index = given.indexes.value(book);
        for (const LoreEntry &entry : active.book.entries) {
            if (!entry.vectorized || entry.disabled || entry.content.trimmed().isEmpty())
                continue;
            if (!measures.books.contains(book))
                measures.books.append(book);
            const QByteArray key = textKey(entry.content);
            measures.keys.insert(key);
            const auto vector = index.vectors.constFind(key);
            if (vector == index.vectors.cend() && measures.missing.size() < given.most)
                measures.missing.append({book, key, entry.content});
            measured.append({QStringLiteral("%1.%2").arg(book).arg(entry.uid),
                             vector == index.vectors.cend() ? TextVector() : *vector});
        }
    }
    if (measures.missing.isEmpty())
        measures.similarities = loreSimilarities(measured, given.query);
    return measures;
}

} // namespace snug
