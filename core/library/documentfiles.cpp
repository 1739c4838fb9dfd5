#include "core/library/documentfiles.h"

#include "core/formats/cardpng.h"
#include "core/formats/pngtext.h"
#include "core/formats/preset.h"
#include "core/formats/textpreset.h"
#include "core/formats/texttemplates.h"
#include "core/formats/worldinfo.h"
#include "core/library/fileaccess.h"
#include "core/library/filenames.h"
#include "core/library/librarystore.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Folder = LibraryLayout::Folder;

// Reads the file and hands its bytes to a reader; errors and warnings get the file's name.
template <typename T, typename Read>
Result<LoadedDocument<T>> loadDocument(const QString &path, Read read, qint64 sizeLimit = DocumentFileLimit)
{
    const QString name = QFileInfo(path).fileName();
    const auto file = readVersioned(path, sizeLimit);
    if (!file)
        return std::unexpected(file.error());
    LoadedDocument<T> loaded;
    QList<Error> warnings;
    auto value = read(file->value, warnings);
    if (!value)
        return std::unexpected(value.error().inFile(name));
    loaded.value = *std::move(value);
    loaded.version = file->version;
    for (const Error &warning : std::as_const(warnings))
        loaded.warnings.append(warning.inFile(name));
    return loaded;
}

// Writing needs the picture that is there; a file that went meanwhile is a conflict like any other.
SaveResult saveInto(LibraryStore &store, const QString &path, const FileVersion &base,
                    const std::function<Result<QByteArray>(const QByteArray &present)> &write)
{
    QByteArray present;
    if (stampOf(path).exists()) {
        const auto file = readVersioned(path, ArchiveFileLimit);
        if (!file)
            return std::unexpected(file.error());
        present = file->value;
    } else if (base.exists()) {
        return SaveOutcome{{}, FileVersion{}};
    }
    const auto bytes = write(present);
    if (!bytes)
        return std::unexpected(bytes.error().inFile(QFileInfo(path).fileName()));
    return store.replace(path, *bytes, base);
}

// Another picture with the assets that the present one carries in its chunks ("__asset:…").
Result<QByteArray> withAssetsOf(const QString &path, const QByteArray &picture)
{
    const auto present = readVersioned(path, ArchiveFileLimit);
    if (!present)
        return std::unexpected(present.error());
    static const QList<QByteArray> assets{"chara-ext-asset_*"_ba};
    const auto texts = readPngTexts(present->value, assets);
    if (!texts)
        return std::unexpected(texts.error());
    return texts->texts.isEmpty() ? Result<QByteArray>(picture)
                                  : replacePngTexts(picture, assets, texts->texts);
}

QString templateFile(const LibraryStore &store, Folder folder, const QString &name)
{
    return store.layout().folder(folder) + u'/' + name + u".json";
}

// By one of the readers that take bytes and the file's name.
template <typename T, typename Read>
Result<LoadedDocument<T>> loadTemplate(LibraryStore &store, Folder folder, const QString &name, Read read)
{
    return loadDocument<T>(templateFile(store, folder, name),
                           [&](const QByteArray &bytes, QList<Error> &warnings) -> Result<T> {
                               auto reading = read(bytes, name);
                               if (!reading)
                                   return std::unexpected(reading.error());
                               warnings = reading->warnings;
                               return reading->value;
                           });
}

} // namespace

