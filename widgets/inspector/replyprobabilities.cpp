#include "widgets/inspector/replyprobabilities.h"

#include "widgets/inspector/probabilitytext.h"

#include <QCoreApplication>
#include <QStringDecoder>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct ReplyProbabilitiesText
{
    Q_DECLARE_TR_FUNCTIONS(ReplyProbabilities)
};

// What each token adds to the text. One that is a part of a character adds nothing, the one that completes it
// the character.
QStringList piecesOf(const QList<TokenLogProb> &tokens)
{
    QStringList pieces;
    QStringDecoder decoder(QStringDecoder::Utf8);
    for (const TokenLogProb &token : tokens) {
        QString piece = token.bytes.isEmpty() ? token.token : QString(decoder(token.bytes));
        pieces << piece.replace(u"\r\n"_s, u"\n"_s);
    }
    return pieces;
}

} // namespace

ReplyProbabilities::ReplyProbabilities(const QList<TokenLogProb> &tokens, QStringView reply)
    : m_tokens(tokens)
{
    if (reply.isEmpty() || tokens.isEmpty())
        return;
    const QStringList pieces = piecesOf(tokens);
    const QString said = pieces.join(QString());
    const qsizetype first = said.startsWith(reply) ? 0 : said.lastIndexOf(reply);
    if (first < 0) {
        alignOneByOne(pieces, reply);
        return;
    }
    qsizetype start = -first;
    for (qsizetype i = 0; i < pieces.size(); ++i) {
        const qsizetype end = start + pieces.at(i).size();
        if (end > 0 && start < reply.size() && end > start)
            m_stretches.append({std::max<qsizetype>(start, 0), std::min(end, reply.size()), i});
        start = end;
    }
}

// Something is between them that is not in the text, or was changed in it.
void ReplyProbabilities::alignOneByOne(const QStringList &pieces, QStringView reply)
{
    constexpr qsizetype farthest = 16; // a token is not looked for behind that
    qsizetype at = 0;
    for (qsizetype i = 0; i < pieces.size() && at < reply.size(); ++i) {
        const QString &piece = pieces.at(i);
        const QStringView near = reply.sliced(at).first(std::min(piece.size() + farthest, reply.size() - at));
        const qsizetype found = piece.isEmpty() ? -1 : near.indexOf(piece);
        if (found < 0)
            continue;
        at += found + piece.size();
        m_stretches.append({at - piece.size(), at, i});
    }
}

QString ReplyProbabilities::words(qsizetype at) const
{
    const auto behind =
        std::ranges::upper_bound(m_stretches, at, {}, [](const Stretch &stretch) { return stretch.start; });
    if (behind == m_stretches.begin() || (behind - 1)->end <= at)
        return {};
    const TokenLogProb &token = m_tokens.at((behind - 1)->token);
    QStringList lines{probabilityLine(token.token, token.logProb)};
    QStringList others;
    for (const TokenAlternative &other : token.others) {
        if (other.token != token.token)
            others << probabilityLine(other.token, other.logProb);
    }
    if (!others.isEmpty())
        lines << ReplyProbabilitiesText::tr("What else could have stood here:") << others;
    return lines.join(u'\n');
}

} // namespace snug
