// The tags of characters and groups, as SillyTavern keeps them: docs/sillytavern/library.md#tags
#pragma once

#include "core/formats/sillytavernsettings.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace snug {

struct CardTag
{
    QString name;
    QString colour = {}; // CSS, as it is written; empty = none
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

} // namespace snug
