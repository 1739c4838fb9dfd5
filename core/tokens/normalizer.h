// What a tokenizer changes in the text before it looks at it.
#pragma once

#include <QList>
#include <QRegularExpression>
#include <QString>

#include <variant>

namespace snug {

struct UnicodeForm
{
    QString::NormalizationForm form = QString::NormalizationForm_C;
};

struct Prepend
{
    QString text; // not before empty text
    bool unlessPresent = false;
};

struct Replace
{
    QString before; // exact text
    QString after;
};

struct ReplacePattern
{
    QRegularExpression pattern;
    QString after; // as it is, no references
};

struct Lowercase
{
};

// Spaces at the ends.
struct StripSpaces
{
    bool left = true;
    bool right = true;
};

using NormalizeStep = std::variant<UnicodeForm, Prepend, Replace, ReplacePattern, Lowercase, StripSpaces>;

// Steps in order; without steps the text stays as it is. A step that would make the text more than 40 times
// as long is left out: real tokenizers stay below 20 (NFKC of U+FDFA), a hostile one could ask for any
// length.
struct Normalizer
{
    QList<NormalizeStep> steps;

    bool isEmpty() const { return steps.isEmpty(); }
    QString apply(QString text) const;
};

} // namespace snug
