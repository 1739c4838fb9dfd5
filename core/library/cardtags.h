// The tags of characters and groups, as SillyTavern keeps them: docs/sillytavern/library.md#tags
#pragma once

#include "core/formats/sillytavernsettings.h"

#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

namespace snug {

// Whether a tag is a folder of the list as well. Who is in a closed one is listed nowhere else.
enum class TagFolder : quint8 { None, Open, Closed };

struct CardTag
{
    QString name;
    QString colour = {}; // CSS, as it is written; empty = none
    TagFolder folder = TagFolder::None;
    bool operator==(const CardTag &) const = default;
};

// `key`: a card's file or a group's id. Where settings.json says nothing of it, the card's own.
QList<CardTag> tagsOf(const SillyTavernSettings &settings, const QString &key, const QStringList &ownTags);

// The entry of `key` from now on: with the tag, made where there is none of that name (letter case makes no
// difference), or without it. What was the card's own is written down with the first change.
void addTag(SillyTavernSettings &settings, const QString &key, const QStringList &ownTags,
            const QString &name);
void removeTag(SillyTavernSettings &settings, const QString &key, const QStringList &ownTags,
               const QString &name);

// What `setTagFolder` changes, to be put back: `folderTypes` by the tag's id.
struct FoldersBefore
{
    bool areShown = false;
    QHash<QString, QString> folderTypes;
};
// Of every tag with this name; a card's own tag that settings.json does not know is written down. The first
// folder switches folders on.
FoldersBefore setTagFolder(SillyTavernSettings &settings, const QString &name, TagFolder folder);
void restoreFolders(SillyTavernSettings &settings, const FoldersBefore &before);

} // namespace snug
