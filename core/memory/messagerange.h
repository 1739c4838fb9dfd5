// A stretch of a chat by message numbers, both ends included. Numbers are positions in the whole chat,
// hidden messages counted.
#pragma once

#include <QString>

#include <optional>

namespace snug {

struct MessageRange
{
    int start = 0;
    int end = 0;

    int size() const { return end - start + 1; }
    QString text() const { return QStringLiteral("%1-%2").arg(start).arg(end); }
    bool operator==(const MessageRange &) const = default;
};

// Between the numbers of a range: every hyphen and dash of Unicode, and the minus sign. A class of a regular
// expression.
QString rangeDashes();

// "3-9"; blanks and dashes of every kind are allowed ("3 – 9"). The order of the ends is not checked.
std::optional<MessageRange> messageRangeFrom(QStringView text);

} // namespace snug
