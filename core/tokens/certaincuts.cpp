#include "core/tokens/certaincuts.h"

namespace snug {

QList<CertainCut> certainCutsOf(const TokenCounter &counter, QStringView text)
{
    const auto *cuts = dynamic_cast<const CertainCuts *>(&counter);
    return cuts ? cuts->certainCuts(text) : QList<CertainCut>();
}

} // namespace snug
