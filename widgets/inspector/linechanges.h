// Where two texts differ, line by line: for editing one into the other in small places.
#pragma once

#include <QList>
#include <QStringView>

namespace snug {

// Lines of the old text that lines of the new one replace. Either count may be 0.
struct LineChange
{
    qsizetype oldLine = 0;
    qsizetype oldCount = 0;
    qsizetype newLine = 0;
    qsizetype newCount = 0;

    bool operator==(const LineChange &) const = default;
};

// From first to last; quick rather than shortest, and never more than the lines between the first
// and the last difference.
QList<LineChange> lineChanges(const QList<QStringView> &before, const QList<QStringView> &after);

} // namespace snug
