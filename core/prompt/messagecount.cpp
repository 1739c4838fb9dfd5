#include "core/prompt/messagecount.h"

#include "core/tokens/estimate.h"

#include <cmath>

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
    return counter->count(content) + 5 + (name.isEmpty() ? 0 : counter->count(name) + 1);
}

} // namespace snug
