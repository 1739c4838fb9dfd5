#include "core/memory/messagerange.h"

#include <QRegularExpression>

namespace snug {

QString rangeDashes()
{
    return QStringLiteral("[\\p{Pd}\\x{2212}]");
}

std::optional<MessageRange> messageRangeFrom(QStringView text)
{
    static const QRegularExpression shape(
        QStringLiteral("^\\s*([0-9]+)\\s*%1\\s*([0-9]+)\\s*$").arg(rangeDashes()));
    const QRegularExpressionMatch match = shape.matchView(text);
    if (!match.hasMatch())
        return {};
    bool isStart = false;
    bool isEnd = false;
    const MessageRange range{match.capturedView(1).toInt(&isStart), match.capturedView(2).toInt(&isEnd)};
    if (!isStart || !isEnd) // too long for a number
        return {};
    return range;
}

} // namespace snug
