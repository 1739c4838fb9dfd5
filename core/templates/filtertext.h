// What the engine's filters make of the texts that they are given. See docs/systems/hologram.md#filters.
#pragma once

#include "core/templates/templatevalue.h"

namespace snug {

// Missing, none and false count as the empty text.
bool countsAsEmpty(const TemplateValue &value);
// Neither a text nor what counts as an empty one: most filters refuse it.
bool hasNoText(const TemplateValue &value);
QString textForFilter(const TemplateValue &value);

// `text` in the place of `from`'s: it comes from where that came from, and macros' texts stay safe.
TemplateText derivedText(const TemplateValue &from, QString text);

// Fails with "the filter … cannot work with this value"; undefined, to be returned.
TemplateValue refuse(TemplateEvaluation &rendering, const QString &filter);

} // namespace snug
