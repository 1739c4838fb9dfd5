#include "widgets/chat/textstyle.h"

#include "widgets/theme/scaledfont.h"

#include <QFontInfo>

#include <cmath>

namespace snug {

TextStyle TextStyle::from(const Theme &theme, const ReadingLook &look)
{
    TextStyle style;
    style.theme = theme;
    style.look = look;
    const double scale = look.textPercent / 100.0;
    style.font = scaledFont(theme.textFont(), scale);
    style.codeFont = scaledFont(theme.codeFont(), scale);
    style.wordsFont = scaledFont(theme.interfaceFont(), scale);
    style.nameFont = style.wordsFont;
    style.nameFont.setWeight(QFont::DemiBold);
    style.smallFont = scaledFont(theme.smallFont(), scale);
    style.text = theme.text;
    style.action = theme.action;
    style.speech = theme.accent;
    style.lineHeight = std::round(QFontInfo(style.font).pixelSize() * 1.45);
    style.codeLineHeight = std::round(QFontInfo(style.codeFont).pixelSize() * 1.45);
    style.paragraphGap = std::round(style.lineHeight * 0.6);
    return style;
}

TextStyle TextStyle::narrated() const
{
    TextStyle style = *this;
    style.centred = true;
    style.italic = true;
    style.text = theme.action;
    return style;
}

TextStyle TextStyle::unsent() const
{
    TextStyle style = *this;
    style.text = theme.textDim;
    style.action = theme.textDim;
    // Still told apart by its hue; the user's ground is the one on which it is hardest to read.
    style.speech = theme.readable(mixed(theme.accent, theme.textDim, 0.6), theme.userGround);
    return style;
}

TextStyle TextStyle::aside() const
{
    TextStyle style = *this;
    style.font = wordsFont;
    style.text = theme.textDim;
    style.action = theme.textDim;
    style.speech = theme.textDim;
    style.lineHeight = std::round(QFontInfo(style.font).pixelSize() * 1.45);
    style.paragraphGap = std::round(style.lineHeight * 0.5);
    return style;
}

} // namespace snug
