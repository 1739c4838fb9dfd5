// Follows the desktop's light or dark, and its accent colour, where the desktop says so.
#pragma once

#include "widgets/theme/theme.h"

#include <QObject>

namespace snug {

enum class ThemeChoice : quint8 { System, Light, Dark };

// Owned by the application object's owner; applies each new theme to the application before it tells.
// A desktop that says nothing (plain X11, offscreen) counts as light.
class SystemTheme : public QObject
{
    Q_OBJECT
public:
    explicit SystemTheme(QApplication &application, QObject *parent = nullptr);

    Theme theme() const { return m_theme; }
    ThemeChoice choice() const { return m_choice; }
    void setChoice(ThemeChoice choice);

Q_SIGNALS:
    void themeChanged(const snug::Theme &theme);

private:
    void refresh();

    QApplication &m_application;
    ThemeChoice m_choice = ThemeChoice::System;
    Theme m_theme;
};

} // namespace snug
