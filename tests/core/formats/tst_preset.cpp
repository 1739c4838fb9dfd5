#include "core/formats/jsontext.h"
#include "core/formats/preset.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_preset {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

QStringList linesOf(const Warnings &warnings)
{
    QStringList lines;
    for (const Error &warning : warnings)
        lines.append(warning.line());
    return lines;
}

QString textOf(const Preset &preset, const QString &identifier)
{
    for (const PromptBlock &block : preset.prompts) {
        if (block.identifier == identifier)
            return block.content;
    }
    return u"(none)"_s;
}

} // namespace

class TestPreset : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void absentKeysHaveSillyTavernsDefaults()
    {
        const auto read = readPreset("{\"temperature\":0.7}"_ba, u"P"_s);
        QVERIFY(read);
        const Preset &preset = read->preset;
        QCOMPARE(preset.name, u"P"_s);
        QCOMPARE(preset.samplers.temperature, 0.7);
        QVERIFY(!preset.samplers.topP);
        QCOMPARE(preset.contextSize, 4095);
        QCOMPARE(preset.maxTokens, 300);
        QCOMPARE(preset.newChatPrompt, u"[Start a new Chat]"_s);
        QCOMPARE(preset.worldInfoFormat, u"{0}"_s);
        QCOMPARE(preset.continuePostfix, u" "_s);
        QCOMPARE(preset.prompts.size(), 12);
        QCOMPARE(preset.orders.first().items.size(), 12);
        QCOMPARE(writePreset(preset), "{\"temperature\":0.7}"_ba);
    }

    void oldKeysAreReadByTheirNewMeaning()
    {
        const QByteArray text =
            R"({"names_in_completion":true,"main_prompt":"M","nsfw_prompt":"N","jailbreak_prompt":"J",)"
            R"("claude_use_sysprompt":true})"_ba;
        const Preset preset = readPreset(text)->preset;
        QCOMPARE(preset.namesBehavior, Preset::NamesBehavior::Completion);
        QVERIFY(preset.useSystemPrompt);
        QCOMPARE(textOf(preset, u"main"_s), u"M"_s);
        QCOMPARE(textOf(preset, u"nsfw"_s), u"N"_s);
        QCOMPARE(textOf(preset, u"jailbreak"_s), u"J"_s);
        QCOMPARE(writePreset(preset), text);
        Preset changed = preset;
        changed.prompts[0].content = u"M2"_s;
        const Preset back = readPreset(writePreset(changed))->preset;
        QCOMPARE(textOf(back, u"main"_s), u"M2"_s);
        QCOMPARE(textOf(back, u"jailbreak"_s), u"J"_s);
        const QByteArray newer =
            R"({"names_behavior":0,"names_in_completion":true,"prompts":[],"main_prompt":"M"})"_ba;
        QCOMPARE(readPreset(newer)->preset.namesBehavior, Preset::NamesBehavior::Default);
        QVERIFY(readPreset(newer)->preset.prompts.isEmpty());
    }

    void ordersAreKeptAsTheyAre()
    {
        const QByteArray text =
            R"({"prompts":[{"identifier":"main","content":"x","marker":true},7],)"
            R"("prompt_order":[{"character_id":100000,"order":[{"identifier":"ghost","enabled":"1"}]}]})"_ba;
        const auto read = readPreset(text);
        QCOMPARE(linesOf(read->warnings), QStringList{u"prompts.1: expected an object, found 7"_s});
        QCOMPARE(read->preset.orders.size(), 1);
        QCOMPARE(read->preset.orders.first().characterId, 100000);
        QVERIFY(read->preset.orders.first().items.first().enabled);
        QVERIFY(read->preset.prompts.first().marker);
        Preset changed = read->preset;
        changed.prompts.append(PromptBlock{
            .identifier = u"own"_s, .name = u"Own"_s, .content = {}, .triggers = {}, .source = {}});
        changed.orders[0].items.prepend({.identifier = u"own"_s, .enabled = false, .source = {}});
        const QByteArray written = writePreset(changed);
        QVERIFY2(
            written.startsWith(
                R"({"prompts":[{"identifier":"main","content":"x","marker":true},7,{"identifier":"own",)"),
            written.constData());
        QVERIFY(written.contains(
            R"("order":[{"identifier":"own","enabled":false},{"identifier":"ghost","enabled":"1"}])"));
    }

    void promptExport()
    {
        const QByteArray text =
            R"({"version":1,"type":"full","data":{"prompts":[{"identifier":"a","name":"A"}],"prompt_order":[]}})"_ba;
        Preset preset = readPreset(text)->preset;
        QCOMPARE(preset.prompts.size(), 1);
        QCOMPARE(writePreset(preset), text);
        preset.prompts[0].name = u"B"_s;
        QByteArray expected = text;
        expected.replace("\"A\"", "\"B\"");
        QCOMPARE(writePreset(preset), expected);
    }

    void foreignConnectionsAreNamed()
    {
        const auto read = readPreset(
            R"({"proxy_password":"x","custom_include_headers":"A: b","custom_url":"","prompts":[]})"_ba);
        QCOMPARE(
            linesOf(read->warnings),
            (QStringList{
                u"proxy_password: this preset brings its own connection setting; it is not used"_s,
                u"custom_include_headers: this preset brings its own connection setting; it is not used"_s}));
    }

    // smelt's sampler profiles; written back where it was.
    void contextSizeOfAProfile()
    {
        const auto read = readPreset(R"({"temperature":1,"context_size":120,"prompts":[]})"_ba);
        QCOMPARE(read->preset.contextSize, 120);
        Preset changed = read->preset;
        QCOMPARE(writePreset(changed), R"({"temperature":1,"context_size":120,"prompts":[]})"_ba);
        changed.contextSize = 8000;
        const Json written = *parseJson(writePreset(changed));
        QCOMPARE(written.value(u"context_size").toInt(), 8000);
        QVERIFY(!written.contains(u"openai_max_context"));
        // SillyTavern's own name counts before it.
        QCOMPARE(readPreset(R"({"context_size":120,"openai_max_context":4000,"prompts":[]})"_ba)
                     ->preset.contextSize,
                 4000);
    }

    void typesDrift()
    {
        const QByteArray text =
            R"({"temperature":"0.5","top_p":"","openai_max_context":"many","seed":-1,"names_behavior":7,)"
            R"("stream_openai":0,"prompts":{},"wi_format":null})"_ba;
        const auto read = readPreset(text);
        QCOMPARE(read->preset.samplers.temperature, 0.5);
        QVERIFY(!read->preset.samplers.topP);
        QVERIFY(!read->preset.samplers.seed);
        QVERIFY(!read->preset.stream);
        QCOMPARE(read->preset.worldInfoFormat, u"{0}"_s);
        QCOMPARE(linesOf(read->warnings),
                 (QStringList{u"openai_max_context: expected a number, found “many”"_s,
                              u"names_behavior: expected a number from -1 to 2, found 7"_s,
                              u"prompts: expected an array, found an object"_s}));
        QCOMPARE(writePreset(read->preset), text);
        Preset changed = read->preset;
        changed.samplers.seed = 42;
        changed.samplers.temperature.reset();
        QCOMPARE(
            writePreset(changed),
            QByteArray(text).replace("\"temperature\":\"0.5\",", "").replace("\"seed\":-1", "\"seed\":42"));
    }

    void newPresetReadsBack()
    {
        Preset preset;
        preset.prompts = builtInPromptBlocks();
        preset.prompts[0].content = u"Be brief."_s;
        preset.orders = {builtInPromptOrder()};
        preset.samplers.topK = 40;
        const QByteArray written = writePreset(preset);
        const auto read = readPreset(written);
        QCOMPARE(linesOf(read->warnings), QStringList());
        QCOMPARE(textOf(read->preset, u"main"_s), u"Be brief."_s);
        QCOMPARE(read->preset.orders.first().characterId, 100001);
        QCOMPARE(read->preset.orders.first().items.size(), 12);
        QVERIFY(!read->preset.orders.first().items.at(6).enabled);
        QCOMPARE(read->preset.samplers.topK, 40.0);
        QVERIFY(!read->preset.samplers.temperature);
        QCOMPARE(writePreset(read->preset), written);
    }

    void settingsUseOtherNames()
    {
        const Json object = *parseJson(R"({"temp_openai":0.3,"temperature":9,"freq_pen_openai":1})"_ba);
        Preset preset = presetFromJson(object, PresetKeys::Settings).preset;
        QCOMPARE(preset.samplers.temperature, 0.3);
        QCOMPARE(preset.samplers.frequencyPenalty, 1.0);
        preset.samplers.temperature = 0.4;
        const Json written = writtenPreset(preset, PresetKeys::Settings);
        QCOMPARE(written.value(u"temp_openai").toDouble(), 0.4);
        QCOMPARE(written.value(u"temperature").toDouble(), 9.0);
    }
};

} // namespace tst_preset

SNUG_TEST(tst_preset, TestPreset, Nothing)
#include "tst_preset.moc"
