#include "core/prompt/messagecount.h"

#include "core/prompt/assembledprompt.h"
#include "core/tokens/estimate.h"

#include <QCoreApplication>

#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

bool countsByTokenizer(const TokenCounterPtr &counter)
{
    return counter && counter->kind() != CountKind::Estimate;
}

int messageTokens(const TokenCounterPtr &counter, QStringView content, QStringView name)
{
    if (content.isEmpty())
        return 0;
    if (!countsByTokenizer(counter))
        return static_cast<int>(std::ceil(estimateMessageTokens(content)));
    return counter->count(content) + messageOverhead(counter->kind()) +
           (name.isEmpty() ? 0 : counter->count(name) + nameOverhead);
}

int messageOverhead(CountKind kind)
{
    return kind == CountKind::Estimate ? 4 : 5;
}

CountKind countKindOf(const TokenCounterPtr &counter)
{
    return counter ? counter->kind() : CountKind::Estimate;
}

QString overContextText(int tokens, const TokenCounterPtr &counter)
{
    return countKindOf(counter) == CountKind::Exact
               ? QCoreApplication::translate("Prompt", "Over the context size by %n token(s)", nullptr,
                                             tokens)
               : QCoreApplication::translate("Prompt", "Over the context size by about %n token(s)", nullptr,
                                             tokens);
}

QString storyOverText(int tokens, const TokenCounterPtr &counter)
{
    if (countKindOf(counter) == CountKind::Exact)
        return QCoreApplication::translate(
            "Prompt", "The story string and the last line alone are over the context size by %n token(s).",
            nullptr, tokens);
    return QCoreApplication::translate(
        "Prompt", "The story string and the last line alone are over the context size by about %n token(s).",
        nullptr, tokens);
}

void sayCounter(Budget &budget, const TokenCounterPtr &counter)
{
    budget.kind = countKindOf(counter);
    budget.counterName = countsByTokenizer(counter) ? counter->name() : u"estimate"_s;
}

} // namespace snug
