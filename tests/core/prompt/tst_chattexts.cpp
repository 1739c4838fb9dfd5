// What settings, the chat and its messages add to SillyTavern's prompt besides presets and lore.

#include "core/formats/card.h"
#include "core/formats/jsontext.h"
#include "core/formats/replysettings.h"
#include "core/formats/worldinfo.h"
#include "core/prompt/assemble.h"
#include "core/prompt/stages/replystart.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_chattexts {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

Message said(const QString &name, bool isUser, const QString &text, const QByteArray &extra = "{}")
{
    Message message;
    message.name = name;
    message.isUser = isUser;
    message.text = text;
    message.extra = parseJson(extra).value();
    return message;
}

PromptBlock block(const QString &identifier, const QString &content = {})
{
    PromptBlock result;
    result.identifier = identifier;
    result.name = identifier;
    result.content = content;
    result.systemPrompt = true;
    result.marker = content.isEmpty();
    return result;
}

PromptInputs inputs()
{
    PromptInputs result;
    Preset &preset = result.preset.emplace();
    preset.contextSize = 8000;
    preset.maxTokens = 100;
    preset.newChatPrompt.clear();
    preset.continueNudgePrompt.clear();
    preset.prompts = {block(u"main"_s, u"M"_s), block(u"chatHistory"_s)};
    PromptOrder order;
    order.characterId = presetOrderInUse;
    order.items = {{u"main"_s, true, {}}, {u"chatHistory"_s, true, {}}};
    preset.orders = {order};
    result.mode = PromptMode::SillyTavern;
    result.card.emplace().name = u"Mira"_s;
    result.userName = u"Jun"_s;
    result.chat.messages = {said(u"Mira"_s, false, u"one"_s), said(u"Jun"_s, true, u"two"_s)};
    return result;
}

void setMetadata(PromptInputs &inputs, const QByteArray &json)
{
    inputs.chat.header.set(u"chat_metadata"_s, parseJson(json).value());
}

// "s:M|a:one|u:two"
QString sent(const PromptInputs &inputs)
{
    QStringList messages;
    for (const OutboundMessage &message : assemble(inputs).messages)
        messages.append(roleName(message.role).first(1) + u':' + message.content.text());
    return messages.join(u'|');
}

} // namespace