QByteArray placeholderPicture()
{
    QFile file(u":/snug/library/placeholder.png"_s);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Result<LoadedDocument<Card>> loadCard(LibraryStore &store, const QString &file)
{
    return loadDocument<Card>(
        store.layout().card(file),
        [](const QByteArray &bytes, QList<Error> &warnings) -> Result<Card> {
            auto reading = readCardPng(bytes);
            if (!reading)
                return std::unexpected(reading.error());
            warnings = reading->warnings;
            return reading->card;
        },
        ArchiveFileLimit);
}

SaveResult saveCard(LibraryStore &store, const QString &file, const Card &card, const FileVersion &base)
{
    return saveInto(store, store.layout().card(file), base, [&](const QByteArray &present) {
        return writeCardPng(card, present.isEmpty() ? placeholderPicture() : present);
    });
}

Result<QString> createCard(LibraryStore &store, const Card &card, const QByteArray &picture)
{
    const auto bytes = writeCardPng(card, picture.isEmpty() ? placeholderPicture() : picture);
    if (!bytes)
        return std::unexpected(bytes.error());
    const QString base = safeFileName(card.name, QCoreApplication::translate("Library", "Character"));
    return store.create(store.layout().folder(Folder::Characters), base, u".png"_s, *bytes);
}

SaveResult saveCardPicture(LibraryStore &store, const QString &file, const QByteArray &picture)
{
    const auto present = loadCard(store, file);
    if (!present)
        return std::unexpected(present.error());
    const auto bytes = withAssetsOf(store.layout().card(file), picture).and_then([&](const QByteArray &png) {
        return writeCardPng(present->value, png);
    });
    if (!bytes)
        return std::unexpected(bytes.error().inFile(file));
    return store.replace(store.layout().card(file), *bytes, present->version);
}

Result<LoadedDocument<Preset>> loadPreset(LibraryStore &store, const QString &name)
{
    return loadDocument<Preset>(store.layout().preset(name),
                                [&](const QByteArray &bytes, QList<Error> &warnings) -> Result<Preset> {
                                    auto reading = readPreset(bytes, name);
                                    if (!reading)
                                        return std::unexpected(reading.error());
                                    warnings = reading->warnings;
                                    return reading->preset;
                                });
}

SaveResult savePreset(LibraryStore &store, const QString &name, const Preset &preset, const FileVersion &base)
{
    return store.replace(store.layout().preset(name), writePreset(preset), base);
}

Result<QString> createPreset(LibraryStore &store, const Preset &preset)
{
    const QString base = safeFileName(preset.name, QCoreApplication::translate("Library", "Preset"));
    return store.create(store.layout().folder(Folder::Presets), base, u".json"_s, writePreset(preset))
        .transform([](const QString &file) { return file.chopped(5); });
}

Result<LoadedDocument<Lorebook>> loadLorebook(LibraryStore &store, const QString &name)
{
    return loadDocument<Lorebook>(store.layout().lorebook(name),
                                  [&](const QByteArray &bytes, QList<Error> &warnings) -> Result<Lorebook> {
                                      auto reading = readWorldInfo(bytes, name);
                                      if (!reading)
                                          return std::unexpected(reading.error());
                                      warnings = reading->warnings;
                                      return reading->book;
                                  });
}

SaveResult saveLorebook(LibraryStore &store, const QString &name, const Lorebook &book,
                        const FileVersion &base)
{
    return store.replace(store.layout().lorebook(name), writeWorldInfo(book), base);
}

Result<QString> createLorebook(LibraryStore &store, const Lorebook &book)
{
    const QString base = safeFileName(book.name, QCoreApplication::translate("Library", "Lorebook"));
    return store.create(store.layout().folder(Folder::Worlds), base, u".json"_s, writeWorldInfo(book))
        .transform([](const QString &file) { return file.chopped(5); });
}

Result<LoadedDocument<ContextTemplate>> loadContextTemplate(LibraryStore &store, const QString &name)
{
    return loadTemplate<ContextTemplate>(store, Folder::Context, name, readContextTemplate);
}

Result<LoadedDocument<InstructTemplate>> loadInstructTemplate(LibraryStore &store, const QString &name)
{
    return loadTemplate<InstructTemplate>(store, Folder::Instruct, name, readInstructTemplate);
}

Result<LoadedDocument<SystemPrompt>> loadSystemPrompt(LibraryStore &store, const QString &name)
{
    return loadTemplate<SystemPrompt>(store, Folder::SystemPrompts, name, readSystemPrompt);
}

Result<LoadedDocument<TextPreset>> loadTextPreset(LibraryStore &store, const QString &name)
{
    return loadDocument<TextPreset>(
        templateFile(store, Folder::TextPresets, name),
        [&](const QByteArray &bytes, QList<Error> &warnings) -> Result<TextPreset> {
            auto reading = readTextPreset(bytes, name);
            if (!reading)
                return std::unexpected(reading.error());
            warnings = reading->warnings;
            return reading->preset;
        });
}

} // namespace snug
