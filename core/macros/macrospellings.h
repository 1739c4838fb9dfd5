// What is done to a whole text before and after its macros: "<USER>" and the like, from older cards, become
// the macros they stand for; escaped braces and {{trim}} take effect last.
#pragma once

#include "core/macros/macrotext.h"

#include <QList>
#include <QString>

namespace snug {

struct RespelledText
{
    QString text;
    // Where the text was changed: places in `text` and in the input, ascending.
    struct Change
    {
        qsizetype start, length, inputStart, inputLength;
    };
    QList<Change> changes = {};

    // The place in the input of a place in `text`.
    qsizetype inputPosition(qsizetype position) const;
    // The first place in `text` after this one where a change starts or ends, or beyond the text.
    qsizetype nextBoundary(qsizetype position) const;
};

RespelledText respelled(const QString &input);

// Escaped braces lose their backslash, {{trim}} goes with the line ends around it.
MacroText afterEvaluation(const MacroText &text);

} // namespace snug