class TestChatTexts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void reasoning()
    {
        PromptInputs in = inputs();
        in.chat.messages = {said(u"Mira"_s, false, u"one"_s, R"({"reasoning":"r1"})"),
                            said(u"Jun"_s, true, u"two"_s),
                            said(u"Mira"_s, false, u"three"_s, R"({"reasoning":"r3 {{user}}"})")};
        QCOMPARE(sent(in), u"s:M|a:one|u:two|a:three"_s);
        ReasoningSettings &settings = in.settings.replies.reasoning;
        settings.isAdded = true;
        settings.prefix = u"({{char}} "_s;
        settings.suffix = u")"_s;
        settings.separator = u" "_s;
        QCOMPARE(sent(in), u"s:M|a:one|u:two|a:(Mira r3 Jun) three"_s);
        settings.most = 2;
        QCOMPARE(sent(in), u"s:M|a:(Mira r1) one|u:two|a:(Mira r3 Jun) three"_s);
        settings.most = 0;
        QCOMPARE(sent(in), u"s:M|a:one|u:two|a:three"_s);
        // What is continued has its thoughts in any case.
        in.type = GenerationType::Continue;
        settings.isAdded = false;
        QCOMPARE(sent(in), u"s:M|a:one|u:two|a:(Mira r3 Jun) three"_s);
        in.chat.messages.last().text.clear();
        QCOMPARE(sent(in), u"s:M|a:one|u:two|a:(Mira r3 Jun"_s);
        in.chat.messages.last().extra.set(u"reasoning"_s, QString(QChar(0x200b)));
        in.chat.messages.last().text = u"three"_s;
        QCOMPARE(sent(in), u"s:M|a:one|u:two|a:three"_s);
    }

    void filesAndCaptions()
    {
        PromptInputs in = inputs();
        in.chat.messages.last().extra =
            parseJson(
                R"({"files":[{"text":"F1"},{"url":"/user/files/f2.txt"}],"title":"C","append_title":true,
                          "media":[{"title":"no"},{"title":"D","append_title":true}]})")
                .value();
        in.attachments.insert(u"/user/files/f2.txt"_s, u"F2"_s);
        QCOMPARE(sent(in), u"s:M|a:one|u:F1\n\nF2\n\ntwo\n\nC\n\nD"_s);
        in.chat.messages.last().extra = parseJson(R"({"file":{"text":"Old"},"title":"C"})").value();
        QCOMPARE(sent(in), u"s:M|a:one|u:Old\n\ntwo"_s);
        in.chat.messages.last().extra = parseJson(R"({"files":[{"url":"/x","name":"x.txt"}]})").value();
        const AssembledPrompt prompt = assemble(in);
        QCOMPARE(prompt.trace.warnings.size(), 1);
        QVERIFY(prompt.trace.warnings.first().contains(u"x.txt"_s));
    }

    // Said once, however many there are.
    void picturesAreSaidToStayBehind()
    {
        PromptInputs in = inputs();
        QCOMPARE(assemble(in).trace.warnings, QStringList());
        in.chat.messages.first().extra = parseJson(R"({"image":"/user/images/a.png"})").value();
        in.chat.messages.last().extra =
            parseJson(R"({"media":[{"url":"/user/images/b.png","type":"image"}]})").value();
        const QStringList warnings = assemble(in).trace.warnings;
        QCOMPARE(warnings.size(), 1);
        QVERIFY(warnings.first().contains(u"Pictures"_s));
        for (Message &message : in.chat.messages)
            message.isHidden = true;
        QCOMPARE(assemble(in).trace.warnings, QStringList());
    }

    void summary()
    {
        PromptInputs in = inputs();
        in.chat.messages.last().extra.set(u"memory"_s, u"not yet"_s);
        QCOMPARE(sent(in), u"s:M|a:one|u:two"_s); // never the last message's
        in.chat.messages.first().extra.set(u"memory"_s, u" They met {{user}}. "_s);
        QCOMPARE(sent(in), u"s:M|s:[Summary: They met Jun.]|a:one|u:two"_s);
        SummarySettings &settings = in.settings.replies.summary;
        settings.layout.clear();
        settings.position = 1;
        settings.depth = 1;
        settings.role = Role::User;
        QCOMPARE(sent(in), u"s:M|a:one|u:Summary: They met Jun.|u:two"_s);
        settings.position = -1;
        QCOMPARE(sent(in), u"s:M|a:one|u:two"_s);
        in.preset->prompts.first().content = u"{{summary}}"_s;
        QCOMPARE(sent(in), u"s: They met {{user}}. |a:one|u:two"_s);
        settings.isUsed = false;
        QCOMPARE(sent(in), u"s:{{summary}}|a:one|u:two"_s);
    }

    void macrosOfExtensions_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *text, const char *expected) {
            QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(expected);
        };
        row("{{authorsNote}}", "N {{user}}");
        row("{{charAuthorsNote}}", "own");
        row("{{defaultAuthorsNote}}", "default");
        row("{{reasoningPrefix}}{{reasoningSeparator}}{{reasoningSuffix}}", "({{char}}-)");
        row("{{charPrefix}}/{{charNegativePrefix}}", "tall/");
        row("{{lastExpression}}{{lastExpression::Mira}}{{defaultExpression}}", "#none");
        row("{{chatStart}} {{chatSeparator}} {{instructInput}}{{systemPrompt}}",
            "*** *** Write {{char}}'s next reply in a fictional chat between {{char}} and {{user}}.");
        row("{{setvarindex::l::1::b}}{{getvarindex::l::1}}", "b"); // a list as text
        row("{{setvarindex::r::1::b}}{{getvarindex::r::1}}", "[\"a\"]");
    }

    void macrosOfExtensions()
    {
        QFETCH(QString, text);
        PromptInputs in = inputs();
        in.avatar = u"Mira.png"_s;
        in.card->source =
            parseJson(R"({"data":{"extensions":{"sd_character_prompt":{"positive":"tall"}}}})").value();
        in.settings.note.text = u"default"_s;
        in.settings.note.characterNotes = {{.avatar = u"Mira"_s, .text = u"own"_s}};
        in.settings.replies.reasoning.prefix = u"({{char}}"_s;
        in.settings.replies.reasoning.separator = u"-"_s;
        in.settings.replies.reasoning.suffix = u")"_s;
        setMetadata(in,
                    R"({"note_prompt":"N {{user}}","note_interval":0,"variables":{"l":"[1]","r":["a"]}})");
        in.preset->prompts.first().content = text;
        QTEST(assemble(in).messages.first().content.text(), "expected");
    }

    // Where the card has one, {{systemPrompt}} is that, resolved; but not in the card's own texts.
    void systemPromptOfACard()
    {
        PromptInputs in = inputs();
        in.card->systemPrompt = u"Own {{user}}"_s;
        in.card->description = u"D {{systemPrompt}}"_s;
        in.preset->prompts.first().content = u"{{systemPrompt}} | {{description}}"_s;
        in.preset->prompts.first().forbidOverrides = true;
        const QString usual =
            u"Write {{char}}'s next reply in a fictional chat between {{char}} and {{user}}."_s;
        QCOMPARE(assemble(in).messages.first().content.text(), u"Own Jun | D "_s + usual);
        in.settings.replies.usesOldMacros = true; // it looks once more at what came in before the names
        QVERIFY(assemble(in).messages.first().content.text().startsWith(u"Own Jun | D Write Mira's"));
    }

    // What is in the message field, by what is asked for.
    void messageField()
    {
        PromptInputs in = inputs();
        in.userText = u"in {{user}}'s box"_s;
        in.preset->prompts.first().content = u"{{input}}|{{lastMessage}}"_s;
        for (const GenerationType type :
             {GenerationType::Impersonate, GenerationType::Swipe, GenerationType::Quiet}) {
            in.type = type;
            const QString main = assemble(in).messages.first().content.text();
            QCOMPARE(main.section(u'|', 0, 0), u"in {{user}}'s box"_s);
        }
        in.type = GenerationType::Normal;
        QCOMPARE(sent(in), u"s:|in Jun's box|a:one|u:two|u:in Jun's box"_s);
        // What is typed is what is continued.
        in.type = GenerationType::Continue;
        in.preset->continueNudgePrompt = u"[{{lastChatMessage}}]"_s;
        QCOMPARE(sent(in), u"s:|in Jun's box|a:one|u:two|u:in Jun's box|s:[in Jun's box]"_s);
        in.userText.clear();
        QCOMPARE(sent(in), u"s:|two|a:one|u:two|s:[two]"_s);
    }

    // A character's note without text is one, too.
    void emptyCharacterNote()
    {
        PromptInputs in = inputs();
        in.avatar = u"Mira.png"_s;
        setMetadata(in, R"({"note_prompt":"N","note_position":1,"note_depth":0})");
        CharacterNote note{.avatar = u"Mira"_s, .text = {}, .isUsed = true};
        in.settings.note.characterNotes = {note};
        QCOMPARE(sent(in), u"s:M|a:one|u:two"_s);
        note.isUsed = false;
        in.settings.note.characterNotes = {note};
        QCOMPARE(sent(in), u"s:M|a:one|u:two|s:N"_s);
    }

    // The lore that waits for a tag passes over who has none.
    void tagsOfUntagged()
    {
        PromptInputs in = inputs();
        in.avatar = u"Mira.png"_s;
        LoreEntry entry;
        entry.content = u"L"_s;
        entry.constant = true;
        entry.position = LoreEntry::Position::AtDepth;
        entry.depth = 0;
        entry.characterFilter.tags = {u"t"_s};
        Lorebook book;
        book.name = u"B"_s;
        book.entries = {entry};
        in.lorebooks = {{book, ActiveLorebook::Scope::Global}};
        QCOMPARE(sent(in), u"s:M|a:one|u:two"_s);
        in.tagMap.insert(u"Mira.png"_s, {u"t"_s});
        QCOMPARE(sent(in), u"s:M|a:one|u:two|s:L"_s);
    }

    // A switch where a number belongs, as SillyTavern takes it.
    void switchesInPlaceOfNumbers()
    {
        PromptInputs in = inputs();
        setMetadata(in, R"({"note_prompt":"N","note_interval":1,"note_position":true,"note_depth":false,
                            "note_role":true})");
        QCOMPARE(sent(in), u"s:M|a:one|u:two|u:N"_s);
        setMetadata(in, R"({"note_prompt":"N","note_interval":1,"note_position":1,"note_depth":true,
                            "note_role":false})");
        QCOMPARE(sent(in), u"s:M|a:one|s:N|u:two"_s);
    }

    // SillyTavern compares depths with whole numbers: none of the chat's is one with a fraction.
    void depthsWithAFraction_data()
    {
        QTest::addColumn<QByteArray>("depth");
        QTest::addColumn<bool>("isSent");
        QTest::newRow("whole") << "1"_ba << true;
        QTest::newRow("whole, with a point") << "1.0"_ba << true;
        QTest::newRow("half") << "1.5"_ba << false;
        QTest::newRow("less than one") << "0.5"_ba << false;
    }

    void depthsWithAFraction()
    {
        QFETCH(QByteArray, depth);
        QFETCH(bool, isSent);
        const auto carries = [&](const PromptInputs &in) {
            const AssembledPrompt prompt = assemble(in);
            return std::ranges::any_of(prompt.messages, [](const OutboundMessage &message) {
                return message.content.text() == u"X"_s;
            });
        };
        PromptInputs note = inputs();
        setMetadata(note, R"({"note_prompt":"X","note_position":1,"note_depth":)" + depth + "}");
        QCOMPARE(carries(note), isSent);
        PromptInputs injected = inputs();
        setMetadata(injected, R"({"script_injects":{"x":{"value":"X","position":1,"depth":)" + depth + "}}}");
        QCOMPARE(carries(injected), isSent);
        PromptInputs card = inputs();
        card.card = *readCard(R"({"spec":"chara_card_v2","data":{"name":"Mira","extensions":{"depth_prompt":
                                  {"prompt":"X","depth":)" +
                              depth + "}}}}")
                         .transform([](const CardReading &reading) { return reading.card; });
        QCOMPARE(carries(card), isSent);
        PromptInputs lore = inputs();
        lore.lorebooks = {{readWorldInfo(R"({"entries":{"0":{"uid":0,"key":[],"keysecondary":[],"comment":"B",
                            "content":"X","constant":true,"position":4,"role":0,"order":100,"depth":)" +
                                             depth + "}}}",
                                         u"W"_s)
                               ->book,
                           ActiveLorebook::Scope::Global}};
        QCOMPARE(carries(lore), isSent);
        QCOMPARE(assemble(lore).trace.warnings.size(), isSent ? 0 : 1);
        PromptInputs summary = inputs();
        summary.chat.messages.first().extra.set(u"memory"_s, u"X"_s);
        summary.settings.replies.summary =
            summarySettingsOf(*parseJson(R"({"template":"{{summary}}","position":1,"depth":)" + depth + "}"));
        QCOMPARE(carries(summary), isSent);
    }

    // Lore looks for its keys in a persona at a depth, but for the first prompt of a chat.
    void personaAtDepthIsScanned()
    {
        PromptInputs in = inputs();
        Persona persona;
        persona.name = u"Jun"_s;
        persona.description = u"wears a {{user}}-hat"_s;
        persona.position = Persona::Position::AtDepth;
        persona.depth = 1;
        in.persona = persona;
        LoreEntry entry;
        entry.keys = {u"jun-hat"_s};
        entry.content = u"L"_s;
        entry.position = LoreEntry::Position::AtDepth;
        entry.depth = 0;
        Lorebook book;
        book.name = u"B"_s;
        book.entries = {entry};
        in.lorebooks = {{book, ActiveLorebook::Scope::Global}};
        const QString unscanned = u"s:M|a:one|s:wears a Jun-hat|u:two"_s;
        QCOMPARE(sent(in), unscanned + u"|s:L"_s);
        in.isFirst = true;
        QCOMPARE(sent(in), unscanned);
        in.isFirst = false;
        in.persona->position = Persona::Position::Off;
        QCOMPARE(sent(in), u"s:M|a:one|u:two"_s);
    }

    // What a complete prompt leaves behind for the next one.
    void injectedTextsCountOnceMore()
    {
        PromptInputs in = inputs();
        setMetadata(in, R"({"note_prompt":"{{incvar::a}}","note_interval":1,"note_position":1,"note_depth":0,
                            "script_injects":{"i":{"value":"{{incvar::b}}","position":-1}}})");
        in.card->depthPrompt.text = u"{{setvar::c::{{.a}}}}"_s;
        const AssembledPrompt prompt = assemble(in);
        QCOMPARE(prompt.localVariables.value(u"b").toText(), u"1"_s); // sent nowhere, and still resolved
        const int shown = prompt.messages.last().content.text().toInt();
        QCOMPARE(prompt.localVariables.value(u"a").toInt(), shown + 1);
    }

    void injectedTexts()
    {
        PromptInputs in = inputs();
        setMetadata(in, R"({"script_injects":{
            "b":{"value":"B","position":2,"role":1},
            "a":{"value":"{{char}}","position":"0","role":"2"},
            "c":{"value":"C","position":1,"depth":"1","role":0},
            "d":{"value":"D","position":1,"depth":1},
            "10":{"value":"ten","position":2}, "9":{"value":"nine","position":2},
            "n":{"value":"nowhere","position":-1}, "z":{"value":null,"position":1,"depth":0,"role":1}, "x":{"value":"X","position":1,"depth":"deep"},
            "e":{"value":"","position":0}}})");
        QCOMPARE(sent(in), u"u:B|s:ten|s:nine|s:M|a:Mira|a:one|s:C\nD|u:two|u:null"_s);
        // Beside the author's note, which is placed first.
        in.settings.note.text = u"N"_s;
        in.settings.note.position = 2;
        QCOMPARE(sent(in), u"u:B|s:ten|s:nine|s:N|s:M|a:Mira|a:one|s:C\nD|u:two|u:null"_s);
        setMetadata(in, R"({"script_injects":{"f":{"value":"F","position":0,"filter":"{: :}"}}})");
        const AssembledPrompt prompt = assemble(in);
        QCOMPARE(prompt.trace.warnings.size(), 1);
    }

    void replyStart()
    {
        PromptInputs in = inputs();
        in.settings.replies.start = u"Well, {{user}}"_s;
        QCOMPARE(sent(in), u"s:M|a:one|u:two|a:Well, Jun"_s);
        in.userText = u"Go. {{bias \"Slowly, {{char}}\"}}"_s;
        QCOMPARE(sent(in), u"s:M|a:one|u:two|u:Go.|a: Slowly, Mira"_s);
        in.userText = u"Go. {{bias Slowly}}"_s; // not a text in quotation marks: the name of nothing
        QCOMPARE(sent(in), u"s:M|a:one|u:two|u:Go."_s);
        in.userText = u"{{bias \"Slowly\"}} {{user}}"_s; // nothing else is said: no message of the user's
        QCOMPARE(sent(in), u"s:M|a:one|u:two|a: Slowly"_s);
        QVERIFY(assemble(in).typedText.isEmpty());
        in.userText = u"Go. {{bias 'Slowly'}} {{user}}"_s;
        QCOMPARE(sent(in), u"s:M|a:one|u:two|u:Go.  Jun|a: Slowly"_s);
        QCOMPARE(assemble(in).typedText, u"Go.  Jun"_s);
        // What an earlier message has kept counts where nothing is typed.
        in.userText.clear();
        in.chat.messages.last().extra.set(u"bias"_s, u" Then"_s);
        QCOMPARE(sent(in), u"s:M|a:one|u:two|a: Then"_s);
        in.type = GenerationType::Impersonate;
        in.preset->impersonationPrompt.clear();
        QCOMPARE(sent(in), u"s:M|a:one|u:two"_s);
        QCOMPARE(typedReplyStart(u"{{bias \"a\"}} x {{ bias 'b' }}"_s), u" a b"_s);
        QCOMPARE(typedReplyStart(u"{{bias \"a\"}} {{random a b}}"_s), QString());
        QCOMPARE(typedReplyStart(u"{{bias \"p\" \"r\"}} {{bias 5.0 x}}"_s), u" p 5"_s);
        QCOMPARE(typedReplyStart(u"{{bias \"say \\\"a\\\"\"}}"_s), u" say \"a\""_s);
        QCOMPARE(typedReplyStart(u"{{bias x}}"_s), u" "_s); // the name of nothing
        QCOMPARE(typedReplyStart(u"plain"_s), QString());
    }

    void oldMacroEngine_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("sent");
        QTest::newRow("names") << u"{{user}} {{CHAR}} <BOT> <user>"_s << u"Jun Mira Mira Jun"_s;
        QTest::newRow("no nesting") << u"{{setvar::x::{{user}}}}{{getvar::x}}"_s << u"}}{{user"_s;
        QTest::newRow("variables")
            << u"{{setvar::n::4}}{{addvar::n::3}}{{incvar::n}} {{decvar::n}} {{getvar::n}}"_s << u"8 7 7"_s;
        QTest::newRow("unknown") << u"{{if 1}}a{{/if}} {{unknown}} {{.x}} {{hasvar::x}}"_s
                                 << u"{{if 1}}a{{/if}} {{unknown}} {{.x}} {{hasvar::x}}"_s;
        QTest::newRow("comment") << u"a{{// b }}c"_s << u"ac"_s;
        QTest::newRow("trim") << u"a\n\n{{trim}}\nb{{newline}}c{{noop}}"_s << u"ab\nc"_s;
        QTest::newRow("reverse") << u"{{reverse:abc}} {{reverse::abc}}"_s << u"cba cba:"_s;
        QTest::newRow("one item") << u"{{random::only}} {{pick:only}}"_s << u"only only"_s;
        QTest::newRow("card") << u"{{description}}"_s << u"Keeps {{personality}}."_s;
        QTest::newRow("newer names") << u"{{exampleSeparator}} {{chatSeparator}}{{instructFirstOutput}}"_s
                                     << u"{{exampleSeparator}} ***"_s;
    }

    void oldMacroEngine()
    {
        QFETCH(QString, text);
        PromptInputs in = inputs();
        in.settings.replies.usesOldMacros = true;
        in.card->description = u"Keeps {{personality}}."_s;
        in.card->personality = u"calm"_s;
        in.preset->prompts.first().content = text;
        in.preset->orders.first().items.append({u"charDescription"_s, false, {}});
        in.preset->orders.first().items.append({u"charPersonality"_s, false, {}});
        in.preset->prompts.append(block(u"charDescription"_s));
        in.preset->prompts.append(block(u"charPersonality"_s));
        QFETCH(QString, sent);
        QCOMPARE(assemble(in).messages.first().content.text(), sent);
    }
};

} // namespace tst_chattexts

SNUG_TEST(tst_chattexts, TestChatTexts, Nothing)
#include "tst_chattexts.moc"
