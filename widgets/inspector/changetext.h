// A change as a text to read: what went is struck through, what came is underlined, both on their grounds.
#pragma once

#include "core/prompt/promptchanges.h"
#include "widgets/theme/theme.h"

class QTextDocument;

namespace snug {

// Replaces what the document holds. Long stretches that are the same are cut short.
void showChange(QTextDocument &document, const PromptChange &change, const Theme &theme);

} // namespace snug
