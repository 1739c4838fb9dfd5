// A whole SillyTavern user folder: every file opens, every count is right, and saving a file
// unchanged gives the same bytes.
#include "core/formats/cardpng.h"
#include "core/formats/chatjsonl.h"
#include "core/formats/filekind.h"
#include "core/formats/groupfile.h"
#include "core/formats/jsontext.h"
#include "core/formats/sillytavernsettings.h"
#include "core/formats/worldinfo.h"
#include "tests/core/formats/testfiles.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_userfolder {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

QString nameOf(const QString &path)
{
    return path.section(u'/', -1).section(u'.', 0, -2);
}

template <typename T> const T &valueOf(const Result<T> &result)
{
    if (!result)
        qFatal("%s", qPrintable(result.error().line()));
    return *result;
}

CardReading cardOf(const QString &name)
{
    return valueOf(readCardPng(userFile(u"characters/%1.png"_s.arg(name))));
}

struct ChatCounts
{
    int messages = 0;
    int ofUser = 0;
    int hidden = 0;
    int severalSwipes = 0;
    int swipes = 0;
    int withReasoning = 0;

    bool operator==(const ChatCounts &) const = default;
};

ChatCounts countsOf(const Chat &chat)
{
    ChatCounts counts;
    for (const Message &message : chat.messages) {
        ++counts.messages;
        counts.ofUser += message.isUser ? 1 : 0;
        counts.hidden += message.isHidden ? 1 : 0;
        counts.severalSwipes += message.swipes.size() > 1 ? 1 : 0;
        counts.swipes += static_cast<int>(message.swipes.size());
        counts.withReasoning += message.reasoning().isEmpty() ? 0 : 1;
    }
    return counts;
}

} // namespace

class TestUserFolder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void holdsNinetyFourFiles();
    void everyJsonFileIsTheSameBytes_data();
    void everyJsonFileIsTheSameBytes();
    void everyFileSaysItsKind_data();
    void everyFileSaysItsKind();
    void cards_data();
    void cards();
    void cardChangeTouchesNothingElse();
    void japaneseCardIsComplete();
    void worlds_data();
    void worlds();
    void skerrymoreEntries();
    void presets_data();
    void presets();
    void chats_data();
    void chats();
    void greetingKeepsItsRawSwipes();
    void groups_data();
    void groups();
    void settings();
    void settingsChangeTouchesOneKey();
};

void TestUserFolder::holdsNinetyFourFiles()
{
    QCOMPARE(userFiles(u""_s, u""_s).size() + (QFile::exists(userFolder() + u"/sysprompt/.migrated") ? 1 : 0),
             94);
    QCOMPARE(userFiles(u"characters"_s, u".png"_s).size(), 6);
    QCOMPARE(userFiles(u"chats"_s, u".jsonl"_s).size(), 14);
    QCOMPARE(userFiles(u"group chats"_s, u".jsonl"_s).size(), 3);
    QCOMPARE(userFiles(u"User Avatars"_s, u".png"_s).size(), 3);
}

void TestUserFolder::everyJsonFileIsTheSameBytes_data()
{
    QTest::addColumn<QString>("path");
    for (const QString &path : userFiles(u""_s, u".json"_s))
        QTest::newRow(path.toUtf8().constData()) << path;
}

void TestUserFolder::everyJsonFileIsTheSameBytes()
{
    QFETCH(QString, path);
    const QByteArray bytes = userFile(path);
    const Json document = valueOf(parseJson(bytes));
    QCOMPARE(writeJson(document), bytes);
    // The program's own layout: a rewrite from the values alone gives it again.
    Json copy = document.isArray() ? Json::array(document.items()) : Json::object(document.members());
    QCOMPARE(writeJson(copy, styleOf(bytes)), bytes);
}

