#include "core/lint/lorebooklint.h"

#include "core/lint/loreentrylint.h"
#include "core/lint/lorekeylint.h"
#include "core/lore/inclusiongroups.h"
#include "core/model/whitespace.h"
#include "core/regex/regexpattern.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Weight = LintFinding::Weight;

class BookLint
{
    Q_DECLARE_TR_FUNCTIONS(BookLint)

public:
    static QList<LintFinding> duplicates(const Lorebook &book);
    static QList<LintFinding> expressions(const Lorebook &book, const RegexEnginePtr &engine,
                                          const std::stop_token &stop);
};

QList<LintFinding> BookLint::duplicates(const Lorebook &book)
{
    QList<LintFinding> findings;
    QHash<int, qsizetype> uids;
    QHash<QString, qsizetype> contents;
    for (qsizetype i = 0; i < book.entries.size(); ++i) {
        const LoreEntry &entry = book.entries[i];
        const QString place = u"entries.%1"_s.arg(entry.uid);
        if (uids.contains(entry.uid))
            findings.append(
                {u"lore.uid-twice"_s, place + u".uid",
                 tr("It has the same uid as “%1”").arg(loreTitle(book.entries[uids.value(entry.uid)])),
                 tr("Duplicate it and delete the original: the copy gets a uid of its own"), Weight::Warning,
                 entry.uid});
        else
            uids.insert(entry.uid, i);
        const QString content = javaScriptTrimmed(entry.content).toString();
        if (content.isEmpty() || entry.disabled)
            continue;
        const auto same = contents.constFind(content);
        if (same == contents.cend()) {
            contents.insert(content, i);
            continue;
        }
        findings.append({u"lore.content-twice"_s, place + u".content",
                         tr("“%1” has the same content").arg(loreTitle(book.entries[*same])),
                         tr("Keep one, with the keys of both"), Weight::Hint, entry.uid});
    }
    return findings;
}

QList<LintFinding> BookLint::expressions(const Lorebook &book, const RegexEnginePtr &engine,
                                         const std::stop_token &stop)
{
    struct Asked
    {
        int uid = 0;
        QString place;
        QString key;
    };
    QList<Asked> asked;
    QList<RegexSearch> searches;
    for (const LoreEntry &entry : book.entries) {
        for (const bool isSecondary : {false, true}) {
            const QStringList &keys = isSecondary ? entry.secondaryKeys : entry.keys;
            for (qsizetype i = 0; i < keys.size(); ++i) {
                const QString text = javaScriptTrimmed(keys[i]).toString();
                const std::optional<RegexPattern> pattern =
                    text.contains(u"{{") ? std::nullopt : keyPattern(text);
                if (!pattern)
                    continue;
                asked.append({entry.uid, loreKeyPlace(entry.uid, isSecondary, i), text});
                searches.append(
                    {.pattern = pattern->body, .flags = pattern->flags, .text = {}, .firstOnly = true});
            }
        }
    }
    if (searches.isEmpty() || !engine || stop.stop_requested())
        return {};
    QList<LintFinding> findings;
    const QList<RegexOutcome> outcomes = engine->search(searches, stop);
    for (qsizetype i = 0; i < outcomes.size(); ++i) {
        if (outcomes[i] || outcomes[i].error().kind != RegexFailure::Kind::InvalidPattern)
            continue;
        //: %1 is a key, %2 what an engine says about it
        findings.append({u"lore.broken-expression"_s, asked[i].place,
                         tr("“%1” is not a valid regular expression (%2) and is searched for as plain text")
                             .arg(asked[i].key, outcomes[i].error().what),
                         tr("Fix the regular expression"), Weight::Warning, asked[i].uid});
    }
    return findings;
}

} // namespace

QList<LintFinding> lorebookFindings(const Lorebook &book, const LoreSettings &settings,
                                    const RegexEnginePtr &engine, const std::stop_token &stop)
{
    QList<LintFinding> findings;
    for (const LoreEntry &entry : book.entries) {
        if (stop.stop_requested())
            return findings;
        findings += entryFindings(entry, settings);
        if (!entry.disabled)
            findings += keyFindings(entry, settings);
    }
    findings += BookLint::duplicates(book);
    findings += BookLint::expressions(book, engine, stop);
    QHash<int, qsizetype> order;
    for (qsizetype i = 0; i < book.entries.size(); ++i)
        order.insert(book.entries[i].uid, order.value(book.entries[i].uid, i));
    std::ranges::stable_sort(findings, {},
                             [&](const LintFinding &finding) { return order.value(finding.entry); });
    return findings;
}

} // namespace snug
