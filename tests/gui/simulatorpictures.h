// Pictures of the lore simulator over a chat long enough to look at.
#pragma once

#include "tests/gui/openprogram.h"

#include <functional>

namespace snug {

void takeSimulatorPictures(const AppContext &app,
                           const std::function<void(QWidget &, const QString &)> &save);

} // namespace snug
