// Lines of a file as they are kept for long: without the texts that the values made of them hold anyway.
#pragma once

#include "core/model/json.h"
#include "core/model/jsondata.h"

#include <QByteArrayView>
#include <QList>

namespace snug {

// Keeps one line after the other in pieces of a bounded size: what is left of a piece keeps it, and nothing
// else.
class LeanLines
{
public:
    // A line that stands at `begin` of its file, and the texts that are held elsewhere. Which of them the
    // line spells, where and whether as JSON.stringify would, is found out.
    void keep(QByteArrayView line, qsizetype begin, const QList<QString> &texts);
    // An object of the line that was kept last, as it was read from the file.
    Json asleep(const Json &value) const;

private:
    // In the file. `gain` is what the line has become shorter up to the end of it.
    struct Gap
    {
        qsizetype begin = 0;
        qsizetype end = 0;
        qsizetype gain = 0;
    };
    JsonSpan moved(JsonSpan span) const;
    qsizetype placeOf(qsizetype inFile) const;
    void startPiece();

    QExplicitlySharedDataPointer<JsonOrigin> m_piece;
    qsizetype m_lineInFile = 0;
    qsizetype m_lineInPiece = 0;
    QList<Gap> m_gaps;
};

// The bytes of a span with what was left out, in an origin of their own; a whole line with what stands around
// it.
JsonSpan wholeSpan(const JsonSpan &span);
bool isLean(const JsonSpan &span);

} // namespace snug
