// How likely the tokens of an answer were, as a text to read: each with its per cent, those that were close
// calls marked.
#pragma once

#include "core/wire/streamevent.h"

#include <QString>

namespace snug {

// Empty for none. A line of the answer is a line of the text.
QString probabilityText(const QList<TokenLogProb> &tokens);
// One of them: "shades 29 %".
QString probabilityLine(const QString &token, double logProb);

} // namespace snug
