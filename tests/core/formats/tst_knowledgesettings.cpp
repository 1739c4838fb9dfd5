#include "core/formats/jsontext.h"
#include "core/formats/knowledgesettings.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_knowledgesettings {

using namespace Qt::StringLiterals;
using namespace snug;

class TestKnowledgeSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void whatIsWrittenIsRead()
    {
        const KnowledgeSettings settings{.isEnabled = true,
                                         .tag = u"@"_s,
                                         .autoTurn = true,
                                         .queue = KnowledgeSettings::Queue::FirstOnly,
                                         .chainEnd = KnowledgeSettings::ChainEnd::NobodyWaits,
                                         .roundLimit = 3,
                                         .stopNames = KnowledgeSettings::StopNames::All,
                                         .namesInMessages = true};
        const Json before = *parseJson(R"({"later":1,"tag":"x"})");
        const Json written = withKnowledge(before, settings);
        QCOMPARE(knowledgeFromJson(written), settings);
        QCOMPARE(written.value(u"later").toInt(), 1);
        QCOMPARE(knowledgeFromJson(withKnowledge({}, {})), KnowledgeSettings());
        const KnowledgeSettings asFirst{.queue = KnowledgeSettings::Queue::UpToUser};
        QCOMPARE(knowledgeFromJson(withKnowledge({}, asFirst)), asFirst);
    }

    void nonsense_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<int>("rounds");
        QTest::newRow("nothing") << QByteArray("null") << 8;
        QTest::newRow("other types") << QByteArray(R"({"enabled":"yes","tag":{},"auto_turn":1,"rounds":"a"})")
                                     << 8;
        QTest::newRow("no rounds") << QByteArray(R"({"rounds":-5})") << 1;
        QTest::newRow("too many rounds") << QByteArray(R"({"rounds":99999999999})") << 99;
    }

    void nonsense()
    {
        QFETCH(QByteArray, json);
        QFETCH(int, rounds);
        KnowledgeSettings expected;
        expected.roundLimit = rounds;
        QCOMPARE(knowledgeFromJson(*parseJson(json)), expected);
    }

    void aChatSaysOnlyWhatIsItsOwn()
    {
        const Json metadata = *parseJson(R"({"note_prompt":"x","known_to":{"rounds":2,"else":[1]}})");
        KnowledgeOverrides own = knowledgeOverrides(metadata);
        QCOMPARE(own, KnowledgeOverrides{.roundLimit = 2});
        own.isEnabled = true;
        own.roundLimit.reset();
        const Json written = knowledgeOverridesJson(metadata, own);
        QCOMPARE(writeJson(written, JsonStyle{.indent = 0}), QByteArray(R"({"else":[1],"enabled":true})"));
        QVERIFY(knowledgeOverridesJson(*parseJson(R"({"known_to":{"enabled":false}})"), {}).isUndefined());
        own.leavesEarlier = true;
        const Json said = knowledgeOverridesJson(metadata, own);
        QCOMPARE(said.value(u"earlier").toText(), u"public"_s);
        QCOMPARE(knowledgeOverrides(Json::object({{u"known_to"_s, said}})), own);
        own.leavesEarlier = false;
        QVERIFY(!knowledgeOverridesJson(Json::object({{u"known_to"_s, said}}), own).contains(u"earlier"));
        KnowledgeSettings library;
        library.tag = u"@"_s;
        QCOMPARE(overridden(library, own).isEnabled, true);
        QCOMPARE(overridden(library, own).tag, u"@"_s);
    }
};

} // namespace tst_knowledgesettings

SNUG_TEST(tst_knowledgesettings, TestKnowledgeSettings, Core)
#include "tst_knowledgesettings.moc"
