#include "core/lint/rulelint.h"

#include "core/formats/framingrules.h"
#include "core/lint/linttext.h"
#include "core/prompt/frames/framing/rulepattern.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString textIn(const Json &rule, QStringView key)
{
    return rule.value(key).toText();
}

LintFinding idle(const QString &key, const QString &what, const QString &fix)
{
    return {.rule = u"rule.never-runs"_s, .where = key, .what = what, .fix = fix};
}

// What acts nowhere, whatever is looked for.
std::optional<LintFinding> idleRule(const Json &rule, const QString &title)
{
    if (textIn(rule, u"find_regex").isEmpty())
        return idle(u"find_regex"_s, LintText::tr("“%1” looks for nothing").arg(title),
                    LintText::tr("Write what it looks for, or delete it"));
    const Json views = rule.value(u"views");
    const bool isSeen = std::ranges::any_of(views.items(), [](const Json &view) {
        return view.asString() == u"user_view"_s || view.asString() == u"assistant_view"_s;
    });
    if (!isSeen)
        return idle(u"views"_s,
                    LintText::tr("“%1” acts neither on what is sent nor on what is shown").arg(title),
                    LintText::tr("Choose what it acts on"));
    const QString placement = textIn(rule, u"placement").toLower();
    if (placement != u"before_macro" && placement != u"after_macro")
        return idle(u"placement"_s, LintText::tr("“%1” acts neither before nor after the macros").arg(title),
                    LintText::tr("Choose when it acts"));
    const QString mode = rule.contains(u"mode") ? textIn(rule, u"mode").toLower() : u"always"_s;
    if (mode != u"always" && mode != u"conditional")
        return idle(u"mode"_s, LintText::tr("The mode of “%1” is neither always nor conditional").arg(title),
                    LintText::tr("Choose when it acts"));
    if (mode == u"conditional" && textIn(rule, u"condition").trimmed().isEmpty())
        return idle(u"condition"_s, LintText::tr("“%1” waits for a condition and has none").arg(title),
                    LintText::tr("Write the condition, or let it act always"));
    const Json least = rule.value(u"min_depth");
    const Json most = rule.value(u"max_depth");
    if (least.isNumber() && most.isNumber() && least.toInt() > most.toInt())
        return idle(u"min_depth"_s,
                    LintText::tr("“%1” acts at no depth: from %2 to %3")
                        .arg(title)
                        .arg(least.toInt())
                        .arg(most.toInt()),
                    LintText::tr("Make the first depth the smaller one"));
    return std::nullopt;
}

std::optional<LintFinding> patternFinding(const Json &rule, const QString &title)
{
    using framing::RulePattern;
    const QString find = textIn(rule, u"find_regex");
    if (!RulePattern::compiled(find, {}))
        return LintFinding{.rule = u"rule.bad-expression"_s,
                           .where = u"find_regex"_s,
                           .what = LintText::tr("The expression of “%1” is invalid").arg(title),
                           .fix = LintText::tr("Look for brackets that are not closed")};
    if (!RulePattern::compiled(find, textIn(rule, u"replace_regex")))
        return LintFinding{
            .rule = u"rule.bad-replacement"_s,
            .where = u"replace_regex"_s,
            .what = LintText::tr("The replacement of “%1” names a group that the expression does not have")
                        .arg(title),
            .fix = LintText::tr("Count the brackets of the expression: $1 is the first")};
    return std::nullopt;
}

bool isKnownTarget(const QString &target)
{
    const QString family = target.toLower().section(u'.', 0, 0);
    static const QStringList families{u"preset"_s, u"world_book"_s, u"history"_s, u"char"_s, u"persona"_s};
    return families.contains(family);
}

} // namespace

QList<LintFinding> ruleFindings(const QList<Json> &rules)
{
    QList<LintFinding> findings;
    QSet<QString> ids;
    for (qsizetype row = 0; row < rules.size(); ++row) {
        const Json &rule = rules.at(row);
        if (!rule.value(u"enabled").asBool().value_or(false))
            continue;
        const QString title = ruleTitle(rule);
        const auto add = [&](LintFinding finding) {
            finding.where.prepend(QString::number(row) + u'.');
            findings.append(std::move(finding));
        };
        const std::optional<LintFinding> idle = idleRule(rule, title);
        if (idle)
            add(*idle);
        else if (const auto pattern = patternFinding(rule, title))
            add(*pattern);
        const Json targets = rule.value(u"targets");
        for (const Json &target : targets.items()) {
            if (!isKnownTarget(target.toText()))
                add({.rule = u"rule.unknown-target"_s,
                     .where = u"targets"_s,
                     .what = LintText::tr("“%1” names a source that no message has: %2")
                                 .arg(title, target.toText()),
                     .fix =
                         LintText::tr("Sources are preset, world_book, history, char and persona, or a kind "
                                      "of them such as history.user")});
        }
        const QString id = textIn(rule, u"id");
        if (!id.isEmpty() && ids.contains(id))
            add({.rule = u"rule.same-id"_s,
                 .where = u"id"_s,
                 .what =
                     LintText::tr("“%1” has the identifier of an earlier rule and is not used").arg(title),
                 .fix = LintText::tr("Duplicate it and delete this one: the copy has its own")});
        ids.insert(id);
    }
    return findings;
}

} // namespace snug
