#include "tests/testregistry.h"
#include "tests/widgets/inspector/promptfixture.h"
#include "widgets/inspector/bodytext.h"
#include "widgets/inspector/linechanges.h"

#include <QJsonDocument>
#include <QRandomGenerator>
#include <QTest>

namespace tst_bodytext {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

// `before` with the changes made to it.
QStringList applied(QStringList before, const QStringList &after, const QList<LineChange> &changes)
{
    for (qsizetype i = changes.size() - 1; i >= 0; --i) {
        const LineChange &change = changes.at(i);
        before.remove(change.oldLine, change.oldCount);
        for (qsizetype line = 0; line < change.newCount; ++line)
            before.insert(change.oldLine + line, after.at(change.newLine + line));
    }
    return before;
}

QList<QStringView> views(const QStringList &lines)
{
    return QList<QStringView>(lines.cbegin(), lines.cend());
}

} // namespace

class TestBodyText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void pretty_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("expected");
        QTest::newRow("flat object") << "{\"a\":1,\"b\":\"x\"}"_ba << u"{\n  \"a\": 1,\n  \"b\": \"x\"\n}"_s;
        QTest::newRow("nested")
            << "{\"m\":[{\"r\":\"s\"},{}],\"e\":[]}"_ba
            << u"{\n  \"m\": [\n    {\n      \"r\": \"s\"\n    },\n    {}\n  ],\n  \"e\": []\n}"_s;
        QTest::newRow("number spelling stays")
            << "[1.50,-0,1E+2,9007199254740993]"_ba << u"[\n  1.50,\n  -0,\n  1E+2,\n  9007199254740993\n]"_s;
        QTest::newRow("brackets and escapes in strings")
            << "{\"a\":\"}]{[,: \\\" \\\\\"}"_ba << u"{\n  \"a\": \"}]{[,: \\\" \\\\\"\n}"_s;
        QTest::newRow("already spaced") << "{ \"a\" :\n 1 }"_ba << u"{\n  \"a\": 1\n}"_s;
        QTest::newRow("emptiness with a space") << "[ ]"_ba << u"[]"_s;
        QTest::newRow("text above the plane") << "[\"\xF0\x9F\x8C\x8A\"]"_ba << u"[\n  \"🌊\"\n]"_s;
        QTest::newRow("not JSON") << "a=1&b=2"_ba << u"a=1&b=2"_s;
        QTest::newRow("unclosed bracket") << "{\"a\":[1"_ba << u"{\"a\":[1"_s;
        QTest::newRow("wrong bracket") << "{\"a\":1]"_ba << u"{\"a\":1]"_s;
        QTest::newRow("unclosed string") << "{\"a\":\"b"_ba << u"{\"a\":\"b"_s;
        QTest::newRow("nothing") << QByteArray() << QString();
    }

    void pretty()
    {
        QFETCH(QByteArray, body);
        QFETCH(QString, expected);
        const BodyText text = prettyBody(body);
        QCOMPARE(text.text, expected);
        QCOMPARE(text.lines.size(), expected.count(u'\n') + 1);
    }

    void prettyIsTheSameDocument()
    {
        const QByteArray body = fixture::requestFor(fixture::harbourPrompt()).body;
        const BodyText text = prettyBody(body);
        QVERIFY(text.isJson);
        QCOMPARE(QJsonDocument::fromJson(text.text.toUtf8()), QJsonDocument::fromJson(body));
    }

    void exactGivesTheBytesBack_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("a prompt") << fixture::requestFor(fixture::harbourPrompt()).body;
        QTest::newRow("a long prompt") << fixture::requestFor(fixture::longPrompt(200)).body;
        QTest::newRow("many scripts") << fixture::requestFor(fixture::manyScriptsPrompt()).body;
        QTest::newRow("one string longer than a line")
            << "[\"" + QByteArray("\xF0\x9F\x8C\x8A").repeated(9000) + "\"]";
        QTest::newRow("one word longer than a line") << QByteArray(20000, 'x');
        QTest::newRow("real line breaks") << "{\n\"a\": 1,\n\n\"b\": 2}\n"_ba;
        QTest::newRow("nothing") << QByteArray();
    }

    void exactGivesTheBytesBack()
    {
        QFETCH(QByteArray, body);
        const BodyText text = exactBody(body);
        QCOMPARE(text.textBetween(0, text.text.size()).toUtf8(), body);
        for (const QString &line : text.text.split(u'\n'))
            QVERIFY2(line.size() <= 4700, "a line is too long for the editor");
        QCOMPARE(text.lines.size(), text.text.count(u'\n') + 1);
    }

    void partOfACutText()
    {
        const BodyText text = exactBody(QByteArray(9000, 'x'));
        const qsizetype cut = text.text.indexOf(u'\n');
        QCOMPARE(text.textBetween(cut - 2, cut + 3), u"xxxx"_s);
    }

    void linesKnowWhatTheyBeginInsideOf()
    {
        const BodyText text = prettyBody("{\"m\":[{\"r\":1}]}"_ba);
        QList<QByteArray> inside;
        for (const BodyLine &line : text.lines)
            inside.append(text.containers.at(line.containers));
        QCOMPARE(inside, (QList<QByteArray>{"", "{", "{[", "{[{", "{[{", "{[", "{"}));
    }

    void changes_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<int>("touched");
        QTest::newRow("equal") << u"a b c"_s << u"a b c"_s << 0;
        QTest::newRow("one changed") << u"a b c d e"_s << u"a b x d e"_s << 2;
        QTest::newRow("first and last changed") << u"a b c d e f"_s << u"x b c d e y"_s << 4;
        QTest::newRow("one inserted, one changed") << u"a b c d e f g"_s << u"a x b c d e y g"_s << 3;
        QTest::newRow("one removed") << u"a b c d e"_s << u"a c d e"_s << 1;
        QTest::newRow("appended") << u"a b"_s << u"a b c"_s << 1;
        QTest::newRow("emptied") << u"a b"_s << u""_s << 2;
        QTest::newRow("filled") << u""_s << u"a b"_s << 2;
    }

    void changes()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(int, touched);
        const QStringList oldLines = before.split(u' ', Qt::SkipEmptyParts);
        const QStringList newLines = after.split(u' ', Qt::SkipEmptyParts);
        const auto result = lineChanges(views(oldLines), views(newLines));
        qsizetype count = 0;
        for (const LineChange &change : result)
            count += change.oldCount + change.newCount;
        QCOMPARE(applied(oldLines, newLines, result), newLines);
        QCOMPARE(count, touched);
    }

    void changesMakeTheNewTextOutOfTheOld()
    {
        QRandomGenerator random(20261121);
        for (int round = 0; round < 300; ++round) {
            QStringList before;
            for (int i = random.bounded(200); i > 0; --i)
                before.append(QString(QChar(u'a' + random.bounded(6))));
            QStringList after = before;
            for (int i = random.bounded(6); i > 0; --i) {
                const qsizetype at = random.bounded(int(after.size()) + 1);
                if (random.bounded(2) && at < after.size())
                    after.remove(at, std::min<qsizetype>(random.bounded(90), after.size() - at));
                else
                    after.insert(at, QStringList(random.bounded(90), u"z"_s).join(u'z'));
            }
            QCOMPARE(applied(before, after, lineChanges(views(before), views(after))), after);
        }
    }
};

} // namespace tst_bodytext

SNUG_TEST(tst_bodytext, TestBodyText, Windows)
#include "tst_bodytext.moc"
