// The order in which entries are served: higher orders first, as JavaScript sorts them
// (docs/sillytavern/lore.md#serving-order).
#pragma once

#include <QtTypes>

#include <vector>

namespace snug {

struct LoreEntry;

// Not a number where the entry's file gives it none.
double servingOrderOf(const LoreEntry &entry);

// The places of `orders` in the order in which they are served. What is not a number counts as equal to
// everything, so that the result depends on the way in which JavaScript's engine (V8) sorts.
std::vector<qsizetype> servingOrder(const std::vector<double> &orders);

} // namespace snug
