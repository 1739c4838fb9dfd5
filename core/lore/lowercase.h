// A text in lower case the way JavaScript's toLowerCase() makes it, with the way back.
#pragma once

#include <QList>
#include <QString>

namespace snug {

struct LoweredText
{
    QString text;
    // Where the text became longer than the original: places of the added units in `text`.
    QList<qsizetype> added;

    qsizetype originalPosition(qsizetype position) const;
};

// Full Unicode lower case, without a language's own rules: a capital sigma at the end of a word
// becomes the final one, a dotted capital I two characters.
LoweredText lowered(QStringView text);
// Likewise, for many short texts in a row: good until `buffer` is used again.
QStringView loweredInto(QStringView text, QString &buffer);

} // namespace snug
