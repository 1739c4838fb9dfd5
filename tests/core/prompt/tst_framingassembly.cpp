// The framing mode from files to prompt: SmartTavern's own, and SillyTavern's in that reading.
#include "core/formats/jsontext.h"
#include "core/formats/preset.h"
#include "core/formats/worldinfo.h"
#include "core/prompt/assemble.h"
#include "core/prompt/shownview.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_framingassembly {

using namespace Qt::StringLiterals;
using namespace snug;

static Preset preset(const QByteArray &bytes)
{
    const auto reading = readPreset(bytes, u"Test"_s);
    return reading ? reading->preset : Preset();
}

static Lorebook book(const QByteArray &bytes, const QString &name = u"Coast"_s)
{
    const auto reading = readWorldInfo(bytes, name);
    return reading ? reading->book : Lorebook();
}

static Message said(bool isUser, const QString &text)
{
    Message message;
    message.isUser = isUser;
    message.name = isUser ? u"Ada"_s : u"Mira"_s;
    message.text = text;
    return message;
}

static QString shown(const AssembledPrompt &prompt)
{
    QStringList lines;
    for (const OutboundMessage &message : prompt.messages)
        lines.append(roleName(message.role).left(1) + u':' + message.content.text());
    return lines.join(u'|');
}

static QByteArray ownPreset()
{
    return R"({"name": "P", "api_config": {"enabled": true, "temperature": 0.5, "top_p": 0.9, "max_context": 4000,
        "max_tokens": 200, "enabled_fields": ["temperature", "max_tokens"]},
      "prompts": [
        {"identifier": "main", "enabled": true, "role": "system", "position": "relative", "content": "You are {{char}}."},
        {"identifier": "charBefore", "enabled": true, "role": "system", "position": "relative"},
        {"identifier": "charDescription", "enabled": true, "role": "user", "position": "relative"},
        {"identifier": "off", "enabled": null, "position": "relative", "content": "never"},
        {"identifier": "chatHistory", "enabled": true, "position": "relative"},
        {"identifier": "think", "enabled": true, "role": "thinking", "position": "relative", "content": "hm"},
        {"identifier": "hint", "enabled": true, "role": "system", "position": "in-chat", "depth": 1, "content": "Hint."}],
      "regex_rules": [{"id": "r", "enabled": true, "find_regex": "lamp", "replace_regex": "LAMP",
        "placement": "after_macro", "views": ["assistant_view"], "targets": ["history"]}]})";
}

static PromptInputs scene()
{
    PromptInputs inputs;
    inputs.card.emplace();
    inputs.card->name = u"Mira"_s;
    inputs.card->description = u"{{char}} keeps the light."_s;
    inputs.card->scenario = u"A pier."_s;
    inputs.userName = u"Ada"_s;
    inputs.userText = u"The lamp, {{user}}?"_s;
    inputs.chat.messages = {said(false, u"Good evening."_s), said(true, u"Is it lit?"_s)};
    inputs.preset = preset(ownPreset());
    return inputs;
}

static Json rule(const QByteArray &text)
{
    return parseJson(text).value_or(Json());
}

