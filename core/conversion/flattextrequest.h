// SillyTavern's one flat request of a text completion: every value under all the names that servers have for
// it.
#pragma once

#include "core/conversion/textcall.h"

namespace snug {

Json flatTextRequest(const TextAsk &ask);

} // namespace snug