void TestUserFolder::everyFileSaysItsKind_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<FileKind>("kind");
    const auto rows = [](const QString &folder, const QString &ending, FileKind kind) {
        for (const QString &path : userFiles(folder, ending))
            QTest::newRow(path.toUtf8().constData()) << path << kind;
    };
    rows(u"characters"_s, u".png"_s, FileKind::CardPng);
    rows(u"User Avatars"_s, u".png"_s, FileKind::Picture);
    rows(u"chats"_s, u".jsonl"_s, FileKind::Chat);
    rows(u"group chats"_s, u".jsonl"_s, FileKind::Chat);
    rows(u"groups"_s, u".json"_s, FileKind::Group);
    rows(u"worlds"_s, u".json"_s, FileKind::WorldInfo);
    rows(u"OpenAI Settings"_s, u".json"_s, FileKind::Preset);
    rows(u"TextGen Settings"_s, u".json"_s, FileKind::TextSamplerPreset);
    rows(u"instruct"_s, u".json"_s, FileKind::InstructTemplate);
    rows(u"context"_s, u".json"_s, FileKind::ContextTemplate);
    rows(u"sysprompt"_s, u".json"_s, FileKind::SystemPrompt);
    rows(u"reasoning"_s, u".json"_s, FileKind::ReasoningTemplate);
    rows(u"user/images"_s, u".jpg"_s, FileKind::Unknown);
    QTest::newRow("settings.json") << u"settings.json"_s << FileKind::Settings;
    QTest::newRow("stats.json") << u"stats.json"_s << FileKind::Unknown;
}

void TestUserFolder::everyFileSaysItsKind()
{
    QFETCH(QString, path);
    QFETCH(FileKind, kind);
    QCOMPARE(fileKindOf(userFile(path)), kind);
}

void TestUserFolder::cards_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("greetings");
    QTest::addColumn<QStringList>("tags");
    QTest::addColumn<int>("entries");
    QTest::addColumn<QString>("world");
    QTest::newRow("Aoife") << u"Aoife Ní Bhriain"_s << 3 << QStringList{u"sea"_s, u"drama"_s, u"slow burn"_s}
                           << 16 << u"Skerrymore"_s;
    QTest::newRow("Bart") << u"Bartholomew Bart Quill"_s << 0 << QStringList{u"noir"_s, u"detective"_s} << 0
                          << u""_s;
    QTest::newRow("UNIT-7") << u"UNIT-7 «Lark»"_s << 1 << QStringList{u"android"_s, u"sci-fi"_s} << 0
                            << u""_s;
    QTest::newRow("Zéphyrine") << u"Zéphyrine"_s << 1 << QStringList{u"airship"_s, u"comedy"_s, u"sea"_s} << 0
                               << u""_s;
    QTest::newRow("ياسمين") << u"ياسمين"_s << 0 << QStringList{u"desert"_s, u"العربية"_s} << 0 << u""_s;
    QTest::newRow("茶屋のミオ") << u"茶屋のミオ"_s << 2 << QStringList{u"android"_s, u"日本語"_s, u"cozy"_s}
                                << 7 << u"茶屋の暦"_s;
}

void TestUserFolder::cards()
{
    QFETCH(QString, name);
    const QByteArray png = userFile(u"characters/%1.png"_s.arg(name));
    const CardReading reading = valueOf(readCardPng(png));
    const Card &card = reading.card;
    QVERIFY2(reading.warnings.isEmpty(), qPrintable(reading.warnings.value(0).line()));
    QCOMPARE(card.version, Card::Version::V3);
    QCOMPARE(card.name, name);
    QTEST(static_cast<int>(card.alternateGreetings.size()), "greetings");
    QTEST(card.tags, "tags");
    QTEST(card.linkedLorebook, "world");
    QFETCH(int, entries);
    QCOMPARE(card.book.has_value(), entries > 0);
    if (card.book)
        QCOMPARE(card.book->entries.size(), entries);
    QCOMPARE(valueOf(writeCardPng(card, png)), png);
    QCOMPARE(writtenCard(card), card.source);
}

