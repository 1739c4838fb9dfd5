#include "core/lint/booklint.h"

#include "core/lint/linttext.h"
#include "core/lint/lorebooklint.h"
#include "core/lint/lorerecursion.h"
#include "core/lint/macrolint.h"
#include "core/lore/decorators.h"
#include "core/lore/inclusiongroups.h"
#include "core/lore/lorebudget.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Constant entries alone fill what all lore together may have (docs/sillytavern/lore.md#lore-budget).
QList<LintFinding> constantFindings(const Lorebook &book, const BookLintSettings &settings)
{
    if (settings.contextSize <= 0 || !settings.counter)
        return {};
    const int budget = loreTokenLimit(settings.lore, settings.contextSize);
    int sum = 0;
    for (const LoreEntry &entry : book.entries) {
        if (entry.constant && !entry.disabled && !entry.ignoreBudget)
            sum += settings.counter->count(contentWithoutDecorators(entry.content));
    }
    if (sum < budget)
        return {};
    return {{.rule = u"lore.constants-over-budget"_s,
             .where = u"entries"_s,
             .what = LintText::tr("The constant entries need %1 tokens, and all lore together may have %2")
                         .arg((settings.counter->kind() == CountKind::Exact ? QString() : u"~"_s) +
                              QString::number(sum))
                         .arg(budget),
             .fix = LintText::tr("Raise the lore budget, shorten them, or give some of them keys")}};
}

QList<LintFinding> recursionFindings(const Lorebook &book, const BookLintSettings &settings)
{
    static constexpr qsizetype mostNames = 5;
    if (!settings.lore.isRecursive)
        return {};
    QList<LintFinding> findings;
    const QList<QList<qsizetype>> loops = recursionLoops(book.entries, settings.lore, settings.stop);
    for (const QList<qsizetype> &loop : loops) {
        QStringList names;
        for (const qsizetype index : loop.first(std::min(loop.size(), mostNames)))
            names.append(u"“%1”"_s.arg(loreTitle(book.entries.at(index))));
        const QString listed = names.join(u", "_s);
        const int more = int(loop.size() - names.size());
        const LoreEntry &first = book.entries.at(loop.first());
        findings.append(
            {.rule = u"lore.recursion-loop"_s,
             .where = u"entries.%1.content"_s.arg(first.uid),
             .what = more > 0 ? LintText::tr("One key brings in all of %1 and %n more: each names the next",
                                             nullptr, more)
                                    .arg(listed)
                              : LintText::tr("One key brings in all of %1: each names the next").arg(listed),
             .fix = LintText::tr("Let one of them prevent further recursion, or make it non-recursable"),
             .weight = LintFinding::Weight::Hint,
             .entry = first.uid});
    }
    return findings;
}

} // namespace

QList<LintFinding> bookFindings(const Lorebook &book, const BookLintSettings &settings)
{
    return lorebookFindings(book, settings.lore, settings.regexEngine, settings.stop) +
           loreMacroFindings(book) + constantFindings(book, settings) + recursionFindings(book, settings);
}

} // namespace snug
