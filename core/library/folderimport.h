// A user folder of SillyTavern's (or a library of Snug's) on its way into another library. What belongs
// together there does so here too, whatever its files are called here: a character's chats follow its card, a
// group finds its members and its chats. Blocking; for the disk thread.
#pragma once

#include "core/library/importer.h"

#include <QHash>
#include <QSet>

namespace snug {

class LibraryStore;

class FolderImport
{
public:
    // `root` is absolute and clean; `toPng`: see importFiles(). All outlive this.
    FolderImport(LibraryStore &store, const QString &root, const PictureMaker &toPng);

    // A folder whose files say by their places what they belong to.
    static bool isUserFolder(const QString &root);

    // `files` are below the root. In their order: what became of each.
    QList<ImportedFile> run(const QStringList &files);

private:
    enum class Stage : quint8 { Cards, Documents, Groups, Chats, GroupChats, Left };
    static Stage stageOf(const QString &relative);
    ImportedFile take(const QString &file, Stage stage);
    ImportedFile leave(const QString &file) const;
    QString relative(const QString &file) const { return file.sliced(m_root.size() + 1); }
    void settleGroup(ImportedFile &file);

    LibraryStore &m_store;
    QString m_root;
    const PictureMaker &m_toPng;
    QHash<QString, QString> m_cards;      // there, as a picture: here; file names
    QHash<QString, QString> m_groupChats; // likewise, without ".jsonl"
    QSet<QString> m_listedChats;          // there, by the groups that came along
};

} // namespace snug
