#include "core/lint/cardlint.h"

#include "core/lint/linttext.h"
#include "core/lint/macrolint.h"
#include "core/lint/scriptlint.h"
#include "core/model/whitespace.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Findings name entries by uid, as world files do; a card holds them as a list.
QString placeInCard(const LintFinding &finding, const Lorebook &book)
{
    const QString byUid = u"entries.%1"_s.arg(finding.entry);
    const auto entry = std::ranges::find(book.entries, finding.entry, &LoreEntry::uid);
    if (entry == book.entries.cend() || !finding.where.startsWith(byUid))
        return finding.where;
    return u"entries.%1"_s.arg(entry - book.entries.cbegin()) + finding.where.sliced(byUid.size());
}

} // namespace

QList<LintFinding> cardFindings(const Card &card, const BookLintSettings &settings)
{
    const QString root = card.version == Card::Version::V1 ? QString() : u"data."_s;
    QList<LintFinding> findings;
    const auto add = [&](const QString &rule, const QString &key, const QString &what, const QString &fix) {
        findings.append({.rule = rule, .where = root + key, .what = what, .fix = fix});
    };
    if (isBlank(card.name))
        add(u"card.no-name"_s, u"name"_s, LintText::tr("The character has no name: {{char}} is empty"),
            LintText::tr("Give it a name"));
    if (isBlank(card.firstMessage))
        add(u"card.no-greeting"_s, u"first_mes"_s, LintText::tr("It has no first message: chats begin empty"),
            LintText::tr("Write a first message"));
    for (qsizetype i = 0; i < card.alternateGreetings.size(); ++i) {
        if (isBlank(card.alternateGreetings.at(i)))
            add(u"card.empty-greeting"_s, u"alternate_greetings.%1"_s.arg(i),
                LintText::tr("Greeting %1 is empty").arg(i + 2), LintText::tr("Write it, or delete it"));
    }
    if (!isBlank(card.messageExamples) && !card.messageExamples.contains(u"<START>"_s, Qt::CaseInsensitive))
        add(u"card.no-start"_s, u"mes_example"_s,
            LintText::tr("The examples have no <START>: they are one example, kept or dropped as a whole"),
            LintText::tr("Put a line <START> before each dialogue"));

    // {{original}} is the preset's prompt, where the card has its own.
    const auto macros = [&](const QString &key, const QString &text, bool isAboveHistory,
                            bool hasOriginal = false) {
        findings += macroFindings(
            text, {.where = root + key, .isAboveHistory = isAboveHistory, .hasOriginal = hasOriginal});
    };
    macros(u"description"_s, card.description, true);
    macros(u"personality"_s, card.personality, true);
    macros(u"scenario"_s, card.scenario, true);
    macros(u"mes_example"_s, card.messageExamples, true);
    macros(u"system_prompt"_s, card.systemPrompt, true, true);
    macros(u"first_mes"_s, card.firstMessage, false);
    macros(u"post_history_instructions"_s, card.postHistoryInstructions, false, true);
    macros(u"extensions.depth_prompt.prompt"_s, card.depthPrompt.text, false);
    for (qsizetype i = 0; i < card.alternateGreetings.size(); ++i)
        macros(u"alternate_greetings.%1"_s.arg(i), card.alternateGreetings.at(i), false);
    for (qsizetype i = 0; i < card.groupOnlyGreetings.size(); ++i)
        macros(u"group_only_greetings.%1"_s.arg(i), card.groupOnlyGreetings.at(i), false);
    if (card.book) {
        const QList<LintFinding> inBook = bookFindings(*card.book, settings);
        for (LintFinding finding : inBook) {
            finding.where = root + u"character_book."_s + placeInCard(finding, *card.book);
            findings.append(finding);
        }
    }
    findings += scriptFindings(card.regexScripts, settings.regexEngine, root + u"extensions.regex_scripts"_s);
    return findings;
}

} // namespace snug
