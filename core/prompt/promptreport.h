// A prompt to show to others: with its sources, its lore and what was left out, as Markdown or as a web page
// that needs nothing else.
#pragma once

#include "core/prompt/assembledprompt.h"

namespace snug {

enum class PromptReportForm : quint8 { Markdown, Html };

// UTF-8. A page has no script and loads nothing; it is light or dark as its reader's system is.
QByteArray promptReport(const AssembledPrompt &prompt, const QString &title, PromptReportForm form);

} // namespace snug
