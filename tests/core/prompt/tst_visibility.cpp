// What is kept from somebody leaves no trace in what is assembled for them, whatever the form and the kind of
// request: with other words in the messages that they do not know, the result is the same to the last byte.
#include "core/formats/framingpreset.h"
#include "core/formats/jsontext.h"
#include "core/formats/preset.h"
#include "core/formats/texttemplates.h"
#include "core/prompt/assemble.h"
#include "core/prompt/knownto.h"
#include "core/prompt/stages/visibility.h"
#include "core/prompt/typedtext.h"
#include "tests/testregistry.h"

#include <QRandomGenerator>
#include <QTest>

namespace tst_visibility {

using namespace Qt::StringLiterals;
using namespace snug;

static const QStringList cast{u"Alice"_s, u"Bob"_s, u"Carl"_s, u"Dana"_s};

static Message said(const QString &name, const QString &text, const QStringList &known = {})
{
    Message message;
    message.name = name;
    message.isUser = name == u"Carl";
    message.text = text;
    setKnownTo(message, known);
    return message;
}

static Preset presetFrom(const QByteArray &json)
{
    return presetFromJson(*parseJson(json), PresetKeys::File).preset;
}

// Every macro that looks at the chat.
static const QByteArray nosy =
    "{{lastMessage}}|{{lastUserMessage}}|{{lastCharMessage}}|{{lastMessageId}}|"
    "{{firstIncludedMessageId}}|{{lastSwipeId}}|{{currentSwipeId}}|{{idle_duration}}|{{input}}";

static PromptInputs scene(const QString &form)
{
    PromptInputs inputs;
    inputs.knowledge.isEnabled = true;
    inputs.userName = u"Carl"_s;
    inputs.now = QDateTime(QDate(2026, 3, 14), QTime(15, 9), QTimeZone::UTC);
    inputs.card.emplace();
    inputs.card->description = u"Friends. "_s + QString::fromLatin1(nosy);
    inputs.card->messageExamples = u"<START>\n{{char}}: {{lastMessage}}"_s;
    inputs.scene.cast = cast;
    inputs.contextSize = 600;
    inputs.maxTokens = 100;
    ActiveLorebook book;
    for (int i = 0; i < 40; ++i) {
        LoreEntry entry;
        entry.uid = i;
        entry.keys = {u"word%1"_s.arg(i)};
        entry.content = u"lore of %1, {{lastMessage}}"_s.arg(i);
        entry.position = i % 2 ? LoreEntry::Position::AtDepth : LoreEntry::Position::BeforeChar;
        book.book.entries.append(entry);
    }
    inputs.lorebooks = {book};
    if (form == u"preset" || form == u"smelt") {
        inputs.preset = presetFrom(R"({"prompts":[{"identifier":"main","system_prompt":true,"role":"system",
            "content":"{{lastMessage}}"},{"identifier":"charDescription","marker":true,"system_prompt":true},
            {"identifier":"worldInfoBefore","marker":true,"system_prompt":true},
            {"identifier":"dialogueExamples","marker":true,"system_prompt":true},
            {"identifier":"chatHistory","marker":true,"system_prompt":true}],
            "prompt_order":[{"character_id":100001,"order":[{"identifier":"main","enabled":true},
            {"identifier":"charDescription","enabled":true},{"identifier":"worldInfoBefore","enabled":true},
            {"identifier":"dialogueExamples","enabled":true},{"identifier":"chatHistory","enabled":true}]}],
            "send_if_empty":"nothing"})");
        inputs.mode = form == u"smelt" ? PromptMode::Smelt : PromptMode::SillyTavern;
    } else if (form == u"framing") {
        inputs.preset = presetFrom(R"({"prompts":[{"identifier":"a","role":"system","enabled":true,
            "position":"relative","content":"{{lastMessage}} {{chat_history_text}}"},
            {"identifier":"chatHistory","position":"relative","enabled":true}]})");
        inputs.mode = PromptMode::Framing;
    } else if (form == u"story" || form == u"names") {
        inputs.textCompletion.emplace();
        inputs.textCompletion->context = builtInContextTemplate();
        inputs.textCompletion->instruct = builtInInstructTemplate();
        inputs.mode = form == u"names" ? PromptMode::Auto : PromptMode::SillyTavern;
    }
    return inputs;
}

