// The files of SmartTavern's replacement rules in a library, in snug/rules. Blocking; for the disk thread.
#pragma once

#include "core/library/librarylayout.h"
#include "core/model/json.h"
#include "core/result.h"

namespace snug {

class LibraryStore;

struct RuleFile
{
    QString name;      // the file's, without ".json"
    QList<Json> rules; // in their order; none where the file cannot be read
};

struct LoadedRules
{
    QList<RuleFile> files; // by name
    QList<Error> problems; // files that cannot be read
};

Result<LoadedRules> loadRuleFiles(LibraryStore &store);
// Under this name or the next free one, which is returned.
Result<QString> createRules(LibraryStore &store, const QString &name, const QByteArray &bytes);
// Its new name, made fit for a file; an error where there is a file of that name.
Result<QString> renameRules(LibraryStore &store, const QString &name, const QString &to);
QString rulesPath(const LibraryLayout &layout, const QString &name);

} // namespace snug
