#include "core/library/exporter.h"

#include "core/formats/card.h"
#include "core/formats/conversation.h"
#include "core/formats/framingcharacter.h"
#include "core/formats/framinglore.h"
#include "core/formats/framingpreset.h"
#include "core/formats/jsontext.h"
#include "core/formats/scenecard.h"
#include "core/library/atomicwrite.h"
#include "core/library/cardarchives.h"
#include "core/library/chatfiles.h"
#include "core/library/documentfiles.h"
#include "core/library/fileaccess.h"
#include "core/library/librarystore.h"
#include "core/library/rulefiles.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Spelt from inside the library or not, what is beside it is not in it.
Result<void> writeTarget(const QString &target, const QByteArray &bytes)
{
    return writeFileDurably(QDir::cleanPath(target), bytes);
}

Result<void> copyBytes(const QString &path, const QString &target)
{
    return readVersioned(path, ArchiveFileLimit).and_then([&](const Loaded<QByteArray> &file) {
        return writeTarget(target, file.value);
    });
}

Result<void> writeDocument(const Json &document, const QString &target)
{
    return writeTarget(target, writeJson(document));
}

Result<void> exportPersona(LibraryStore &store, const QString &avatar, const QString &target)
{
    const QList<Persona> personas = store.contents().settings.personas;
    const auto persona = std::ranges::find(personas, avatar, &Persona::avatar);
    if (persona == personas.cend())
        return failure(QCoreApplication::translate("Exporter", "there is no such persona"), {}, avatar);
    return writeDocument(writtenFramingPersona(*persona), target);
}

} // namespace

Result<void> exportTo(LibraryStore &store, ExportKind kind, const QString &name, const QString &target)
{
    switch (kind) {
    case ExportKind::CardPng:
        return copyBytes(store.layout().card(name), target);
    case ExportKind::CardJson:
        return loadCard(store, name).and_then([&](const LoadedDocument<Card> &card) {
            return writeTarget(target, writeCard(card.value));
        });
    case ExportKind::CardCharX:
        return cardAsCharX(store, name).and_then([&](const QByteArray &bytes) {
            return writeTarget(target, bytes);
        });
    case ExportKind::Preset:
        return copyBytes(store.layout().preset(name), target);
    case ExportKind::Lorebook:
        return copyBytes(store.layout().lorebook(name), target);
    case ExportKind::FramingCharacter:
        return loadCard(store, name).and_then([&](const LoadedDocument<Card> &card) {
            return writeDocument(writtenFramingCharacter(card.value), target);
        });
    case ExportKind::SceneCard:
        return loadCard(store, name).and_then([&](const LoadedDocument<Card> &card) {
            const QString user = store.contents().settings.username;
            return writeDocument(
                sceneCardJson(card.value, user.isEmpty() ? u"User"_s : user, QFileInfo(target).fileName()),
                target);
        });
    case ExportKind::FramingPersona:
        return exportPersona(store, name, target);
    case ExportKind::FramingPreset:
        return loadPreset(store, name).and_then([&](const LoadedDocument<Preset> &preset) {
            return writeDocument(writtenFramingPreset(preset.value), target);
        });
    case ExportKind::FramingRules:
        return copyBytes(rulesPath(store.layout(), name), target);
    case ExportKind::Group:
        return copyBytes(store.layout().group(name), target);
    case ExportKind::FramingLorebook:
        return loadLorebook(store, name).and_then([&](const LoadedDocument<Lorebook> &book) {
            return writeDocument(writtenFramingBook(book.value), target);
        });
    }
    Q_UNREACHABLE_RETURN({});
}

Result<void> exportChat(LibraryStore &store, const ChatReference &reference, const QString &target)
{
    return copyBytes(chatPath(store.layout(), reference), target);
}

Result<void> exportConversation(LibraryStore &store, const ChatReference &reference, const QString &target)
{
    return loadChat(store, reference).and_then([&](const LoadedChat &loaded) {
        return writeDocument(writtenConversation(loaded.chat), target);
    });
}

} // namespace snug