void TestUserFolder::cardChangeTouchesNothingElse()
{
    for (const QString &path : userFiles(u"characters"_s, u".png"_s)) {
        const QByteArray png = userFile(path);
        const CardReading reading = valueOf(readCardPng(png));
        Card card = reading.card;
        card.personality += u" – and \"more\"\n"_s;
        const QByteArray changed = valueOf(writeCardPng(card, png));
        QVERIFY(changed != png);
        Card back = valueOf(readCardPng(changed)).card;
        QCOMPARE(back.personality, card.personality);
        back.personality = reading.card.personality;
        // Taking the change back gives the file that SillyTavern wrote, byte for byte.
        QCOMPARE(valueOf(writeCardPng(back, changed)), png);
    }
}

void TestUserFolder::japaneseCardIsComplete()
{
    const Card card = cardOf(u"茶屋のミオ"_s).card;
    QCOMPARE(card.nickname, u"ミオ"_s);
    QCOMPARE(card.groupOnlyGreetings.size(), 1);
    QCOMPARE(card.assets,
             (QList<CardAsset>{
                 {.type = u"icon"_s, .uri = u"ccdefault:"_s, .name = u"main"_s, .extension = u"png"_s}}));
    QCOMPARE(card.source.value(u"data")
                 .value(u"extensions")
                 .value(u"example.invalid/mood")
                 .value(u"base")
                 .toText(),
             u"calm"_s);
    const LoreEntry rain = card.book->entries.at(3);
    QCOMPARE(rain.keys, QStringList{u"/雨(音|だれ)?/"_s});
    QCOMPARE(rain.position, LoreEntry::Position::AtDepth);
    QCOMPARE(rain.depth, 2);
    QCOMPARE(rain.sticky, 2);
    QCOMPARE(rain.cooldown, 4);
    QCOMPARE(rain.probability, 80.0);
    QVERIFY(card.book->entries.at(4).disabled);
    QVERIFY(card.book->entries.at(2).constant);
    QCOMPARE(card.book->entries.at(5).groupWeight, 60.0);
    const Card zephyrine = cardOf(u"Zéphyrine"_s).card;
    QCOMPARE(zephyrine.depthPrompt.depth, 3);
    QCOMPARE(zephyrine.depthPrompt.role, Role::System);
    QCOMPARE(zephyrine.regexScripts.size(), 1);
    QCOMPARE(zephyrine.talkativeness, 0.8);
    QVERIFY(zephyrine.favourite);
    QVERIFY(zephyrine.systemPrompt.contains(u"{{original}}"));
}

void TestUserFolder::worlds_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("entries");
    QTest::addColumn<int>("disabled");
    QTest::addColumn<int>("constant");
    QTest::newRow("Brandt") << u"Brandt's Notebook"_s << 4 << 0 << 0;
    QTest::newRow("Skerrymore") << u"Skerrymore"_s << 16 << 1 << 1;
    QTest::newRow("Storm Week") << u"Storm Week"_s << 5 << 0 << 0;
    QTest::newRow("茶屋の暦") << u"茶屋の暦"_s << 7 << 1 << 1;
}

void TestUserFolder::worlds()
{
    QFETCH(QString, name);
    const QByteArray bytes = userFile(u"worlds/%1.json"_s.arg(name));
    const LorebookReading reading = valueOf(readWorldInfo(bytes, name));
    QVERIFY2(reading.warnings.isEmpty(), qPrintable(reading.warnings.value(0).line()));
    QCOMPARE(reading.book.name, name);
    QTEST(static_cast<int>(reading.book.entries.size()), "entries");
    QTEST(static_cast<int>(std::ranges::count_if(reading.book.entries, &LoreEntry::disabled)), "disabled");
    QTEST(static_cast<int>(std::ranges::count_if(reading.book.entries, &LoreEntry::constant)), "constant");
    QCOMPARE(writeWorldInfo(reading.book), bytes);

    Lorebook changed = reading.book;
    changed.entries[2].order = 4321;
    const QByteArray written = writeWorldInfo(changed);
    Lorebook back = valueOf(readWorldInfo(written, name)).book;
    QCOMPARE(back.entries.at(2).order, 4321.0);
    back.entries[2].order = reading.book.entries[2].order;
    QCOMPARE(writeWorldInfo(back), bytes);
}

