// The words of the template language, and which of them could come at a place: for completion.
#pragma once

#include <QString>
#include <QStringList>

namespace snug {

QStringList templateTagNames();    // "for", "endfor", …
QStringList templateFilterNames(); // sorted, as the next two
QStringList templateTestNames();
QStringList templateFunctionNames(); // range, cycler, joiner, send_as, …

struct TemplatePlace
{
    enum class Kind : quint8 { Text, Tag, Variable, Filter, Test };

    Kind kind = Kind::Text; // Text: nothing to complete
    QString prefix;         // what stands there of the word; of Variable with its dots: "char.na"
    bool operator==(const TemplatePlace &) const = default;
};

// At `position` (UTF-16 units).
TemplatePlace templatePlace(QStringView text, qsizetype position);

} // namespace snug
