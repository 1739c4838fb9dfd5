// The fixed tables of what templates can call by name. Nothing else can be called on a value.
#pragma once

#include "core/templates/templatevalue.h"

#include <QHash>

namespace snug {

// `value` is what stands before the dot or the bar.
using TemplateMethod = TemplateValue (*)(TemplateEvaluation &rendering, const TemplateValue &value,
                                         const TemplateArguments &arguments);
using MethodTable = QHash<QString, TemplateMethod>;

const MethodTable &textMethods();
const MethodTable &listMethods();
const MethodTable &numberMethods();
const MethodTable &objectMethods(); // of anything that is there
const MethodTable &patternMethods();
const MethodTable &productFilters(); // docs/systems/hologram.md#filters
const MethodTable &engineFilters();
const MethodTable &markupFilters(); // the engine's about tags, links and escapes
const MethodTable &templateTests(); // give true or false

// The method of a value, or nothing.
TemplateMethod methodOf(const TemplateValue &value, const QString &name);

} // namespace snug
