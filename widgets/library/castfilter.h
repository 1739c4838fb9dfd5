// What the list of characters is filtered by, under a name where it is saved.
#pragma once

#include <QString>
#include <QStringList>

namespace snug {

struct CastFilter
{
    QString name;
    QString words; // what is searched for
    QStringList tags;
    bool isEmpty() const { return words.trimmed().isEmpty() && tags.isEmpty(); }
    bool operator==(const CastFilter &) const = default;
};

} // namespace snug
