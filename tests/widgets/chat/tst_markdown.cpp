#include "tests/testregistry.h"
#include "widgets/chat/codecolours.h"
#include "widgets/chat/markdown.h"
#include "widgets/chat/speech.h"

#include <KSyntaxHighlighting/Repository>
#include <QFile>
#include <QRandomGenerator>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextTable>

namespace tst_markdown {

using namespace snug;
using namespace Qt::StringLiterals;

class TestMarkdown : public QObject
{
    Q_OBJECT

    const TextStyle m_style = TextStyle::from(Theme::light());

    // A document in one line of text: {} around speech, / around italics, # around bold, ` around
    // monospaced, [text>address] for links; blocks are separated by "|", "\" is a kept line break.
    QString described(const QTextDocument &document) const
    {
        QStringList blocks;
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
            QString line;
            const QTextBlockFormat format = block.blockFormat();
            if (format.headingLevel() > 0)
                line += QString(format.headingLevel(), u'=') + u' ';
            if (format.intProperty(QuoteDepthProperty) > 0)
                line += QString(format.intProperty(QuoteDepthProperty), u'>') + u' ';
            if (format.hasProperty(MarkerProperty))
                line += QString(format.indent(), u' ') + format.stringProperty(MarkerProperty) + u' ';
            if (format.boolProperty(RuleProperty))
                line += u"---";
            if (format.intProperty(CodeBlockProperty) > 0)
                line += u"code ";
            for (auto part = block.begin(); !part.atEnd(); ++part) {
                const QTextCharFormat f = part.fragment().charFormat();
                QString text = part.fragment().text().replace(QChar::LineSeparator, u'\\');
                if (f.foreground().color() == m_style.speech && !f.isAnchor())
                    text = u'{' + text + u'}';
                if (f.fontItalic())
                    text = u'/' + text + u'/';
                if (f.fontWeight() > QFont::Medium && format.headingLevel() == 0)
                    text = u'#' + text + u'#';
                if (f.font().family() == m_style.codeFont.family() &&
                    format.intProperty(CodeBlockProperty) == 0)
                    text = u'`' + text + u'`';
                if (f.isAnchor())
                    text = u'[' + text + u'>' + f.anchorHref() + u']';
                line += text;
            }
            blocks.append(line);
        }
        return blocks.join(u'|');
    }

