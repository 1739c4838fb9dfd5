#include "core/macros/macrotext.h"

#include "core/macros/macrospellings.h"
#include "core/model/whitespace.h"

#include <algorithm>

namespace snug {

MacroText MacroText::literal(QStringView text, qsizetype inputStart)
{
    MacroText result;
    if (!text.isEmpty()) {
        result.m_text = text.toString();
        result.m_pieces.append({.length = text.size(), .inputStart = inputStart});
    }
    return result;
}

MacroText MacroText::expansion(const QString &macro, const MacroValue &value, qsizetype inputStart)
{
    MacroText result;
    if (!value.text.isEmpty()) {
        result.m_text = value.text;
        result.m_pieces.append({.kind = MacroPiece::Kind::Expansion,
                                .length = value.text.size(),
                                .inputStart = inputStart,
                                .macro = macro,
                                .value = value});
    }
    return result;
}

void MacroText::append(const MacroText &other)
{
    m_text += other.m_text;
    for (const MacroPiece &piece : other.m_pieces) {
        if (!m_pieces.isEmpty() && piece.kind == MacroPiece::Kind::Literal) {
            MacroPiece &last = m_pieces.last();
            if (last.kind == MacroPiece::Kind::Literal && last.inputStart + last.length == piece.inputStart) {
                last.length += piece.length;
                continue;
            }
        }
        m_pieces.append(piece);
    }
}

void MacroText::append(MacroText &&other)
{
    if (isEmpty())
        *this = std::move(other);
    else
        append(std::as_const(other));
}

MacroText MacroText::mid(qsizetype position, qsizetype length) const
{
    const qsizetype end = length < 0 ? m_text.size() : position + length;
    QList<Range> cut;
    if (position > 0)
        cut.append({0, position});
    if (end < m_text.size())
        cut.append({end, m_text.size() - end});
    return without(cut);
}

MacroText MacroText::trimmed() const
{
    const QStringView front = trimmedStart(m_text);
    return mid(m_text.size() - front.size(), trimmedEnd(front).size());
}

MacroText MacroText::dedented() const
{
    QList<Range> lines;
    qsizetype indent = -1;
    for (qsizetype start = 0; start <= m_text.size();) {
        qsizetype end = m_text.indexOf(u'\n', start);
        if (end < 0)
            end = m_text.size();
        qsizetype text = start;
        while (text < end && isJavaScriptSpace(m_text[text].unicode()))
            ++text;
        if (indent < 0 && text < end)
            indent = text - start;
        lines.append({start, text - start}); // the white space in front
        start = end + 1;
    }
    if (indent <= 0)
        return *this;
    QList<Range> cut;
    for (const Range &line : std::as_const(lines)) {
        if (const qsizetype length = std::min(indent, line.length); length > 0)
            cut.append({line.start, length});
    }
    return without(cut);
}

MacroText MacroText::without(const QList<Range> &ranges) const
{
    if (ranges.isEmpty())
        return *this;
    MacroText result;
    result.m_text.reserve(m_text.size());
    qsizetype position = 0; // of the piece in m_text
    auto range = ranges.cbegin();
    for (const MacroPiece &piece : m_pieces) {
        const qsizetype end = position + piece.length;
        qsizetype from = position;
        while (from < end) {
            while (range != ranges.cend() && range->start + range->length <= from)
                ++range;
            const qsizetype until = range == ranges.cend() ? end : std::min(end, range->start);
            if (until > from) {
                MacroPiece kept = piece;
                kept.length = until - from;
                if (piece.kind == MacroPiece::Kind::Literal)
                    kept.inputStart += from - position;
                else
                    kept.valueStart += from - position;
                result.m_pieces.append(kept);
                result.m_text += QStringView(m_text).sliced(from, kept.length);
            }
            from = std::max(until, from);
            if (range != ranges.cend() && range->start <= from)
                from = std::min(end, range->start + range->length);
        }
        position = end;
    }
    return result;
}

void MacroText::translateInput(const RespelledText &respelled)
{
    if (respelled.changes.isEmpty())
        return;
    QList<MacroPiece> pieces;
    for (const MacroPiece &piece : std::as_const(m_pieces)) {
        const qsizetype end =
            piece.kind == MacroPiece::Kind::Literal ? piece.inputStart + piece.length : piece.inputStart + 1;
        for (qsizetype start = piece.inputStart; start < end;) {
            const qsizetype next = std::min(respelled.nextBoundary(start), end);
            MacroPiece part = piece;
            part.inputStart = respelled.inputPosition(start);
            if (piece.kind == MacroPiece::Kind::Literal)
                part.length = next - start;
            pieces.append(part);
            start = next;
        }
    }
    m_pieces = pieces;
}

} // namespace snug
