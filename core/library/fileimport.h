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

private:
    void take(const QByteArray &bytes);
    void takeCard(const QByteArray &bytes, const Result<CardReading> &reading);
    void tellOfCard(const Card &card);
    void takeCharX(const QByteArray &bytes);
    void takePreset(const QByteArray &bytes);
    void takeLorebook(const QByteArray &bytes);
    void takeCardBook(const QByteArray &bytes);
    void takeForeignLorebook(const QByteArray &bytes);
    void tellOfForeign(const QStringList &mapped, const QStringList &unused, const QStringList &kept);
    void takePersonas(const QByteArray &bytes);
    void takeChat(const QByteArray &bytes);
    void takeGroup(const QByteArray &bytes);
    void takeFramingCharacter(const QByteArray &bytes);
    void takeConversation(const QByteArray &bytes);
    void takeFramingRules(const QByteArray &bytes);
    QString cardOfChat(const Chat &chat) const;

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
    ImportedFile m_file;
};

} // namespace snug
