// A golden record as a prompt, so that what a test expects is compared with what is sent by source, as two
// prompts are.
#pragma once

#include "core/prompttest/promptexpectation.h"

namespace snug {

// A record holds no sources but their paths: each of its messages takes them from the message of `sent` that
// it equals, or whose path it has; one that has neither is its path's.
AssembledPrompt goldenPrompt(const QList<ExpectedMessage> &golden, const AssembledPrompt &sent);

} // namespace snug
