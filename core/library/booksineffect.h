// Which lorebooks take part in a chat's prompt, and through whom.
// SillyTavern 1.19: a book that is active in several ways counts once
// (docs/sillytavern/lore.md#books-in-effect).
#pragma once

#include "core/formats/sillytavernsettings.h"
#include "core/prompt/promptinputs.h"

#include <QHash>
#include <QList>
#include <QString>

namespace snug {

struct BookInEffect
{
    QString name;
    ActiveLorebook::Scope scope = ActiveLorebook::Scope::Global;
    bool operator==(const BookInEffect &) const = default;
};

// `globalBooks` in the order of selection; `characterBooks` with the card's own book first.
// Names only: whether a book of that name exists is not asked here. Empty names are nothing.
QList<BookInEffect> booksInEffect(const QStringList &globalBooks, const QString &chatBook,
                                  const QString &personaBook, const QStringList &characterBooks);

// The lorebooks that characters have beside their cards' own, by the card's file without its extension:
// SillyTavern's charLore.
QHash<QString, QStringList> lorebooksBeside(const WorldInfoSettings &settings);
QStringList lorebooksBeside(const WorldInfoSettings &settings, const QString &cardFile);

} // namespace snug
