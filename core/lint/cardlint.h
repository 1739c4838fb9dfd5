// Cards with texts that are never sent, or not sent as they look; their lorebook and scripts as well.
#pragma once

#include "core/lint/booklint.h"
#include "core/model/card.h"

namespace snug {

QList<LintFinding> cardFindings(const Card &card, const BookLintSettings &settings);

} // namespace snug
