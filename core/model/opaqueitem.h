// What a service wants back unchanged with the reply it came with: signed or encrypted thoughts, in the
// service's own shape. docs/wire.md#what-goes-back
#pragma once

#include "core/model/json.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace snug {

struct OpaqueItem
{
    Json item;
    qsizetype textAt = 0;   // UTF-16 units of the reply's text in front of it
    qsizetype textSize = 0; // units of the reply's text that it contains itself (Gemini's signed parts)

    qsizetype textEnd() const { return textAt + textSize; }
    bool operator==(const OpaqueItem &) const = default;
};

// Those of one reply, and who alone may have them back.
struct OpaqueItems
{
    QString api; // as the message names it (extra.api, extra.model)
    QString model;
    QList<OpaqueItem> items;
    bool operator==(const OpaqueItems &) const = default;
};

// The signature or encrypted content of an item. Nothing = it has none; empty = it was cut off before it
// came, so that it must not be sent back.
std::optional<QString> signatureOf(const OpaqueItem &item);
// What it says in plain words, one after the other. A signed part of the reply itself says nothing here: its
// words are the message's.
QStringList thoughtsIn(const OpaqueItem &item);
// Those that may be sent back.
QList<OpaqueItem> replayable(const QList<OpaqueItem> &items);
// Those that still fit after the reply's text became `kept`: what has changed behind them, or in them, is
// theirs no more.
QList<OpaqueItem> fittingItems(const QList<OpaqueItem> &items, QStringView arrived, QStringView kept);

// A list of {"item", "at", "size"}; what is none of these is passed over.
Json opaqueJson(const QList<OpaqueItem> &items);
QList<OpaqueItem> readOpaque(const Json &list);

} // namespace snug
