#include "core/memory/sidepromptarguments.h"

#include "core/model/whitespace.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace snug {

SidePromptArguments sidePromptArguments(QStringView text)
{
    static const QRegularExpression range(uR"([0-9]+\s*[-\x{2013}\x{2014}]\s*[0-9]+)"_s);
    static const QRegularExpression atEnd(uR"(^(.*\S)\s+([0-9]+\s*[-\x{2013}\x{2014}]\s*[0-9]+)$)"_s);
    text = javaScriptTrimmed(text);
    if (text.startsWith(u'"') || text.startsWith(u'\'')) {
        const qsizetype close = text.indexOf(text.front(), 1);
        if (close > 0) {
            const QRegularExpressionMatch match = range.matchView(text.sliced(close + 1));
            return {javaScriptTrimmed(text.sliced(1, close - 1)).toString(),
                    messageRangeFrom(match.capturedView())};
        }
    }
    const QRegularExpressionMatch match = atEnd.matchView(text);
    if (match.hasMatch())
        return {match.captured(1), messageRangeFrom(match.capturedView(2))};
    return {text.toString(), {}};
}

} // namespace snug