void TestUserFolder::skerrymoreEntries()
{
    const Lorebook book = valueOf(readWorldInfo(userFile(u"worlds/Skerrymore.json"_s))).book;
    const auto at = [&book](int uid) {
        for (const LoreEntry &entry : book.entries) {
            if (entry.uid == uid)
                return entry;
        }
        qFatal("no entry %d", uid);
    };
    QVERIFY(at(1).sticky > 0 && at(1).cooldown > 0);
    QVERIFY(at(2).sticky > 0);
    QVERIFY(!at(3).secondaryKeys.isEmpty());
    QCOMPARE(at(4).keys.first(), u"/\\bstorm(s|y)?\\b/i"_s);
    QCOMPARE(at(4).position, LoreEntry::Position::AtDepth);
    QCOMPARE(at(5).probability, 60.0);
    QVERIFY(at(6).delay > 0);
    QCOMPARE(at(5).position, LoreEntry::Position::NoteTop);
    QCOMPARE(at(6).position, LoreEntry::Position::NoteBottom);
    QCOMPARE(at(7).position, LoreEntry::Position::ExamplesTop);
    QCOMPARE(at(8).position, LoreEntry::Position::ExamplesBottom);
    QVERIFY(at(7).preventRecursion);
    QCOMPARE(at(8).delayUntilRecursion, 1);
    QCOMPARE(at(9).group, at(10).group);
    QVERIFY(at(11).constant && at(11).ignoreBudget);
    QVERIFY(at(12).disabled && at(12).content.isEmpty());
    QCOMPARE(at(13).position, LoreEntry::Position::Outlet);
    QVERIFY(!at(13).outletName.isEmpty());
    QCOMPARE(at(14).characterFilter.names, QStringList{u"Aoife Ní Bhriain"_s});
    QVERIFY(at(15).content.startsWith(u"@@activate"));
    QVERIFY(!at(15).triggers.isEmpty() && at(15).scanDepth && at(15).caseSensitive);
}

void TestUserFolder::presets_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("prompts");
    QTest::addColumn<int>("inChat");
    QTest::addColumn<int>("order");
    QTest::addColumn<int>("enabled");
    QTest::newRow("Default") << u"Default"_s << 12 << 0 << 12 << 11;
    QTest::newRow("Noir") << u"Noir – terse"_s << 14 << 1 << 12 << 11;
    QTest::newRow("Slow Burn") << u"Slow Burn"_s << 17 << 2 << 17 << 15;
}

void TestUserFolder::presets()
{
    QFETCH(QString, name);
    const QByteArray bytes = userFile(u"OpenAI Settings/%1.json"_s.arg(name));
    const PresetReading reading = valueOf(readPreset(bytes, name));
    const Preset &preset = reading.preset;
    QTEST(static_cast<int>(preset.prompts.size()), "prompts");
    QCOMPARE(std::ranges::count_if(preset.prompts, &PromptBlock::marker), 8);
    QTEST(static_cast<int>(std::ranges::count_if(
              preset.prompts,
              [](const PromptBlock &block) { return block.placement == PromptBlock::Placement::InChat; })),
          "inChat");
    QCOMPARE(preset.orders.size(), 2);
    QCOMPARE(preset.orders.at(0).characterId, 100000);
    QCOMPARE(preset.orders.at(1).characterId, 100001);
    QTEST(static_cast<int>(preset.orders.at(1).items.size()), "order");
    QTEST(static_cast<int>(std::ranges::count_if(preset.orders.at(1).items, &PromptOrderItem::enabled)),
          "enabled");
    QVERIFY(!preset.samplers.seed);
    QCOMPARE(writePreset(preset), bytes);

    // One change, one difference.
    Preset changed = preset;
    changed.orders[1].items[1].enabled = !changed.orders[1].items[1].enabled;
    const Difference difference = differenceOf(bytes, writePreset(changed));
    QCOMPARE(difference.before, "tru"_ba);
    QCOMPARE(difference.after, "fals"_ba);
    changed = preset;
    changed.samplers.temperature = 0.123;
    QCOMPARE(differenceOf(bytes, writePreset(changed)).after.right(2), "23"_ba);
}

