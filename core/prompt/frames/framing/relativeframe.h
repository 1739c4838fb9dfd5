// The frame around the chat: relative presets, markers, lore before and after the character
// (docs/systems/smarttavern.md#frame).
#pragma once

#include "core/prompt/frames/framing/framedmessage.h"
#include "core/result.h"

#include <QStringList>

namespace snug::framing {

struct FrameParts
{
    QList<FramedMessage> history;
    QList<FramedMessage> searched; // where keys are looked for: the chat without what is injected, or with it
    QList<Json> lore;              // flattened
    QList<Json> presets;           // the relative ones, of any kind; in document order
    Json character;
    Json persona;
};

// The relative entries: `relative` if it is an array, else those of `document`'s prompts that say so.
QList<Json> relativePresets(const Json &relative, const Json &document);

// Promised: what is skipped is said in `warnings`. Published: an order that is no number is an error.
Result<QList<FramedMessage>> relativeFrame(const FrameParts &parts, Reading reading, QStringList &warnings);

// The lore of one marker: "before_char" or "after_char". A hit is a key that occurs in `keyText`,
// letter case included.
Result<QList<FramedMessage>> frameLore(const QList<Json> &lore, QStringView position, const QString &keyText,
                                       Reading reading, QStringList &warnings);

// Whether one of an entry's keys occurs.
bool hasKeyHit(const Json &keys, const QString &keyText);

// "Harbour", "wb_3": what an entry is called in warnings and labels.
QString entryLabel(const Json &entry, const QString &otherwise);

// A lore entry's source: its id as wb_id, the tag over its type, its role or else the derived one.
Json loreSource(const Json &entry, const QString &type, const QString &id, const QString &role);

} // namespace snug::framing
