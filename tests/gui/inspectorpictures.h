// Pictures of the inspector's pages about requests that were sent.
#pragma once

#include "tests/gui/openprogram.h"

#include <functional>

namespace snug {

void takeInspectorPictures(const AppContext &app,
                           const std::function<void(QWidget &, const QString &)> &save);

} // namespace snug
