#include "core/prompt/messagecount.h"

#include "core/prompt/assembledprompt.h"
#include "core/tokens/estimate.h"

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

void sayCounter(Budget &budget, const TokenCounterPtr &counter)
{
    const bool isCounted = countsByTokenizer(counter);
    budget.kind = isCounted ? counter->kind() : CountKind::Estimate;
    budget.counterName = isCounted ? counter->name() : u"estimate"_s;
}

} // namespace snug
