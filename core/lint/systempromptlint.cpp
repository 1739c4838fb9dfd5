#include "core/lint/macrolint.h"
#include "core/lint/texttemplatelint.h"
#include "core/model/whitespace.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

QList<LintFinding> systemPromptFindings(const SystemPrompt &prompt)
{
    if (javaScriptTrimmed(prompt.content).isEmpty() && javaScriptTrimmed(prompt.postHistory).isEmpty())
        return {{.rule = u"sysprompt.empty"_s,
                 .where = u"content"_s,
                 .what = QCoreApplication::translate(
                     "Lint", "It has no text: only a card's own system prompt is sent, where one is there"),
                 .fix = QCoreApplication::translate("Lint", "Write a text, or leave it so for cards alone"),
                 .weight = LintFinding::Weight::Hint}};
    return macroFindings(prompt.content,
                         {.where = u"content"_s, .isAboveHistory = true, .hasOriginal = false}) +
           macroFindings(prompt.postHistory, {.where = u"post_history"_s, .hasOriginal = false});
}

} // namespace snug
