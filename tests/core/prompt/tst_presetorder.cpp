// What SillyTavern makes of a preset's blocks and their order before it uses them.

#include "core/formats/jsontext.h"
#include "core/formats/preset.h"
#include "core/prompt/presetorder.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_presetorder {

using namespace Qt::StringLiterals;
using namespace snug;

static Preset presetOf(const QByteArray &json)
{
    const Result<Json> read = parseJson(json);
    return presetFromJson(*read, PresetKeys::File).preset;
}

static QStringList identifiers(const OrderInEffect &order)
{
    QStringList names;
    for (const PromptOrderItem &item : order.items)
        names.append(item.identifier);
    return names;
}

class TestPresetOrder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void theListInUse()
    {
        const OrderInEffect order = orderInEffect(presetOf(
            R"({"prompts": [{"identifier": "main"}], "prompt_order": [
                {"character_id": 100000, "order": [{"identifier": "nsfw", "enabled": true}]},
                {"character_id": 100001, "order": [{"identifier": "main", "enabled": false}]}]})"));
        QVERIFY(!order.isDefault);
        QCOMPARE(identifiers(order), QStringList{u"main"_s});
    }

    // An item that does not say it is on is off; triggers are a list or nothing.
    void whatIsNotSaid()
    {
        const Preset preset = presetOf(
            R"({"prompts": [{"identifier": "main", "injection_trigger": "[]"}], "prompt_order": [
                {"character_id": 100001, "order": [{"identifier": "main"}, {"identifier": "nsfw", "enabled": true}]}]})");
        QVERIFY(preset.prompts.first().triggers.isEmpty());
        const OrderInEffect order = orderInEffect(preset);
        QVERIFY(!order.items.first().enabled);
        QVERIFY(order.items.last().enabled);
    }

    void anEmptyListStaysEmpty()
    {
        const OrderInEffect order = orderInEffect(presetOf(
            R"({"prompt_order": [{"character_id": 100001, "order": []},
                {"character_id": 100001, "order": [{"identifier": "main", "enabled": true}]}]})"));
        QVERIFY(!order.isDefault);
        QVERIFY(order.items.isEmpty());
    }

    void noListForSillyTavern_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("another list") << QByteArray(
            R"({"prompt_order": [{"character_id": 7, "order": [{"identifier": "main", "enabled": true}]}]})");
        QTest::newRow("none") << QByteArray(R"({"prompt_order": []})");
    }

    void noListForSillyTavern()
    {
        QFETCH(QByteArray, json);
        const OrderInEffect order = orderInEffect(presetOf(json));
        QVERIFY(order.isDefault);
        QCOMPARE(identifiers(order),
                 QStringList({u"main"_s, u"worldInfoBefore"_s, u"personaDescription"_s, u"charDescription"_s,
                              u"charPersonality"_s, u"scenario"_s, u"enhanceDefinitions"_s, u"nsfw"_s,
                              u"worldInfoAfter"_s, u"dialogueExamples"_s, u"chatHistory"_s, u"jailbreak"_s}));
        for (const PromptOrderItem &item : order.items)
            QCOMPARE(item.enabled, item.identifier != u"enhanceDefinitions");
    }

    void missingBlocksAreAddedAndDoublesGo()
    {
        const Preset preset = presetOf(R"({"prompts": [
            {"identifier": "main", "content": "first"}, {"identifier": "main", "content": "second"},
            {"identifier": "mine", "content": "own"}]})");
        const QList<PromptBlock> blocks = blocksInEffect(preset);
        QCOMPARE(blocks.at(0).content, u"first"_s);
        QCOMPARE(blocks.at(1).identifier, u"mine"_s);
        QVERIFY(std::ranges::contains(blocks, u"jailbreak"_s, &PromptBlock::identifier));
        QCOMPARE(std::ranges::count(blocks, u"main"_s, &PromptBlock::identifier), 1);
    }

    void whatIsMissingHasSillyTavernsWords()
    {
        const QList<PromptBlock> blocks =
            blocksInEffect(presetOf(R"({"prompts": [{"identifier": "mine", "content": "own"}]})"));
        QStringList withText;
        for (const PromptBlock &block : blocks) {
            if (!block.content.isEmpty())
                withText.append(block.identifier);
        }
        QCOMPARE(withText, QStringList({u"mine"_s, u"main"_s, u"enhanceDefinitions"_s}));
        const auto main = std::ranges::find(blocks, u"main"_s, &PromptBlock::identifier);
        QCOMPARE(
            main->content,
            u"Write {{char}}'s next reply in a fictional chat between {{charIfNotGroup}} and {{user}}."_s);
        // One that is there and empty stays so.
        const QList<PromptBlock> own = blocksInEffect(presetOf(R"({"prompts": [{"identifier": "main"}]})"));
        QVERIFY(own.first().content.isEmpty());
    }

    void aBlockWithoutSystemPromptIsPassedOver()
    {
        const Preset preset = presetOf(R"({"prompts": [
            {"identifier": "a", "content": "x"}, {"identifier": "b", "content": "x", "system_prompt": false},
            {"identifier": "c", "content": "x", "injection_position": 1},
            {"identifier": "d", "marker": true}]})");
        QList<bool> passedOver;
        for (const PromptBlock &block : preset.prompts)
            passedOver.append(isPassedOver(block));
        QCOMPARE(passedOver, QList<bool>({true, false, false, false}));
    }
};

} // namespace tst_presetorder

SNUG_TEST(tst_presetorder, TestPresetOrder, Core)
#include "tst_presetorder.moc"
