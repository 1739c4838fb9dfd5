// What V3 cards say besides: notes in several languages, dates. Kept in the card's source; see also
// CardField.
#pragma once

#include "core/model/card.h"

#include <QDateTime>
#include <QList>

#include <optional>

namespace snug {

struct NotesInLanguage
{
    QString language; // ISO 639-1, without a region
    QString text;
    bool operator==(const NotesInLanguage &) const = default;
};

// `creator_notes_multilingual`, in the card's order.
QList<NotesInLanguage> notesByLanguage(const Card &card);
// None: the key goes. A card of an older version becomes one of version 3.
void setNotesByLanguage(Card &card, const QList<NotesInLanguage> &notes);

// `creation_date` and `modification_date`; nothing where the card does not say, or says 0.
std::optional<QDateTime> creationDateOf(const Card &card);
std::optional<QDateTime> modificationDateOf(const Card &card);

// An asset whose bytes are inside the card ("data:"). `extension` without the dot.
CardAsset assetOfBytes(const QString &type, const QString &name, const QString &extension,
                       const QByteArray &bytes);

} // namespace snug
