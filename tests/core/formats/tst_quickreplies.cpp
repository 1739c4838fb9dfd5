// SillyTavern's quick replies and connection profiles, and what is said of each setting.

#include "core/formats/connectionprofiles.h"
#include "core/formats/jsontext.h"
#include "core/formats/quickreplies.h"
#include "core/formats/takensettings.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace snug;

static const QByteArray table =
    "{\n"
    "    \"version\": 2,\n"
    "    \"name\": \"Table\",\n"
    "    \"disableSend\": false,\n"
    "    \"placeBeforeInput\": false,\n"
    "    \"injectInput\": false,\n"
    "    \"color\": \"transparent\",\n"
    "    \"qrList\": [\n"
    "        {\"id\": 2, \"label\": \"Dice\", \"title\": \"a d20\", \"message\": \"/roll d20\", "
    "\"isHidden\": false, \"executeOnAi\": true,\n"
    "         \"future\": [1.50]},\n"
    "        {\"id\": 4, \"label\": \"Look\", \"message\": \"*I look around.*\", \"isHidden\": true}\n"
    "    ],\n"
    "    \"idIndex\": 6\n"
    "}";

class TestQuickReplies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void setsAreRead()
    {
        const QuickReplySet set = readQuickReplySet(table).value_or(QuickReplySet());
        QCOMPARE(set.name, u"Table"_s);
        QCOMPARE(set.replies.size(), 2);
        QVERIFY(set.replies.first().isScript() && set.replies.first().runsUnasked());
        QCOMPARE(set.replies.first().title, u"a d20"_s);
        QVERIFY(set.replies.last().isHidden && !set.replies.last().isScript() &&
                !set.replies.last().runsUnasked());
    }

    void whatIsNotTouchedKeepsItsBytes()
    {
        QuickReplySet set = readQuickReplySet(table).value_or(QuickReplySet());
        QCOMPARE(writeQuickReplySet(set), table);
        set.replies.last().text = u"*I listen.*"_s;
        const QByteArray written = writeQuickReplySet(set);
        QVERIFY(written.contains("\"future\": [1.50]"));
        QVERIFY(written.contains("*I listen.*"));
        QVERIFY(!written.contains("*I look around.*"));
        QCOMPARE(readQuickReplySet(written)->replies.last().text, u"*I listen.*"_s);
    }

    // A step is taken back, and what was done since stays.
    void aStepIsTakenBack()
    {
        const auto labelsOf = [](const QuickReplySet &set) {
            QStringList labels;
            for (const QuickReply &reply : set.replies)
                labels.append(reply.label);
            return labels.join(u' ');
        };
        QuickReplySet before;
        for (const QString &label : {u"a"_s, u"b"_s, u"c"_s})
            before.replies.append({.id = newReplyId(before), .label = label});
        const auto since = [&](QuickReplySet set) {
            set.replies.append({.id = newReplyId(set), .label = u"new"_s});
            return set;
        };
        QuickReplySet after = before;
        after.replies[1].label = u"B"_s;
        after.onlyInserts = true;
        QCOMPARE(labelsOf(withoutStep(since(after), before, after)), u"a b c new"_s);
        QVERIFY(!withoutStep(since(after), before, after).onlyInserts);

        after = before;
        after.replies.move(2, 0);
        QCOMPARE(labelsOf(withoutStep(since(after), before, after)), u"a b c new"_s);

        after = before;
        after.replies.insert(1, {.id = newReplyId(after), .label = u"copy"_s});
        QCOMPARE(labelsOf(withoutStep(since(after), before, after)), u"a b c new"_s);

        after = before;
        after.replies.removeLast(); // its number goes to the next one
        const QuickReplySet back = withoutStep(since(after), before, after);
        QCOMPARE(labelsOf(back), u"a b c new"_s);
        QCOMPARE(back.replies[2].id, 4);
        QCOMPARE(back.replies[3].id, 3);

        after = before;
        after.replies[0].text = u"x"_s;
        QuickReplySet gone = after;
        gone.replies.removeFirst(); // since
        QCOMPARE(labelsOf(withoutStep(gone, before, after)), u"b c"_s);
    }

    void newOnesHaveNumbersOfTheirOwn()
    {
        QuickReplySet set = readQuickReplySet(table).value_or(QuickReplySet());
        set.replies.append({.id = 9, .label = u"Go"_s, .text = u"/go Mira"_s});
        const Json document = *parseJson(writeQuickReplySet(set));
        QCOMPARE(document.value(u"idIndex").toInt(), 9);
        const Json added = document.value(u"qrList").at(2);
        QVERIFY(added.value(u"preventAutoExecute").toBool() && added.value(u"contextList").isArray());
        QuickReplySet fresh;
        fresh.name = u"Mine"_s;
        fresh.replies = {{.id = 1, .label = u"Hi"_s, .text = u"Hello"_s}};
        const QuickReplySet read = *readQuickReplySet(writeQuickReplySet(fresh));
        QCOMPARE(read.name, u"Mine"_s);
        QCOMPARE(read.replies.first().label, u"Hi"_s);
    }

    void olderSetsAreRead()
    {
        const auto set =
            readQuickReplySet("{\"name\":\"Old\",\"quickActionEnabled\":true,\"AutoInputInject\":true,\n"
                              "            "
                              "\"quickReplySlots\":[{\"mes\":\"Hello\",\"label\":\"Hi\",\"enabled\":true,"
                              "\"autoExecute_botMessage\":true}]}");
        QVERIFY(set);
        QVERIFY(set->onlyInserts && set->joinsDraft && !set->isBeforeDraft);
        QCOMPARE(set->replies.first().text, u"Hello"_s);
        QVERIFY(set->replies.first().runsUnasked());
        QCOMPARE(readQuickReplySet(writeQuickReplySet(*set))->replies, set->replies);
    }

    // Written as version 2, in the layout that it had and with what nobody knows.
    void olderSetsKeepTheirLayoutAndTheRest()
    {
        const QByteArray old(
            "{\n  \"name\" : \"Old\",\n  \"x\": [1.50, 2],\n  \"quickActionEnabled\": true,\n"
            "  \"quickReplySlots\": [\n    {\"mes\": \"Hello\",  \"label\" :\"Hi\", \"y\": 1e2}\n  ]\n}\n");
        auto set = readQuickReplySet(old);
        QVERIFY(set);
        set->replies.first().text = u"Hello there"_s;
        const QByteArray written = writeQuickReplySet(*set);
        for (const QByteArray &kept :
             {"{\n  \"name\" : \"Old\",\n  \"x\": [1.50, 2],\n"_ba, "\"label\" :\"Hi\""_ba, "\"y\": 1e2"_ba,
              "\"disableSend\": true"_ba, "\"message\": \"Hello there\""_ba})
            QVERIFY2(written.contains(kept), written.constData());
        for (const QByteArray &gone : {"quickReplySlots"_ba, "\"mes\""_ba, "quickActionEnabled"_ba})
            QVERIFY2(!written.contains(gone), written.constData());
        QVERIFY(written.endsWith("}\n"));
        QCOMPARE(readQuickReplySet(written)->replies.first().text, u"Hello there"_s);
    }

    void whatIsNoSetIsRefused()
    {
        for (const QByteArray &bytes : {QByteArray("[]"), QByteArray("{\"name\":\"x\"}"), QByteArray("{")})
            QVERIFY(!readQuickReplySet(bytes));
    }

    void setsInUse()
    {
        const Json settings = *parseJson("{\"extension_settings\":{\"quickReplyV2\":{\"isEnabled\":true,\n"
                                         "            "
                                         "\"config\":{\"setList\":[{\"set\":\"A\",\"isVisible\":true},{"
                                         "\"set\":\"B\",\"isVisible\":false}]},\n"
                                         "            "
                                         "\"characterConfigs\":{\"Mira.png\":{\"setList\":[{\"set\":\"M\","
                                         "\"isVisible\":true},{\"set\":\"A\",\"isVisible\":true}]}}}}}");
        const Json chat = *parseJson("{\"quickReply\":{\"setList\":[{\"set\":\"C\"}]}}");
        QCOMPARE(quickRepliesInUse(settings, {}, {}), (QuickRepliesInUse{true, {u"A"_s}}));
        QCOMPARE(quickRepliesInUse(settings, chat, u"Mira.png"_s).sets,
                 (QStringList{u"A"_s, u"C"_s, u"M"_s}));
        QCOMPARE(quickRepliesInUse({}, {}, {}), QuickRepliesInUse());
    }

    void draftsAreJoined()
    {
        QuickReplySet set;
        QCOMPARE(withQuickReply(set, u"Hi"_s, u"there"_s), u"Hi"_s);
        set.joinsDraft = true;
        QCOMPARE(withQuickReply(set, u"Hi"_s, u"there"_s), u"there Hi"_s);
        set.isBeforeDraft = true;
        QCOMPARE(withQuickReply(set, u"Hi"_s, u"there"_s), u"Hi there"_s);
        QCOMPARE(withQuickReply(set, u"Hi"_s, QString()), u"Hi"_s);
    }

    void connectionProfiles()
    {
        const Json settings = *parseJson(
            "{\"extension_settings\":{\"connectionManager\":{\"selectedProfile\":\"1\",\"profiles\":[\n"
            "            "
            "{\"id\":\"1\",\"mode\":\"tc\",\"name\":\"Local\",\"api\":\"llamacpp\",\"api-url\":\"http://"
            "127.0.0.1:8080\",\"instruct\":\"ChatML\",\n"
            "             "
            "\"instruct-state\":\"true\",\"stop-strings\":\"[\\\"a\\\",\\\"b\\\"]\",\"start-reply-with\":\"*"
            "\",\"prompt-post-processing\":\"strict\",\n"
            "             \"exclude\":[\"proxy\"]},\n"
            "            {\"name\":\"without an id\"},\n"
            "            {\"id\":\"2\",\"mode\":\"cc\",\"stop-strings\":\"\",\"name\":\"Far\"}]}}}");
        const ConnectionProfiles profiles = connectionProfilesOf(settings);
        QCOMPARE(profiles.selected, u"1"_s);
        QCOMPARE(profiles.profiles.size(), 2);
        const ConnectionProfile &local = profiles.profiles.first();
        QVERIFY(local.completesText && local.usesInstruct == true && !local.usesSystemPrompt);
        QCOMPARE(local.stopStrings, std::optional(QStringList{u"a"_s, u"b"_s}));
        QCOMPARE(local.startReplyWith, std::optional(u"*"_s));
        QCOMPARE(local.postProcessing, u"strict"_s);
        QCOMPARE(local.excluded, QStringList{u"proxy"_s});
        QCOMPARE(profiles.profiles.last().stopStrings, std::optional(QStringList())); // said to be none
        QVERIFY(!profiles.profiles.last().startReplyWith && !profiles.profiles.last().completesText);
        QVERIFY(connectionProfilesOf({}).profiles.isEmpty());
    }

    void whatIsReadIsSaidToBe_data()
    {
        QTest::addColumn<QByteArray>("section");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<TakenHow>("how");
        const auto row = [](const char *section, const char *key, TakenHow how) {
            QTest::addRow("%s", key) << QByteArray(section) << QByteArray(key) << how;
        };
        row("power_user", "bogus_folders", TakenHow::Taken);
        row("power_user", "trim_spaces", TakenHow::Taken);
        row("power_user", "tokenizer", TakenHow::Otherwise);
        row("power_user", "context", TakenHow::Otherwise);
        row("oai_settings", "preset_settings_openai", TakenHow::Taken);
        row("oai_settings", "temp_openai", TakenHow::Otherwise);
        row("oai_settings", "azure_base_url", TakenHow::Otherwise);
        row("oai_settings", "proxy_password", TakenHow::WithoutEffect);
        row("oai_settings", "cometapi_model", TakenHow::WithoutEffect);
        row("oai_settings", "n", TakenHow::WithoutEffect);
        row("textgenerationwebui_settings", "xtc_threshold", TakenHow::Otherwise);
        row("textgenerationwebui_settings", "server_urls", TakenHow::Otherwise);
        row("world_info_settings", "world_info_budget_cap", TakenHow::Taken);
    }

    void whatIsReadIsSaidToBe()
    {
        QFETCH(QByteArray, section);
        QFETCH(QByteArray, key);
        QFETCH(TakenHow, how);
        const QList<TakenItem> items = takenSettings(*parseJson("{\"" + section + "\":{\"" + key + "\":1}}"));
        QCOMPARE(items.size(), 1);
        QCOMPARE(items.first().how, how);
        QCOMPARE(items.first().why.isEmpty(), how == TakenHow::Taken);
    }

    void eachSettingIsSaid()
    {
        const Json settings = *parseJson(
            "{\"username\":\"A\",\"power_user\":{\"pin_examples\":true,\"theme\":\"x\",\"future\":1},\n"
            "            "
            "\"world_info_settings\":{\"world_info_depth\":2},\"extension_settings\":{\"mine\":{\"key\":"
            "\"secret\"}},\"unheard\":1}");
        const QList<TakenItem> items = takenSettings(settings);
        QStringList said;
        for (const TakenItem &item : items)
            said << u"%1 %2"_s.arg(int(item.how)).arg(item.what);
        QCOMPARE(said, (QStringList{u"0 username"_s, u"0 power_user.pin_examples"_s, u"2 power_user.theme"_s,
                                    u"3 power_user.future"_s, u"0 world_info_settings.world_info_depth"_s,
                                    u"3 extension_settings.mine"_s, u"3 unheard"_s}));
        // No section as a whole is taken: what nobody here has heard of is said to be so.
        for (const QByteArray &section :
             {QByteArray("power_user"), QByteArray("oai_settings"),
              QByteArray("textgenerationwebui_settings"), QByteArray("world_info_settings"),
              QByteArray("extension_settings")}) {
            const QList<TakenItem> unheard =
                takenSettings(*parseJson("{\"" + section + "\":{\"of_2031\":1}}"));
            QCOMPARE(unheard.size(), 1);
            QCOMPARE(unheard.first().how, TakenHow::NotUnderstood);
        }
        for (const TakenItem &item : items) {
            QVERIFY(!item.why.contains(u"secret"));
            QVERIFY(item.how == TakenHow::Taken || !item.why.isEmpty());
        }
    }
};

QTEST_APPLESS_MAIN(TestQuickReplies)
#include "tst_quickreplies.moc"