static QStringList someOf(const QStringList &names, QRandomGenerator &random)
{
    QStringList some;
    for (const QString &name : names) {
        if (random.bounded(2))
            some.append(name);
    }
    return some;
}

static QString words(QRandomGenerator &random)
{
    QStringList result;
    const int count = 1 + random.bounded(12);
    for (int i = 0; i < count; ++i)
        result.append(u"word%1"_s.arg(random.bounded(40)));
    return result.join(u' ');
}

class TestVisibility : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void nothingLeaks_data()
    {
        QTest::addColumn<QString>("form");
        QTest::addColumn<GenerationType>("type");
        for (const QString &form :
             {u"preset"_s, u"smelt"_s, u"fallback"_s, u"framing"_s, u"story"_s, u"names"_s}) {
            for (const GenerationType type :
                 {GenerationType::Normal, GenerationType::Continue, GenerationType::Impersonate,
                  GenerationType::Swipe, GenerationType::Regenerate, GenerationType::Quiet})
                QTest::newRow(qPrintable(form + u' ' + generationTypeName(type))) << form << type;
        }
    }

    void nothingLeaks()
    {
        QFETCH(QString, form);
        QFETCH(GenerationType, type);
        QRandomGenerator random(7);
        int hidden = 0;
        for (int round = 0; round < 12; ++round) {
            PromptInputs inputs = scene(form);
            inputs.type = type;
            inputs.card->name = cast.at(random.bounded(2)); // Alice or Bob replies
            inputs.quietPrompt = u"{{lastMessage}}"_s;
            const QString viewer = type == GenerationType::Impersonate ? u"Carl"_s : inputs.card->name;
            PromptInputs other = inputs;
            const int count = 3 + random.bounded(12);
            for (int i = 0; i < count; ++i) {
                const QStringList known = random.bounded(2) ? someOf(cast, random) : QStringList();
                const QString name = cast.at(random.bounded(4));
                const QString text = words(random);
                inputs.chat.messages.append(said(name, text, known));
                const bool isHidden = !known.isEmpty() && !known.contains(viewer);
                hidden += isHidden;
                other.chat.messages.append(said(name, isHidden ? words(random) + u" other"_s : text, known));
                if (isHidden) // whatever else hangs on the message
                    other.chat.messages.last().extra.set(u"reasoning"_s, Json(words(random)));
            }
            if (type == GenerationType::Normal)
                inputs.userText = other.userText = u"and now, {{char}}?"_s;
            QVERIFY(assemble(inputs) == assemble(other));
        }
        QVERIFY(hidden > 10);
    }

    void typedTextIsKeptFromTheReplier_data()
    {
        QTest::addColumn<QString>("form");
        for (const QString &form :
             {u"preset"_s, u"smelt"_s, u"fallback"_s, u"framing"_s, u"story"_s, u"names"_s})
            QTest::newRow(qPrintable(form)) << form;
    }

    void typedTextIsKeptFromTheReplier()
    {
        QFETCH(QString, form);
        PromptInputs inputs = scene(form);
        inputs.card->name = u"Alice"_s;
        inputs.chat.messages = {said(u"Alice"_s, u"hello"_s)};
        const auto sent = [&](const QString &text) {
            inputs.userText = text;
            AssembledPrompt prompt = assemble(inputs);
            prompt.typedText.clear();
            return prompt;
        };
        QVERIFY(sent(u"__known_to_chars__Bob__ word3"_s) ==
                sent(u"__known_to_chars__Dana,Bob__ pear word5"_s));
        // A macro may make the tag.
        QVERIFY(sent(u"__known_to_chars__{{user}}__ word3"_s) == sent(u"__known_to_chars__Bob__ word9"_s));
        QVERIFY(sent(u"__known_to_chars__Alice__ word3"_s) != sent(u"__known_to_chars__Bob__ word3"_s));
        inputs.userText = u"__known_to_chars__Bob__ I am {{user}}"_s;
        QCOMPARE(assemble(inputs).typedText,
                 u"__known_to_chars__Bob__ I am Carl"_s); // it is stored all the same
    }

    void typedMacrosSeeWhatAllReadersKnow_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("stored");
        const QString tag = u"__known_to_chars__%1__ {{lastCharMessage}}"_s;
        QTest::newRow("for all") << u"{{lastCharMessage}}"_s << u"hello"_s;
        QTest::newRow("for one who knows less") << tag.arg(u"Alice"_s) << u"hello"_s;
        QTest::newRow("for one who knows as much") << tag.arg(u"Bob"_s) << u"pear"_s;
        QTest::newRow("for both") << tag.arg(u"Bob,Alice"_s) << u"hello"_s;
        QTest::newRow("for one who knows more") << tag.arg(u"Dana"_s) << u"hello"_s;
    }

    void typedMacrosSeeWhatAllReadersKnow()
    {
        QFETCH(QString, text);
        QFETCH(QString, stored);
        PromptInputs inputs = scene(u"preset"_s);
        inputs.chat.messages = {said(u"Alice"_s, u"hello"_s),
                                said(u"Bob"_s, u"pear"_s, {u"Bob"_s, u"Carl"_s}),
                                said(u"Dana"_s, u"plum"_s, {u"Dana"_s})};
        inputs.chat.header = *parseJson(R"({"chat_metadata":{"variables:Dana":{"code":"plum"}}})");
        inputs.userText = text + u"{{getvar::code}}"_s;
        for (const QString &replier : cast) {
            inputs.card->name = replier;
            QVERIFY(assemble(inputs).typedText.endsWith(stored));
            QVERIFY(expandMacros(inputs.userText, inputs).endsWith(stored));
        }
    }

    void typedMacrosSeeWhatTheReplierSees()
    {
        PromptInputs inputs = scene(u"fallback"_s);
        inputs.card->name = u"Alice"_s;
        inputs.chat.messages = {said(u"Carl"_s, u"hello"_s),
                                said(u"Carl"_s, u"pear"_s, {u"Bob"_s, u"Carl"_s})};
        QCOMPARE(expandMacros(u"{{lastMessage}}"_s, inputs), u"hello"_s);
    }

    void placesInTheFileStay()
    {
        PromptInputs inputs = scene(u"preset"_s);
        inputs.preset->sendIfEmpty.clear();
        inputs.card->name = u"Alice"_s;
        inputs.chat.messages = {said(u"Carl"_s, u"pear"_s, {u"Bob"_s}), said(u"Carl"_s, u"hello"_s)};
        const QList<OutboundMessage> messages = assemble(inputs).messages;
        QCOMPARE(messages.last().content.text(), u"hello"_s);
        QCOMPARE(messages.last().source.id(), u"1"_s);
    }

    void othersRecordsAreNotSeen()
    {
        PromptInputs inputs = scene(u"preset"_s);
        inputs.card->name = u"Alice"_s;
        inputs.card->description = u"{{getvar::code}}"_s;
        inputs.chat.messages = {said(u"Carl"_s, u"hello"_s)};
        const AssembledPrompt before = assemble(inputs);
        QCOMPARE(recordKey(u"variables"_s, inputs), u"variables:Alice"_s);
        inputs.chat.header = *parseJson(
            R"({"chat_metadata":{"variables:Bob":{"code":"pear"},"timedWorldInfo:Bob":{"sticky":{}}}})");
        QVERIFY(assemble(inputs) == before);
        inputs.card->name = u"Bob"_s;
        QVERIFY(std::ranges::any_of(assemble(inputs).messages, [](const OutboundMessage &message) {
            return message.content.text().contains(u"pear"_s);
        }));
    }

    void offChangesNothing()
    {
        PromptInputs inputs = scene(u"preset"_s);
        inputs.preset->sendIfEmpty.clear();
        inputs.knowledge.isEnabled = false;
        inputs.card->name = u"Alice"_s;
        inputs.chat.messages = {said(u"Carl"_s, u"pear"_s, {u"Bob"_s})};
        QCOMPARE(assemble(inputs).messages.last().content.text(), u"pear"_s);
    }

    void writingAsNamesTheTypedTurn()
    {
        PromptInputs inputs = scene(u"names"_s);
        inputs.textCompletion->context.storyString.clear();
        inputs.card->name = u"Alice"_s;
        inputs.card->messageExamples.clear();
        inputs.scene.writer = u"Bob"_s;
        inputs.userText = u"hm"_s;
        const AssembledPrompt prompt = assemble(inputs);
        QCOMPARE(prompt.mode, PromptMode::Names);
        QCOMPARE(prompt.prompt->text(), u"Bob:\nhm\nAlice:\n"_s);
        QVERIFY(prompt.stop.contains(u"Bob:\n"_s));
        QVERIFY(!prompt.stop.contains(u"Alice:"_s));
        inputs.type = GenerationType::Impersonate;
        QCOMPARE(assemble(inputs).prompt->text(), u"\nBob:\n"_s);
        inputs.knowledge.stopNames = KnowledgeSettings::StopNames::All;
        QVERIFY(assemble(inputs).stop.contains(u"Alice:  \n"_s));
    }

    // The card is everybody's: a server keeps what stands above the turns whoever is asked next.
    void theHeadIsTheSameWhoeverReplies()
    {
        PromptInputs inputs = scene(u"names"_s);
        inputs.lorebooks.clear();
        inputs.textCompletion->context.storyString =
            u"{{char}}'s card\n{{#if description}}{{char}}: {{description}}{{/if}}"_s;
        inputs.card->name = u"The inn"_s;
        inputs.card->description = u"{{char}} by the sea."_s;
        inputs.card->messageExamples.clear();
        inputs.chat.messages = {said(u"Alice"_s, u"hello"_s)};
        for (const QString &replier : {u"Alice"_s, u"Bob"_s}) {
            inputs.scene.replier = replier;
            QCOMPARE(assemble(inputs).prompt->text(),
                     u"system:\nThe inn's card\nThe inn: The inn by the sea.\nAlice:\nhello\n%1:\n"_s.arg(
                         replier));
        }
    }

    void storyStringIsTheSystemsTurn()
    {
        PromptInputs inputs = scene(u"names"_s);
        inputs.lorebooks.clear();
        inputs.textCompletion->context.storyString = u"{{description}}\n\n{{personality}}"_s;
        inputs.card->name = u"Alice"_s;
        inputs.card->description = u"One."_s;
        inputs.card->personality = u"Two."_s;
        inputs.card->messageExamples = u"<START>\nAlice: example"_s;
        inputs.scene.replier = u"Bob"_s;
        inputs.scene.opensThinking = true;
        inputs.chat.messages = {said(u"Alice"_s, u"hello\n\nall"_s)};
        const AssembledPrompt prompt = assemble(inputs);
        QCOMPARE(prompt.prompt->text(), u"system:\nOne.\nTwo.\nsystem:\nAlice: example\nAlice:\nhello\nall\n"
                                        "Bob:\n<think>"_s);
    }
};

} // namespace tst_visibility

SNUG_TEST(tst_visibility, TestVisibility, Core)
#include "tst_visibility.moc"
