#include "widgets/library/castfolders.h"

#include <QCoreApplication>
#include <QMap>

#include <algorithm>

namespace snug {

bool hasTag(const CastEntry &entry, const QString &tag)
{
    return std::ranges::any_of(
        entry.tags, [&](const CardTag &each) { return each.name.compare(tag, Qt::CaseInsensitive) == 0; });
}

QList<CastEntry> castFolders(const QList<CastEntry> &cast)
{
    QMap<QString, CastEntry> folders;
    QHash<QString, int> counts;
    for (const CastEntry &entry : cast) {
        for (const CardTag &tag : entry.tags) {
            if (tag.folder == TagFolder::None)
                continue;
            const QString key = tag.name.toCaseFolded();
            ++counts[key];
            CastEntry &folder = folders[key];
            folder.kind = CastEntry::Kind::Folder;
            folder.id = tag.name;
            folder.name = tag.name;
            folder.tags = {tag};
        }
    }
    for (const auto &[key, folder] : folders.asKeyValueRange()) {
        //: of a folder in the list of characters
        folder.line = QCoreApplication::translate("CastFolders", "%n inside", nullptr, counts.value(key));
    }
    return folders.values();
}

bool isPutAway(const CastEntry &entry, const QStringList &openedTags)
{
    return std::ranges::any_of(entry.tags, [&](const CardTag &tag) {
        return tag.folder == TagFolder::Closed && !openedTags.contains(tag.name, Qt::CaseInsensitive);
    });
}

} // namespace snug
