// Every colour and font of the program, as one value.
//
// A widget is given a Theme (setTheme), keeps it, and paints with nothing else; it does not ask the
// application. Who follows the system is `SystemTheme` (systemtheme.h). All text colours have at least
// 4.5:1 contrast on the grounds they are used on, strips and icons at least 3:1; a test holds that.
#pragma once

#include "core/prompt/source.h"

#include <QColor>
#include <QFont>
#include <QPalette>

namespace snug {

struct Theme
{
    enum class Scheme : quint8 { Light, Dark };

    // The accent falls back to ours when `accent` is invalid; otherwise it is taken as it is as far as
    // hue goes, and made darker or lighter until text in it can be read.
    static Theme light(const QColor &accent = {});
    static Theme dark(const QColor &accent = {});

    bool isDark() const { return scheme == Scheme::Dark; }

    // The colour of a source, for strips, dots, underlines and bars (3:1 on surface and pane).
    QColor source(SourceGroup group) const;
    // The same as a ground behind ordinary text ('Colour all'): text stays readable on it.
    QColor sourceGround(SourceGroup group) const;
    // `colour` as a faint ground on the surface; `strength` 0…1.
    QColor tint(const QColor &colour, double strength = 0.12) const;

    // `colour`, made darker or lighter until text in it has 4.5:1 on `ground`.
    QColor readable(const QColor &colour, const QColor &ground) const;

    // Around boxes to tick and fields to fill: 3:1 on surface and pane.
    QColor outline() const;

    QPalette palette() const;

    QFont textFont() const;      // running text that one reads: the system's font, a little larger
    QFont interfaceFont() const; // lists, buttons: the system's font
    QFont smallFont() const;     // times, marks, hints
    QFont figuresFont() const;   // numbers in columns: tabular figures of the system's font
    QFont codeFont() const;      // code, wire bytes: the system's fixed font

    Scheme scheme = Scheme::Light;

    QColor surface; // where one reads and writes
    QColor pane;    // side panes, tool bars, window
    QColor raised;  // buttons, pills, popups
    QColor hover;   // a row under the pointer, on surface or pane
    QColor line;    // hairlines between areas: decoration, not information
    QColor text;
    QColor textDim;    // secondary text: times, counts, hints; still 4.5:1
    QColor action;     // *action* in a message: slightly dimmer than text
    QColor accent;     // "speech", links, focus, the main button
    QColor onAccent;   // text on accent
    QColor selection;  // ground of selected text and rows; text stays `text`
    QColor userGround; // faint tint behind the user's messages
    QColor codeGround; // behind code
    QColor warning;    // text and strips
    QColor error;      // text and strips; also dropped segments
    QColor positive;   // exact, saved, connected
    QColor whatIf;     // the edge of a what-if prompt
    QColor added;      // diff: text of the sign and strip
    QColor removed;
    QColor addedGround; // diff: behind the changed text
    QColor removedGround;

    bool operator==(const Theme &) const = default;
};

// WCAG 2 contrast ratio of two opaque colours, 1…21.
double contrastRatio(const QColor &a, const QColor &b);
// `share` (0…1) of `b` in `a`, in sRGB.
QColor mixed(const QColor &a, const QColor &b, double share);

} // namespace snug
