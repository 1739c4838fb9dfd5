#include "core/formats/preset.h"
#include "core/prompt/assemble.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_assemble {

using namespace Qt::StringLiterals;
using namespace snug;

static PromptBlock block(const QString &identifier, const QString &content = {})
{
    PromptBlock result;
    result.identifier = identifier;
    result.name = identifier;
    result.content = content;
    result.systemPrompt = true;
    result.marker = content.isEmpty();
    return result;
}

static Message message(const QString &name, bool isUser, const QString &text)
{
    Message result;
    result.name = name;
    result.isUser = isUser;
    result.text = text;
    return result;
}

static Preset preset()
{
    Preset result;
    result.name = u"Default"_s;
    result.contextSize = 8000;
    result.maxTokens = 100;
    result.prompts = {block(u"main"_s, u"You are {{char}}: {{description}}"_s), block(u"charDescription"_s),
                      block(u"dialogueExamples"_s), block(u"chatHistory"_s),
                      block(u"jailbreak"_s, u"Stay brief."_s)};
    PromptOrder order;
    for (const PromptBlock &each : std::as_const(result.prompts))
        order.items.append({each.identifier, true, {}});
    result.orders = {order};
    return result;
}

static PromptInputs inputs()
{
    PromptInputs result;
    result.preset = preset();
    result.card.emplace();
    result.card->name = u"Mira"_s;
    result.card->description = u"{{char}} keeps the light."_s;
    result.userName = u"Oren"_s;
    result.chat.messages = {message(u"Mira"_s, false, u"Hello, {{user}}."_s),
                            message(u"Oren"_s, true, u"Who is there?"_s)};
    result.userText = u"Let me in."_s;
    return result;
}

static QStringList contents(const AssembledPrompt &prompt)
{
    QStringList result;
    for (const OutboundMessage &each : prompt.messages)
        result.append(roleName(each.role) + u": "_s + each.content.text());
    return result;
}

class CountingCounter : public TokenCounter
{
public:
    int count(QStringView text) const override { return static_cast<int>(text.size()); }
    CountKind kind() const override { return CountKind::Exact; }
    QString name() const override { return u"letters"_s; }
};

