#include "core/model/editedtext.h"

#include <QList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct Shown
{
    QString text;
    QList<qsizetype> places; // of each character in the text it came from, then that text's end
};

Shown shownOf(QStringView text)
{
    Shown shown;
    shown.text.reserve(text.size());
    shown.places.reserve(text.size() + 1);
    for (qsizetype i = 0; i < text.size(); ++i) {
        shown.places.append(i);
        switch (text[i].unicode()) {
        case u'\r':
            shown.text += u'\n';
            i += i + 1 < text.size() && text[i + 1] == u'\n' ? 1 : 0;
            break;
        case QChar::LineSeparator:
        case QChar::ParagraphSeparator:
        case 0xfdd0: // a text document's own marks
        case 0xfdd1:
            shown.text += u'\n';
            break;
        case QChar::Nbsp:
            shown.text += u' ';
            break;
        default:
            shown.text += text[i];
        }
    }
    shown.places.append(text.size());
    return shown;
}

bool endsLinesWithReturns(const QString &text)
{
    const qsizetype both = text.count(u"\r\n"_s);
    return both > 0 && 2 * both >= text.count(u'\n');
}

} // namespace

QString shownText(const QString &text)
{
    return shownOf(text).text;
}

QString editedText(const QString &before, const QString &shown)
{
    if (shown.contains(u'\r'))
        return shown;
    const Shown was = shownOf(before);
    if (was.text == shown)
        return before;
    const qsizetype shorter = std::min(was.text.size(), shown.size());
    qsizetype start = 0;
    while (start < shorter && was.text[start] == shown[start])
        ++start;
    qsizetype same = 0;
    while (same < shorter - start && was.text[was.text.size() - 1 - same] == shown[shown.size() - 1 - same])
        ++same;
    const auto withEnds = [&](QString text) {
        return endsLinesWithReturns(before) ? text.replace(u'\n', u"\r\n"_s) : text;
    };
    const QString after = before.first(was.places.at(start)) +
                          withEnds(shown.sliced(start, shown.size() - same - start)) +
                          before.sliced(was.places.at(was.text.size() - same));
    // A lone carriage return that comes to stand before a line feed would be one line end with it.
    return shownText(after) == shown ? after : withEnds(shown);
}

} // namespace snug
