// The line in the prompt list where the server's cache ends.
#pragma once

#include "widgets/theme/theme.h"

#include <QString>

class QPainter;
class QRect;

namespace snug {

// A dashed line between lines of text, with a notch at either end. `hasRoom`: it stands between rows, where a
// word covers no text; within a message those who point at the line are told (cacheEndWords()).
void paintCacheEnd(QPainter &painter, const QRect &line, const QRect &seen, const Theme &theme, bool hasRoom);

QString cacheEndWords();

} // namespace snug
