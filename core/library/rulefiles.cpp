#include "core/library/rulefiles.h"

#include "core/formats/framingrules.h"
#include "core/library/fileaccess.h"
#include "core/library/librarystore.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace snug {

Result<LoadedRules> loadRuleFiles(LibraryStore &store)
{
    LoadedRules loaded;
    const QDir folder(store.layout().folder(LibraryLayout::Folder::Rules));
    if (const auto checked = checkFolder(folder.path()); !checked) {
        loaded.problems.append(checked.error());
        return loaded;
    }
    for (const QString &file : folder.entryList({u"*.json"_s}, QDir::Files, QDir::Name | QDir::IgnoreCase)) {
        const auto reading =
            readVersioned(folder.filePath(file)).and_then([](const Loaded<QByteArray> &bytes) {
                return readFramingRules(bytes.value);
            });
        if (!reading)
            loaded.problems.append(reading.error().inFile(file));
        loaded.files.append({file.chopped(5), reading ? reading->rules : QList<Json>()});
    }
    return loaded;
}

QString rulesPath(const LibraryLayout &layout, const QString &name)
{
    return layout.folder(LibraryLayout::Folder::Rules) + u'/' + name + u".json"_s;
}

} // namespace snug
