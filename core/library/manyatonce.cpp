#include "core/library/manyatonce.h"

#include "core/library/booksineffect.h"
#include "core/library/cardtags.h"
#include "core/library/deleting.h"
#include "core/library/documentfiles.h"
#include "core/library/groupfiles.h"
#include "core/library/librarystore.h"
#include "core/library/settingsfiles.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

Result<bool> setCardFavourite(LibraryStore &store, const QString &file, bool favourite)
{
    const auto loaded = loadCard(store, file);
    if (!loaded)
        return std::unexpected(loaded.error());
    if (loaded->value.favourite == favourite)
        return false;
    Card card = loaded->value;
    card.favourite = favourite;
    const SaveResult saved = saveCard(store, file, card, loaded->version);
    if (!saved)
        return std::unexpected(saved.error());
    if (saved->conflict)
        return failure(QCoreApplication::translate("Library", "another program has changed it just now"), {},
                       file);
    return true;
}

Result<bool> setGroupFavourite(LibraryStore &store, const QString &file, bool favourite)
{
    bool wasSo = false;
    const auto edited = editGroup(store, file, [&](Group &group) {
        wasSo = group.favourite == favourite;
        group.favourite = favourite;
    });
    if (!edited)
        return std::unexpected(edited.error());
    return !wasSo;
}

// Under which settings.json has the tags, and what the card itself says.
std::pair<QString, QStringList> tagKey(const LibraryContents &contents, const CastKey &key)
{
    if (key.isGroup) {
        const auto group = std::ranges::find(contents.groups, key.file, &GroupSummary::file);
        return {group != contents.groups.cend() ? group->group.id : key.file, {}};
    }
    const auto card = std::ranges::find(contents.cards, key.file, &CardSummary::file);
    return {key.file, card != contents.cards.cend() ? card->tags : QStringList()};
}

// Without an entry for who has none, as SillyTavern leaves it.
void setLorebooks(SillyTavernSettings &settings, const QString &cardFile, const QStringList &books)
{
    auto &all = settings.lore.characterBooks;
    const QString name = cardFile.section(u'.', 0, -2);
    const auto known = std::ranges::find(all, name, &WorldInfoSettings::CharacterBooks::card);
    if (books.isEmpty())
        all.removeIf([&](const WorldInfoSettings::CharacterBooks &each) { return each.card == name; });
    else if (known == all.end())
        all.append({.card = name, .books = books});
    else
        known->books = books;
}

} // namespace

ManyChanged setFavourite(LibraryStore &store, const QList<CastKey> &whom, bool favourite)
{
    ManyChanged result;
    for (const CastKey &key : whom) {
        const Result<bool> changed = key.isGroup ? setGroupFavourite(store, key.file, favourite)
                                                 : setCardFavourite(store, key.file, favourite);
        if (!changed)
            result.problems.append(changed.error());
        else if (*changed)
            result.changed.append(key);
    }
    return result;
}

Result<TagsBefore> changeTag(LibraryStore &store, const QList<CastKey> &whom, const QString &name,
                             TagChange change)
{
    const LibraryContents contents = store.contents();
    TagsBefore before;
    const auto edited = editSettings(store, [&](SillyTavernSettings &settings) {
        for (const CastKey &each : whom) {
            const auto [key, ownTags] = tagKey(contents, each);
            const auto entry = settings.tagMap.constFind(key);
            before.entries.insert(key,
                                  entry != settings.tagMap.cend() ? std::optional(*entry) : std::nullopt);
            if (change == TagChange::Add)
                addTag(settings, key, ownTags, name);
            else
                removeTag(settings, key, ownTags, name);
        }
    });
    if (!edited)
        return std::unexpected(edited.error());
    return before;
}

Result<void> restoreTags(LibraryStore &store, const TagsBefore &before)
{
    return editSettings(store, [&](SillyTavernSettings &settings) {
        for (const auto &[key, entry] : before.entries.asKeyValueRange()) {
            if (entry)
                settings.tagMap.insert(key, *entry);
            else
                settings.tagMap.remove(key);
        }
    });
}

Result<LorebooksBefore> changeLorebook(LibraryStore &store, const QStringList &cardFiles, const QString &book,
                                       LorebookChange change)
{
    LorebooksBefore before;
    const auto edited = editSettings(store, [&](SillyTavernSettings &settings) {
        for (const QString &file : cardFiles) {
            QStringList books = lorebooksBeside(settings.lore, file);
            before.books.insert(file, books);
            if (change == LorebookChange::Remove)
                books.removeAll(book);
            else if (!books.contains(book))
                books.append(book);
            setLorebooks(settings, file, books);
        }
    });
    if (!edited)
        return std::unexpected(edited.error());
    return before;
}

Result<void> restoreLorebooks(LibraryStore &store, const LorebooksBefore &before)
{
    return editSettings(store, [&](SillyTavernSettings &settings) {
        for (const auto &[file, books] : before.books.asKeyValueRange())
            setLorebooks(settings, file, books);
    });
}

Result<FoldersBefore> changeFolder(LibraryStore &store, const QString &tag, TagFolder folder)
{
    FoldersBefore before;
    const auto edited = editSettings(
        store, [&](SillyTavernSettings &settings) { before = setTagFolder(settings, tag, folder); });
    if (!edited)
        return std::unexpected(edited.error());
    return before;
}

Result<void> restoreFolders(LibraryStore &store, const FoldersBefore &before)
{
    return editSettings(store, [&](SillyTavernSettings &settings) { restoreFolders(settings, before); });
}

ManyDeleted deleteMany(LibraryStore &store, const QList<CastKey> &whom)
{
    ManyDeleted result;
    for (const CastKey &key : whom) {
        const Result<TrashItem> gone =
            key.isGroup ? deleteGroup(store, key.file) : deleteCard(store, key.file, ChatsOfCard::Delete);
        if (gone)
            result.trashIds.append(gone->id);
        else
            result.problems.append(gone.error());
    }
    return result;
}

} // namespace snug
