// The search for many literals against a search for one after the other.

#include "core/lore/patternset.h"
#include "tests/testregistry.h"

#include <QRandomGenerator>
#include <QTest>

namespace tst_patternset {

using namespace Qt::StringLiterals;
using namespace snug;

struct WantedLiteral
{
    QString text;
    bool isWholeWord = false;
};

static std::vector<PatternHit> oneByOne(const QList<WantedLiteral> &literals, const QString &text)
{
    std::vector<PatternHit> hits;
    for (qsizetype n = 0; n < literals.size(); ++n) {
        const WantedLiteral &literal = literals[n];
        for (qsizetype at = text.indexOf(literal.text); at >= 0; at = text.indexOf(literal.text, at + 1)) {
            const qsizetype end = at + literal.text.size();
            if (literal.isWholeWord && ((at > 0 && isWordUnit(text[at - 1].unicode())) ||
                                        (end < text.size() && isWordUnit(text[end].unicode()))))
                continue;
            hits.push_back({quint32(n), qint32(at)});
            break;
        }
    }
    return hits;
}

static PatternSet setOf(const QList<WantedLiteral> &literals)
{
    PatternSet set;
    for (qsizetype n = 0; n < literals.size(); ++n)
        set.add(quint32(n), literals[n].text, literals[n].isWholeWord);
    set.build();
    return set;
}

class TestPatternSet : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void random_data()
    {
        QTest::addColumn<QString>("letters");
        QTest::newRow("two letters") << u"ab"_s;
        QTest::newRow("words") << u"ab cd "_s;
        QTest::newRow("borders of all kinds") << u"aé_-茶 \n"_s;
        QTest::newRow("surrogates") << u"a😀b "_s;
    }

    void random()
    {
        QFETCH(QString, letters);
        QRandomGenerator random(7);
        const auto word = [&](int most) {
            QString text;
            for (int n = random.bounded(1, most + 1); n > 0; --n)
                text += letters[random.bounded(int(letters.size()))];
            return text;
        };
        for (int round = 0; round < 300; ++round) {
            QList<WantedLiteral> literals;
            for (int n = random.bounded(1, 40); n > 0; --n)
                literals.append({word(9), random.bounded(2) == 0});
            const QString text = word(60);
            const std::vector<PatternHit> is = setOf(literals).find(text);
            const std::vector<PatternHit> should = oneByOne(literals, text);
            QCOMPARE(is.size(), should.size());
            QVERIFY(is == should);
        }
    }

    void manyWithACommonBeginning()
    {
        QList<WantedLiteral> literals;
        for (int n = 0; n < 5000; ++n)
            literals.append({u"common beginning %1"_s.arg(n), n % 2 == 0});
        const QString text = u"common beginning 123 and common beginning 44"_s;
        QVERIFY(setOf(literals).find(text) == oneByOne(literals, text));
    }

    void emptyTextAndEmptySet()
    {
        QVERIFY(setOf({}).find(u"text").empty());
        QVERIFY(setOf({{u"a"_s, true}}).find(u"").empty());
        QVERIFY(setOf({}).isEmpty());
    }
};

} // namespace tst_patternset

SNUG_TEST(tst_patternset, TestPatternSet, Nothing)
#include "tst_patternset.moc"
