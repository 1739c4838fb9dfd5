#include "core/whatwas/backup.h"

#include <QDir>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace snug {

QString backupFolder(const LibraryLayout &layout)
{
    return layout.snugFolder() + u"/backups"_s;
}

bool isBackedUp(QStringView path)
{
    // SillyTavern's own backups and thumbnails are copies too.
    static constexpr std::array folders{"snug/backups/"_L1, "snug/trash/"_L1, "snug/versions/"_L1,
                                        "backups/"_L1, "thumbnails/"_L1};
    static constexpr std::array files{"snug/library.lock"_L1, "snug/summaries.json"_L1};
    const QStringView name = path.sliced(path.lastIndexOf(u'/') + 1);
    return !name.startsWith(".snug-"_L1) &&
           std::ranges::none_of(folders, [&](QLatin1StringView folder) { return path.startsWith(folder); }) &&
           std::ranges::none_of(files, [&](QLatin1StringView file) { return path == file; });
}

bool isBackupPath(const QString &path)
{
    return !path.isEmpty() && QDir::isRelativePath(path) && QDir::cleanPath(path) == path && path != u".." &&
           path != u"." && !path.startsWith(u"../"_s) && !path.contains(QChar(0)) && isBackedUp(path);
}

} // namespace snug
