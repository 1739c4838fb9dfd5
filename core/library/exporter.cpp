#include "core/library/exporter.h"

#include "core/formats/card.h"
#include "core/library/atomicwrite.h"
#include "core/library/chatfiles.h"
#include "core/library/documentfiles.h"
#include "core/library/librarystore.h"

namespace snug {

namespace {

Result<void> copyBytes(const QString &path, const QString &target)
{
    return readVersioned(path).and_then(
        [&](const Loaded<QByteArray> &file) { return writeFileDurably(target, file.value); });
}

} // namespace

Result<void> exportTo(LibraryStore &store, ExportKind kind, const QString &name, const QString &target)
{
    switch (kind) {
    case ExportKind::CardPng:
        return copyBytes(store.layout().card(name), target);
    case ExportKind::CardJson:
        return loadCard(store, name).and_then([&](const LoadedDocument<Card> &card) {
            return writeFileDurably(target, writeCard(card.value));
        });
    case ExportKind::Preset:
        return copyBytes(store.layout().preset(name), target);
    case ExportKind::Lorebook:
        return copyBytes(store.layout().lorebook(name), target);
    }
    Q_UNREACHABLE_RETURN({});
}

Result<void> exportChat(LibraryStore &store, const ChatReference &reference, const QString &target)
{
    return copyBytes(chatPath(store.layout(), reference), target);
}

} // namespace snug
