#include "widgets/theme/scaledfont.h"

#include <algorithm>
#include <cmath>

namespace snug {

QFont scaledFont(QFont font, double factor)
{
    if (font.pointSizeF() > 0)
        font.setPointSizeF(std::max(6.0, std::round(font.pointSizeF() * factor * 2) / 2));
    else
        font.setPixelSize(std::max(8, int(std::lround(font.pixelSize() * factor))));
    return font;
}

} // namespace snug