void TestUserFolder::chats_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("messages");
    QTest::addColumn<int>("ofUser");
    QTest::addColumn<int>("hidden");
    QTest::addColumn<int>("severalSwipes");
    QTest::addColumn<int>("swipes");
    QTest::addColumn<int>("withReasoning");
    const auto row = [](const QString &path, int messages, int ofUser, int hidden, int several, int swipes,
                        int reasoning) {
        QTest::newRow(path.toUtf8().constData())
            << path << messages << ofUser << hidden << several << swipes << reasoning;
    };
    const QString aoife = u"chats/Aoife Ní Bhriain/"_s;
    row(aoife + u"Aoife Ní Bhriain - 2026-11-21@22h11m58s197ms - Branch #1.jsonl", 58, 27, 7, 13, 47, 2);
    row(aoife + u"Aoife Ní Bhriain - 2026-11-21@22h11m58s197ms - Branch #2.jsonl", 61, 29, 10, 14, 49, 2);
    row(aoife + u"Aoife Ní Bhriain - 2026-11-21@22h11m58s197ms.jsonl", 120, 58, 10, 19, 84, 5);
    row(aoife + u"Before the north window.jsonl", 37, 17, 7, 9, 32, 1);
    row(aoife + u"Gale – second night.jsonl", 118, 57, 10, 18, 82, 5);
    row(aoife + u"Harbour day – été ☀.jsonl", 5, 2, 0, 1, 6, 0);
    row(u"chats/Bartholomew Bart Quill/Bartholomew Bart Quill - 2026-11-21@22h11m59s265ms.jsonl"_s, 11, 5, 0,
        1, 7, 0);
    row(u"chats/UNIT-7 «Lark»/UNIT-7 «Lark» - 2026-03-02@19h04m11s020ms.jsonl"_s, 2500, 1250, 125, 169, 1575,
        81);
    row(u"chats/UNIT-7 «Lark»/UNIT-7 «Lark» - 2026-11-21@22h11m59s429ms.jsonl"_s, 11, 5, 0, 1, 7, 1);
    row(u"chats/Zéphyrine/Zéphyrine - 2026-11-21@22h11m58s732ms.jsonl"_s, 17, 8, 0, 4, 13, 0);
    row(u"chats/Zéphyrine/Zéphyrine - 2026-11-21@22h25m13s882ms.jsonl"_s, 3, 1, 0, 1, 3, 0);
    row(u"chats/ياسمين/ياسمين - 2026-11-21@22h11m58s888ms.jsonl"_s, 7, 3, 0, 0, 4, 0);
    row(u"chats/茶屋のミオ/茶屋のミオ - 2026-11-21@22h11m58s535ms.jsonl"_s, 17, 8, 0, 2, 12, 1);
    row(u"chats/茶屋のミオ/茶屋のミオ - 2026-11-21@22h24m54s002ms.jsonl"_s, 7, 3, 0, 1, 6, 1);
    row(u"group chats/2026-11-21@22h26m04s850ms - Branch #1.jsonl"_s, 6, 2, 0, 0, 4, 0);
    row(u"group chats/2026-11-21@22h26m04s850ms.jsonl"_s, 21, 6, 0, 0, 15, 0);
    row(u"group chats/2026-11-21@22h26m20s428ms.jsonl"_s, 11, 2, 0, 0, 9, 0);
}

