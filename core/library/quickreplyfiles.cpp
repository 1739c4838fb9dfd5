#include "core/library/quickreplyfiles.h"

#include "core/library/fileaccess.h"
#include "core/library/filenames.h"
#include "core/library/librarystore.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

static QString quickReplyFolder(const LibraryStore &store)
{
    return store.layout().root() + u"/QuickReplies"_s;
}

Result<QuickReplyFiles> readQuickReplies(const LibraryStore &store)
{
    QuickReplyFiles files;
    const QString folder = quickReplyFolder(store);
    if (!QDir(folder).exists())
        return files;
    if (const auto checked = checkFolder(folder); !checked)
        return std::unexpected(checked.error());
    for (const QString &name : QDir(folder).entryList({u"*.json"_s}, QDir::Files, QDir::Name)) {
        const auto file = readVersioned(folder + u'/' + name);
        if (!file) {
            files.problems.append(file.error());
            continue;
        }
        Result<QuickReplySet> set = readQuickReplySet(file->value);
        if (!set) {
            files.problems.append(set.error().inFile(name));
            continue;
        }
        if (set->name.isEmpty())
            set->name = name.chopped(5);
        files.sets.append(*set);
    }
    return files;
}

Result<QuickReplySet> editQuickReplies(LibraryStore &store, const QString &name,
                                       const std::function<void(QuickReplySet &)> &edit)
{
    const QString folder = quickReplyFolder(store);
    if (const auto made = makeFolder(folder); !made)
        return std::unexpected(made.error());
    // SillyTavern names the file after the set, but what is in the file counts.
    QString path = folder + u'/' + safeFileName(name, u"Quick replies"_s) + u".json"_s;
    for (const QString &file : QDir(folder).entryList({u"*.json"_s}, QDir::Files, QDir::Name)) {
        const auto there = readVersioned(folder + u'/' + file);
        const auto set = there ? readQuickReplySet(there->value) : std::unexpected(there.error());
        if (set && set->name == name) {
            path = folder + u'/' + file;
            break;
        }
    }
    for (int attempt = 0; attempt < 5; ++attempt) { // written to between reading and writing: read again
        QuickReplySet set;
        set.name = name;
        FileVersion base;
        if (stampOf(path).exists()) {
            const auto file = readVersioned(path);
            if (!file)
                return std::unexpected(file.error());
            const auto reading = readQuickReplySet(file->value);
            if (!reading)
                return std::unexpected(reading.error().inFile(QFileInfo(path).fileName()));
            set = *reading;
            if (set.name.isEmpty())
                set.name = name;
            base = file->version;
        }
        edit(set);
        const auto saved = store.replace(path, writeQuickReplySet(set), base);
        if (!saved)
            return std::unexpected(saved.error());
        if (!saved->conflict)
            return readQuickReplySet(writeQuickReplySet(set));
    }
    return failure(QCoreApplication::translate("Library", "another program keeps writing to it"), {},
                   QFileInfo(path).fileName());
}

} // namespace snug
