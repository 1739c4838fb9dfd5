// Finding a thing by some letters of its name. Pure.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace snug {

// What one can look for, made ready for looking: case and accents do not count.
struct SearchedWords
{
    QString title; // folded
    QString rest;  // folded: what else finds it

    static SearchedWords of(const QString &title, const QString &rest = {});
    bool operator==(const SearchedWords &) const = default;
};

// How far it is from what was typed: 0 is nearest; nothing where a word is not in it. Every word has to be
// there, in any order; the title counts more than the rest, and beginnings of words more than their middle.
std::optional<int> searchDistance(const QStringList &foldedWords, const SearchedWords &searched);

// The rows that fit, nearest first, those of one distance in their order; at most `limit`. Nothing typed:
// all.
QList<qsizetype> foundRows(const QString &typed, const QList<SearchedWords> &rows, qsizetype limit);

} // namespace snug
