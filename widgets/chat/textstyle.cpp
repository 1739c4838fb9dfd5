#include "widgets/chat/textstyle.h"

#include <QFontInfo>

#include <cmath>

namespace snug {

TextStyle TextStyle::from(const Theme &theme)
{
    TextStyle style;
    style.theme = theme;
    style.font = theme.textFont();
    style.codeFont = theme.codeFont();
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

TextStyle TextStyle::aside() const
{
    TextStyle style = *this;
    style.font = theme.interfaceFont();
    style.text = theme.textDim;
    style.action = theme.textDim;
    style.speech = theme.textDim;
    style.lineHeight = std::round(QFontInfo(style.font).pixelSize() * 1.45);
    style.paragraphGap = std::round(style.lineHeight * 0.5);
    return style;
}

} // namespace snug
