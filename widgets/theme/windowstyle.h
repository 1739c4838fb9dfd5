// Fusion with our fields, buttons, scroll bars and icons.
#pragma once

#include "widgets/theme/theme.h"

#include <QHash>
#include <QIcon>
#include <QProxyStyle>

class QApplication;

namespace snug {

class WindowStyle : public QProxyStyle
{
    Q_OBJECT

public:
    WindowStyle();

    void setTheme(const Theme &theme) { m_theme = theme; }

    void polish(QWidget *widget) override;
    using QProxyStyle::polish;
    QIcon standardIcon(StandardPixmap which, const QStyleOption *option = nullptr,
                       const QWidget *widget = nullptr) const override;
    int styleHint(StyleHint hint, const QStyleOption *option = nullptr, const QWidget *widget = nullptr,
                  QStyleHintReturn *answer = nullptr) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption *option = nullptr,
                    const QWidget *widget = nullptr) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &contents,
                           const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                     const QWidget *widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl part,
                         const QWidget *widget = nullptr) const override;
    QRect subElementRect(SubElement element, const QStyleOption *option,
                         const QWidget *widget = nullptr) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget = nullptr) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                            const QWidget *widget = nullptr) const override;

private:
    mutable QHash<StandardPixmap, QIcon> m_icons;
    Theme m_theme = Theme::light();
};

// This style with the theme's palette, for the whole program.
void applyTheme(QApplication &application, const Theme &theme);

} // namespace snug
