#include "core/tokens/pretokenizer.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_pretokenizer {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

QStringList pieces(const Pretokenizer &pretokenizer, const QString &text)
{
    QStringList list;
    const QByteArray utf8 = text.toUtf8();
    pretokenizer.split(utf8, [&](QByteArrayView piece) { list << QString::fromUtf8(piece); });
    return list;
}

SplitStep step(const QString &pattern, SplitBehaviour behaviour, bool invert = false)
{
    return {SplitPattern::compile(pattern).value(), behaviour, invert};
}

} // namespace

class TestPretokenizer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    // The example of Hugging Face's documentation of SplitDelimiterBehavior, and its ends.
    void behaviours_data()
    {
        QTest::addColumn<SplitBehaviour>("behaviour");
        QTest::addColumn<bool>("invert");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("wanted");
        const QString example = u"the-final--countdown"_s;
        using enum SplitBehaviour;
        QTest::newRow("removed") << Removed << false << example
                                 << QStringList{u"the"_s, u"final"_s, u"countdown"_s};
        QTest::newRow("isolated") << Isolated << false << example
                                  << QStringList{u"the"_s, u"-"_s, u"final"_s,
                                                 u"-"_s,   u"-"_s, u"countdown"_s};
        QTest::newRow("merged with previous") << MergedWithPrevious << false << example
                                              << QStringList{u"the-"_s, u"final-"_s, u"-"_s, u"countdown"_s};
        QTest::newRow("merged with next") << MergedWithNext << false << example
                                          << QStringList{u"the"_s, u"-final"_s, u"-"_s, u"-countdown"_s};
        QTest::newRow("contiguous") << Contiguous << false << example
                                    << QStringList{u"the"_s, u"-"_s, u"final"_s, u"--"_s, u"countdown"_s};
        QTest::newRow("inverted, removed")
            << Removed << true << example << QStringList{u"-"_s, u"-"_s, u"-"_s};
        QTest::newRow("only matches, removed") << Removed << false << u"--"_s << QStringList();
        QTest::newRow("only matches, previous")
            << MergedWithPrevious << false << u"--"_s << QStringList{u"-"_s, u"-"_s};
        QTest::newRow("at both ends, next")
            << MergedWithNext << false << u"-a-"_s << QStringList{u"-a"_s, u"-"_s};
        QTest::newRow("empty") << Isolated << false << QString() << QStringList();
    }

    void behaviours()
    {
        QFETCH(SplitBehaviour, behaviour);
        QFETCH(bool, invert);
        QFETCH(QString, text);
        std::vector<SplitStep> steps;
        steps.push_back(step(u"-"_s, behaviour, invert));
        QTEST(pieces(Pretokenizer(std::move(steps)), text), "wanted");
    }

    void withoutStepsTheTextIsOnePiece()
    {
        QCOMPARE(pieces(Pretokenizer(), u"one two"_s), QStringList{u"one two"_s});
        QCOMPARE(pieces(Pretokenizer(), QString()), QStringList());
    }

    // The second step's look-ahead must not see beyond the piece of the first.
    void stepsSeeTheirPieceOnly()
    {
        std::vector<SplitStep> steps;
        steps.push_back(step(u"\\d"_s, SplitBehaviour::Isolated));
        steps.push_back(step(u"a(?=\\d)"_s, SplitBehaviour::Isolated));
        QCOMPARE(pieces(Pretokenizer(std::move(steps)), u"xa1xa"_s), (QStringList{u"xa"_s, u"1"_s, u"xa"_s}));
    }

    void whiteSpaceIsUnicodes_data()
    {
        QTest::addColumn<char16_t>("character");
        QTest::addColumn<bool>("space");
        QTest::newRow("next line") << u'\u0085' << true;
        QTest::newRow("no-break space") << u'\u00a0' << true;
        QTest::newRow("ideographic space") << u'\u3000' << true;
        QTest::newRow("Mongolian vowel separator, a space to Perl only") << u'\u180e' << false;
        QTest::newRow("zero width space") << u'\u200b' << false;
        QTest::newRow("byte order mark, a space to JavaScript only") << u'\ufeff' << false;
    }

    void whiteSpaceIsUnicodes()
    {
        QFETCH(char16_t, character);
        QFETCH(bool, space);
        const QString text = u"a"_s + QChar(character) + u"b"_s;
        for (const QString &pattern : {u"\\s"_s, u"[\\s]"_s}) {
            std::vector<SplitStep> steps;
            steps.push_back(step(pattern, SplitBehaviour::Isolated));
            QCOMPARE(pieces(Pretokenizer(std::move(steps)), text).size(), space ? 3 : 1);
        }
        for (const QString &pattern : {u"\\S"_s, u"[^\\s]"_s}) {
            std::vector<SplitStep> steps;
            steps.push_back(step(pattern, SplitBehaviour::Removed));
            QCOMPARE(pieces(Pretokenizer(std::move(steps)), text).size(), space ? 1 : 0);
        }
    }

    void aBackslashBeforeALetterStays()
    {
        std::vector<SplitStep> steps;
        steps.push_back(step(u"\\\\s"_s, SplitBehaviour::Isolated)); // a backslash, then the letter s
        QCOMPARE(pieces(Pretokenizer(std::move(steps)), u"a\\s "_s), (QStringList{u"a"_s, u"\\s"_s, u" "_s}));
    }

    void patternsThatMatchNothingEndTheWalk()
    {
        std::vector<SplitStep> steps;
        steps.push_back(step(u"x*"_s, SplitBehaviour::Isolated));
        QCOMPARE(pieces(Pretokenizer(std::move(steps)), u"axxb"_s), (QStringList{u"a"_s, u"xx"_s, u"b"_s}));
    }

    void aPatternThatRunsAwayLosesNoText()
    {
        std::vector<SplitStep> steps;
        steps.push_back(step(u"(a+)+$"_s, SplitBehaviour::Isolated));
        const QString text = QString(40, u'a') + u'!';
        QCOMPARE(pieces(Pretokenizer(std::move(steps)), text).join(QString()), text);
    }

    void brokenPatternsAreErrors_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::newRow("bracket") << u"[a"_s;
        QTest::newRow("unknown class") << u"\\p{Nonsense}"_s;
        QTest::newRow("backslash at the end") << u"a\\"_s;
        QTest::newRow("single bytes") << u"\\C"_s;
    }

    void brokenPatternsAreErrors()
    {
        QFETCH(QString, pattern);
        const auto compiled = SplitPattern::compile(pattern);
        QVERIFY(!compiled);
        QVERIFY2(compiled.error().what.contains(pattern), qPrintable(compiled.error().what));
    }
};

} // namespace tst_pretokenizer

SNUG_TEST(tst_pretokenizer, TestPretokenizer, Nothing)
#include "tst_pretokenizer.moc"