class TestFramingAssembly : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    // Files of their own come first, and of the same id the first stays.
    void rulesOfTheirOwnFiles()
    {
        PromptInputs inputs = scene();
        inputs.framingRules = {
            rule(R"({"id":"s","enabled":true,"find_regex":"lit","replace_regex":"burning lamp",
                     "placement":"before_macro","views":["assistant_view"]})")};
        QVERIFY(shown(assemble(inputs)).contains(u"Is it burning LAMP?"));
        inputs.framingRules.append(
            rule(R"({"id":"r","enabled":true,"find_regex":"lamp","replace_regex":"torch",
                     "placement":"after_macro","views":["assistant_view"]})"));
        QVERIFY(shown(assemble(inputs)).contains(u"Is it burning torch?"));
    }

    void theScreenHasAViewOfItsOwn_data()
    {
        QTest::addColumn<QByteArray>("rule");
        QTest::addColumn<QString>("texts"); // by row, those that are shown in another way
        const auto row = [](const char *name, const QByteArray &rule, const QString &texts) {
            QTest::newRow(name) << rule << texts;
        };
        row("macros alone", "{}", u"0:Good Ada."_s);
        row("of this view",
            R"({"enabled":true,"find_regex":"lit","replace_regex":"burning","placement":"after_macro","views":["user_view"]})",
            u"0:Good Ada.|1:Is it burning?"_s);
        row("of the other view",
            R"({"enabled":true,"find_regex":"lit","replace_regex":"burning","placement":"after_macro","views":["assistant_view"]})",
            u"0:Good Ada."_s);
        row("before macros",
            R"({"enabled":true,"find_regex":"\\{\\{user\\}\\}","replace_regex":"{{char}}","placement":"before_macro","views":["user_view"]})",
            u"0:Good Mira."_s);
        row("with a target",
            R"({"enabled":true,"find_regex":"o","replace_regex":"0","placement":"after_macro","views":["user_view"],"targets":["history.assistant"]})",
            u"0:G00d Ada."_s);
        row("the newest one alone",
            R"({"enabled":true,"find_regex":"[a-z]+","replace_regex":"x","placement":"after_macro","views":["user_view"],"max_depth":1})",
            u"0:Good Ada.|1:Ix x x?"_s);
        row("in a condition that holds",
            R"({"enabled":true,"find_regex":"lit","replace_regex":"on","placement":"after_macro","views":["user_view"],"mode":"conditional","condition":"{{keywords:lit}}"})",
            u"0:Good Ada.|1:Is it on?"_s);
    }

    void theScreenHasAViewOfItsOwn()
    {
        QFETCH(const QByteArray, rule);
        QFETCH(const QString, texts);
        PromptInputs inputs = scene();
        inputs.chat.messages[0].text = u"Good {{user}}."_s;
        inputs.framingRules = {tst_framingassembly::rule(rule)};
        QVERIFY(mayHaveShownView(inputs));
        const QHash<int, QString> view = shownView(inputs);
        QStringList found;
        for (int i = 0; i < 2; ++i) {
            if (view.contains(i))
                found.append(u"%1:%2"_s.arg(i).arg(view.value(i)));
        }
        QCOMPARE(found.join(u'|'), texts);
        QCOMPARE(view.size(), found.size());
        inputs.mode = PromptMode::SillyTavern;
        QVERIFY(!mayHaveShownView(inputs));
        QVERIFY(shownView(inputs).isEmpty());
    }

    void whoSpeaksIsSaidWhereItIsWanted()
    {
        PromptInputs inputs = scene();
        inputs.knowledge.isEnabled = true;
        inputs.scene.cast = {u"Mira"_s, u"Ada"_s};
        QVERIFY(shown(assemble(inputs)).contains(u"a:Good evening."));
        inputs.knowledge.namesInMessages = true;
        const QString text = shown(assemble(inputs));
        QVERIFY2(text.contains(u"a:Mira: Good evening.") && text.contains(u"u:Ada: Is it lit?") &&
                     text.contains(u"u:Ada: The LAMP, Ada?"),
                 qPrintable(text));
        QVERIFY(shownView(inputs).isEmpty());
    }

    // The one whom the user plays does not learn more from the screen than from the chat.
    void theScreenTellsNoSecrets()
    {
        PromptInputs inputs = scene();
        inputs.knowledge.isEnabled = true;
        inputs.scene.cast = {u"Mira"_s, u"Ada"_s, u"Bob"_s};
        inputs.scene.writer = u"Bob"_s;
        inputs.chat.messages[0].text = u"Last: {{lastMessage}}"_s;
        inputs.chat.messages[1].extra.set(u"known_to"_s, Json(QStringList{u"Ada"_s, u"Mira"_s}));
        const QHash<int, QString> view = shownView(inputs);
        QVERIFY(view.contains(0));
        QVERIFY(!view.value(0).contains(u"lit"));
        QVERIFY(!view.contains(1));
        inputs.scene.writer = u"Ada"_s;
        QVERIFY(shownView(inputs).value(0).contains(u"lit"));
    }

    void autoChoosesItByThePresetsForm()
    {
        PromptInputs inputs = scene();
        const AssembledPrompt prompt = assemble(inputs);
        QCOMPARE(prompt.mode, PromptMode::Framing);
        QVERIFY(prompt.trace.modeReason.contains(u"SmartTavern"_s));
        inputs.mode = PromptMode::SillyTavern;
        QCOMPARE(assemble(inputs).mode, PromptMode::SillyTavern);
    }

    void ownFiles()
    {
        PromptInputs inputs = scene();
        inputs.lorebooks = {{book(R"({"name": "Coast", "entries": [
            {"id": 7, "name": "Hints", "enabled": true, "position": "before_char", "mode": "conditional", "keys": "Hint",
             "content": "Seen: injected text."},
            {"id": 8, "name": "Case", "enabled": true, "position": "before_char", "mode": "conditional", "keys": ["hint"],
             "content": "No."},
            {"id": 9, "name": "Asks", "position": "user", "mode": "conditional", "condition": "{{keywords:lit}}",
             "content": "W"}]})")}};
        inputs.layout.keysSeeInjected = true;
        const AssembledPrompt prompt = assemble(inputs);
        QCOMPARE(shown(prompt),
                 u"s:You are Mira.|s:Seen: injected text.|u:Mira keeps the light.|a:Good evening.|"
                 "u:Is it lit?|s:Hint.|u:The LAMP, Ada?|u:W"_s);
        QCOMPARE(
            writeJsonLine(prompt.messages[1].sourceObject),
            R"({"type":"world_book.before_char","id":"wb_7","wb_id":7,"name":"Hints","enabled":true,"position":)"
            R"("before_char","mode":"conditional","keys":"Hint","content":"Seen: injected text.","role":"system"})");
        QCOMPARE(writeJsonLine(prompt.messages[6].sourceObject),
                 R"({"type":"history.user","id":"history_2","index":2})");
        QCOMPARE(prompt.messages[1].source.id(), u"Coast.7"_s);
        QCOMPARE(prompt.messages[0].source.type(), u"preset.relative"_s);
        QCOMPARE(prompt.messages[6].source.type(), u"new.user"_s);
        // Macros and rules say what they made.
        QCOMPARE(prompt.messages[0].content.spans().at(1).source.type(), u"macro"_s);
        QCOMPARE(prompt.messages[6].content.spans().at(1).source.type(), u"rule.replacement"_s);
        QCOMPARE(prompt.trace.dropped.size(), 1); // thinking
        QCOMPARE(prompt.trace.lore.size(), 3);
        QVERIFY(!prompt.trace.lore[1].fired && prompt.trace.lore[1].gate == LoreGate::ConditionFails);
        QCOMPARE(prompt.samplers.temperature, std::optional(0.5));
        QVERIFY(!prompt.samplers.topP);
        QCOMPARE(prompt.maxTokens, 200);
        QCOMPARE(prompt.budget.context, 4000);
    }

    void sillyTavernsFilesInThisReading()
    {
        PromptInputs inputs = scene();
        inputs.mode = PromptMode::Framing;
        inputs.preset = preset(R"({"prompts": [
            {"identifier": "main", "name": "Main", "role": "system", "content": "Hello {{user}}", "system_prompt": true},
            {"identifier": "worldInfoBefore", "name": "WI", "marker": true},
            {"identifier": "scenario", "name": "Scenario", "marker": true},
            {"identifier": "chatHistory", "name": "History", "marker": true},
            {"identifier": "note", "name": "Note", "role": "user", "content": "N", "injection_position": 1,
             "injection_depth": 0},
            {"identifier": "gone", "name": "Gone", "content": "off"}],
          "prompt_order": [{"character_id": 100001, "order": [
            {"identifier": "main", "enabled": true}, {"identifier": "worldInfoBefore", "enabled": true},
            {"identifier": "gone", "enabled": false}, {"identifier": "scenario", "enabled": true},
            {"identifier": "chatHistory", "enabled": true}, {"identifier": "note", "enabled": true}]}]})");
        inputs.lorebooks = {{book(R"({"entries": {
            "0": {"uid": 0, "key": ["LIT"], "comment": "Lamp", "content": "Any case.", "position": 0},
            "1": {"uid": 1, "key": ["nothing"], "content": "Silent.", "position": 0},
            "2": {"uid": 2, "key": [], "constant": true, "content": "Deep.", "position": 4, "depth": 2, "role": 2}}})")}};
        const AssembledPrompt prompt = assemble(inputs);
        QCOMPARE(prompt.mode, PromptMode::Framing);
        QCOMPARE(shown(prompt), u"s:Hello Ada|s:Any case.|s:A pier.|a:Good evening.|a:Deep.|u:Is it lit?|"
                                "u:The lamp, Ada?|u:N"_s);
        QCOMPARE(prompt.messages[1].sourceObject.value(u"id").toText(), u"wb_0"_s);
        QCOMPARE(prompt.messages[2].source.type(), u"char.scenario"_s);
        QVERIFY(prompt.trace.warnings.isEmpty());
    }

    void withoutAPresetThereIsTheChat()
    {
        PromptInputs inputs = scene();
        inputs.mode = PromptMode::Framing;
        inputs.preset.reset();
        QCOMPARE(shown(assemble(inputs)), u"a:Good evening.|u:Is it lit?|u:The lamp, Ada?"_s);
    }

    void malformedEntriesAreSaid()
    {
        PromptInputs inputs = scene();
        inputs.lorebooks = {
            {book(R"({"entries": [{"id": 1, "name": "Bad", "enabled": true, "position": "before_char",
            "mode": "always", "order": "high", "content": "B"}]})")}};
        const AssembledPrompt prompt = assemble(inputs);
        QCOMPARE(prompt.trace.warnings.size(), 1);
        QVERIFY(prompt.trace.warnings[0].contains(u"Bad"_s));
        QVERIFY(!shown(prompt).contains(u"|s:B|"_s));
    }

    void variablesOfTheChat()
    {
        PromptInputs inputs = scene();
        inputs.chat.header.set(
            u"chat_metadata"_s,
            Json::object({{u"variables"_s, Json::object({{u"mood"_s, Json(u"calm"_s)}})}}));
        inputs.userText = u"{{getvar:mood}}{{setvar:count:1}} {{lastCharMessage}}"_s;
        const AssembledPrompt prompt = assemble(inputs);
        QVERIFY(prompt.messages.last().content.text().contains(u"calm Good evening."_s));
        QCOMPARE(writeJsonLine(prompt.localVariables), R"({"mood":"calm","count":"1"})");
        inputs.userText = u"nothing"_s;
        QVERIFY(assemble(inputs).localVariables.isUndefined());
    }

    void theOldestOfTheChatGoesFirst()
    {
        PromptInputs inputs = scene();
        for (int i = 0; i < 40; ++i)
            inputs.chat.messages.prepend(said(i % 2 == 0, u"old "_s.repeated(40)));
        inputs.contextSize = 900;
        const AssembledPrompt prompt = assemble(inputs);
        QVERIFY(prompt.budget.used <= 700);
        QVERIFY(prompt.trace.dropped.size() > 10);
        QCOMPARE(prompt.messages.first().content.text(), u"You are Mira."_s);
        QCOMPARE(prompt.messages.last().content.text(), u"The LAMP, Ada?"_s);
    }

    // A text that brings itself along ends, soon and with its beginning in place.
    void aTextThatContainsItselfEnds()
    {
        PromptInputs inputs = scene();
        inputs.mode = PromptMode::Framing;
        inputs.preset = preset(ownPreset());
        inputs.type = GenerationType::Normal;
        inputs.userText = u"Again {{lastMessage}} and {{lastMessage}}."_s;
        const AssembledPrompt prompt = assemble(inputs);
        QVERIFY(!prompt.messages.isEmpty());
        const bool isSent = std::ranges::any_of(prompt.messages, [](const OutboundMessage &message) {
            return message.content.text().startsWith(u"Again "_s);
        });
        QVERIFY(isSent || !prompt.trace.dropped.isEmpty());
    }

    void controlsComeLast()
    {
        PromptInputs inputs = scene();
        inputs.type = GenerationType::Quiet;
        inputs.quietPrompt = u"Sum up, {{char}}."_s;
        QVERIFY(shown(assemble(inputs)).endsWith(u"|s:Sum up, Mira."_s));
    }
};

} // namespace tst_framingassembly

SNUG_TEST(tst_framingassembly, TestFramingAssembly, Core)
#include "tst_framingassembly.moc"
