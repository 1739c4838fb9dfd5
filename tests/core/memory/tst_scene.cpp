// Scenes: markers, ranges, the transcript and the request it stands in.

#include "core/memory/castscene.h"
#include "core/memory/memoryprompt.h"
#include "core/prompt/knownto.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_scene {

using namespace Qt::StringLiterals;
using namespace snug;

static Message message(const QString &name, const QString &text, bool isHidden = false)
{
    Message result;
    result.name = name;
    result.text = text;
    result.isHidden = isHidden;
    return result;
}

static const QDateTime noon(QDate(2031, 4, 5), QTime(12, 0));

class TestScene : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void ranges_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("read");
        QTest::newRow("plain") << u"3-9"_s << u"3-9"_s;
        QTest::newRow("long dash and blanks") << u" 3 \u2014 9 "_s << u"3-9"_s;
        QTest::newRow("reversed is for the caller") << u"9-3"_s << u"9-3"_s;
        QTest::newRow("one number") << u"3"_s << QString();
        QTest::newRow("negative") << u"-3-9"_s << QString();
        QTest::newRow("other digits") << u"\u0663-\u0669"_s << QString();
        QTest::newRow("too large") << u"0-99999999999"_s << QString();
    }

    void ranges()
    {
        QFETCH(QString, text);
        QFETCH(QString, read);
        const std::optional<MessageRange> range = messageRangeFrom(text);
        QCOMPARE(range ? range->text() : QString(), read);
    }

    void markersShiftAndClear()
    {
        const SceneMarkers scene{2, 5};
        QCOMPARE(scene.withEnd(5), (SceneMarkers{2, {}}));
        QCOMPARE(scene.withStart(6), (SceneMarkers{6, {}}));
        QCOMPARE(scene.withStart(5), (SceneMarkers{5, 5}));
        QCOMPARE(scene.withEnd(1), (SceneMarkers{{}, 1}));
        QCOMPARE(scene.afterDeletion(2), (SceneMarkers{{}, 4}));
        QCOMPARE(scene.afterDeletion(5), (SceneMarkers{2, {}}));
        QCOMPARE(scene.afterDeletion(6), scene);
        QCOMPARE((SceneMarkers{3, {}}).afterDeletion(0), (SceneMarkers{2, {}}));
        QCOMPARE((SceneMarkers{7, 9}).within(4), (SceneMarkers{{}, 3}));
        QCOMPARE((SceneMarkers{0, 0}).within(0), SceneMarkers());
    }

    void hiddenMessagesAndGapsAreCounted()
    {
        const SceneSource chat{message(u" Mira "_s, u" one\r\ntwo "_s), message(u"S"_s, u"x"_s, true),
                               std::nullopt, message(u" "_s, u"three"_s)};
        const auto scene = compileScene(chat, {0, 3}, {}, noon);
        QVERIFY(scene);
        QCOMPARE(scene->hiddenSkipped, 1);
        QCOMPARE(scene->gapsSkipped, 1);
        QCOMPARE(scene->messages.size(), 2);
        QCOMPARE(scene->messages.at(0).name, u"Mira"_s);
        QCOMPARE(scene->messages.at(0).text, u"one\ntwo"_s);
        QCOMPARE(scene->messages.at(1).name, u"Unknown"_s);
        QCOMPARE(scene->messages.at(1).number, 3);
        QVERIFY(!scene->isLong());
        QCOMPARE(visibleMessagesSince(chat, -1, 9), 2);
        QCOMPARE(visibleMessagesSince(chat, 0, 2), 0);
    }

    void faults_data()
    {
        QTest::addColumn<int>("start");
        QTest::addColumn<int>("end");
        QTest::addColumn<QString>("code");
        QTest::newRow("reversed wins over out of bounds") << 9 << 0 << u"start_after_end"_s;
        QTest::newRow("past the end") << 0 << 2 << u"out_of_bounds"_s;
        QTest::newRow("before the start") << -1 << 0 << u"out_of_bounds"_s;
        QTest::newRow("hidden alone") << 1 << 1 << u"no_visible_messages"_s;
    }

    void faults()
    {
        QFETCH(int, start);
        QFETCH(int, end);
        const SceneSource chat = sceneSource({message(u"A"_s, u"x"_s), message(u"B"_s, u"y"_s, true)});
        const auto scene = compileScene(chat, {start, end}, {}, noon);
        QVERIFY(!scene);
        QTEST(sceneFaultCode(scene.error()), "code");
        QVERIFY(!sceneFaultText(scene.error()).isEmpty());
    }

    void aLongSceneIsWorthAWarning()
    {
        const SceneSource chat(101, message(u"A"_s, u"x"_s));
        QVERIFY(compileScene(chat, {0, 100}, {}, noon)->isLong());
        QVERIFY(!compileScene(chat, {0, 99}, {}, noon)->isLong());
    }

    void theWholeRequest()
    {
        const SceneSource chat{message(u"Ada"_s, u"Hello?"_s), message(u"Mira"_s, u" "_s)};
        const auto scene = compileScene(chat, {0, 1}, {u"c"_s, u"Mira"_s, u"Ada"_s}, noon);
        QCOMPARE(memoryPrompt(u"{{User}} and {{char}}.", *scene, {}),
                 u"Ada and Mira.\n\n=== SCENE TRANSCRIPT ===\nAda: Hello?\n\n=== END SCENE ==="_s);
        const QList<StoredMemory> memories{{1, u"A"_s, u"a"_s, {}}, {2, u"B"_s, u"b"_s, {u"k"_s}}};
        QCOMPARE(lastMemories(memories, 1).first().title, u"B"_s);
        QCOMPARE(lastMemories(memories, 9).size(), 2);
        QCOMPARE(lastMemories(memories, 0).size(), 0);
        QVERIFY(memoryPrompt(u"x", *scene, lastMemories(memories, 1))
                    .contains(u"\nContext 1 - B:\nb\nKeywords: k\n\n=== END PREVIOUS SCENE CONTEXT - "
                              "SUMMARIZE ONLY THE SCENE BELOW ===\n\n=== SCENE TRANSCRIPT ===\n"_s));
    }

    void theGuardRoundsUp()
    {
        QCOMPARE(memoryCost(u"").total(), 300);
        QCOMPARE(memoryCost(u"a").total(), 301);
        QCOMPARE(memoryCost(u"four").total(), 301);
        QCOMPARE(memoryCost(u"fives").total(), 302);
        QCOMPARE(memoryCost(u"\U0001F98A").total(), 301); // two code units
        QCOMPARE(memoryCost(QString(40'000, u'x')).total(), 10'300);
        QCOMPARE(memoryCost(u"12345").input, 2);
        QCOMPARE(memoryCost(u"1234", 5).total(), 6);
    }

    void whatNotEverybodyKnowsIsAGap()
    {
        QList<Message> messages(4);
        for (qsizetype i = 0; i < messages.size(); ++i) {
            messages[i].name = i % 2 ? u"Mira"_s : u"Ada"_s;
            messages[i].text = QString::number(i);
        }
        setKnownTo(messages[1], {u"Mira"_s});           // not to Ada
        setKnownTo(messages[2], {u"Ada"_s, u"Mira"_s}); // to all
        setKnownTo(messages[3], {u"Mira"_s, u"Tomas"_s});
        const QStringList cast{u"Ada"_s, u"Mira"_s};
        const auto scene = compileScene(castScene(messages, cast), {0, 3}, {}, {});
        QVERIFY(scene);
        QCOMPARE(scene->messages.size(), 2);
        QCOMPARE(scene->messages.last().number, 2); // numbers stay
        QCOMPARE(scene->gapsSkipped, 2);
        QCOMPARE(privateMessagesIn(messages, {0, 3}, cast), 2);
        messages[1].isHidden = true; // hidden ones are not sent anyway
        QCOMPARE(privateMessagesIn(messages, {0, 3}, cast), 1);
        QCOMPARE(privateMessagesIn(messages, {2, 9}, cast), 1);
        QVERIFY(!compileScene(castScene(messages, cast), {1, 1}, {}, {}));
        QCOMPARE(compileScene(sceneSource(messages), {2, 3}, {}, {})->messages.size(), 2);
    }
};

} // namespace tst_scene

SNUG_TEST(tst_scene, TestScene, Nothing)
#include "tst_scene.moc"