void TestUserFolder::chats()
{
    QFETCH(QString, path);
    const QByteArray bytes = userFile(path);
    const ChatReading reading = readChat(bytes, nameOf(path));
    QVERIFY2(reading.warnings.isEmpty(), qPrintable(reading.warnings.value(0).line()));
    QVERIFY(reading.tornTail.isEmpty());
    QVERIFY(reading.chat.metadata().isObject());
    QVERIFY(!reading.chat.endsWithLineBreak);
    const ChatCounts counts = countsOf(reading.chat);
    QTEST(counts.messages, "messages");
    QTEST(counts.ofUser, "ofUser");
    QTEST(counts.hidden, "hidden");
    QTEST(counts.severalSwipes, "severalSwipes");
    QTEST(counts.swipes, "swipes");
    QTEST(counts.withReasoning, "withReasoning");
    QCOMPARE(writeChat(reading.chat), bytes);

    // A hidden message changes its own line and nothing else.
    Chat changed = reading.chat;
    const qsizetype last = changed.messages.size() - 1;
    changed.messages[last].isHidden = !changed.messages[last].isHidden;
    const QList<QByteArray> before = bytes.split('\n');
    const QList<QByteArray> after = writeChat(changed).split('\n');
    QCOMPARE(after.size(), before.size());
    QCOMPARE(after.first(after.size() - 1), before.first(before.size() - 1));
    QVERIFY(after.last() != before.last());
    for (const Message &message : reading.chat.messages)
        QVERIFY2(sendDateTime(message.sendDate).isValid(), qPrintable(message.sendDate));
}

void TestUserFolder::greetingKeepsItsRawSwipes()
{
    const Chat chat =
        readChat(userFile(u"chats/Aoife Ní Bhriain/Aoife Ní Bhriain - 2026-11-21@22h11m58s197ms.jsonl"_s))
            .chat;
    const Message &greeting = chat.messages.first();
    QCOMPARE(greeting.swipes.size(), 4);
    QVERIFY(greeting.text.contains(u"Mika"));
    QVERIFY(greeting.swipes.at(greeting.activeSwipe).text.contains(u"{{user}}"));
    QVERIFY(chat.messages.at(15).isNarrator());
    QVERIFY(!chat.messages.at(34).reasoning().isEmpty());
}

void TestUserFolder::groups_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("muted");
    QTest::addColumn<int>("strategy");
    QTest::addColumn<int>("mode");
    QTest::addColumn<int>("chats");
    QTest::newRow("Night Shift") << u"1795299964857"_s << u"The Night Shift"_s << 1 << 0 << 0 << 2;
    QTest::newRow("茶会") << u"1795299980434"_s << u"茶会 ☕"_s << 0 << 1 << 1 << 1;
}

void TestUserFolder::groups()
{
    QFETCH(QString, id);
    const QByteArray bytes = userFile(u"groups/%1.json"_s.arg(id));
    const GroupReading reading = valueOf(readGroup(bytes, id));
    QVERIFY(reading.warnings.isEmpty());
    QCOMPARE(reading.group.id, id);
    QTEST(reading.group.name, "name");
    QCOMPARE(reading.group.members.size(), 3);
    QTEST(static_cast<int>(reading.group.mutedMembers.size()), "muted");
    QTEST(static_cast<int>(reading.group.activation), "strategy");
    QTEST(static_cast<int>(reading.group.generation), "mode");
    QTEST(static_cast<int>(reading.group.chats.size()), "chats");
    QCOMPARE(writeGroup(reading.group), bytes);
    Group changed = reading.group;
    changed.autoModeDelay = 7;
    QCOMPARE(differenceOf(bytes, writeGroup(changed)).after, "7"_ba);
}

