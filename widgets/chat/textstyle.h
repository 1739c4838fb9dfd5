// How running text in the transcript is set: fonts, line height, distances, colours.
#pragma once

#include "widgets/chat/readinglook.h"
#include "widgets/theme/theme.h"

namespace snug {

// Distances are in device-independent pixels.
struct TextStyle
{
    static TextStyle from(const Theme &theme, const ReadingLook &look = {});
    // The same for a narrator: centred italics.
    TextStyle narrated() const;
    // The same for what is not sent: dimmer, and still to be read.
    TextStyle unsent() const;
    // The same for reasoning: smaller and dimmer, without set-off speech.
    TextStyle aside() const;

    Theme theme;
    ReadingLook look;
    QFont font;
    QFont codeFont;
    QFont wordsFont; // of what is not running text: errors, folded lines
    QFont nameFont;
    QFont smallFont;
    QColor text;
    QColor action;        // *so*
    QColor speech;        // "so"
    qreal lineHeight = 0; // 1.45 of the font's size
    qreal codeLineHeight = 0;
    qreal paragraphGap = 0;
    bool centred = false;
    bool italic = false;

    bool operator==(const TextStyle &) const = default;
};

} // namespace snug
