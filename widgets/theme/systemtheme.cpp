#include "widgets/theme/systemtheme.h"

#include "widgets/theme/windowstyle.h"

#include <QApplication>
#include <QStyle>
#include <QStyleFactory>
#include <QStyleHints>

#include <memory>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// The desktop's accent, or an invalid colour where it has none and Qt fills in its own.
QColor systemAccent(QApplication &application)
{
    if (QGuiApplication::styleHints()->colorScheme() == Qt::ColorScheme::Unknown)
        return {};
    application.setPalette(QPalette()); // ours away, so that the system's shows
    const QColor accent = QGuiApplication::palette().color(QPalette::Accent);
    const std::unique_ptr<QStyle> fusion(QStyleFactory::create(u"Fusion"_s));
    const QPalette standard = fusion->standardPalette();
    const bool filledIn =
        accent == standard.color(QPalette::Accent) || accent == standard.color(QPalette::Highlight);
    return filledIn ? QColor() : accent;
}

} // namespace

SystemTheme::SystemTheme(QApplication &application, QObject *parent)
    : QObject(parent)
    , m_application(application)
{
    connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this, &SystemTheme::refresh);
    refresh();
}

void SystemTheme::setChoice(ThemeChoice choice)
{
    if (m_choice == choice)
        return;
    m_choice = choice;
    refresh();
}

void SystemTheme::refresh()
{
    const QColor accent = systemAccent(m_application);
    const bool dark = m_choice == ThemeChoice::Dark ||
                      (m_choice == ThemeChoice::System &&
                       QGuiApplication::styleHints()->colorScheme() == Qt::ColorScheme::Dark);
    const Theme next = dark ? Theme::dark(accent) : Theme::light(accent);
    applyTheme(m_application, next);
    if (next == m_theme)
        return;
    m_theme = next;
    Q_EMIT themeChanged(m_theme);
}

} // namespace snug
