#include "widgets/theme/theme.h"

#include "widgets/theme/scaledfont.h"

#include <QFontDatabase>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

double luminance(const QColor &colour)
{
    const auto channel = [](float value) {
        const double v = double(value);
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * channel(colour.redF()) + 0.7152 * channel(colour.greenF()) +
           0.0722 * channel(colour.blueF());
}

// Moves `colour` towards black or white until it reads on every one of the grounds.
QColor movedUntilReadable(QColor colour, std::initializer_list<QColor> grounds, const QColor &towards,
                          double ratio)
{
    for (int step = 0; step < 40; ++step) {
        const bool enough = std::ranges::all_of(
            grounds, [&](const QColor &ground) { return contrastRatio(colour, ground) >= ratio; });
        if (enough)
            return colour;
        colour = mixed(colour, towards, 0.06);
    }
    return towards;
}

void finish(Theme &theme, const QColor &accent, const QColor &ownAccent)
{
    const QColor towards = theme.isDark() ? QColor(Qt::white) : QColor(Qt::black);
    const QColor wanted = accent.isValid() ? accent.toRgb() : ownAccent;
    // Speech stands on the tinted ground of the user's messages too; that ground depends on the accent.
    theme.userGround = mixed(theme.surface, wanted, theme.isDark() ? 0.055 : 0.05);
    theme.accent = movedUntilReadable(wanted, {theme.surface, theme.pane, theme.userGround}, towards, 4.5);
    theme.onAccent = contrastRatio(theme.accent, theme.surface) >= contrastRatio(theme.accent, theme.text)
                         ? theme.surface
                         : theme.text;
    theme.selection = mixed(theme.surface, theme.accent, theme.isDark() ? 0.30 : 0.24);
    theme.addedGround = theme.tint(theme.added, theme.isDark() ? 0.18 : 0.12);
    theme.removedGround = theme.tint(theme.removed, theme.isDark() ? 0.18 : 0.12);
}

} // namespace

double contrastRatio(const QColor &a, const QColor &b)
{
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

QColor mixed(const QColor &a, const QColor &b, double share)
{
    const auto channel = [share](int from, int to) {
        return std::clamp(int(std::lround(from + (to - from) * share)), 0, 255);
    };
    return QColor(channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue()));
}

Theme Theme::light(const QColor &accent)
{
    Theme theme;
    theme.scheme = Scheme::Light;
    theme.surface = QColor(0xFB, 0xFA, 0xF8);
    theme.pane = QColor(0xF3, 0xF1, 0xED);
    theme.raised = QColor(0xFF, 0xFE, 0xFD);
    theme.hover = QColor(0xEA, 0xE7, 0xE1);
    theme.line = QColor(0xDF, 0xDB, 0xD3);
    theme.text = QColor(0x22, 0x20, 0x1C);
    theme.textDim = QColor(0x66, 0x61, 0x59);
    theme.action = QColor(0x4F, 0x4B, 0x45);
    theme.codeGround = QColor(0xF1, 0xEE, 0xE9);
    theme.warning = QColor(0x8A, 0x55, 0x00);
    theme.error = QColor(0xB3, 0x26, 0x1E);
    theme.positive = QColor(0x2B, 0x6E, 0x3F);
    theme.whatIf = QColor(0xA8, 0x7A, 0x00);
    theme.added = QColor(0x2B, 0x6E, 0x3F);
    theme.removed = QColor(0xB3, 0x26, 0x1E);
    finish(theme, accent, QColor(0x8A, 0x5A, 0x2B));
    return theme;
}

Theme Theme::dark(const QColor &accent)
{
    Theme theme;
    theme.scheme = Scheme::Dark;
    theme.surface = QColor(0x1D, 0x1F, 0x23);
    theme.pane = QColor(0x17, 0x19, 0x1C);
    theme.raised = QColor(0x2A, 0x2D, 0x32);
    theme.hover = QColor(0x29, 0x2C, 0x31);
    theme.line = QColor(0x34, 0x37, 0x3D);
    theme.text = QColor(0xE6, 0xE3, 0xDD);
    theme.textDim = QColor(0xA3, 0x9F, 0x98);
    theme.action = QColor(0xBF, 0xBB, 0xB4);
    theme.codeGround = QColor(0x16, 0x18, 0x1B);
    theme.warning = QColor(0xF0, 0xB4, 0x5E);
    theme.error = QColor(0xFF, 0x8A, 0x80);
    theme.positive = QColor(0x86, 0xCF, 0x9A);
    theme.whatIf = QColor(0xF2, 0xCF, 0x5B);
    theme.added = QColor(0x86, 0xCF, 0x9A);
    theme.removed = QColor(0xFF, 0x8A, 0x80);
    finish(theme, accent, QColor(0xE0, 0xB0, 0x7A));
    return theme;
}

