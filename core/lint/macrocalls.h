// Which macros a text calls.
#pragma once

#include <QList>
#include <QString>

namespace snug {

struct FoundMacro
{
    QString name; // lower case
    qsizetype start = 0;
    qsizetype length = 0;
};

// In the order in which they stand, nested ones behind those around them; not those inside comments, whose
// values go nowhere.
QList<FoundMacro> macroCalls(QStringView text);

} // namespace snug
