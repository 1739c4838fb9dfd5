// The templates of a library, in snug/templates. Blocking; for the disk thread.
#pragma once

#include "core/library/documentfiles.h"
#include "core/model/prompttemplate.h"

namespace snug {

struct LoadedTemplates
{
    QList<LoadedDocument<PromptTemplate>> templates; // by name
    QList<Error> problems;                           // files that cannot be read, by name
};

Result<LoadedTemplates> loadPromptTemplates(LibraryStore &store);
// Its new name, made fit for a file; an error where there is a template of that name.
Result<QString> renamePromptTemplate(LibraryStore &store, const QString &name, const QString &to);

} // namespace snug
