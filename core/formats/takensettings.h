// What Snug makes of each setting in SillyTavern's settings.json, for a report
// (docs/formats/settings.md#what-is-taken). Only names are said, never values: keys and addresses are among
// them.
#pragma once

#include "core/model/json.h"

#include <QList>
#include <QString>

namespace snug {

enum class TakenHow : quint8 {
    Taken,
    Otherwise,     // in another form, or in part
    WithoutEffect, // it stays in the file, and does nothing here
    NotUnderstood,
};

struct TakenItem
{
    TakenHow how = TakenHow::Taken;
    QString what; // a file in the library, or a setting: "power_user.tokenizer"
    QString why;  // a sentence without its full stop; may be empty

    bool operator==(const TakenItem &) const = default;
};

// One a setting; settings that hold many are gone into one step deep. A setting at its neutral value is said
// all the same.
QList<TakenItem> takenSettings(const Json &settings);

} // namespace snug
