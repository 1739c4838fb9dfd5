// What an outbound message costs.
#pragma once

#include "core/tokens/tokencounter.h"

#include <QStringView>

namespace snug {

struct Budget;

// With a tokenizer as SillyTavern 1.19 counts (docs/sillytavern/budget.md#token-counts): tokens(content) + 5,
// a name costs its tokens + 1, empty content nothing. Without one (null or an estimate): a quarter
// of the length, rounded up, + 4.
int messageTokens(const TokenCounterPtr &counter, QStringView content, QStringView name = {});

// Of that, what is not the content's or the name's own.
int messageOverhead(CountKind kind);
inline constexpr int nameOverhead = 1;

// True if `counter` has a tokenizer behind it.
bool countsByTokenizer(const TokenCounterPtr &counter);

// What its numbers are; without one, estimates.
CountKind countKindOf(const TokenCounterPtr &counter);

// Why something was left out: "Over the context size by 31 tokens".
QString overContextText(int tokens, const TokenCounterPtr &counter);
// The warning where a text completion's frame alone is over it.
QString storyOverText(int tokens, const TokenCounterPtr &counter);

// Writes into `budget` what its numbers are counted with.
void sayCounter(Budget &budget, const TokenCounterPtr &counter);

} // namespace snug
