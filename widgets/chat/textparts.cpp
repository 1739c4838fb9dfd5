#include "widgets/chat/textparts.h"

#include "widgets/chat/markdown.h"

#include <algorithm>

namespace snug {

// How much of `text` is cut off: it is longer than a part.
static qsizetype cutIn(QStringView text)
{
    constexpr qsizetype least = TextParts::longestCut / 2;
    const QStringView room = text.first(TextParts::longestCut);
    for (const QStringView end : {QStringView(u"\n\n"), QStringView(u"\n"), QStringView(u" ")}) {
        if (const qsizetype at = room.lastIndexOf(end) + end.size(); at >= least + end.size())
            return at;
    }
    return room.back().isHighSurrogate() ? room.size() - 1 : room.size();
}

void TextParts::setText(const QString &text)
{
    // What the cuts were made by.
    const qsizetype looked = m_starts.size() > 1 ? m_starts.at(m_starts.size() - 2).position + longestCut : 0;
    if (text.size() < m_text.size() || QStringView(text).first(looked) != QStringView(m_text).first(looked))
        m_starts = {Start{}};
    m_text = text;
    while (m_text.size() - m_starts.last().position > longestWhole) {
        const Start &last = m_starts.last();
        const QStringView rest = QStringView(m_text).sliced(last.position);
        const qsizetype length = cutIn(rest);
        const QString fence = openFence(QString(last.fence + rest.first(length)));
        m_starts.append({last.position + length, fence});
    }
}

QString TextParts::part(int index) const
{
    if (m_starts.size() == 1)
        return m_text;
    const Start &start = m_starts.at(index);
    const qsizetype end = index + 1 < m_starts.size() ? m_starts.at(index + 1).position : m_text.size();
    return start.fence + QStringView(m_text).sliced(start.position, end - start.position);
}

int TextParts::partAt(qsizetype position) const
{
    const auto after = std::ranges::upper_bound(m_starts, position, {}, &Start::position);
    return int(after - m_starts.begin()) - 1;
}

} // namespace snug
