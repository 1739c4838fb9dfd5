#include "core/memory/sidepromptarguments.h"

#include "core/model/whitespace.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace snug {

SidePromptArguments sidePromptArguments(QStringView text)
{
    static const QString shape = u"[0-9]+\\s*%1\\s*[0-9]+"_s.arg(rangeDashes());
    static const QRegularExpression range(shape);
    static const QRegularExpression atEnd(u"^(?:(.*\\S)\\s+)?(%1)$"_s.arg(shape));
    text = javaScriptTrimmed(text);
    if (text.startsWith(u'"') || text.startsWith(u'\'')) {
        const qsizetype close = text.indexOf(text.front(), 1);
        if (close > 1) {
            const QStringView behind = javaScriptTrimmed(text.sliced(close + 1));
            const auto found = messageRangeFrom(range.matchView(behind).capturedView());
            return {javaScriptTrimmed(text.sliced(1, close - 1)).toString(), found,
                    found ? QString() : behind.toString()};
        }
    }
    const QRegularExpressionMatch match = atEnd.matchView(text);
    if (!match.hasMatch())
        return {text.toString(), {}, {}};
    const auto found = messageRangeFrom(match.capturedView(2));
    return {match.captured(1), found, found ? QString() : match.captured(2)};
}

} // namespace snug
