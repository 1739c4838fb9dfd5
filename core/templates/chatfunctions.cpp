#include "core/templates/chatfunctions.h"

#include "core/templates/filtertext.h"
#include "core/templates/templateevaluation.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qint64 mostDice = 100;
constexpr qint64 mostSides = 1'000'000;

TemplateText textIn(const TemplateData &data)
{
    return {data.text, data.origin};
}

qint64 wholeFrom(TemplateEvaluation &rendering, qint64 low, qint64 high)
{
    return low + qint64(rendering.nextRandom() % quint64(high - low + 1));
}

TemplateValue randomNumber(TemplateEvaluation &rendering, const TemplateArguments &arguments)
{
    if (arguments.size() == 0)
        return double(rendering.nextRandom() >> 11) / double(1LL << 53);
    const qint64 first = templateInteger(arguments.at(0));
    const qint64 low = arguments.size() > 1 ? first : 1;
    const qint64 high = arguments.size() > 1 ? templateInteger(arguments.at(1)) : first;
    return low <= high ? TemplateValue(double(wholeFrom(rendering, low, high)))
                       : refuse(rendering, u"random"_s);
}

// "d20", "3d6", "2d8-1".
TemplateValue roll(TemplateEvaluation &rendering, const TemplateArguments &arguments)
{
    static const QRegularExpression form(
        u"^\\s*(\\d{0,4})[dD](\\d{1,7})\\s*(?:([+-])\\s*(\\d{1,9}))?\\s*$"_s);
    const QRegularExpressionMatch dice = form.match(templateText(arguments.at(0)));
    const qint64 count = dice.captured(1).isEmpty() ? 1 : dice.captured(1).toLongLong();
    const qint64 sides = dice.captured(2).toLongLong();
    if (!dice.hasMatch() || count < 1 || count > mostDice || sides < 1 || sides > mostSides)
        return rendering.fail(
            TemplateError::Kind::BadOperand,
            QCoreApplication::translate("Rendering",
                                        "“%1” is not a roll of dice such as 2d6+1, with at most %2 dice")
                .arg(templateText(arguments.at(0)))
                .arg(mostDice),
            u"roll"_s);
    qint64 total = dice.captured(4).toLongLong() * (dice.captured(3) == u"-" ? -1 : 1);
    for (qint64 i = 0; i < count; ++i)
        total += wholeFrom(rendering, 1, sides);
    return double(total);
}

TemplateValue hasFact(TemplateEvaluation &rendering, const TemplateData &facts,
                      const TemplateArguments &arguments)
{
    const QString pattern = templateText(arguments.at(0));
    const bool isPlain =
        std::ranges::none_of(pattern, [](QChar c) { return QStringView(u"\\^$.|?*+()[]{}").contains(c); });
    for (const TemplateData &fact : *facts.items) {
        if (isPlain) {
            if (!rendering.step(fact.text.size() / 16 + 1))
                return {};
            if (fact.text.contains(pattern, Qt::CaseInsensitive))
                return true;
            continue;
        }
        const auto hits = rendering.search(pattern, u"i"_s, fact.text);
        if (!hits)
            return {};
        if (!hits->isEmpty())
            return true;
    }
    return false;
}

TemplateText lineOf(const TemplateData::Items &message, const QString &format)
{
    TemplateText line;
    qsizetype done = 0;
    for (qsizetype i = 0; i + 1 < format.size(); ++i) {
        const bool isAuthor = format[i] == u'%' && format[i + 1] == u'a';
        if (!isAuthor && !(format[i] == u'%' && format[i + 1] == u'm'))
            continue;
        line = joined(line, TemplateText{format.sliced(done, i - done)});
        line = joined(line, textIn(message[isAuthor ? 1 : 2]));
        done = ++i + 1;
    }
    return joined(line, TemplateText{format.sliced(done)});
}

TemplateValue messages(TemplateEvaluation &rendering, const TemplateData &history,
                       const TemplateArguments &arguments)
{
    const qint64 wanted = arguments.at(0).isMissing() ? 1 : templateInteger(arguments.at(0));
    const QString format = arguments.at(1).isMissing() ? u"%a: %m"_s : templateText(arguments.at(1));
    const QString only = arguments.at(2).isMissing() ? QString() : templateText(arguments.at(2));
    std::vector<TemplateText> lines; // the newest first
    for (auto each = history.items->rbegin(); each != history.items->rend(); ++each) {
        if (qint64(lines.size()) >= wanted || !rendering.step())
            break;
        if (!each->items || each->items->size() < 3)
            continue;
        const TemplateData::Items &message = *each->items;
        const bool isWanted = only.isEmpty() || only.compare(message[1].text, Qt::CaseInsensitive) == 0 ||
                              only.compare(message[0].text, Qt::CaseInsensitive) == 0;
        if (!isWanted)
            continue;
        lines.push_back(lineOf(message, format));
        if (!rendering.spend(lines.back().text.size() * 2))
            return {};
    }
    TemplateText text;
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        if (line != lines.rbegin())
            text = joined(text, TemplateText{u"\n"_s});
        text = joined(text, *line);
        if (!rendering.spend(text.text.size()))
            return {};
    }
    return text;
}

} // namespace

TemplateValue chatFunction(RenderBudget &rendering, const TemplateData &data)
{
    const auto made = [&](auto call) { return rendering.heap().function(data.text, call); };
    if (data.text == u"random")
        return made(randomNumber);
    if (data.text == u"roll")
        return made(roll);
    if (data.text == u"has_fact")
        return made([data](TemplateEvaluation &self, const TemplateArguments &arguments) {
            return hasFact(self, data, arguments);
        });
    if (data.text == u"messages")
        return made([data](TemplateEvaluation &self, const TemplateArguments &arguments) {
            return messages(self, data, arguments);
        });
    return {};
}

} // namespace snug
