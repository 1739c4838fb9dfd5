#include "core/ledger/piececuts.h"
#include "tests/testregistry.h"

#include <QRandomGenerator>
#include <QSet>
#include <QTest>

namespace tst_piececuts {

using namespace Qt::StringLiterals;
using namespace snug;

static QByteArray randomBytes(quint32 seed, qsizetype size)
{
    QRandomGenerator random(seed);
    QByteArray bytes;
    for (qsizetype i = 0; i < size; ++i)
        bytes += char(random.bounded(256));
    return bytes;
}

static QSet<QByteArray> setOf(const QByteArray &bytes)
{
    QSet<QByteArray> set;
    for (const QByteArrayView piece : piecesOf(bytes))
        set.insert(piece.toByteArray());
    return set;
}

class TestPieceCuts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void piecesMakeTheText_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("one byte") << "a"_ba;
        QTest::newRow("smallest") << randomBytes(1, SmallestPiece);
        QTest::newRow("all the same") << QByteArray(100'000, 'x');
        QTest::newRow("zeros") << QByteArray(50'000, '\0');
        for (int i = 0; i < 20; ++i)
            QTest::addRow("random %d", i) << randomBytes(quint32(i), 1 + i * 3571);
    }
    void piecesMakeTheText()
    {
        QFETCH(QByteArray, bytes);
        QByteArray whole;
        const QList<QByteArrayView> pieces = piecesOf(bytes);
        for (const QByteArrayView piece : pieces) {
            QVERIFY(!piece.isEmpty() && piece.size() <= LargestPiece);
            if (piece.data() != pieces.last().data())
                QVERIFY(piece.size() > SmallestPiece);
            whole += piece;
        }
        QCOMPARE(whole, bytes);
    }

    // A word put in or taken out changes the pieces around it and no others.
    void changesStayNearby_data()
    {
        QTest::addColumn<qsizetype>("place");
        QTest::newRow("at the front") << qsizetype(0);
        QTest::newRow("in the middle") << qsizetype(50'000);
        QTest::newRow("at the end") << qsizetype(100'000);
    }
    void changesStayNearby()
    {
        QFETCH(qsizetype, place);
        const QByteArray before = randomBytes(7, 100'000);
        QByteArray after = before;
        after.insert(place, "a few words more");
        const QSet<QByteArray> shared = setOf(before) & setOf(after);
        QVERIFY(setOf(after).size() - shared.size() <= 3);
    }
};

} // namespace tst_piececuts

SNUG_TEST(tst_piececuts, TestPieceCuts, Core)
#include "tst_piececuts.moc"
