// Regex scripts of RisuAI (docs/formats/risu.md#regex-scripts) in SillyTavern's terms.
#pragma once

#include "core/model/regexscript.h"

#include <QStringList>

namespace snug {

struct RisuScripts
{
    QList<RegexScript> scripts;
    QStringList mapped; // as in ForeignLorebook
    QStringList unused;
};

// `list` holds the items: comment, in, out, type, flag, ableFlag. What cannot be done here (moving what was
// found, showing an emotion, repeating an earlier message) becomes a script that is switched off. Equal items
// get equal ids, so that reading twice gives the same.
RisuScripts readRisuScripts(const Json &list);

} // namespace snug
