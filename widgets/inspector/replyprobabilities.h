// Which token of a recorded answer stands where in the reply's text, and what is to be said of it there.
#pragma once

#include "core/wire/streamevent.h"

#include <QString>

namespace snug {

class ReplyProbabilities
{
public:
    ReplyProbabilities() = default;
    // The reply may lack what the tokens say around it: thoughts, white space, a stop text.
    ReplyProbabilities(const QList<TokenLogProb> &tokens, QStringView reply);

    // Of the character at this place: how likely its token was, and what else could have stood there, a line
    // each. Empty where nothing is known.
    QString words(qsizetype at) const;

private:
    struct Stretch
    {
        qsizetype start;
        qsizetype end;
        qsizetype token;
    };
    void alignOneByOne(const QStringList &pieces, QStringView reply);

    QList<TokenLogProb> m_tokens;
    QList<Stretch> m_stretches; // in the order of the text
};

} // namespace snug
