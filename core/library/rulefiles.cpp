#include "core/library/rulefiles.h"

#include "core/formats/framingrules.h"
#include "core/library/fileaccess.h"
#include "core/library/filenames.h"
#include "core/library/librarystore.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

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

Result<QString> createRules(LibraryStore &store, const QString &name, const QByteArray &bytes)
{
    return store
        .create(store.layout().folder(LibraryLayout::Folder::Rules),
                safeFileName(name.trimmed(), QCoreApplication::translate("Library", "Rules")), u".json"_s,
                bytes)
        .transform([](const QString &file) { return file.chopped(5); });
}

Result<QString> renameRules(LibraryStore &store, const QString &name, const QString &to)
{
    const QString wanted = safeFileName(to.trimmed(), name);
    const QString from = rulesPath(store.layout(), name);
    const QString target = rulesPath(store.layout(), wanted);
    if (wanted == name)
        return name;
    // Where letter case makes no difference, the file that is there may be this one.
    if (QFileInfo::exists(target) && wanted.compare(name, Qt::CaseInsensitive) != 0)
        return failure(QCoreApplication::translate("Library", "there are already rules of this name"), {},
                       wanted, QCoreApplication::translate("Library", "Choose another name."));
    if (const auto moved = movePath(from, target); !moved)
        return std::unexpected(moved.error());
    store.noteOwn({from, target});
    return wanted;
}

QString rulesPath(const LibraryLayout &layout, const QString &name)
{
    return layout.folder(LibraryLayout::Folder::Rules) + u'/' + name + u".json"_s;
}

} // namespace snug
