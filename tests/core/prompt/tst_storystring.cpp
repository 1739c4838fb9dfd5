// The story string's Handlebars: conditions, white space, what stays for the macros.
#include "core/prompt/frames/storystring.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_storystring {

using namespace Qt::StringLiterals;
using namespace snug;

class TestStoryString : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void renders_data()
    {
        QTest::addColumn<QString>("story");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const QString &story, const QString &expected) {
            QTest::newRow(name) << story << expected;
        };
        // a is "A", b is "B\nB", no is empty.
        row("plain text", u"x\n y"_s, u"x\n y"_s);
        row("a value", u"<{{a}}>"_s, u"<A>"_s);
        row("spaces in the tag", u"<{{ a }}>"_s, u"<A>"_s);
        row("nothing is escaped", u"{{html}}{{{html}}}{{&html}}"_s, u"<&\"><&\"><&\">"_s);
        row("three braces", u"{{{a}}}"_s, u"A"_s);
        row("macros stay", u"{{char}} {{getvar::x}} {{random::1::2}}{{trim}}"_s,
            u"{{char}} {{getvar::x}} {{random::1::2}}{{trim}}"_s);
        row("values are not templates", u"{{tag}}"_s, u"{{a}}"_s);
        row("a macro comment stays", u"{{// a}}"_s, u"{{// a}}"_s);
        row("if", u"{{#if a}}1{{/if}}{{#if no}}2{{/if}}"_s, u"1"_s);
        row("unknown is false", u"{{#if what}}1{{else}}2{{/if}}"_s, u"2"_s);
        row("else", u"{{#if no}}1{{else}}2{{/if}}"_s, u"2"_s);
        row("else by a caret", u"{{#if no}}1{{^}}2{{/if}}"_s, u"2"_s);
        row("else if", u"{{#if no}}1{{else if a}}2{{else}}3{{/if}}"_s, u"2"_s);
        row("else behind else if", u"{{#if no}}1{{else if no}}2{{else}}3{{/if}}"_s, u"3"_s);
        row("the first that holds", u"{{#if a}}1{{else if b}}2{{else}}3{{/if}}"_s, u"1"_s);
        row("unless", u"{{#unless a}}1{{/unless}}{{#unless no}}2{{/unless}}"_s, u"2"_s);
        row("nested", u"{{#if a}}[{{#if no}}1{{else}}{{#if b}}{{b}}{{/if}}{{/if}}]{{/if}}"_s, u"[B\nB]"_s);
        row("a value as a block", u"{{#a}}1{{/a}}{{#no}}2{{/no}}{{^no}}3{{/no}}{{^a}}4{{/a}}"_s, u"13"_s);
        row("comments", u"1{{! x }}2{{!-- }} --}}3"_s, u"123"_s);
        row("tilde on a value", u"x \n {{~a~}} \n y"_s, u"xAy"_s);
        row("tilde on a block", u"x\n{{~#if a~}}\n 1 \n{{~/if~}}\ny"_s, u"x1y"_s);
        row("tilde on else", u"{{#if no}}1{{~else~}} 2 {{~/if}}"_s, u"2"_s);
        row("inline blocks keep line breaks", u"{{#if a}}{{a}}\n{{/if}}{{#if b}}{{b}}\n{{/if}}"_s,
            u"A\nB\nB\n"_s);
        row("a tag alone takes its line", u"{{#if a}}\n{{a}}\n{{/if}}\nend"_s, u"A\nend"_s);
        row("with blanks around", u"x\n  {{#if a}}  \n{{a}}\n\t{{/if}} \nend"_s, u"x\nA\nend"_s);
        row("an else alone", u"{{#if no}}\n1\n{{else}}\n2\n{{/if}}\n"_s, u"2\n"_s);
        row("an else if alone", u"{{#if no}}\n1\n{{else if a}}\n2\n{{/if}}\n3"_s, u"2\n3"_s);
        row("a value never stands alone", u"x\n{{a}}\ny"_s, u"x\nA\ny"_s);
        row("a comment alone", u"x\n{{! c }}\ny"_s, u"x\ny"_s);
        row("not alone at text's side", u"x {{#if a}}\n1{{/if}}"_s, u"x \n1"_s);
        row("false and alone", u"x\n{{#if no}}\n1\n{{/if}}\ny"_s, u"x\ny"_s);
        row("CRLF", u"{{#if a}}\r\n{{a}}\r\n{{/if}}\r\nend"_s, u"A\r\nend"_s);
        row("with", u"{{#with a}}[{{this}}|{{b}}|{{../b}}|{{@root.b}}|{{this.b}}]{{else}}no{{/with}}"_s,
            u"[A|{{b}}|B\nB|B\nB|]"_s);
        row("with nothing", u"{{#with no}}x{{else}}y{{/with}}"_s, u"y"_s);
        row("each has nothing to go through", u"{{#each a}}x{{else}}y{{/each}}"_s, u"y"_s);
        row("paths", u"<{{a.b}}{{this.a}}{{#if a.b}}x{{/if}}>"_s, u"<A>"_s);
        row("this is everything", u"{{this}}"_s, u"[object Object]"_s);
        row("an open brace pair", u"a {{ b"_s, u"a {{ b"_s);
    }
    void renders()
    {
        QFETCH(QString, story);
        QFETCH(QString, expected);
        const StoryRendering rendering = renderStoryString(TracedText(story, m_story), values());
        QVERIFY2(rendering.problem.isEmpty(), qPrintable(rendering.problem));
        QCOMPARE(rendering.text.text(), expected);
    }

    void brokenOnesSaySo_data()
    {
        QTest::addColumn<QString>("story");
        QTest::addColumn<QString>("word");
        QTest::newRow("not closed") << u"{{#if a}}x"_s << u"is not closed"_s;
        QTest::newRow("not closed behind else") << u"{{#if a}}x{{else}}y"_s << u"is not closed"_s;
        QTest::newRow("closed by another") << u"{{#if a}}x{{/unless}}"_s << u"{{/unless}}"_s;
        QTest::newRow("closes nothing") << u"x{{/if}}"_s << u"closes nothing"_s;
        QTest::newRow("else outside") << u"x{{else}}y"_s << u"outside"_s;
        QTest::newRow("two else") << u"{{#if a}}{{else}}{{else}}{{/if}}"_s << u"two"_s;
        QTest::newRow("asks nothing") << u"{{#if}}x{{/if}}"_s << u"has no condition"_s;
        QTest::newRow("another helper") << u"{{#log a}}x{{/log}}"_s << u"#log a"_s;
        QTest::newRow("very deep") << u"{{#if a}}"_s.repeated(5000) << u"too deeply"_s;
    }
    void brokenOnesSaySo()
    {
        QFETCH(QString, story);
        QFETCH(QString, word);
        const StoryRendering rendering = renderStoryString(TracedText(story, m_story), values());
        QVERIFY2(rendering.problem.contains(word), qPrintable(rendering.problem));
        QCOMPARE(rendering.text.text(), story);
    }

    void sourcesAreKept()
    {
        const QString story = u"x{{#if a}}{{a}}{{/if}}{{char}}"_s;
        const TracedText text = renderStoryString(TracedText(story, m_story), values()).text;
        QCOMPARE(text.text(), u"xA{{char}}"_s);
        QCOMPARE(text.spanAt(0)->source, m_story);
        QCOMPARE(text.spanAt(1)->source, m_card.inside(m_story));
        QCOMPARE(text.spanAt(2)->source, m_story);
        QCOMPARE(text.spanAt(2)->originStart, story.indexOf(u"{{char"));
    }

private:
    QHash<QString, TracedText> values() const
    {
        return {{u"a"_s, TracedText(u"A"_s, m_card)},
                {u"b"_s, TracedText(u"B\nB"_s, m_card)},
                {u"no"_s, TracedText()},
                {u"tag"_s, TracedText(u"{{a}}"_s, m_card)},
                {u"html"_s, TracedText(u"<&\">"_s, m_card)}};
    }

    Source m_story{SourceKind::TemplateContext, {}, u"story"_s};
    Source m_card{SourceKind::CharDescription, {}, u"card"_s};
};

} // namespace tst_storystring

SNUG_TEST(tst_storystring, TestStoryString, Core)
#include "tst_storystring.moc"
