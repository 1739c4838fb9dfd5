#include "core/macros/builtins.h"
#include "core/macros/pick.h"
#include "core/model/whitespace.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

// splitmix64: small, and every seed is a good one.
static quint64 nextRandom(quint64 &state)
{
    state += 0x9e3779b97f4a7c15ULL;
    quint64 mixed = state;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
    return mixed ^ (mixed >> 31);
}

// A list that came as one argument: split at "::", else at commas ("\," keeps one).
static QStringList listItems(const QStringList &arguments)
{
    if (arguments.size() != 1)
        return arguments;
    const QString &text = arguments.first();
    QStringList items;
    if (text.contains(u"::"_s)) {
        items = text.split(u"::"_s);
    } else {
        QString item;
        for (qsizetype i = 0; i < text.size(); ++i) {
            if (text[i] == u'\\' && i + 1 < text.size() && text[i + 1] == u',') {
                item += u',';
                ++i;
            } else if (text[i] == u',') {
                items.append(std::exchange(item, {}));
            } else {
                item += text[i];
            }
        }
        items.append(item);
    }
    for (QString &item : items)
        item = javaScriptTrimmed(item).toString();
    return items;
}

static std::optional<MacroValue> random(MacroInvocation &call)
{
    const QStringList items = listItems(call.arguments);
    if (items.isEmpty())
        return MacroValue{};
    return MacroValue{items[static_cast<qsizetype>(nextRandom(call.state.random) % quint64(items.size()))]};
}

static std::optional<MacroValue> pick(MacroInvocation &call)
{
    const QStringList items = listItems(call.arguments);
    if (items.isEmpty())
        return MacroValue{};
    if (!call.wholeTextHash)
        call.wholeTextHash = stringHash(call.wholeText);
    QString seed = call.environment.chatHash % u'-' % QString::number(*call.wholeTextHash) % u'-' %
                   QString::number(call.offset);
    if (!call.environment.rerollSeed.isEmpty())
        seed += u'-' % call.environment.rerollSeed;
    const double chance = seededRandom(QString::number(stringHash(seed)));
    return MacroValue{items[static_cast<qsizetype>(std::floor(chance * double(items.size())))]};
}

// "20", "d20", "2d6", "1d8+3"; anything else gives nothing.
static std::optional<MacroValue> roll(MacroInvocation &call)
{
    static const QRegularExpression dice(u"^(?:([1-9][0-9]{0,3})?d)?([1-9][0-9]{0,8})([+-][0-9]{1,9})?$"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = dice.match(call.arguments.first());
    if (!match.hasMatch())
        return MacroValue{};
    const int count = match.captured(1).isEmpty() ? 1 : match.captured(1).toInt();
    const quint64 sides = match.captured(2).toULongLong();
    if (!call.state.budget->takeSteps(count / 64))
        return MacroValue{};
    qint64 sum = match.captured(3).toLongLong();
    for (int i = 0; i < count; ++i)
        sum += qint64(nextRandom(call.state.random) % sides) + 1;
    return MacroValue{QString::number(sum)};
}

void addChanceMacros(MacroTable &table)
{
    table[u"random"_s] = {0, -1, random};
    table[u"pick"_s] = {0, -1, pick};
    table[u"roll"_s] = {1, 1, roll};
}

} // namespace snug
