#include "widgets/chat/speech.h"

namespace snug {

namespace {

// The marks that close what `opening` opens; empty where it opens nothing.
QStringView closingMarks(QChar opening)
{
    switch (opening.unicode()) {
    case u'"':
        return u"\"";
    case u'\u201C':
        return u"\u201D";
    case u'\u201E':
        return u"\u201C\u201D";
    case u'\u00AB':
        return u"\u00BB";
    case u'\u300C':
        return u"\u300D";
    case u'\u300E':
        return u"\u300F";
    case u'\uFF02':
        return u"\uFF02";
    default:
        return {};
    }
}

} // namespace

QList<SpeechRange> speechRanges(QStringView paragraph, bool unfinished)
{
    QList<SpeechRange> ranges;
    qsizetype open = -1;
    QStringView closing;
    bool brokenLine = false; // a line break since the opening mark
    for (qsizetype i = 0; i < paragraph.size(); ++i) {
        const QChar c = paragraph[i];
        if (c == QChar::LineSeparator) {
            brokenLine = true;
            continue;
        }
        const QChar before = i > 0 ? paragraph[i - 1] : QChar(u' ');
        if (open >= 0 && closing.contains(c)) {
            // A straight mark that looks like an opening one, on a later line: the earlier was stray.
            const bool opensAgain = brokenLine && closingMarks(c) == closing && before.isSpace();
            if (!opensAgain) {
                ranges.append({open, i + 1 - open});
                open = -1;
                continue;
            }
            open = -1;
        }
        if (open < 0 && !closingMarks(c).isEmpty() && !(c == u'"' && before.isLetterOrNumber())) {
            open = i;
            closing = closingMarks(c);
            brokenLine = false;
        }
    }
    if (open >= 0 && (unfinished || paragraph.first(open).trimmed().isEmpty()))
        ranges.append({open, paragraph.size() - open});
    return ranges;
}

} // namespace snug
