#include "core/library/prompttemplatefiles.h"

#include "core/formats/prompttemplate.h"
#include "core/library/fileaccess.h"
#include "core/library/filenames.h"
#include "core/library/librarystore.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

Result<LoadedTemplates> loadPromptTemplates(LibraryStore &store)
{
    LoadedTemplates loaded;
    const QDir folder(store.layout().templateFolder());
    if (const auto checked = checkFolder(folder.path()); !checked) {
        loaded.problems.append(checked.error());
        return loaded;
    }
    for (const QString &file : folder.entryList({u"*.json"_s}, QDir::Files, QDir::Name | QDir::IgnoreCase)) {
        const auto bytes = readVersioned(folder.filePath(file));
        const auto reading = bytes ? readPromptTemplate(bytes->value, file.chopped(5))
                                   : Result<PromptTemplateReading>(std::unexpected(bytes.error()));
        if (reading)
            loaded.templates.append({reading->value, bytes->version, reading->warnings});
        else
            loaded.problems.append(reading.error().inFile(file));
    }
    return loaded;
}

Result<QString> renamePromptTemplate(LibraryStore &store, const QString &name, const QString &to)
{
    const QDir folder(store.layout().templateFolder());
    const QString wanted = safeFileName(to.trimmed(), name);
    const QString from = folder.filePath(name + u".json");
    const QString target = folder.filePath(wanted + u".json");
    if (wanted == name)
        return name;
    // Where letter case makes no difference, the file that is there may be this one.
    if (QFileInfo::exists(target) && wanted.compare(name, Qt::CaseInsensitive) != 0)
        return failure(QCoreApplication::translate("Library", "there is already a template of this name"), {},
                       wanted, QCoreApplication::translate("Library", "Choose another name."));
    if (const auto moved = movePath(from, target); !moved)
        return std::unexpected(moved.error());
    store.noteOwn({from, target});
    return wanted;
}

} // namespace snug
