// Settings, summary presets and the marks in a chat: what is read, what is written, what stays.

#include "core/chat/conversation.h"
#include "core/formats/jsontext.h"
#include "core/memory/memorymarks.h"
#include "core/memory/memorysettings.h"
#include "core/memory/summarypresets.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_memorysettings {

using namespace Qt::StringLiterals;
using namespace snug;

static Json json(const char *text)
{
    return parseJson(QByteArray(text)).value_or(Json());
}

static Chat chatOf(int count, const Json &marks = {})
{
    Chat chat;
    chat.name = u"Fog"_s;
    chat.header = json(R"({"chat_metadata":{"note":"n"}})");
    for (int i = 0; i < count; ++i) {
        Message message;
        message.text = QString::number(i);
        chat.messages.append(message);
    }
    if (!marks.isUndefined()) {
        Conversation conversation(chat);
        conversation.apply(setMetadata(chat, MemoryMarksKey.toString(), marks));
        return conversation.chat();
    }
    return chat;
}

class TestMemorySettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void defaults()
    {
        const MemorySettings settings = memorySettingsFrom({});
        QCOMPARE(settings.tokenWarning, 30000);
        QCOMPARE(settings.previousMemories, 0);
        QCOMPARE(settings.titleFormat, u"[000] - {{title}}"_s);
        QCOMPARE(settings.profiles.size(), 1);
        QVERIFY(settings.profile().isCurrentConnection());
        QCOMPARE(settings.profile().preset, u"summary"_s);
        QCOMPARE(settings.titleFormatOf(settings.profile()), settings.titleFormat);
        QCOMPARE(settings.privateMessages, PrivateMessages::LeftOut);
        QVERIFY(!settings.autoSummary.isEnabled);
    }

    void limits_data()
    {
        QTest::addColumn<QByteArray>("module");
        QTest::addColumn<qint64>("tokens");
        QTest::addColumn<int>("previous");
        QTest::addColumn<int>("atOnce");
        QTest::newRow("below") << QByteArray(R"({"tokenWarningThreshold":5,"defaultMemoryCount":-1,)"
                                             R"("sidePromptsMaxConcurrent":0})")
                               << qint64(1000) << 0 << 1;
        QTest::newRow("above") << QByteArray(R"({"tokenWarningThreshold":90000,"defaultMemoryCount":9,)"
                                             R"("sidePromptsMaxConcurrent":9})")
                               << qint64(90000) << 7 << 5;
        QTest::newRow("no use") << QByteArray(R"({"tokenWarningThreshold":"x","defaultMemoryCount":[]})")
                                << qint64(30000) << 0 << 2;
    }

    void limits()
    {
        QFETCH(QByteArray, module);
        QFETCH(qint64, tokens);
        QFETCH(int, previous);
        QFETCH(int, atOnce);
        const MemorySettings settings =
            memorySettingsFrom(Json::object({{u"moduleSettings"_s, parseJson(module).value_or(Json())}}));
        QCOMPARE(settings.tokenWarning, tokens);
        QCOMPARE(settings.previousMemories, previous);
        QCOMPARE(settings.sidePromptsAtOnce, atOnce);
    }

    void handsOnOutOfManualMode()
    {
        const MemorySettings settings = memorySettingsFrom(
            json(R"({"moduleSettings":{"manualModeEnabled":true,"autoCreateLorebook":true}})"));
        QVERIFY(settings.choosesBook);
        QVERIFY(!settings.createsBook);
    }

    void settingsComeBack()
    {
        const Json document = json(
            R"({"moduleSettings":{"theirs":1.50},"mine":[1],"profiles":[{"name":"A","titleFormat":"x"}]})");
        MemorySettings settings = memorySettingsFrom(document);
        settings.hiding.mode = HideMode::LastScene;
        settings.privateMessages = PrivateMessages::Ask;
        settings.autoSummary = {true, 40, 3};
        settings.outgoingScripts = {u"s"_s};
        const Json written = withMemorySettings(document, settings);
        QCOMPARE(memorySettingsFrom(written), settings);
        QCOMPARE(written.value(u"moduleSettings").value(u"theirs").spelling(), "1.50");
        QCOMPARE(written.value(u"mine").size(), 1);
    }

    void whatAFileHasOfItsOwnStays_data()
    {
        QTest::addColumn<QByteArray>("profile");
        QTest::newRow("a name") << QByteArray(R"({"name":"Brief","isDynamicProfile":true,"mine":1})");
        QTest::newRow("spaces around it")
            << QByteArray(R"({"name":" Brief ","isDynamicProfile":true,"mine":1})");
        QTest::newRow("no name") << QByteArray(R"({"isDynamicProfile":true,"mine":1})");
        QTest::newRow("a number for a name") << QByteArray(R"({"name":7,"isDynamicProfile":true,"mine":1})");
    }

    void whatAFileHasOfItsOwnStays()
    {
        QFETCH(QByteArray, profile);
        const Json file = parseJson("{\"profiles\":[4," + profile + "]}").value();
        const MemorySettings settings = memorySettingsFrom(file);
        const Json written = withMemorySettings(file, settings);
        const Json kept = written.value(u"profiles").items().value(0);
        QCOMPARE(kept.value(u"mine").toInt(), 1);
        QVERIFY(kept.value(u"isDynamicProfile").toBool());
        QCOMPARE(memorySettingsFrom(written), settings);
    }

    void builtInPresetsKeepTheContract()
    {
        const QList<SummaryPreset> presets = builtInSummaryPresets();
        QStringList keys;
        for (const SummaryPreset &preset : presets) {
            keys.append(preset.key);
            for (const QString &word : {u"JSON"_s, u"\"title\""_s, u"\"content\""_s, u"\"keywords\""_s,
                                        u"10 to 30"_s, u"OOC"_s, u"{{"_s})
                QVERIFY2(preset.key == u"minimal" || preset.prompt.contains(word),
                         qPrintable(preset.key + word));
            QVERIFY(preset.prompt.contains(u"JSON"_s) && preset.prompt.contains(u"OOC"_s));
        }
        QCOMPARE(keys, (QStringList{u"summary"_s, u"summarize"_s, u"synopsis"_s, u"sumup"_s, u"minimal"_s,
                                    u"northgate"_s, u"aelemar"_s}));
    }

    void presetsOfTheUser()
    {
        Json file = json(R"({"version":1,"overrides":{"summary":{"prompt":"P","displayName":"Mine"},)"
                         R"("night":{"prompt":"N","displayName":"Night","x":1}},"y":2})");
        QList<SummaryPreset> presets = summaryPresets(file);
        QCOMPARE(presets.size(), 8);
        QCOMPARE(presets.first().name, u"Mine"_s);
        QVERIFY(presets.first().isChanged);
        QCOMPARE(presets.last().key, u"night"_s);
        const SummaryPresetEdit made = withSummaryPreset(file, {{}, u"Night"_s, u"M"_s});
        QCOMPARE(made.key, u"night-2"_s);
        QCOMPARE(withSummaryPreset({}, {{}, u"Summary"_s, u"M"_s}).key, u"summary-2"_s);
        file = withoutSummaryPreset(made.file, u"summary");
        presets = summaryPresets(file);
        QVERIFY(!presets.first().isChanged);
        QCOMPARE(file.value(u"y").toInt(), 2);
        QCOMPARE(file.value(u"overrides").value(u"night").value(u"x").toInt(), 1);
        const auto imported = withImportedSummaryPresets(
            file,
            json(R"({"overrides":{"night":{"prompt":"Q","displayName":"Night"},"summary":{"prompt":"S"}}})"));
        QVERIFY(imported);
        QCOMPARE(imported->added, 2);
        QCOMPARE(summaryPresets(imported->file).size(), 7 + 4);
        QVERIFY(!withImportedSummaryPresets(file, json(R"({"overrides":{"night":{}}})")));
        QVERIFY(!withImportedSummaryPresets(file, json("[]")));
    }

    void whatAProfileAsksWith()
    {
        MemoryProfile profile;
        profile.name = u"P"_s;
        profile.preset = u"minimal"_s;
        QCOMPARE(summaryInstructions(profile, {}).text, summaryPresets({}).at(4).prompt);
        profile.preset = u"gone"_s;
        QCOMPARE(summaryInstructions(profile, {}).text, summaryPresets({}).first().prompt);
        profile.prompt = u"Mine."_s;
        QCOMPARE(summaryInstructions(profile, {}).text, u"Mine."_s);
        QVERIFY(summaryInstructions(profile, {}).label.contains(u"P"_s));
    }

    void marksStayWhereSillyTavernLooks()
    {
        const Chat chat = chatOf(6, json(R"({"theirs":1.0,"highestMemoryProcessed":2})"));
        MemoryMarks marks = memoryMarksOf(chat);
        QCOMPARE(marks.place.highestProcessed, 2);
        marks.markers = SceneMarkers().withStart(1).withEnd(4);
        marks.place.highestProcessed = 4;
        marks.chosenBook = u"B"_s;
        Conversation conversation(chat);
        conversation.apply(withMemoryMarks(chat, marks));
        const Json stored = conversation.chat().metadata().value(MemoryMarksKey);
        QCOMPARE(stored.value(u"sceneStart").toInt(), 1);
        QCOMPARE(stored.value(u"sceneEnd").toInt(), 4);
        QCOMPARE(stored.value(u"highestMemoryProcessed").toInt(), 4);
        QCOMPARE(stored.value(u"manualLorebook").toText(), u"B"_s);
        QCOMPARE(stored.value(u"theirs").spelling(), "1.0");
        QCOMPARE(memoryMarksOf(conversation.chat()), marks);
        QVERIFY(withMemoryMarks(conversation.chat(), marks).isEmpty());
        marks.markers.end.reset();
        conversation.apply(withMemoryMarks(conversation.chat(), marks));
        QVERIFY(conversation.chat().metadata().value(MemoryMarksKey).value(u"sceneEnd").isNull());
    }

    void marksPastTheEnd()
    {
        QCOMPARE(memoryMarksOf(chatOf(3, json(R"({"sceneStart":1,"sceneEnd":9})"))).markers,
                 (SceneMarkers{1, 2}));
        QCOMPARE(memoryMarksOf(chatOf(3, json(R"({"sceneStart":-1,"sceneEnd":"x"})"))).markers,
                 SceneMarkers());
        QCOMPARE(memoryMarksOf(chatOf(3)), MemoryMarks());
    }

    void marksMoveWithMessages_data()
    {
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("start");
        QTest::addColumn<int>("end");
        QTest::newRow("before the scene") << 0 << 2 << 1 << 4;
        QTest::newRow("inside") << 4 << 2 << 3 << 4;
        QTest::newRow("the start") << 3 << 1 << -1 << 5;
        QTest::newRow("the end") << 6 << 1 << 3 << -1;
        QTest::newRow("over the start") << 2 << 3 << -1 << 3;
        QTest::newRow("all of it") << 3 << 4 << -1 << -1;
        QTest::newRow("behind") << 7 << 2 << 3 << 6;
    }

    void marksMoveWithMessages()
    {
        QFETCH(int, first);
        QFETCH(int, count);
        QFETCH(int, start);
        QFETCH(int, end);
        Conversation conversation(chatOf(9, json(R"({"sceneStart":3,"sceneEnd":6})")));
        const ChatChange change = conversation.apply(removeMessages(conversation.chat(), first, count));
        conversation.apply(marksAlongside(conversation.chat(), change));
        const SceneMarkers markers = memoryMarksOf(conversation.chat()).markers;
        QCOMPARE(markers.start.value_or(-1), start);
        QCOMPARE(markers.end.value_or(-1), end);
    }

    void insertedMessagesPushMarks()
    {
        Conversation conversation(chatOf(9, json(R"({"sceneStart":3,"sceneEnd":6})")));
        ChatChange change =
            conversation.apply(insertMessages(conversation.chat(), 4, {Message(), Message()}));
        conversation.apply(marksAlongside(conversation.chat(), change));
        QCOMPARE(memoryMarksOf(conversation.chat()).markers, (SceneMarkers{3, 8}));
        change = conversation.apply(appendMessage(conversation.chat(), Message()));
        QVERIFY(marksAlongside(conversation.chat(), change).isEmpty());
        change = conversation.apply(editText(conversation.chat(), 3, u"x"_s));
        QVERIFY(marksAlongside(conversation.chat(), change).isEmpty());
    }
};

} // namespace tst_memorysettings

SNUG_TEST(tst_memorysettings, TestMemorySettings, Nothing)
#include "tst_memorysettings.moc"
