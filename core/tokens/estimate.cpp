#include "core/tokens/estimate.h"

#include <limits>

using namespace Qt::StringLiterals;

namespace snug {

static qint64 quarterRoundedUp(qsizetype length)
{
    return (length + 3) / 4;
}

namespace {

class EstimateCounter final : public TokenCounter
{
public:
    int count(QStringView text) const override
    {
        return int(qMin<qint64>(quarterRoundedUp(text.size()), std::numeric_limits<int>::max()));
    }
    CountKind kind() const override { return CountKind::Estimate; }
    QString name() const override { return u"estimate"_s; }
};

} // namespace

TokenCounterPtr estimateCounter()
{
    return std::make_shared<const EstimateCounter>();
}

double estimateMessageTokens(QStringView content)
{
    return double(content.size()) / 4 + 4;
}

} // namespace snug