class TestAssemble : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void hintsComeLast_data()
    {
        QTest::addColumn<PromptMode>("mode");
        QTest::addColumn<GenerationType>("type");
        for (const auto &[name, mode] :
             {std::pair("SillyTavern", PromptMode::SillyTavern), std::pair("smelt", PromptMode::Smelt),
              std::pair("framing", PromptMode::Framing)}) {
            using enum GenerationType;
            for (const GenerationType type : {Normal, Continue, Impersonate, Swipe, Regenerate, Quiet})
                QTest::addRow("%s, %s", name, qPrintable(generationTypeName(type))) << mode << type;
        }
    }

    void hintsComeLast()
    {
        QFETCH(PromptMode, mode);
        QFETCH(GenerationType, type);
        PromptInputs hinted = inputs();
        hinted.userText.clear();
        hinted.chat.messages.append(message(u"Mira"_s, false, u"It is me."_s));
        hinted.mode = mode;
        hinted.type = type;
        hinted.preset->impersonationPrompt = u"Write as {{user}}."_s;
        const QStringList before = contents(assemble(hinted));
        hinted.quietPrompt = u"Be brief, {{char}}."_s;
        const QStringList after = contents(assemble(hinted));
        QCOMPARE(after.last(), u"system: Be brief, Mira."_s);
        if (type != GenerationType::Quiet)
            QCOMPARE(after.sliced(0, after.size() - 1), before);
    }

    void everyCharacterHasItsPath()
    {
        const AssembledPrompt prompt = assemble(inputs());
        QCOMPARE(contents(prompt),
                 QStringList({u"system: You are Mira: Mira keeps the light."_s,
                              u"system: Mira keeps the light."_s, u"assistant: Hello, Oren."_s,
                              u"user: Who is there?"_s, u"user: Let me in."_s, u"system: Stay brief."_s}));
        const TracedText &main = prompt.messages[0].content;
        QCOMPARE(main.spanAt(0)->source.path(), QStringList({u"preset Default"_s, u"main"_s}));
        QCOMPARE(main.spanAt(8)->source.path(),
                 QStringList({u"preset Default"_s, u"main"_s, u"{{char}}"_s, u"card Mira"_s}));
        const Span *description = main.spanAt(main.text().indexOf(u"keeps"));
        QCOMPARE(description->source.path(),
                 QStringList({u"preset Default"_s, u"main"_s, u"{{description}}"_s, u"card Mira"_s}));
        QCOMPARE(description->source.group(), SourceGroup::Card);
        QCOMPARE(description->originStart, u"{{char}}"_s.size());
        QCOMPARE(prompt.messages[1].content.spanAt(5)->source.path(),
                 QStringList({u"preset Default"_s, u"charDescription"_s, u"card Mira"_s}));
        QCOMPARE(prompt.messages[2].source.type(), u"history.assistant"_s);
        QCOMPARE(prompt.messages[3].source.id(), u"1"_s);
        QCOMPARE(prompt.messages[4].source.type(), u"new.user"_s);
        QCOMPARE(prompt.messages[4].source.id(), u"2"_s);
    }

    void modes_data()
    {
        QTest::addColumn<PromptMode>("wanted");
        QTest::addColumn<QList<qint64>>("orders");
        QTest::addColumn<PromptMode>("used");
        QTest::addColumn<qsizetype>("messages");
        QTest::newRow("auto, SillyTavern's list")
            << PromptMode::Auto << QList<qint64>{100001} << PromptMode::SillyTavern << qsizetype(6);
        QTest::newRow("auto, another list")
            << PromptMode::Auto << QList<qint64>{100000} << PromptMode::Smelt << qsizetype(5);
        QTest::newRow("auto, no list")
            << PromptMode::Auto << QList<qint64>{} << PromptMode::SillyTavern << qsizetype(6);
        QTest::newRow("merged by choice")
            << PromptMode::Smelt << QList<qint64>{100001} << PromptMode::Smelt << qsizetype(5);
    }

    void modes()
    {
        QFETCH(PromptMode, wanted);
        QFETCH(QList<qint64>, orders);
        QFETCH(PromptMode, used);
        QFETCH(qsizetype, messages);
        PromptInputs given = inputs();
        given.mode = wanted;
        const PromptOrder order = given.preset->orders.first();
        given.preset->orders.clear();
        for (const qint64 id : std::as_const(orders)) {
            given.preset->orders.append(order);
            given.preset->orders.last().characterId = id;
        }
        const AssembledPrompt prompt = assemble(given);
        QCOMPARE(prompt.mode, used);
        QVERIFY(!prompt.trace.modeReason.isEmpty());
        QCOMPARE(prompt.messages.size(), messages);
    }

    // What SillyTavern wrote follows SillyTavern, also where its order is for somebody else.
    void anotherOrderOfSillyTaverns_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<PromptMode>("used");
        const QByteArray order = R"("prompt_order": [{"character_id": 100000, "order": [
            {"identifier": "mine", "enabled": true}, {"identifier": "chatHistory", "enabled": true}]}])";
        const QByteArray plain = R"("prompts": [{"identifier": "main", "content": "M"},
            {"identifier": "mine", "content": "Mine"}, {"identifier": "chatHistory", "marker": true}], )";
        const QByteArray own = R"("prompts": [{"identifier": "main", "content": "M", "system_prompt": true},
            {"identifier": "mine", "content": "Mine", "system_prompt": false},
            {"identifier": "chatHistory", "marker": true}], )";
        QTest::newRow("prompts and an order alone") << "{" + plain + order + "}" << PromptMode::Smelt;
        QTest::newRow("sizes of another program")
            << R"({"context_size": 4096, )" + plain + order + "}" << PromptMode::Smelt;
        QTest::newRow("SillyTavern's sizes")
            << R"({"openai_max_context": 4096, )" + plain + order + "}" << PromptMode::SillyTavern;
        QTest::newRow("SillyTavern's texts")
            << R"({"new_chat_prompt": "", )" + plain + order + "}" << PromptMode::SillyTavern;
        QTest::newRow("SillyTavern's prompts") << "{" + own + order + "}" << PromptMode::SillyTavern;
        QTest::newRow("an export of prompts")
            << R"({"version": 1, "data": {)" + plain + order + "}}" << PromptMode::SillyTavern;
    }

    void anotherOrderOfSillyTaverns()
    {
        QFETCH(QByteArray, file);
        QFETCH(PromptMode, used);
        PromptInputs given = inputs();
        given.preset = readPreset(file, u"Foreign"_s)->preset;
        const AssembledPrompt prompt = assemble(given);
        QCOMPARE(prompt.mode, used);
        // The default order has no prompt of the user's own.
        const bool isDefault = used == PromptMode::SillyTavern;
        QCOMPARE(prompt.messages.first().content.text(), isDefault ? u"M"_s : u"Mine"_s);
        QCOMPARE(std::ranges::any_of(
                     prompt.messages,
                     [](const OutboundMessage &message) { return message.content.text().contains(u"Mine"); }),
                 !isDefault);
    }

    void aMissingMainPromptIsSillyTaverns()
    {
        PromptInputs given = inputs();
        given.preset->prompts.removeFirst();
        const AssembledPrompt prompt = assemble(given);
        QCOMPARE(prompt.messages.first().content.text(),
                 u"Write Mira's next reply in a fictional chat between Mira and Oren."_s);
        QCOMPARE(prompt.trace.warnings.size(), 1);
        QVERIFY(prompt.trace.warnings.first().contains(u"Main Prompt"));
        given.preset->orders.first().items.first().enabled = false; // then nothing is said either
        QVERIFY(assemble(given).trace.warnings.isEmpty());
    }

    void whatDoesNotFitIsInTheTrace()
    {
        PromptInputs given = inputs();
        given.counter = std::make_shared<CountingCounter>();
        const AssembledPrompt whole = assemble(given);
        QCOMPARE(whole.budget.kind, CountKind::Exact);
        QVERIFY(whole.trace.dropped.isEmpty());
        given.contextSize = whole.budget.used + whole.budget.reserved;
        QCOMPARE(assemble(given).messages, whole.messages);
        --given.contextSize;
        const AssembledPrompt shorter = assemble(given);
        QCOMPARE(shorter.messages.size(), whole.messages.size() - 1);
        QCOMPARE(shorter.trace.dropped.size(), 1);
        QCOMPARE(shorter.trace.dropped.first().content.text(), u"Hello, Oren."_s);
        QVERIFY(shorter.trace.dropped.first().reason.contains(u'1'));
        QVERIFY(shorter.budget.used + shorter.budget.reserved <= given.contextSize);
    }

    void mandatoryOverflowSaysWhatIsMissing()
    {
        PromptInputs given = inputs();
        given.contextSize = 110;
        const AssembledPrompt prompt = assemble(given);
        QVERIFY(prompt.messages.isEmpty());
        QStringList missing;
        for (const DroppedText &dropped : prompt.trace.dropped)
            missing.append(dropped.content.text());
        QCOMPARE(missing.size(), 6);
        QVERIFY(missing.contains(u"Stay brief."_s));
        QVERIFY(missing.contains(u"Let me in."_s));
    }

    void variablesComeOut()
    {
        PromptInputs given = inputs();
        QVERIFY(assemble(given).localVariables.isUndefined());
        given.preset->prompts[0].content = u"{{setvar::mood::calm}}{{setglobalvar::n::1}}"_s;
        const AssembledPrompt prompt = assemble(given);
        QCOMPARE(prompt.localVariables.value(u"mood").toText(), u"calm"_s);
        QCOMPARE(prompt.globalVariables.value(u"n"_s).toText(), u"1"_s);
        QCOMPARE(assemble(given), prompt);
    }

    void greetingsSetVariablesWithEachPrompt()
    {
        PromptInputs given = inputs();
        given.card->firstMessage = u"Hello. {{setvar::mood::calm}}"_s;
        given.card->alternateGreetings = {u"{{.mood += er}}"_s};
        given.preset->prompts[4].content = u"Stay {{getvar::mood}}."_s;
        QCOMPARE(contents(assemble(given)).last(), u"system: Stay calmer."_s);
    }

    // Neither on the card's own pass nor where a macro resolves them anew.
    void cardTextsDoNotSeeEachOther()
    {
        PromptInputs given = inputs();
        given.card->messageExamples = u"{{user}}: Who?"_s;
        given.card->characterVersion = u"2"_s;
        given.card->description = u"[{{mesExamples}}{{mesExamplesRaw}}{{charVersion}}{{greeting}}]"_s;
        given.card->firstMessage = u"Hello."_s;
        given.preset->prompts[4].content = u"{{description}}{{charVersion}}"_s;
        const QStringList sent = contents(assemble(given));
        QVERIFY(sent.contains(u"system: []"_s));
        QCOMPARE(sent.last(), u"system: []2"_s);
    }

    // SillyTavern resolves a card's text once in each text that shows it (docs/sillytavern/macros.md).
    void cardTextsAreResolvedAnewInEachText()
    {
        PromptInputs given = inputs();
        given.card->messageExamples = u"{{char}}: {{incvar::n}}"_s;
        given.preset->prompts[4].content =
            u"{{mesExamples}}{{mesExamples}}{{mesExamplesRaw}}, {{getvar::n}}"_s;
        const QString shown = u"<START>\nMira: 2\n"_s;
        QCOMPARE(contents(assemble(given)).last(), u"system: "_s + shown + shown + u"Mira: 2, 2"_s);
    }

    void aPromptInTheChatWithoutDepthIsNotSent()
    {
        PromptInputs given = inputs();
        PromptBlock deep = block(u"deep"_s, u"Deep."_s);
        deep.systemPrompt = false;
        deep.placement = PromptBlock::Placement::InChat;
        given.preset->prompts.append(deep);
        given.preset->orders[0].items.append({u"deep"_s, true, {}});
        QVERIFY(contents(assemble(given)).contains(u"system: Deep."_s));
        given.preset->prompts.last().source.set(u"injection_position"_s, Json(1));
        given.preset->prompts.last().source.set(u"role"_s, Json(u"system"_s));
        const AssembledPrompt prompt = assemble(given);
        QVERIFY(!contents(prompt).contains(u"system: Deep."_s));
        QCOMPARE(prompt.trace.warnings.size(), 1);
        QVERIFY(prompt.trace.warnings.first().contains(u"“deep” is for the chat but has no depth"));
        given.preset->prompts.last().source.set(u"injection_depth"_s, Json(4));
        QVERIFY(contents(assemble(given)).contains(u"system: Deep."_s));
        given.preset->prompts.last().source.set(u"role"_s, Json(0));
        QVERIFY(!contents(assemble(given)).contains(u"system: Deep."_s));
    }

    void typedTextSeesTheExamples()
    {
        PromptInputs given = inputs();
        given.card->messageExamples = u"{{user}}: Who?"_s;
        given.userText = u"Like this: {{mesExamples}}"_s;
        QCOMPARE(assemble(given).typedText, u"Like this: <START>\nOren: Who?\n"_s);
    }

    void nothingAtAll()
    {
        const AssembledPrompt prompt = assemble({});
        QVERIFY(prompt.messages.isEmpty());
        QCOMPARE(prompt.mode, PromptMode::Smelt);
        PromptInputs empty;
        empty.preset.emplace();
        empty.mode = PromptMode::SillyTavern;
        QCOMPARE(assemble(empty).messages.size(), 1); // the main prompt that every preset has
        QCOMPARE(assemble(empty).trace.warnings.size(), 2);
    }
};

} // namespace tst_assemble

SNUG_TEST(tst_assemble, TestAssemble, Nothing)
#include "tst_assemble.moc"
