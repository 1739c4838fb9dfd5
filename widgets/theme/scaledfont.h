// A font in another size.
#pragma once

#include <QFont>

namespace snug {

// Never too small to be read.
QFont scaledFont(QFont font, double factor);

} // namespace snug
