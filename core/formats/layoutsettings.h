// LayoutSettings in JSON, with the names of docs/systems/together.md#switches. Unknown keys stay; what makes
// no sense is as if it were missing.
#pragma once

#include "core/model/json.h"
#include "core/model/layoutsettings.h"

namespace snug {

LayoutSettings layoutFromJson(const Json &object);
// `stored` with the settings; nothing that is as usual is written, unless it is there already.
Json withLayout(const Json &stored, const LayoutSettings &settings);

} // namespace snug
