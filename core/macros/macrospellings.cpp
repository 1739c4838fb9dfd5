#include "core/macros/macrospellings.h"

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace snug {

qsizetype RespelledText::inputPosition(qsizetype position) const
{
    auto after = std::ranges::upper_bound(changes, position, {}, &Change::start);
    if (after == changes.cbegin())
        return position;
    const Change &change = *std::prev(after);
    const qsizetype behind = position - (change.start + change.length);
    return behind < 0 ? change.inputStart : change.inputStart + change.inputLength + behind;
}

qsizetype RespelledText::nextBoundary(qsizetype position) const
{
    const auto after = std::ranges::upper_bound(changes, position, {}, &Change::start);
    if (after != changes.cbegin()) {
        const Change &change = *std::prev(after);
        if (position < change.start + change.length)
            return change.start + change.length;
    }
    return after == changes.cend() ? std::numeric_limits<qsizetype>::max() : after->start;
}

RespelledText respelled(const QString &input)
{
    static constexpr std::pair<QStringView, QStringView> spellings[] = {
        {u"<USER>", u"{{user}}"},
        {u"<BOT>", u"{{char}}"},
        {u"<CHAR>", u"{{char}}"},
        {u"<GROUP>", u"{{group}}"},
        {u"<CHARIFNOTGROUP>", u"{{charIfNotGroup}}"},
    };
    static constexpr QStringView timeZone = u"{{time_";
    RespelledText result{.text = input};
    if (!input.contains(u'<') && !input.contains(timeZone, Qt::CaseInsensitive))
        return result;
    result.text.clear();
    const QStringView all(input);
    const qsizetype lastEnd = all.lastIndexOf(u"}}");
    qsizetype position = 0;
    const auto change = [&](qsizetype length, QStringView by) {
        result.changes.append({result.text.size(), by.size(), position, length});
        result.text += by;
        position += length;
    };
    while (position < all.size()) {
        const QStringView rest = all.sliced(position);
        if (rest.front() == u'<') {
            const auto known = std::ranges::find_if(spellings, [&](const auto &spelling) {
                return rest.startsWith(spelling.first, Qt::CaseInsensitive);
            });
            if (known != std::end(spellings)) {
                change(known->first.size(), known->second);
                continue;
            }
        } else if (rest.front() == u'{' && position < lastEnd &&
                   rest.startsWith(timeZone, Qt::CaseInsensitive)) {
            const QStringView behind = rest.sliced(timeZone.size());
            if (behind.startsWith(u"UTC", Qt::CaseInsensitive)) {
                const qsizetype end = behind.indexOf(u"}}");
                change(timeZone.size() + end + 2, QString(u"{{time::" % behind.first(end) % u"}}"));
                continue;
            }
        }
        result.text += rest.front();
        ++position;
    }
    return result;
}

// Escaped braces lose their backslash.
static MacroText unescaped(const MacroText &text)
{
    QList<MacroText::Range> cut;
    for (qsizetype at = text.text().indexOf(u'\\'); at >= 0; at = text.text().indexOf(u'\\', at + 1)) {
        const QStringView next = QStringView(text.text()).sliced(at + 1);
        if (next.startsWith(u'{') || next.startsWith(u'}'))
            cut.append({at, 1});
    }
    return text.without(cut);
}

// Without "{{trim}}" and the line ends around it.
static MacroText trimsApplied(const MacroText &text)
{
    static constexpr QStringView mark = u"{{trim}}";
    QList<MacroText::Range> cut;
    const QString &all = text.text();
    const auto isLineEnd = [&](qsizetype at) { return all[at] == u'\n' || all[at] == u'\r'; };
    qsizetype done = 0;
    for (qsizetype at = all.indexOf(mark, 0, Qt::CaseInsensitive); at >= 0;
         at = all.indexOf(mark, done, Qt::CaseInsensitive)) {
        qsizetype start = at;
        while (start > done && isLineEnd(start - 1))
            --start;
        done = at + mark.size();
        while (done < all.size() && isLineEnd(done))
            ++done;
        cut.append({start, done - start});
    }
    return text.without(cut);
}

MacroText afterEvaluation(const MacroText &text)
{
    return trimsApplied(unescaped(text));
}

} // namespace snug
