#include "widgets/window/palettesearch.h"

#include "core/model/searchtext.h"

#include <algorithm>

namespace snug {

namespace {

constexpr int InTheTitle = 2; // the middle of a word
constexpr int InTheRest = 6;
constexpr int NotTheBeginning = 1; // of the title, but of a word

bool beginsWord(const QString &text, qsizetype at)
{
    return at == 0 || !text[at - 1].isLetterOrNumber();
}

std::optional<int> distanceOf(const QString &word, const SearchedWords &searched)
{
    std::optional<int> best;
    for (qsizetype at = searched.title.indexOf(word); at >= 0; at = searched.title.indexOf(word, at + 1)) {
        const int distance = at == 0 ? 0 : beginsWord(searched.title, at) ? NotTheBeginning : InTheTitle;
        best = std::min(best.value_or(distance), distance);
        if (distance < InTheTitle)
            return best;
    }
    if (best)
        return best;
    for (qsizetype at = searched.rest.indexOf(word); at >= 0; at = searched.rest.indexOf(word, at + 1)) {
        const int distance = beginsWord(searched.rest, at) ? InTheRest : InTheRest + InTheTitle;
        best = std::min(best.value_or(distance), distance);
        if (distance == InTheRest)
            break;
    }
    return best;
}

} // namespace

SearchedWords SearchedWords::of(const QString &title, const QString &rest)
{
    return {.title = foldedForSearch(title), .rest = foldedForSearch(rest)};
}

std::optional<int> searchDistance(const QStringList &foldedWords, const SearchedWords &searched)
{
    int sum = 0;
    for (const QString &word : foldedWords) {
        const std::optional<int> distance = distanceOf(word, searched);
        if (!distance)
            return std::nullopt;
        sum += *distance;
    }
    return sum;
}

QList<qsizetype> foundRows(const QString &typed, const QList<SearchedWords> &rows, qsizetype limit)
{
    const QStringList words = foldedForSearch(typed).split(u' ', Qt::SkipEmptyParts);
    std::vector<std::pair<int, qsizetype>> found;
    for (qsizetype row = 0; row < rows.size(); ++row) {
        if (const auto distance = searchDistance(words, rows[row]))
            found.emplace_back(*distance, row);
    }
    std::ranges::sort(found);
    QList<qsizetype> list;
    for (const auto &[distance, row] : found) {
        if (list.size() == limit)
            break;
        list.append(row);
    }
    return list;
}

} // namespace snug
