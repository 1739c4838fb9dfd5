// How the story is set for whom reads it: a choice of the user's, whatever the colours.
#pragma once

#include <QString>

namespace snug {

// The picture behind the story.
struct ReadingBackground
{
    enum class Kind : quint8 { None, OfChat, Own };

    Kind kind = Kind::OfChat;
    QString file; // the user's own, kept also while another is shown
    bool operator==(const ReadingBackground &) const = default;
};

struct ReadingLook
{
    enum class Column : quint8 { Narrow, Normal, Wide };

    int textPercent = 100; // of the size that the system's font asks for
    Column column = Column::Normal;
    bool showsNames = true;
    bool showsTimes = true;
    bool showsNumbers = false; // SillyTavern's message IDs
    bool showsPictures = true;
    bool hasLargePictures = false; // where there is room for them
    ReadingBackground background = {};

    bool operator==(const ReadingLook &) const = default;
};

inline constexpr int smallestText = 60; // percent
inline constexpr int largestText = 300;

// The next size up or down; the same at either end.
int textPercentAfter(int percent, int steps);
// Of the text column, at most.
int charactersAcross(ReadingLook::Column column);

} // namespace snug
