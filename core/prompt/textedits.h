// Where two texts differ, word by word.
#pragma once

#include <QList>
#include <QStringView>

namespace snug {

// Characters (UTF-16 units) of the old text that characters of the new one replace; either may be none.
struct TextEdit
{
    qsizetype before = 0;
    qsizetype beforeLength = 0;
    qsizetype after = 0;
    qsizetype afterLength = 0;
    bool operator==(const TextEdit &) const = default;
};

// In order, never touching each other. Words stay whole. Long texts that differ all over are one edit.
QList<TextEdit> textEdits(QStringView before, QStringView after);

} // namespace snug
