// The part of YAML that people write into a field for extra headers and body keys: mappings, lists, plain and
// quoted scalars, block scalars, flow collections (JSON is one), comments. Anchors, tags and several
// documents are refused. https://yaml.org/spec/1.2.2
#pragma once

#include "core/model/json.h"
#include "core/result.h"

#include <QStringView>

namespace snug {

// Undefined for a text without anything in it.
Result<Json> parsePlainYaml(QStringView text);

} // namespace snug