void TestUserFolder::settings()
{
    const QByteArray bytes = userFile(u"settings.json"_s);
    const SettingsReading reading = valueOf(readSillyTavernSettings(bytes));
    const SillyTavernSettings &settings = reading.settings;
    QVERIFY2(reading.warnings.isEmpty(), qPrintable(reading.warnings.value(0).line()));
    QCOMPARE(settings.username, u"Mika"_s);
    QCOMPARE(settings.userAvatar, u"user-default.png"_s);
    QCOMPARE(settings.personas.size(), 3);
    QCOMPARE(settings.defaultPersona, u"user-default.png"_s);
    const Persona brandt = settings.personas.at(1);
    QCOMPARE(brandt.name, u"Dr. Ilse Brandt"_s);
    QCOMPARE(brandt.position, Persona::Position::AtDepth);
    QCOMPARE(brandt.depth, 3);
    QCOMPARE(brandt.role, Role::User);
    QCOMPARE(brandt.lorebook, u"Brandt's Notebook"_s);
    QCOMPARE(settings.personas.at(2).connections,
             (QList<Persona::Connection>{{.type = u"character"_s, .id = u"Zéphyrine.png"_s}}));
    QCOMPARE(settings.presetName, u"Slow Burn"_s);
    QCOMPARE(settings.preset.prompts.size(), 17);
    QCOMPARE(settings.preset.samplers.temperature, 0.9);
    QCOMPARE(settings.preset.contextSize, 16384);
    QCOMPARE(settings.connection.mainApi, u"openai"_s);
    QCOMPARE(settings.connection.source, u"custom"_s);
    QCOMPARE(settings.connection.customUrl, u"http://127.0.0.1:8178/v1"_s);
    QCOMPARE(settings.connection.model, u"gpt-4o"_s);
    QCOMPARE(settings.lore.globalBooks, QStringList{u"Skerrymore"_s});
    QCOMPARE(settings.lore.characterBooks.first().card, u"Zéphyrine"_s);
    QCOMPARE(settings.lore.characterBooks.first().books, QStringList{u"Brandt's Notebook"_s});
    QCOMPARE(settings.lore.scanDepth, 4);
    QCOMPARE(settings.lore.budgetPercent, 30.0);
    QVERIFY(settings.lore.recursive);
    QVERIFY(settings.lore.matchWholeWords);
    QCOMPARE(settings.tags.size(), 14);
    QCOMPARE(std::ranges::find(settings.tags, u"sea"_s, &Tag::name)->folderType, u"OPEN"_s);
    QCOMPARE(settings.tagMap.value(u"Zéphyrine.png"_s).size(), 3);
    QCOMPARE(settings.regexScripts.size(), 3);
    QCOMPARE(settings.allowedScopedRegex, QStringList{u"Zéphyrine.png"_s});
    QCOMPARE(settings.globalVariables.value(u"case_no").toText(), u"1187"_s);
    QCOMPARE(settings.globalVariables.size(), 3);
    QCOMPARE(settings.note.characterNotes.first().card, u"Bartholomew Bart Quill"_s);
    QVERIFY(settings.note.characterNotes.first().enabled);
    QVERIFY(!settings.note.isScanned);
    QVERIFY(settings.preferCharacterPrompt);
    QCOMPARE(writeSillyTavernSettings(settings), bytes);
}

void TestUserFolder::settingsChangeTouchesOneKey()
{
    const QByteArray bytes = userFile(u"settings.json"_s);
    const SillyTavernSettings settings = valueOf(readSillyTavernSettings(bytes)).settings;
    const auto difference = [&bytes](const SillyTavernSettings &changed) {
        return differenceOf(bytes, writeSillyTavernSettings(changed)).after;
    };
    SillyTavernSettings changed = settings;
    changed.username = u"Mix"_s;
    QCOMPARE(difference(changed), "x"_ba);
    changed = settings;
    changed.personas[1].depth = 7;
    QCOMPARE(difference(changed), "7"_ba);
    changed = settings;
    changed.personas[0].name = u"Mixa"_s;
    QCOMPARE(difference(changed), "x"_ba);
    changed = settings;
    changed.preset.samplers.temperature = 0.8;
    QCOMPARE(difference(changed), "8"_ba);
    changed = settings;
    changed.lore.budgetPercent = 31;
    QCOMPARE(difference(changed), "1"_ba);
    changed = settings;
    changed.globalVariables.set(u"visits"_s, Json(u"4"_s));
    QCOMPARE(difference(changed), "4"_ba);
    changed = settings;
    changed.regexScripts[2].disabled = !changed.regexScripts[2].disabled;
    QVERIFY(difference(changed).size() <= 4);
}

} // namespace tst_userfolder

SNUG_TEST(tst_userfolder, TestUserFolder, Nothing)
#include "tst_userfolder.moc"
