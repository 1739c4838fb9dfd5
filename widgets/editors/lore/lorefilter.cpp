#include "widgets/editors/lore/lorefilter.h"

#include <QStringMatcher>

#include <algorithm>

namespace snug {

namespace {

bool isOfKind(const LoreEntry &entry, LoreFilter::Kind kind, const QSet<int> &doubtful)
{
    switch (kind) {
    case LoreFilter::Kind::All:
        return true;
    case LoreFilter::Kind::On:
        return !entry.disabled;
    case LoreFilter::Kind::Off:
        return entry.disabled;
    case LoreFilter::Kind::Always:
        return entry.constant;
    case LoreFilter::Kind::Doubtful:
        return doubtful.contains(entry.uid);
    }
    return true;
}

QStringList groupsOf(const LoreEntry &entry)
{
    QStringList groups;
    for (const QString &name : entry.group.split(u',', Qt::SkipEmptyParts)) {
        if (const QString trimmed = name.trimmed(); !trimmed.isEmpty())
            groups.append(trimmed);
    }
    return groups;
}

bool holds(const LoreEntry &entry, const QStringMatcher &word)
{
    const auto has = [&](const QString &text) { return word.indexIn(text) >= 0; };
    return has(entry.title) || std::ranges::any_of(entry.keys, has) ||
           std::ranges::any_of(entry.secondaryKeys, has) || has(entry.group) || has(entry.content);
}

} // namespace

QSet<int> matchingEntries(const Lorebook &book, const LoreFilter &filter, const QSet<int> &doubtful,
                          const std::stop_token &stop)
{
    QList<QStringMatcher> words;
    for (const QString &word : filter.text.simplified().split(u' ', Qt::SkipEmptyParts))
        words.append(QStringMatcher(word, Qt::CaseInsensitive));
    QSet<int> found;
    for (const LoreEntry &entry : book.entries) {
        if (stop.stop_requested())
            break;
        if (isOfKind(entry, filter.kind, doubtful) &&
            (filter.group.isEmpty() || groupsOf(entry).contains(filter.group)) &&
            std::ranges::all_of(words, [&](const QStringMatcher &word) { return holds(entry, word); }))
            found.insert(entry.uid);
    }
    return found;
}

QStringList loreGroups(const Lorebook &book)
{
    QSet<QString> names;
    for (const LoreEntry &entry : book.entries) {
        for (const QString &name : groupsOf(entry))
            names.insert(name);
    }
    QStringList list = names.values();
    list.sort(Qt::CaseInsensitive);
    return list;
}

} // namespace snug
