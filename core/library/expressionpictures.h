// Pictures of a character's expressions, where SillyTavern keeps them: in `characters/<card's file without
// its ending>/`, named as the expressions (docs/sillytavern/library.md#expressions).
#pragma once

#include "core/library/librarylayout.h"

#include <QList>
#include <QString>

namespace snug {

struct ExpressionPicture
{
    QString name; // "joy"
    QString path; // absolute

    bool operator==(const ExpressionPicture &) const = default;
};

// By the ending of its name.
bool isExpressionPicture(QStringView fileName);
// By name; many more than anybody has are left out. Looks at the disk.
QList<ExpressionPicture> expressionPictures(const LibraryLayout &layout, const QString &cardFile);

} // namespace snug
