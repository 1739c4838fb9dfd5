// A text that came back from an editing field: what nobody touched stays as it was, to the character.
#pragma once

#include <QString>

namespace snug {

// As editing fields have it: line ends of any kind are "\n", spaces that do not break are spaces.
QString shownText(const QString &text);

// `before` after its shown text was made `shown`: outside of the changed stretch every line end and space is
// the one it was; new lines in it end as most lines of `before` do. A `shown` with carriage returns is from
// no editing field and is taken as it is.
QString editedText(const QString &before, const QString &shown);

} // namespace snug
