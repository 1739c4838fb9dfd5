#include "core/lint/scriptlint.h"

#include "core/lint/linttext.h"
#include "core/lint/macrolint.h"
#include "core/regex/regexpattern.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// What acts nowhere, whatever is looked for.
std::optional<LintFinding> idle(const RegexScript &script)
{
    if (script.find.isEmpty())
        return LintFinding{.rule = u"script.never-runs"_s,
                           .where = u"findRegex"_s,
                           .what = LintText::tr("“%1” looks for nothing").arg(script.name),
                           .fix = LintText::tr("Write what it looks for, or delete it")};
    if (script.placements.isEmpty())
        return LintFinding{.rule = u"script.never-runs"_s,
                           .where = u"placement"_s,
                           .what = LintText::tr("“%1” is meant for no kind of text").arg(script.name),
                           .fix = LintText::tr("Choose what it acts on: the user's words, replies, lore …")};
    if (script.minDepth && script.maxDepth && *script.minDepth >= 0 && *script.maxDepth >= 0 &&
        *script.minDepth > *script.maxDepth)
        return LintFinding{.rule = u"script.never-runs"_s,
                           .where = u"minDepth"_s,
                           .what = LintText::tr("“%1” acts at no depth: from %2 to %3")
                                       .arg(script.name)
                                       .arg(*script.minDepth)
                                       .arg(*script.maxDepth),
                           .fix = LintText::tr("Make the first depth the smaller one")};
    return std::nullopt;
}

// {{match}}, in any case, is what was found; macros come behind it.
QList<LintFinding> replacementFindings(const QString &text, const QString &place)
{
    QList<LintFinding> findings = macroFindings(text, {.where = place});
    findings.removeIf([&](const LintFinding &finding) {
        return finding.rule == u"macro.unknown" && QStringView(text)
                                                           .sliced(finding.start, finding.length)
                                                           .compare(u"{{match}}", Qt::CaseInsensitive) == 0;
    });
    return findings;
}

} // namespace

QList<LintFinding> scriptFindings(const QList<RegexScript> &scripts, const RegexEnginePtr &engine,
                                  const QString &place)
{
    QList<LintFinding> findings;
    QList<RegexSearch> searches;
    QList<LintFinding> searched;
    for (qsizetype i = 0; i < scripts.size(); ++i) {
        const RegexScript &script = scripts.at(i);
        if (script.disabled)
            continue;
        const QString at = (place.isEmpty() ? QString() : place + u'.') + QString::number(i);
        if (std::optional<LintFinding> finding = idle(script)) {
            finding->where.prepend(at + u'.');
            findings.append(*finding);
            continue;
        }
        findings += replacementFindings(script.replacement, at + u".replaceString"_s);
        const std::optional<RegexPattern> pattern = scriptPattern(script.find);
        if (!pattern || script.findMacros != RegexScript::FindMacros::None)
            continue; // macros make another expression of it
        searches.append({.pattern = pattern->body, .flags = pattern->flags, .text = {}});
        searched.append({.rule = u"script.invalid"_s,
                         .where = at + u".findRegex"_s,
                         .what = LintText::tr("“%1” never acts: its expression is invalid").arg(script.name),
                         .fix = LintText::tr("Correct the expression")});
    }
    if (!engine || searches.isEmpty())
        return findings;
    const QList<RegexOutcome> outcomes = engine->search(searches);
    for (qsizetype i = 0; i < std::min(outcomes.size(), searched.size()); ++i) {
        const RegexOutcome &outcome = outcomes.at(i);
        if (outcome || outcome.error().kind != RegexFailure::Kind::InvalidPattern)
            continue;
        LintFinding finding = searched.at(i);
        finding.what += u" (%1)"_s.arg(outcome.error().what);
        findings.append(finding);
    }
    return findings;
}

} // namespace snug
