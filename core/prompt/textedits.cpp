#include "core/prompt/textedits.h"

#include <algorithm>

namespace snug {

namespace {

// Pairs of words that are looked at; beyond this the middle is one edit.
constexpr qsizetype mostPairs = 1'000'000;

// A word, a run of blanks, or one other character (a whole one, not half a pair).
QList<QStringView> wordsOf(QStringView text)
{
    QList<QStringView> words;
    qsizetype start = 0;
    while (start < text.size()) {
        qsizetype end = start + 1;
        const QChar first = text[start];
        if (first.isLetterOrNumber()) {
            while (end < text.size() && (text[end].isLetterOrNumber() || text[end].isMark()))
                ++end;
        } else if (first.isSpace()) {
            while (end < text.size() && text[end].isSpace())
                ++end;
        } else if (first.isHighSurrogate() && end < text.size() && text[end].isLowSurrogate()) {
            ++end;
        }
        words.append(text.sliced(start, end - start));
        start = end;
    }
    return words;
}

// Joined with the edit that ends where this one begins.
void add(QList<TextEdit> &edits, const TextEdit &edit)
{
    if (edit.beforeLength == 0 && edit.afterLength == 0)
        return;
    if (!edits.isEmpty() && edits.last().before + edits.last().beforeLength == edit.before &&
        edits.last().after + edits.last().afterLength == edit.after) {
        edits.last().beforeLength += edit.beforeLength;
        edits.last().afterLength += edit.afterLength;
    } else {
        edits.append(edit);
    }
}

} // namespace

QList<TextEdit> textEdits(QStringView before, QStringView after)
{
    QList<QStringView> left = wordsOf(before);
    QList<QStringView> right = wordsOf(after);
    qsizetype skipped = 0; // words at the front that are the same
    const qsizetype shorter = std::min(left.size(), right.size());
    while (skipped < shorter && left.at(skipped) == right.at(skipped))
        ++skipped;
    qsizetype behind = 0;
    while (behind < shorter - skipped &&
           left.at(left.size() - 1 - behind) == right.at(right.size() - 1 - behind))
        ++behind;
    qsizetype beforeAt = 0;
    for (qsizetype i = 0; i < skipped; ++i)
        beforeAt += left.at(i).size();
    qsizetype afterAt = beforeAt;
    left = left.sliced(skipped, left.size() - skipped - behind);
    right = right.sliced(skipped, right.size() - skipped - behind);

    QList<TextEdit> edits;
    const qsizetype rows = left.size();
    const qsizetype columns = right.size();
    if (rows == 0 || columns == 0 || rows * columns > mostPairs) {
        qsizetype gone = 0;
        qsizetype added = 0;
        for (const QStringView word : std::as_const(left))
            gone += word.size();
        for (const QStringView word : std::as_const(right))
            added += word.size();
        add(edits, {beforeAt, gone, afterAt, added});
        return edits;
    }
    // Lengths of the longest common subsequences of what follows.
    QList<int> lengths((rows + 1) * (columns + 1), 0);
    const auto length = [&](qsizetype row, qsizetype column) -> int & {
        return lengths[row * (columns + 1) + column];
    };
    for (qsizetype row = rows - 1; row >= 0; --row) {
        for (qsizetype column = columns - 1; column >= 0; --column)
            length(row, column) = left.at(row) == right.at(column)
                                      ? length(row + 1, column + 1) + 1
                                      : std::max(length(row + 1, column), length(row, column + 1));
    }
    qsizetype row = 0;
    qsizetype column = 0;
    while (row < rows || column < columns) {
        if (row < rows && column < columns && left.at(row) == right.at(column)) {
            beforeAt += left.at(row++).size();
            afterAt += right.at(column++).size();
        } else if (column == columns || (row < rows && length(row + 1, column) >= length(row, column + 1))) {
            add(edits, {beforeAt, left.at(row).size(), afterAt, 0});
            beforeAt += left.at(row++).size();
        } else {
            add(edits, {beforeAt, 0, afterAt, right.at(column).size()});
            afterAt += right.at(column++).size();
        }
    }
    return edits;
}

} // namespace snug
