#include "core/formats/jsonlean.h"

#include "core/formats/jsonbytes.h"
#include "core/formats/jsonlines.h"
#include "core/formats/jsontext.h"

#include <QHash>

#include <algorithm>
#include <iterator>

namespace snug {

namespace {

constexpr qsizetype pieceSize = 64 * 1024;
// A shorter token is not worth the entry that stands for it.
constexpr qsizetype shortestLeftOut = 40;

// A text that a line may spell, and where it is found among those left out of the piece.
struct HeldText
{
    QString text;
    qsizetype number = -1;
};

using HeldTexts = QHash<QByteArray, HeldText>; // by their spelling

// The quotes of each string of a line, in order.
template <typename Found> void forEachString(QByteArrayView line, Found &&found)
{
    const char *const end = line.end();
    for (const char *at = line.begin(); at < end; ++at) {
        if (*at != '"')
            continue;
        const char *const from = at++;
        for (at = endOfPlainText(at, end); at < end && *at != '"'; at = endOfPlainText(at, end))
            at = std::min(at + 2, end); // an escape
        if (at == end)
            return;
        found(from - line.begin(), at + 1 - line.begin());
    }
}

HeldTexts heldTexts(const QList<QString> &texts)
{
    HeldTexts held;
    for (const QString &text : texts) {
        const bool isLong = text.size() * 3 + 2 >= shortestLeftOut;
        const bool isFirst = &text == &texts.first();
        if (isLong && (isFirst || text.constData() != texts.first().constData()))
            held.insert(jsonStringSpelling(text), HeldText{.text = text});
    }
    return held;
}

QByteArray withTexts(QByteArrayView lean, const QList<QString> &texts)
{
    QByteArray whole;
    while (true) {
        const qsizetype mark = lean.indexOf(leftOutMark);
        if (mark < 0)
            return whole += lean;
        whole += lean.first(mark);
        qsizetype behind = mark + 1;
        whole += jsonStringSpelling(texts.at(leftOutNumber(lean, behind)));
        lean = lean.sliced(behind);
    }
}

} // namespace

void LeanLines::startPiece()
{
    m_piece = new JsonOrigin;
    m_piece->style = JsonStyle::compact();
    m_piece->isWholeDocument = false;
}

void LeanLines::keep(QByteArrayView line, qsizetype begin, const QList<QString> &texts)
{
    if (!m_piece || m_piece->bytes.size() + line.size() > pieceSize) {
        if (m_piece)
            m_piece->bytes.squeeze();
        startPiece();
    }
    QByteArray &bytes = m_piece->bytes;
    if (!bytes.isEmpty())
        bytes += '\n';
    m_lineInFile = begin;
    m_lineInPiece = bytes.size();
    m_gaps.clear();

    HeldTexts held = heldTexts(texts);
    qsizetype taken = 0;
    forEachString(line, [&](qsizetype from, qsizetype to) {
        if (to - from < shortestLeftOut)
            return;
        const auto it = held.find(QByteArray::fromRawData(line.data() + from, to - from));
        if (it == held.end())
            return;
        if (it->number < 0) {
            it->number = m_piece->leftOut.size();
            m_piece->leftOut.append(it->text);
        }
        bytes += line.sliced(taken, from - taken);
        bytes += leftOutMark;
        bytes += QByteArray::number(it->number);
        taken = to;
        m_gaps.append(
            {.begin = begin + from, .end = begin + to, .gain = to - (bytes.size() - m_lineInPiece)});
    });
    bytes += line.sliced(taken);
}

qsizetype LeanLines::placeOf(qsizetype inFile) const
{
    const auto behind = std::ranges::upper_bound(m_gaps, inFile, {}, &Gap::end);
    const qsizetype gain = behind == m_gaps.begin() ? 0 : std::prev(behind)->gain;
    return m_lineInPiece + (inFile - m_lineInFile) - gain;
}

JsonSpan LeanLines::moved(JsonSpan span) const
{
    const qsizetype end = placeOf(span.begin + span.length);
    span.begin = placeOf(span.begin);
    span.length = end - span.begin;
    span.origin = m_piece;
    return span;
}

Json LeanLines::asleep(const Json &value) const
{
    return snug::asleep(value, [this](const JsonSpan &span) { return moved(span); });
}

bool isLean(const JsonSpan &span)
{
    return QByteArrayView(span.origin->bytes).sliced(span.begin, span.length).contains(leftOutMark);
}

JsonSpan wholeSpan(const JsonSpan &span)
{
    const QByteArrayView lean = span.origin->bytes;
    qsizetype from = span.begin;
    qsizetype stop = span.begin + span.length;
    if (span.depth == 0) {
        from = lean.first(span.begin).lastIndexOf('\n') + 1;
        const qsizetype lineEnd = lean.indexOf('\n', stop);
        stop = lineEnd < 0 ? lean.size() : lineEnd;
    }
    JsonSpan whole = span;
    whole.origin = new JsonOrigin;
    whole.origin->style = span.origin->style;
    whole.origin->isWholeDocument = span.origin->isWholeDocument;
    whole.origin->bytes = withTexts(lean.sliced(from, stop - from), span.origin->leftOut);
    whole.begin = span.begin - from;
    whole.length = whole.origin->bytes.size() - whole.begin - (stop - (span.begin + span.length));
    return whole;
}

} // namespace snug
