// Prompts for others: nothing acts in them, nothing is lost, names are gone where they are not wanted.

#include "core/prompt/promptnames.h"
#include "core/prompt/promptreport.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_promptreport {

using namespace Qt::StringLiterals;
using namespace snug;

static AssembledPrompt prompt()
{
    AssembledPrompt result;
    TracedText text(u"You are Mira Okafor. "_s, Source(SourceKind::PresetRelative, u"main"_s, u"Main"_s));
    text.append(TracedText(u"<script>alert('Mira')</script> Miracle ```` Ada's lamp."_s,
                           Source(SourceKind::CharDescription, {}, u"card Mira Okafor"_s)));
    result.messages.append({.role = Role::System,
                            .content = text,
                            .tokens = 12,
                            .source = Source(SourceKind::PresetRelative, u"main"_s, u"Main"_s)});
    result.budget = {
        .context = 100, .reserved = 10, .used = 12, .kind = CountKind::Exact, .counterName = u"x"_s};
    LoreTrace row;
    row.book = u"Mira's book"_s;
    row.title = u"Lamp"_s;
    result.trace.lore = {row};
    result.trace.warnings = {u"Ada is late"_s};
    return result;
}

class TestPromptReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void pagesDoNothing()
    {
        const QString page = QString::fromUtf8(promptReport(prompt(), u"<b>"_s, PromptReportForm::Html));
        QVERIFY(!page.contains(u"<script"_s) && !page.contains(u"<b>"_s));
        QVERIFY(page.contains(u"&lt;script&gt;alert("_s));
        QVERIFY(page.contains(u"default-src 'none'"_s));
        QVERIFY(!page.contains(u"http://"_s) && !page.contains(u"https://"_s));
        QVERIFY(page.contains(u"class=\"card\" title=\"card Mira Okafor\""_s));
        QVERIFY(page.contains(u"Ada is late"_s));
    }

    void fencesHoldWhatTheTextHolds()
    {
        const QString text = QString::fromUtf8(promptReport(prompt(), u"P"_s, PromptReportForm::Markdown));
        QVERIFY(text.startsWith(u"# P\n"_s));
        QCOMPARE(text.count(u"\n`````"_s), 2); // longer than what stands inside
        QVERIFY(text.contains(u"Miracle ```` Ada's lamp.\n"_s));
        QVERIFY(text.contains(u"- 0–21: Main"_s));
    }

    void namesAreGone()
    {
        PromptInputs inputs;
        inputs.card.emplace().name = u"Mira Okafor"_s;
        inputs.persona.emplace().name = u"Ada"_s;
        const QList<NameStandIn> names = nameStandIns(inputs);
        QCOMPARE(names.first(), (NameStandIn{u"Mira Okafor"_s, u"Character 1"_s}));
        const AssembledPrompt open = withoutNames(prompt(), names);
        const TracedText &content = open.messages.first().content;
        QCOMPARE(content.text(), u"You are Character 1. <script>alert('Character 1')</script> Miracle ```` "
                                 "User's lamp."_s);
        qsizetype end = 0;
        for (const Span &span : content.spans()) {
            QCOMPARE(span.start, end);
            end = span.end();
        }
        QCOMPARE(end, content.size());
        QCOMPARE(open.messages.first().tokens, 12);
        for (const PromptReportForm form : {PromptReportForm::Html, PromptReportForm::Markdown}) {
            const QString report = QString::fromUtf8(promptReport(open, u"P"_s, form));
            QVERIFY2(!report.contains(u"Okafor"_s) && !report.contains(u"Ada"_s) &&
                         !report.contains(u"Mira's"_s),
                     qPrintable(report));
        }
    }

    void namesAreGoneFromFileNamesAndShouts()
    {
        PromptInputs inputs;
        inputs.card.emplace().name = u"Mira Okafor"_s;
        inputs.persona.emplace().name = u"Ada"_s;
        const Source card(SourceKind::CharDescription, u"mira_okafor_v2.png"_s, u"card Mira"_s);
        AssembledPrompt shared;
        shared.messages = {
            {.content = TracedText::computed(u"MIRA_OKAFOR, the admiral."_s, card), .source = card}};
        shared.trace.lore = {{.book = u"mira-harbour"_s, .uid = 1, .title = u"Inn"_s}};
        shared.messages.append(
            {.content = TracedText::computed(u"and mira, adrift with ada."_s, card), .source = card});
        shared.trace.loreEvidence.texts.scenario = u"Mira waits."_s;
        const AssembledPrompt open = withoutNames(shared, nameStandIns(inputs));
        QCOMPARE(open.messages.first().content.text(), u"Character 1_Character 1, the admiral."_s);
        QCOMPARE(open.messages.first().source.id(), u"Character 1_Character 1_v2.png"_s);
        QCOMPARE(open.messages.at(1).content.text(), u"and Character 1, adrift with User."_s);
        QCOMPARE(open.trace.lore.first().book, u"Character 1-harbour"_s);
        QCOMPARE(open.trace.loreEvidence, LoreEvidence());
    }
};

} // namespace tst_promptreport

SNUG_TEST(tst_promptreport, TestPromptReport, Core)
#include "tst_promptreport.moc"