    QString rendered(const QString &markdown, bool unfinished = false) const
    {
        QTextDocument document;
        appendMarkdown(document, markdown, m_style, nullptr, unfinished);
        return described(document);
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    // md4c says of these that a mark ends which has not begun.
    void marksThatOverlap()
    {
        QFile file(QStringLiteral(SNUG_SOURCE_DIR "/tests/fuzz/seeds/markdown/overlapping-marks"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QTextDocument document;
        appendMarkdown(document, QString::fromUtf8(file.readAll().sliced(1)), TextStyle(), nullptr);
        QVERIFY(document.toPlainText().contains(u"code"_s));
    }

    void renders_data()
    {
        QTest::addColumn<QString>("markdown");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const QString &markdown, const QString &expected) {
            QTest::newRow(name) << markdown << expected;
        };
        row("nothing", u""_s, u""_s);
        row("plain", u"one two"_s, u"one two"_s);
        row("single newline is kept", u"one\ntwo"_s, u"one\\two"_s);
        row("paragraphs", u"one\n\ntwo\n\n\nthree"_s, u"one|two|three"_s);
        row("action", u"*nods* yes"_s, u"/nods/ yes"_s);
        row("strong", u"**very** much"_s, u"#very# much"_s);
        row("speech", u"She says \"hello\" twice"_s, u"She says {\"hello\"} twice"_s);
        row("curly speech", u"“Hello,” he said"_s, u"{“Hello,”} he said"_s);
        row("speech across emphasis", u"\"said *softly* now\" end"_s, u"{\"said }/{softly}/{ now\"} end"_s);
        row("speech inside action", u"*waves \"hi\" back*"_s, u"/waves //{\"hi\"}// back/"_s);
        row("speech ends with the paragraph", u"so \"one\n\ntwo\" end"_s, u"so \"one|two\" end"_s);
        row("speech over a kept newline", u"\"roses,\nviolets\" he sang"_s,
            u"{\"roses,\\violets\"} he sang"_s);
        row("quote in code is no speech", u"`\"x\"` and \"y\""_s, u"`\"x\"` and {\"y\"}"_s);
        row("inches open nothing", u"he is 6'2\" tall, \"really\""_s, u"he is 6'2\" tall, {\"really\"}"_s);
        row("asterisks between digits stay", u"2*3*4 is 24"_s, u"2*3*4 is 24"_s);
        row("asterisks between letters are emphasis", u"un*frigging*believable"_s,
            u"un/frigging/believable"_s);
        row("html is text", u"<b>bold</b> & <script>x</script>"_s, u"<b>bold</b> & <script>x</script>"_s);
        row("html block is text", u"<div>\nx\n</div>"_s, u"<div>\\x\\</div>"_s);
        row("entities", u"&lt;tag&gt; &amp; &#8212; &unknown;"_s, u"<tag> & — &unknown;"_s);
        row("link", u"see [there](https://a.b/c)"_s, u"see [there>https://a.b/c]"_s);
        row("link to nowhere is its words", u"see [there]() and [*here*](<>)"_s, u"see there and /here/"_s);
        row("bare link", u"see https://a.b/c now"_s, u"see [https://a.b/c>https://a.b/c] now"_s);
        row("image is its text as a link", u"![a map](http://a.b/c.png)"_s, u"[a map>http://a.b/c.png]"_s);
        row("image without text is its address", u"![](http://a.b/c.png)"_s,
            u"[http://a.b/c.png>http://a.b/c.png]"_s);
        row("heading", u"## Two\ntext"_s, u"== Two|text"_s);
        row("bullets", u"- a\n- b"_s, u" • a| • b"_s);
        row("numbers keep their start", u"3. a\n4. b"_s, u" 3. a| 4. b"_s);
        row("nested list", u"- a\n  - b\n- c"_s, u" • a|  ◦ b| • c"_s);
        row("loose list", u"- a\n\n  more\n\n- b"_s, u" • a|more| • b"_s);
        row("code inside an item", u"- a\n  ```\n  x\n  ```\n- b"_s, u" • a|code x| • b"_s);
        row("quote", u"> a\n> b\n\nc"_s, u"> a\\b|c"_s);
        row("nested quote", u"> a\n> > b"_s, u"> a|>> b"_s);
        row("rule", u"a\n\n---\n\nb"_s, u"a|---|b"_s);
        row("fence", u"```cpp\nint x;\n\ny\n```\nafter"_s, u"code int x;|code |code y|after"_s);
        row("indented text is no code", u"    four spaces"_s, u"four spaces"_s);
        row("struck", u"~~no~~ yes"_s, u"no yes"_s);
        row("nul", QString(u"a"_s + QChar(0) + u'b'), u"a\uFFFDb"_s);
    }

    void renders()
    {
        QFETCH(QString, markdown);
        QFETCH(QString, expected);
        QCOMPARE(rendered(markdown), expected);
    }

    void unfinishedText_data()
    {
        QTest::addColumn<QString>("markdown");
        QTest::addColumn<QString>("expected");
        QTest::newRow("open speech counts") << u"so \"I came"_s << u"so {\"I came}"_s;
        QTest::newRow("open action counts") << u"*She turns"_s << u"/She turns/"_s;
        QTest::newRow("trailing space") << u"*She turns "_s << u"/She turns/"_s;
        QTest::newRow("open strong counts") << u"**very"_s << u"#very#"_s;
        QTest::newRow("half a mark is left alone") << u"**very*"_s << u"*/very/"_s;
        QTest::newRow("list marks are no emphasis") << u"* item"_s << u" • item"_s;
        QTest::newRow("closed speech") << u"\"a\" b"_s << u"{\"a\"} b"_s;
    }

    void unfinishedText()
    {
        QFETCH(QString, markdown);
        QFETCH(QString, expected);
        QCOMPARE(rendered(markdown, true), expected);
    }

    void table()
    {
        QTextDocument document;
        appendMarkdown(document, u"a\n\n| x | *y* |\n|---|---|\n| 1 | \"2\" |\n\nb"_s, m_style, nullptr);
        const auto frames = document.rootFrame()->childFrames();
        QCOMPARE(frames.size(), 1);
        auto *table = qobject_cast<QTextTable *>(frames.first());
        QVERIFY(table);
        QCOMPARE(table->rows(), 2);
        QCOMPARE(table->columns(), 2);
        QCOMPARE(table->cellAt(1, 1).firstCursorPosition().block().text(), u"\"2\""_s);
        QCOMPARE(document.lastBlock().text(), u"b"_s);
    }

    void settledLength_data()
    {
        QTest::addColumn<QString>("settled");
        QTest::addColumn<QString>("rest");
        QTest::newRow("one paragraph") << u""_s << u"one two"_s;
        QTest::newRow("next paragraph's line is whole") << u"one\n\n"_s << u"two\nthr"_s;
        QTest::newRow("next paragraph's line is not whole") << u""_s << u"one\n\ntwo"_s;
        QTest::newRow("inside a fence") << u""_s << u"```\na\n\nb\n\nc\n"_s;
        QTest::newRow("after a fence") << u"```\na\n\nb\n```\n\n"_s << u"c\n"_s;
        QTest::newRow("inside a list") << u""_s << u"- a\n\n- b\n\n  c\n"_s;
        QTest::newRow("after a list") << u"- a\n\n"_s << u"b\n"_s;
        QTest::newRow("a longer fence is not closed by a shorter") << u""_s << u"````\n```\n\nx\n"_s;
    }

    void settledLength()
    {
        QFETCH(QString, settled);
        QFETCH(QString, rest);
        QCOMPARE(snug::settledLength(QString(settled + rest)), settled.size());
    }

    void growingGivesTheSameAsAtOnce()
    {
        const QString story =
            u"\"You came back,\" *she says,\nand turns.* Yes.\n\n- a list\n- of *things*\n\n  and "
            u"more\n\nThen "
            "\"speech\n\n```python\ndef f():\n\n    return 1\n```\n\n| x | y |\n|---|---|\n| 1 | 2 "
            "|\n\nAfter the "
            "table.\n\n> quoted\n> lines\n\n# Head\n\n1. one\n2. two\n\nEnd with `code` and [link](http://x.y)."_s;
        QRandomGenerator random(7);
        for (int round = 0; round < 30; ++round) {
            QTextDocument growing;
            GrowingMarkdown writer(growing);
            qsizetype length = 0;
            while (length < story.size()) {
                length = std::min<qsizetype>(story.size(), length + 1 + random.bounded(round + 3));
                writer.setText(story.first(length), m_style, nullptr, true);
                QTextDocument once;
                appendMarkdown(once, story.first(length), m_style, nullptr, true);
                QCOMPARE(growing.toPlainText(), once.toPlainText());
            }
            writer.setText(story, m_style, nullptr, false);
            QCOMPARE(described(growing), rendered(story));
        }
    }

    // Pieces of all kinds in any order: what is settled while it grows stays right to the end.
    void whatIsSettledStaysRight()
    {
        const QStringList pieces{
            u"Some *words* and \"speech\"."_s,
            u"- one\n- two"_s,
            u"3. three\n\n   more"_s,
            u"> quoted *so*"_s,
            u"```js\na()\n\nb()\n```"_s,
            u"# Head"_s,
            u"Head\n==="_s,
            u"---"_s,
            u"| a | b |\n|---|---|\n| 1 | 2 |"_s,
            u"[name]: http://a.b"_s,
            u"see [name] there"_s,
            u"\"open speech"_s,
            u"*open emphasis"_s,
            u"   indented"_s,
            u"~~~\nnever closed"_s,
            u"```no`fence\nint a;\n```"_s,
            u"1986. A great year"_s,
            u"`code"_s,
            u"a\\\nb"_s,
            u"```\r`"_s,
            u"\f\n-"_s,
            u"\u00A0\n==="_s,
            u"two\r\nlines\r\n\r\nand\rmore"_s,
        };
        QRandomGenerator random(11);
        for (int round = 0; round < 300; ++round) {
            QString text;
            for (int count = 1 + random.bounded(6); count > 0; --count)
                text += pieces.at(random.bounded(pieces.size())) + (random.bounded(4) ? u"\n\n"_s : u"\n"_s);
            QTextDocument growing;
            GrowingMarkdown writer(growing);
            for (qsizetype length = 0; length < text.size();) {
                length = std::min<qsizetype>(text.size(), length + 1 + random.bounded(12));
                const QString before = growing.toPlainText();
                const int from = writer.setText(text.first(length), m_style, nullptr, true);
                QCOMPARE(growing.toPlainText().first(from), before.first(from));
            }
            writer.setText(text, m_style, nullptr, false);
            QCOMPARE(described(growing), rendered(text));
        }
    }

    void growingTextThatChangesIsSetAnew()
    {
        QTextDocument document;
        GrowingMarkdown writer(document);
        writer.setText(u"one\n\ntwo\n\nthree\nx"_s, m_style, nullptr, true);
        writer.setText(u"other\n\nwords"_s, m_style, nullptr, true);
        QCOMPARE(described(document), u"other|words"_s);
        writer.setText({}, m_style, nullptr, true);
        QCOMPARE(described(document), QString());
    }

    void codeIsColoured()
    {
        KSyntaxHighlighting::Repository repository;
        CodeColours colours([&repository] { return &repository; });
        const QStringList lines{u"def tides(path):"_s, u"    return \"text\" # why"_s};
        for (const Theme &theme : {Theme::light(), Theme::dark()}) {
            const auto spans = colours.spans(u"python"_s, lines, theme);
            QCOMPARE(spans.size(), 2);
            QVERIFY(!spans[0].isEmpty());
            QVERIFY(spans[1].size() >= 2);
            for (const auto &line : spans) {
                for (const CodeSpan &span : line) {
                    if (span.format.hasProperty(QTextFormat::ForegroundBrush))
                        QVERIFY(contrastRatio(span.format.foreground().color(), theme.codeGround) >= 4.5);
                }
            }
        }
        for (const auto &name : {u"no-such-language"_s, QString()})
            QVERIFY(colours.spans(name, lines, Theme::light())[0].isEmpty());
        QVERIFY(CodeColours(nullptr).spans(u"python"_s, lines, Theme::light())[0].isEmpty());
    }

    void plainTextHasListMarks()
    {
        QTextDocument document;
        appendMarkdown(document, u"*so*\nthere\n\n1. a\n   - b"_s, m_style, nullptr);
        QCOMPARE(plainText(document, 0, document.characterCount()), u"so\nthere\n1. a\n  ◦ b"_s);
        QCOMPARE(plainText(document, 1, 5), u"o\nth"_s);
    }

    // Nothing here may hang or recurse without end; the watchdog is ctest's timeout.
    void hostileInput_data()
    {
        QTest::addColumn<QString>("markdown");
        QTest::newRow("10,000 nested quotes") << QString(10'000, u'>') + u" deep";
        QTest::newRow("10,000 nested lists") << u"- "_s.repeated(10'000) + u"deep";
        QTest::newRow("100,000 asterisks") << QString(100'000, u'*') + u"x";
        QTest::newRow("100,000 brackets") << QString(100'000, u'[');
        QTest::newRow("100,000 backticks") << u"` `` "_s.repeated(20'000);
        QTest::newRow("100,000 quotation marks") << QString(100'000, u'"');
        QTest::newRow("1 MB line") << u"word "_s.repeated(200'000);
        QTest::newRow("1 MB without a space") << QString(1'000'000, u'x');
        QTest::newRow("1 MB of newlines") << QString(1'000'000, u'\n');
        QTest::newRow("wide table") << u"|"_s + u"x|"_s.repeated(5'000) + u"\n|" + u"-|"_s.repeated(5'000) +
                                           u"\n";
        QTest::newRow("tall table") << u"|x|y|\n|-|-|\n"_s + u"|1|2|\n"_s.repeated(10'000);
        QTest::newRow("long fence") << u"```cpp\n"_s + u"int x;\n"_s.repeated(20'000);
        QTest::newRow("many links") << u"[a](b) "_s.repeated(10'000);
        QTest::newRow("lone surrogate") << QString(u"a"_s + QChar(0xD800) + u"b*c*");
        QTest::newRow("right-to-left marks") << u"\u202E*abc*\u202C"_s;
    }

    void hostileInput()
    {
        QFETCH(QString, markdown);
        QTextDocument document;
        document.setUndoRedoEnabled(false);
        GrowingMarkdown(document).setText(markdown, m_style, nullptr, false);
        document.setTextWidth(500);
        QVERIFY(document.size().height() >= 0);
        QVERIFY(!document.isEmpty() || markdown.trimmed().isEmpty());
    }
};

} // namespace tst_markdown

SNUG_TEST(tst_markdown, TestMarkdown, Windows)
#include "tst_markdown.moc"
