// One file on its way into the library: what it is, where it goes, what of it was not understood.
#pragma once

#include "core/formats/card.h"
#include "core/library/importer.h"
#include "core/model/chat.h"

#include <QCoreApplication>

namespace snug {

class LibraryStore;

class FileImport
{
    Q_DECLARE_TR_FUNCTIONS(Import)

public:
    // `chatsFor`, `toPng`: see importFiles(). All outlive this.
    FileImport(LibraryStore &store, const QString &path, const QString &chatsFor, const PictureMaker &toPng);

    ImportedFile run();
    // A chat is one of a group's that is in the library.
    ImportedFile runAsGroupChat();

private:
    void importBytes(const QByteArray &bytes);
    void importCard(const QByteArray &bytes, const Result<CardReading> &reading);
    void tellOfCard(const Card &card);
    void importCharX(const QByteArray &bytes);
    void importPreset(const QByteArray &bytes);
    void importLorebook(const QByteArray &bytes);
    void importCardBook(const QByteArray &bytes);
    void importForeignLorebook(const QByteArray &bytes);
    void tellOfForeign(const QStringList &mapped, const QStringList &unused, const QStringList &kept);
    void importPersonas(const QByteArray &bytes);
    void importChat(const QByteArray &bytes);
    void importGroup(const QByteArray &bytes);
    void importFramingCharacter(const QByteArray &bytes);
    void importConversation(const QByteArray &bytes);
    void importFramingRules(const QByteArray &bytes);
    QString cardOfChat(const Chat &chat) const;
    QString folderOfChat(const Chat &chat) const; // empty: it is with nobody in the library

    // Copies the bytes as they are; false (and refused) if that failed.
    bool copyTo(const QString &folder, const QString &base, const QString &suffix, const QByteArray &bytes);
    void imported(const QString &path);
    void keep(const QByteArray &bytes, const QString &folder);
    void refuse(const Error &error);
    void note(const QString &what) { m_file.notes.append(Error{what, {}, {}, {}}); }

    LibraryStore &m_store;
    QString m_chatsFor;
    const PictureMaker &m_toPng;
    QString m_stem;
    bool m_isGroupChat = false;
    ImportedFile m_file;
};

} // namespace snug
