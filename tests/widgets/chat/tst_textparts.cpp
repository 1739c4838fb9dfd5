// Long texts in parts: every character once, cut where it was cut before, whatever follows.
#include "tests/testregistry.h"
#include "widgets/chat/markdown.h"
#include "widgets/chat/textparts.h"

#include <QRandomGenerator>
#include <QTest>

namespace tst_textparts {

using namespace Qt::StringLiterals;
using namespace snug;

class TestTextParts : public QObject
{
    Q_OBJECT

    static QString joined(const TextParts &parts)
    {
        QString text;
        for (int i = 0; i < parts.count(); ++i)
            text += parts.part(i);
        return text;
    }

    static QStringList all(const TextParts &parts)
    {
        QStringList list;
        for (int i = 0; i < parts.count(); ++i)
            list.append(parts.part(i));
        return list;
    }

    static QString story(QRandomGenerator &random, qsizetype length)
    {
        QString text;
        while (text.size() < length) {
            text += u"word "_s.repeated(1 + random.bounded(400));
            text += random.bounded(3) == 0 ? u"\n\n"_s : random.bounded(2) == 0 ? u"\n"_s : u"\U0001F30A"_s;
        }
        return text.first(length);
    }

private Q_SLOTS:
    void aShortTextIsOnePart()
    {
        TextParts parts;
        QCOMPARE(parts.count(), 1);
        QCOMPARE(parts.part(0), QString());
        const QString text = u"x"_s.repeated(TextParts::longestWhole);
        parts.setText(text);
        QCOMPARE(parts.count(), 1);
        QCOMPARE(parts.part(0), text);
        parts.setText(text + u'y');
        QCOMPARE(parts.count(), 2);
        QCOMPARE(joined(parts), QString(text + u'y'));
    }

    void cutsAreWhereTheTextAllows_data()
    {
        QTest::addColumn<QString>("piece");
        QTest::addColumn<QString>("end");
        QTest::newRow("paragraphs") << u"some words\nand a line\n\n"_s << u"\n\n"_s;
        QTest::newRow("lines") << u"some words and a line\n"_s << u"\n"_s;
        QTest::newRow("words") << u"some words "_s << u" "_s;
        QTest::newRow("nothing") << u"x"_s << u"x"_s;
        QTest::newRow("pairs of surrogates") << u"\U0001F30A"_s << u"\U0001F30A"_s;
    }

    void cutsAreWhereTheTextAllows()
    {
        QFETCH(QString, piece);
        QFETCH(QString, end);
        // One more unit first, so that pairs lie across the cut.
        const QString text = u'a' + piece.repeated(200'000 / piece.size());
        TextParts parts;
        parts.setText(text);
        QCOMPARE(joined(parts), text);
        QVERIFY(parts.count() > 4);
        for (int i = 0; i + 1 < parts.count(); ++i) {
            QVERIFY(parts.part(i).endsWith(end));
            QVERIFY(parts.part(i).size() <= TextParts::longestCut);
            QVERIFY(parts.part(i).size() >= TextParts::longestCut / 2);
        }
        QVERIFY(parts.part(parts.count() - 1).size() <= TextParts::longestWhole);
    }

    void growingCutsWhereItIsCutAtOnce()
    {
        QRandomGenerator random(3);
        for (int round = 0; round < 10; ++round) {
            const QString text = story(random, 150'000 + random.bounded(100'000));
            TextParts growing;
            QStringList before;
            for (qsizetype length = 0; length < text.size();) {
                length = std::min<qsizetype>(text.size(), length + 1 + random.bounded(20'000));
                growing.setText(text.first(length));
                const QStringList now = all(growing);
                for (qsizetype i = 0; i + 1 < before.size(); ++i)
                    QCOMPARE(now.value(i), before.at(i));
                before = now;
            }
            TextParts once;
            once.setText(text);
            QCOMPARE(all(growing), all(once));
        }
    }

    void anotherTextIsCutAnew()
    {
        QRandomGenerator random(5);
        TextParts parts;
        QString text = story(random, 300'000);
        for (int round = 0; round < 40; ++round) {
            const qsizetype from = random.bounded(int(text.size()));
            const qsizetype removed = std::min<qsizetype>(random.bounded(60'000), text.size() - from);
            text.replace(from, removed, story(random, random.bounded(60'000)));
            parts.setText(text);
            TextParts once;
            once.setText(text);
            QCOMPARE(all(parts), all(once));
        }
    }

    void aFenceGoesOnInTheNextPart()
    {
        const QString before = u"Look:\n\n```cpp\n"_s;
        TextParts parts;
        parts.setText(before + u"int x;\n"_s.repeated(20'000) + u"```\n\n"_s + u"word "_s.repeated(20'000));
        QVERIFY(parts.count() > 4);
        QVERIFY(parts.part(1).startsWith(u"```cpp\nint x;\n"_s));
        QVERIFY(parts.part(parts.count() - 1).startsWith(u"word "_s));
        QCOMPARE(parts.partAt(0), 0);
        QCOMPARE(parts.partAt(parts.part(0).size() - 1), 0);
        QCOMPARE(parts.partAt(parts.part(0).size()), 1);
        QCOMPARE(parts.partAt(10'000'000), parts.count() - 1);
    }

    void openFences_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("open");
        QTest::newRow("none") << u"words\n\nmore"_s << QString();
        QTest::newRow("open") << u"a\n```js\nx"_s << u"```js\n"_s;
        QTest::newRow("closed") << u"```js\nx\n```\nafter"_s << QString();
        QTest::newRow("closed by a longer one") << u"```\nx\n`````\n"_s << QString();
        QTest::newRow("not by a shorter one") << u"````\nx\n```\n"_s << u"````\n"_s;
        QTest::newRow("not by the other mark") << u"~~~\nx\n```\n"_s << u"~~~\n"_s;
        QTest::newRow("not by one with words") << u"```\nx\n``` js\n"_s << u"```\n"_s;
        QTest::newRow("opened again") << u"```\nx\n```\n~~~ py\n"_s << u"~~~ py\n"_s;
    }

    void openFences()
    {
        QFETCH(QString, text);
        QTEST(openFence(text), "open");
    }
};

} // namespace tst_textparts

SNUG_TEST(tst_textparts, TestTextParts, Core)
#include "tst_textparts.moc"