QColor Theme::source(SourceGroup group) const
{
    switch (group) {
    case SourceGroup::Preset:
        return isDark() ? QColor(0x9A, 0xA9, 0xC8) : QColor(0x5B, 0x6B, 0x8C);
    case SourceGroup::Card:
        return isDark() ? QColor(0xC3, 0xA2, 0xE6) : QColor(0x7A, 0x4E, 0xA3);
    case SourceGroup::Persona:
        return isDark() ? QColor(0xEE, 0x9A, 0xC4) : QColor(0xB0, 0x40, 0x7A);
    case SourceGroup::Lorebook:
        return isDark() ? QColor(0x6F, 0xD0, 0xAC) : QColor(0x1B, 0x7F, 0x5C);
    case SourceGroup::ChatUser:
        return isDark() ? QColor(0x7F, 0xBD, 0xF2) : QColor(0x1F, 0x6F, 0xB2);
    case SourceGroup::ChatCharacter:
        return isDark() ? QColor(0xA9, 0xD6, 0x7C) : QColor(0x4A, 0x7D, 0x1E);
    case SourceGroup::Injection:
        return isDark() ? QColor(0xF0, 0xB4, 0x5E) : QColor(0xA8, 0x66, 0x0B);
    case SourceGroup::Memory:
        return isDark() ? QColor(0x68, 0xCC, 0xD6) : QColor(0x0F, 0x7C, 0x86);
    case SourceGroup::Template:
        return isDark() ? QColor(0xC9, 0xB6, 0x8F) : QColor(0x6B, 0x5B, 0x3E);
    }
    return textDim;
}

QColor Theme::sourceGround(SourceGroup group) const
{
    return tint(source(group), isDark() ? 0.22 : 0.16);
}

QColor Theme::tint(const QColor &colour, double strength) const
{
    return mixed(surface, colour, strength);
}

QColor Theme::readable(const QColor &colour, const QColor &ground) const
{
    return movedUntilReadable(colour, {ground}, isDark() ? QColor(Qt::white) : QColor(Qt::black), 4.5);
}

QColor Theme::outline() const
{
    return movedUntilReadable(line, {surface, pane}, isDark() ? QColor(Qt::white) : QColor(Qt::black), 3.0);
}

QPalette Theme::palette() const
{
    QPalette palette;
    palette.setColor(QPalette::Window, pane);
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Base, surface);
    palette.setColor(QPalette::AlternateBase, mixed(surface, pane, 0.6));
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::PlaceholderText, textDim);
    palette.setColor(QPalette::Button, isDark() ? raised : mixed(pane, raised, 0.6));
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::BrightText, error);
    palette.setColor(QPalette::ToolTipBase, raised);
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::Highlight, selection);
    palette.setColor(QPalette::HighlightedText, text);
    palette.setColor(QPalette::Accent, accent);
    palette.setColor(QPalette::Link, accent);
    palette.setColor(QPalette::LinkVisited, accent);
    palette.setColor(QPalette::Light, isDark() ? mixed(raised, text, 0.10) : raised);
    palette.setColor(QPalette::Midlight, isDark() ? mixed(raised, text, 0.05) : mixed(pane, raised, 0.5));
    palette.setColor(QPalette::Mid, isDark() ? mixed(pane, Qt::black, 0.25) : mixed(line, text, 0.12));
    palette.setColor(QPalette::Dark, isDark() ? mixed(pane, Qt::black, 0.45) : mixed(line, text, 0.25));
    palette.setColor(QPalette::Shadow, isDark() ? QColor(Qt::black) : mixed(line, text, 0.5));
    const QColor off = mixed(textDim, pane, 0.35);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText,
                            QPalette::HighlightedText, QPalette::PlaceholderText, QPalette::Link})
        palette.setColor(QPalette::Disabled, role, off);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, hover);
    palette.setColor(QPalette::Disabled, QPalette::Accent, off);
    return palette;
}

QFont Theme::textFont() const
{
    return scaledFont(interfaceFont(), 1.2);
}

QFont Theme::interfaceFont() const
{
    return QFontDatabase::systemFont(QFontDatabase::GeneralFont);
}

QFont Theme::smallFont() const
{
    return scaledFont(interfaceFont(), 0.9);
}

QFont Theme::figuresFont() const
{
    QFont font = interfaceFont();
    if (const auto tabular = QFont::Tag::fromString("tnum"_L1))
        font.setFeature(*tabular, 1);
    return font;
}

QFont Theme::codeFont() const
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setStyleHint(QFont::Monospace);
    if (interfaceFont().pointSizeF() > 0)
        font.setPointSizeF(interfaceFont().pointSizeF());
    return font;
}

} // namespace snug
