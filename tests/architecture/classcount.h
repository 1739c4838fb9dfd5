// How large the classes of a source tree are, whatever number of files they are spread over.
#pragma once

#include <QMap>
#include <QString>
#include <QStringList>

namespace snug::test {

struct ClassSize
{
    int lines = 0;    // of the functions in its .cpp files
    int connects = 0; // calls of connect() in them
    int publicFunctions = 0;
    bool operator==(const ClassSize &) const = default;
};

using ClassSizes = QMap<QString, ClassSize>;

// Adds what one file says. The code is laid out as clang-format does it here: functions begin and end at the
// line's start, members are indented by four.
void countFunctions(const QStringList &cppLines, ClassSizes &sizes);
void countPublicFunctions(const QStringList &headerLines, ClassSizes &sizes);

} // namespace snug::test
