#include "widgets/inspector/probabilitytext.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct ProbabilityText
{
    Q_DECLARE_TR_FUNCTIONS(ProbabilityText)
};

constexpr qsizetype mostTokens = 4000; // the export has all
constexpr double closeCall = 0.5;      // something else was as likely

// What cannot be seen is written as a sign.
QString shownToken(const QString &token)
{
    QString shown = token;
    shown.replace(u'\n', u'↵').replace(u'\t', u'→');
    return shown.trimmed().isEmpty() ? shown.replace(u' ', u'␣') : shown.trimmed();
}

double probabilityOf(double logProb)
{
    return std::isnan(logProb) ? 0 : std::clamp(std::exp(logProb), 0.0, 1.0);
}

QString percentText(double probability)
{
    const double percent = probability * 100;
    if (percent < 1)
        //: less than one per cent
        return ProbabilityText::tr("<1 %");
    //: %1 a whole number: how likely a word was
    return ProbabilityText::tr("%1 %").arg(std::lround(percent));
}

} // namespace

QString probabilityLine(const QString &token, double logProb)
{
    return shownToken(token) + u' ' + percentText(probabilityOf(logProb));
}

QString probabilityText(const QList<TokenLogProb> &tokens)
{
    QString text;
    for (const TokenLogProb &token : tokens.first(std::min(tokens.size(), mostTokens))) {
        const double probability = probabilityOf(token.logProb);
        if (!text.isEmpty() && !text.endsWith(u'\n'))
            text += u"   "_s;
        text += probabilityLine(token.token, token.logProb);
        if (probability < closeCall)
            text += u" •"_s;
        if (token.token.contains(u'\n'))
            text += u'\n';
    }
    if (tokens.size() > mostTokens)
        text += u"\n…"_s;
    return text;
}

} // namespace snug
