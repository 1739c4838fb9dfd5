// Our icons: one colour, drawn from SVG at the size and scale asked for, in the palette's text colour.
#pragma once

#include <QColor>
#include <QIcon>

namespace snug {

// The files are resources/icons/<name>.svg with the names in small letters and hyphens.
enum class IconName : quint8 {
    Send,
    Stop,
    Retry,
    Edit,
    Trash,
    Eye,
    EyeOff,
    Branch,
    Copy,
    ChevronLeft,
    ChevronRight,
    ChevronDown,
    Plus,
    Search,
    Persona,
    Book,
    Preset,
    Plug,
    Gear,
    Menu,
    Pin,
    Undo,
    Redo,
    Continue,
    Impersonate,
    Close,
    Warning,
    Folder,
    TearOff,
    PutBack,
};
inline constexpr int iconCount = int(IconName::PutBack) + 1;

// Tinted when it is painted: ButtonText, its disabled colour, or HighlightedText by the icon's mode, of
// the application's palette at that moment, so it follows a theme change by itself. With a valid
// `colour` it always has that colour.
QIcon icon(IconName name, const QColor &colour = {});

// The resource's file name without folder and suffix: "eye-off".
QString iconFileName(IconName name);

} // namespace snug
