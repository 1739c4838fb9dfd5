// Tokens that stand for exact text wherever it occurs ("<|im_end|>"), before anything is cut.
#pragma once

#include <QHash>
#include <QList>
#include <QString>

#include <bitset>

namespace snug {

struct AddedToken
{
    int id = -1;
    QString content;
    bool singleWord = false;   // only where no letter or digit touches it
    bool swallowsLeft = false; // takes the white space before it along
    bool swallowsRight = false;
};

class AddedTokens
{
public:
    AddedTokens() = default;
    explicit AddedTokens(const QList<AddedToken> &tokens);

    bool isEmpty() const { return m_tokens.isEmpty(); }

    // Whether one may stand, begin or take something along in this text or what follows it.
    bool mayTouch(QStringView text) const;

    struct Found
    {
        qsizetype start = -1; // -1: none
        qsizetype end = -1;
        int id = -1;
    };
    // The first occurrence at or after `from`, the longest of those that start there.
    Found find(QStringView text, qsizetype from) const;

private:
    Found foundAt(QStringView text, qsizetype from, qsizetype at) const;

    QList<AddedToken> m_tokens;
    QHash<QString, qsizetype> m_byContent;
    QHash<char16_t, QList<qsizetype>> m_lengths; // by first code unit, longest first
    std::bitset<65536> m_first;
};

} // namespace snug
