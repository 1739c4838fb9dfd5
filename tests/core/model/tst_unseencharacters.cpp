#include "core/model/unseencharacters.h"
#include "tests/testregistry.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QTest>

namespace tst_unseencharacters {

using namespace snug;
using namespace Qt::StringLiterals;

class TestUnseenCharacters : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void terminal_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("plain") << u"Mira – ミオ 🦊"_s << QByteArray("Mira – ミオ 🦊");
        QTest::newRow("escape") << u"a\x1b]0;title\x07z"_s << QByteArray("a\\u{1b}]0;title\\u{7}z");
        QTest::newRow("C1") << u"a\u009B31mz"_s << QByteArray("a\\u{9b}31mz");
        QTest::newRow("delete") << u"a\x7fz"_s << QByteArray("a\\u{7f}z");
        QTest::newRow("carriage return") << u"good\rbad"_s << QByteArray("good\\u{d}bad");
        QTest::newRow("NUL") << QString(u"a"_s + QChar(0) + u"z"_s) << QByteArray("a\\u{0}z");
        QTest::newRow("directions") << u"a\u202Egpj.exe"_s << QByteArray("a\\u{202e}gpj.exe");
        QTest::newRow("separators") << u"a\u2028b\u2029c"_s << QByteArray("a\\u{2028}b\\u{2029}c");
        QTest::newRow("tags") << u"a\U000E0041z"_s << QByteArray("a\\u{e0041}z");
        QTest::newRow("half a character")
            << QString(u"a"_s + QChar(0xdc00) + u"z"_s) << QByteArray("a\\u{dc00}z");
        QTest::newRow("a family") << u"👩\u200D👧"_s << QByteArray("👩\u200D👧");
        QTest::newRow("line ends are no lines of ours") << u"a\nsnug: b"_s << QByteArray("a\\u{a}snug: b");
    }

    void terminal()
    {
        QFETCH(QString, text);
        QFETCH(QByteArray, line);
        QCOMPARE(forTerminal(text), line);
    }

    void bodiesKeepTheirLines()
    {
        QCOMPARE(forTerminal(u"a\tb\n\x1b[2Jc"_s, TerminalText::Lines), "a\tb\n\\u{1b}[2Jc");
    }

    // Any text whatever: nothing that acts is left, and JSON says the same as before.
    void anyText()
    {
        QRandomGenerator random(16);
        const char32_t interesting[] = {0,      7,       9,       10,     13,     0x1b,   0x7f,
                                        0x85,   0x9b,    0xad,    0x200b, 0x202e, 0x2066, 0x2028,
                                        0xfeff, 0xe0041, 0x1f98a, U'a',   U'"',   U'\\'};
        for (int round = 0; round < 500; ++round) {
            QString text;
            for (int i = 0; i < 40; ++i)
                text += QChar::fromUcs4(interesting[random.bounded(int(std::size(interesting)))]);
            const QByteArray printed = forTerminal(text);
            for (const QChar c : QString::fromUtf8(printed))
                QVERIFY(c >= u' ' && (c < u'\x7f' || c > u'\x9f') && !turnsDirection(c.unicode()));
            const QJsonObject object{{u"text"_s, text}};
            const QByteArray json = jsonForTerminal(QJsonDocument(object).toJson());
            QCOMPARE(QJsonDocument::fromJson(json).object(), object);
            for (const QChar c : QString::fromUtf8(json))
                QVERIFY((c == u'\n' || c >= u' ') && (c < u'\x7f' || c > u'\x9f') &&
                        !turnsDirection(c.unicode()));
        }
    }
};

} // namespace tst_unseencharacters

SNUG_TEST(tst_unseencharacters, TestUnseenCharacters, Core)
#include "tst_unseencharacters.moc"
