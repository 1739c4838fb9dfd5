// Blocks that are not sent as they look.
#include "core/formats/jsontext.h"
#include "core/formats/preset.h"
#include "core/lint/presetlint.h"
#include "tests/testregistry.h"

#include <QTest>

#include <functional>

namespace tst_presetlint {

using namespace Qt::StringLiterals;
using namespace snug;

using Change = std::function<void(Preset &)>;

// Nothing is wrong with it.
static Preset good()
{
    Preset preset;
    preset.contextSize = 8192;
    PromptBlock own;
    own.identifier = u"own"_s;
    own.name = u"Own"_s;
    own.content = u"Write well, {{char}}."_s;
    preset.prompts = builtInPromptBlocks();
    preset.prompts.append(own);
    PromptOrder order = builtInPromptOrder();
    order.items.prepend({.identifier = u"own"_s, .enabled = true, .source = {}});
    preset.orders = {order};
    return preset;
}

class TestPresetLint : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    // SmartTavern's own markers, in a preset of its form only.
    void markersOfSmartTavern()
    {
        const auto rulesOf = [](const QByteArray &json) {
            const Result<PresetReading> read = readPreset(json);
            QStringList rules;
            for (const LintFinding &finding : presetFindings(read->preset))
                rules.append(finding.rule);
            return rules;
        };
        const QByteArray framed = R"({"name": "x", "prompts": [
            {"identifier": "charBefore", "name": "Lore", "enabled": true, "role": "system",
             "position": "relative", "content": ""},
            {"identifier": "chatHistory", "name": "Chat", "enabled": true, "role": "system",
             "position": "relative", "content": ""}]})";
        QVERIFY(!rulesOf(framed).contains(u"preset.empty-marker"_s));
    }

    void findings_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("rule"); // empty: nothing is found
        QTest::addColumn<QString>("where");
        const auto row = [](const char *name, const Change &change, const QString &rule,
                            const QString &where) { QTest::newRow(name) << change << rule << where; };
        const QString last = u"prompts.%1"_s.arg(good().prompts.size() - 1);
        row("a good one", [](Preset &) {}, {}, {});
        row(
            "no order", [](Preset &preset) { preset.orders.clear(); }, u"preset.no-history"_s,
            u"prompt_order"_s);
        row(
            "history off",
            [](Preset &preset) {
                for (PromptOrderItem &item : preset.orders.first().items) {
                    if (item.identifier == u"chatHistory")
                        item.enabled = false;
                }
            },
            u"preset.no-history"_s, u"prompt_order.0.order"_s);
        row(
            "a block that is gone",
            [](Preset &preset) {
                preset.orders.first().items.prepend({.identifier = u"gone"_s, .enabled = true, .source = {}});
            },
            u"preset.missing-block"_s, u"prompt_order.0.order.0"_s);
        row(
            "a block in no order", [](Preset &preset) { preset.orders.first().items.removeFirst(); },
            u"preset.unused-block"_s, last);
        row(
            "in the order twice",
            [](Preset &preset) {
                preset.orders.first().items.prepend({.identifier = u"own"_s, .enabled = true, .source = {}});
            },
            u"preset.sent-twice"_s, u"prompt_order.0.order.1"_s);
        row(
            "the same text twice",
            [](Preset &preset) {
                PromptBlock twin = preset.prompts.last();
                twin.identifier = u"twin"_s;
                preset.prompts.append(twin);
                preset.orders.first().items.append({.identifier = u"twin"_s, .enabled = true, .source = {}});
            },
            u"preset.sent-twice"_s, u"prompts.%1.content"_s.arg(good().prompts.size()));
        row(
            "on and empty", [](Preset &preset) { preset.prompts.last().content = u"  "_s; },
            u"preset.empty-block"_s, last + u".content");
        row("off and empty",
            [](Preset &preset) {
                preset.prompts.last().content.clear();
                preset.orders.first().items.first().enabled = false;
            },
            {}, {});
        row(
            "a trigger that never comes",
            [](Preset &preset) { preset.prompts.last().triggers = {u"sing"_s}; }, u"preset.unknown-trigger"_s,
            last + u".injection_trigger");
        row(
            "a macro that is none", [](Preset &preset) { preset.prompts.last().content = u"{{nope}}"_s; },
            u"macro.unknown"_s, last + u".content");
        row(
            "a macro of a text of its own", [](Preset &preset) { preset.newChatPrompt = u"{{nope}}"_s; },
            u"macro.unknown"_s, u"new_chat_prompt"_s);
        row(
            "random above the history",
            [](Preset &preset) { preset.prompts.last().content = u"{{roll:d6}}"_s; }, u"macro.volatile"_s,
            last + u".content");
        row("random below the history",
            [](Preset &preset) {
                preset.prompts.last().content = u"{{roll:d6}}"_s;
                preset.orders.first().items.append(preset.orders.first().items.takeFirst());
            },
            {}, {});
        row(
            "ends with the assistant",
            [](Preset &preset) {
                preset.prompts.last().role = Role::Assistant;
                preset.prompts.last().placement = PromptBlock::Placement::InChat;
                preset.prompts.last().depth = 0;
            },
            u"preset.assistant-last"_s, last + u".role");
        row(
            "begins with the assistant",
            [](Preset &preset) {
                preset.prompts.last().role = Role::Assistant;
                preset.orders.first().items.prepend(preset.orders.first().items.takeFirst());
            },
            u"preset.assistant-first"_s, last + u".role");
        row("a user speaks before the assistant",
            [](Preset &preset) {
                preset.prompts.last().role = Role::User;
                PromptBlock answer = preset.prompts.last();
                answer.identifier = u"answer"_s;
                answer.role = Role::Assistant;
                answer.content = u"Yes."_s;
                preset.prompts.append(answer);
                preset.orders.first().items.insert(
                    1, {.identifier = u"answer"_s, .enabled = true, .source = {}});
            },
            {}, {});
        row(
            "a system text in the chat",
            [](Preset &preset) {
                preset.prompts.last().placement = PromptBlock::Placement::InChat;
                preset.prompts.last().depth = 3;
            },
            u"preset.system-in-chat"_s, last + u".role");
        row(
            "a marker that stands for nothing", [](Preset &preset) { preset.prompts.last().marker = true; },
            u"preset.empty-marker"_s, last);
        row(
            "too hot", [](Preset &preset) { preset.samplers.temperature = 20; }, u"preset.sampler-range"_s,
            u"temperature"_s);
        row(
            "no room for a prompt", [](Preset &preset) { preset.maxTokens = 9000; },
            u"preset.context-overflow"_s, u"openai_max_tokens"_s);
        row(
            "other people's server",
            [](Preset &preset) { preset.source.set(u"reverse_proxy"_s, Json(u"https://x"_s)); },
            u"preset.redirect"_s, u"reverse_proxy"_s);
        row(
            "a password", [](Preset &preset) { preset.source.set(u"proxy_password"_s, Json(u"x"_s)); },
            u"preset.secret"_s, u"proxy_password"_s);
        row(
            "a key", [](Preset &preset) { preset.source.set(u"api_key_openai"_s, Json(u"sk-1"_s)); },
            u"preset.secret"_s, u"api_key_openai"_s);
    }

    void findings()
    {
        QFETCH(Change, change);
        QFETCH(QString, rule);
        QFETCH(QString, where);
        Preset preset = good();
        preset.source = Json::object();
        change(preset);
        const QList<LintFinding> findings = presetFindings(preset);
        if (rule.isEmpty()) {
            QVERIFY2(findings.isEmpty(), qPrintable(findings.value(0).what));
            return;
        }
        QCOMPARE(findings.size(), 1);
        QCOMPARE(findings.first().rule, rule);
        QCOMPARE(findings.first().where, where);
        QVERIFY(!findings.first().what.isEmpty() && !findings.first().fix.isEmpty());
    }
};

} // namespace tst_presetlint

SNUG_TEST(tst_presetlint, TestPresetLint, Core)
#include "tst_presetlint.moc"
