// Text completions: every rule of the story frame in rows of its own.
#include "core/formats/jsontext.h"
#include "core/prompt/assemble.h"
#include "tests/testregistry.h"

#include <QTest>

#include <functional>

namespace tst_story {

using namespace Qt::StringLiterals;
using namespace snug;

static Message said(const QString &name, bool isUser, const QString &text)
{
    Message result;
    result.name = name;
    result.isUser = isUser;
    result.text = text;
    return result;
}

static Message narrated(const QString &text)
{
    Message result = said(u"Mira"_s, false, text);
    result.extra.set(u"type"_s, Json(u"narrator"_s));
    return result;
}

// A plain form: story "S", no separators, names as stop strings.
static PromptInputs plain()
{
    PromptInputs inputs;
    inputs.textCompletion.emplace();
    ContextTemplate &context = inputs.textCompletion->context;
    context.name = u"C"_s;
    context.storyString = u"S"_s;
    context.exampleSeparator = u"***"_s;
    context.chatStart.clear();
    context.usesStopStrings = false;
    inputs.card.emplace();
    inputs.card->name = u"Mira"_s;
    inputs.userName = u"Oren"_s;
    inputs.chat.messages = {said(u"Mira"_s, false, u"one"_s), said(u"Oren"_s, true, u"two"_s)};
    return inputs;
}

// The same with marks that show who they are of.
static PromptInputs marked()
{
    PromptInputs inputs = plain();
    InstructTemplate &instruct = inputs.textCompletion->instruct.emplace();
    instruct.name = u"I"_s;
    instruct.inputSequence = u"<in>"_s;
    instruct.outputSequence = u"<out>"_s;
    instruct.systemSequence = u"<sys>"_s;
    instruct.inputSuffix = u"</in>"_s;
    instruct.outputSuffix = u"</out>"_s;
    instruct.systemSuffix = u"</sys>"_s;
    instruct.wraps = false;
    instruct.names = InstructTemplate::Names::None;
    return inputs;
}

static void note(PromptInputs &inputs, const QString &text, int position, int depth, Role role)
{
    inputs.settings.note.text = text;
    inputs.settings.note.position = position;
    inputs.settings.note.depth = depth;
    inputs.settings.note.role = role;
}

static SystemPrompt systemPrompt(const QString &content, const QString &postHistory)
{
    SystemPrompt result;
    result.content = content;
    result.postHistory = postHistory;
    return result;
}

// Characters as tokens.
class LengthCounter : public TokenCounter
{
public:
    int count(QStringView text) const override { return static_cast<int>(text.size()); }
    CountKind kind() const override { return CountKind::Exact; }
    QString name() const override { return u"length"_s; }
};

using Change = std::function<void(PromptInputs &)>;
class TestStory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void withoutInstruct_data();
    void withoutInstruct();
    void withInstruct_data();
    void withInstruct();
    void stops_data();
    void stops();
    void trims_data();
    void trims();
    void loreIsCountedAsText();
    void samplersAndSizesComeFromTheTextPreset();
    void aBrokenStoryStringIsNamed();
    void everyCharacterHasASource();
    void thePresetIsNotUsed();
};

static void columns()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("expected");
}

static void row(const char *name, const QString &expected, Change change)
{
    QTest::newRow(name) << std::move(change) << expected;
}

static QString textOf(const PromptInputs &inputs)
{
    return assemble(inputs).prompt.value_or(TracedText()).text();
}

void TestStory::withoutInstruct_data()
{
    columns();
    row("names in front of lines", u"S\nMira: one\nOren: two\nMira:"_s, [](PromptInputs &) {});
    row("a typed text", u"S\nMira: one\nOren: two\nOren: three\nMira:"_s,
        [](PromptInputs &in) { in.userText = u"three"_s; });
    row("an empty story string", u"Mira: one\nOren: two\nMira:"_s,
        [](PromptInputs &in) { in.textCompletion->context.storyString = u"{{#if scenario}}x{{/if}}"_s; });
    row("leading line breaks go, one at the end", u"S\nMira: one\nOren: two\nMira:"_s,
        [](PromptInputs &in) { in.textCompletion->context.storyString = u"\n\nS\n"_s; });
    row("macros behind the template", u"Mira meets Oren.\nMira: one\nOren: two\nMira:"_s,
        [](PromptInputs &in) { in.textCompletion->context.storyString = u"{{char}} meets {{user}}."_s; });
    row("macros in a value are resolved once in it", u"Mira\nMira: one\nOren: two\nMira:"_s,
        [](PromptInputs &in) {
            in.textCompletion->context.storyString = u"{{description}}"_s;
            in.card->description = u"{{char}}"_s;
        });
    row("trim takes line breaks", u"a\nMira: one\nOren: two\nMira:"_s,
        [](PromptInputs &in) { in.textCompletion->context.storyString = u"a\n\n{{trim}}"_s; });
    row("chat start", u"S\n[Mira]\nMira: one\nOren: two\nMira:"_s,
        [](PromptInputs &in) { in.textCompletion->context.chatStart = u"[{{char}}]"_s; });
    row("no forced name", u"S\nMira: one\nOren: two"_s,
        [](PromptInputs &in) { in.textCompletion->context.alwaysAddsName = false; });
    row("examples", u"S\n***\nOren: hi\nMira: ho\n***\nx\nMira: one\nOren: two\nMira:"_s,
        [](PromptInputs &in) { in.card->messageExamples = u"<START>\n{{user}}: hi\nMira: ho\n<START>x"_s; });
    row("examples without a separator", u"S\nOren: hi\nMira: one\nOren: two\nMira:"_s, [](PromptInputs &in) {
        in.card->messageExamples = u"Oren: hi"_s;
        in.textCompletion->context.exampleSeparator.clear();
    });
    row("examples in the story string only", u"***\nOren: hi\nMira: one\nOren: two\nMira:"_s,
        [](PromptInputs &in) {
            in.card->messageExamples = u"Oren: hi"_s;
            in.textCompletion->context.storyString = u"{{mesExamples}}"_s;
            in.settings.stripExamples = true;
        });
    row("narrators have no name", u"S\nfog\nMira:"_s,
        [](PromptInputs &in) { in.chat.messages = {narrated(u"fog"_s)}; });
    row("hidden messages are not there", u"S\nOren: two\nMira:"_s,
        [](PromptInputs &in) { in.chat.messages[0].isHidden = true; });
    row("impersonate", u"S\nMira: one\nOren: two\nOren:"_s,
        [](PromptInputs &in) { in.type = GenerationType::Impersonate; });
    row("continue has the name twice", u"S\nMira: one\nOren: two\nMira:Mira: thr"_s, [](PromptInputs &in) {
        in.chat.messages.append(said(u"Mira"_s, false, u"thr"_s));
        in.type = GenerationType::Continue;
    });
    row("continue has the name once where the layout says so", u"S\nMira: one\nOren: two\nMira: thr"_s,
        [](PromptInputs &in) {
            in.chat.messages.append(said(u"Mira"_s, false, u"thr"_s));
            in.type = GenerationType::Continue;
            in.layout.namesTwice = false;
        });
    row("continue without names of its own", u"S\nMira: one\nOren: two\nMira: thr"_s, [](PromptInputs &in) {
        in.chat.messages.append(said(u"Mira"_s, false, u"thr"_s));
        in.type = GenerationType::Continue;
        in.textCompletion->context.alwaysAddsName = false;
    });
    row("continue the user's", u"S\nMira: one\nOren: two"_s,
        [](PromptInputs &in) { in.type = GenerationType::Continue; });
    row("a reply's start", u"S\nMira: one\nOren: two\nMira: Well, Oren"_s,
        [](PromptInputs &in) { in.settings.replies.start = u" Well, {{user}}"_s; });
    row("a start that was typed names the speaker", u"S\nMira: one\nOren: two\nOren: Go.\nMira: Well"_s,
        [](PromptInputs &in) {
            in.textCompletion->context.alwaysAddsName = false;
            in.userText = u"Go. {{bias \"Well\"}}"_s;
        });
    row("macros in the history stay", u"S\nMira: one\nOren: {{user}}\nMira:"_s,
        [](PromptInputs &in) { in.chat.messages.last().text = u"{{user}}"_s; });
    row("summary and injected texts beside the main prompt", u"B|A1\nA2\nMira: one\nOren: two\nMira:"_s,
        [](PromptInputs &in) {
            in.textCompletion->context.storyString = u"{{anchorBefore}}|{{anchorAfter}}"_s;
            in.chat.messages.first().extra.set(u"memory"_s, u"A1"_s);
            in.settings.replies.summary.layout = u"{{summary}}"_s;
            in.chat.header.set(u"chat_metadata"_s,
                               parseJson(R"({"script_injects":{"x":{"value":"A2","position":0},
                                                               "y":{"value":"B","position":2}}})")
                                   .value());
        });
    row("continue the only message", u"S\nMira: one"_s, [](PromptInputs &in) {
        in.chat.messages.removeLast();
        in.type = GenerationType::Continue;
    });
    row("swipe leaves the last out", u"S\nMira: one\nOren: two\nMira:"_s, [](PromptInputs &in) {
        in.chat.messages.append(said(u"Mira"_s, false, u"old"_s));
        in.type = GenerationType::Swipe;
    });
    row("a quiet prompt ends it", u"S\nMira: one\nOren: two\nList the Mira."_s, [](PromptInputs &in) {
        in.type = GenerationType::Quiet;
        in.quietPrompt = u"List the {{char}}."_s;
    });
    row("a hint for a reply", u"S\nMira: one\nOren: two\nBe brief.\nMira:"_s,
        [](PromptInputs &in) { in.quietPrompt = u"Be brief."_s; });
    row("a hint for the user's words", u"S\nMira: one\nOren: two\nBe brief.\nOren:"_s, [](PromptInputs &in) {
        in.type = GenerationType::Impersonate;
        in.quietPrompt = u"Be brief."_s;
    });
    row("a hint stands before what goes on, whose name is there twice all the same",
        u"S\nMira: one\nOren: two\nBe brief.\nMira:Mira: thr"_s, [](PromptInputs &in) {
            in.chat.messages.append(said(u"Mira"_s, false, u"thr"_s));
            in.type = GenerationType::Continue;
            in.quietPrompt = u"Be brief."_s;
        });
    row("a hint stands before what goes on, whose name is there once",
        u"S\nMira: one\nOren: two\nBe brief.\nMira: thr"_s, [](PromptInputs &in) {
            in.chat.messages.append(said(u"Mira"_s, false, u"thr"_s));
            in.type = GenerationType::Continue;
            in.quietPrompt = u"Be brief."_s;
            in.layout.namesTwice = false;
        });
    row("carriage returns go", u"S\nMira: a\nb\nMira:"_s,
        [](PromptInputs &in) { in.chat.messages = {said(u"Mira"_s, false, u"a\r\nb"_s)}; });
    row("runs of line breaks", u"S\nMira: a\nb\nMira:"_s, [](PromptInputs &in) {
        in.chat.messages = {said(u"Mira"_s, false, u"a\n\n\nb"_s)};
        in.settings.collapseNewlines = true;
    });
    row("no chat at all", u"S\n\nMira:"_s, [](PromptInputs &in) { in.chat.messages.clear(); });
    row("a note in front of and behind the story", u"A|\nMira: one\nOren: two\nMira:"_s,
        [](PromptInputs &in) {
            in.textCompletion->context.storyString = u"{{anchorBefore}}|{{anchorAfter}}"_s;
            note(in, u"A"_s, 2, 4, Role::System);
        });
    row("a note behind", u"|A\nMira: one\nOren: two\nMira:"_s, [](PromptInputs &in) {
        in.textCompletion->context.storyString = u"{{anchorBefore}}|{{anchorAfter}}"_s;
        note(in, u"A"_s, 0, 4, Role::System);
    });
    row("persona in the prompt", u"<P>\nMira: one\nOren: two\nMira:"_s, [](PromptInputs &in) {
        in.textCompletion->context.storyString = u"<{{persona}}>"_s;
        in.persona.emplace();
        in.persona->name = u"Oren"_s;
        in.persona->description = u"P"_s;
    });
    row("persona at a depth", u"<>\nMira: one\nOren: P\nOren: two\nMira:"_s, [](PromptInputs &in) {
        in.textCompletion->context.storyString = u"<{{persona}}>"_s;
        in.persona.emplace();
        in.persona->name = u"Oren"_s;
        in.persona->description = u"P"_s;
        in.persona->position = Persona::Position::AtDepth;
        in.persona->depth = 1;
        in.persona->role = Role::User;
    });
    row("system prompt", u"Be Mira.\nMira: one\nOren: two\nMira:"_s, [](PromptInputs &in) {
        in.textCompletion->context.storyString = u"{{system}}"_s;
        in.textCompletion->systemPrompt = systemPrompt(u"Be {{char}}."_s, {});
    });
    row("the card's instead", u"C Be Mira. \nMira: one\nOren: two\nMira:"_s, [](PromptInputs &in) {
        in.textCompletion->context.storyString = u"{{system}}"_s;
        in.textCompletion->systemPrompt = systemPrompt(u"Be {{char}}."_s, {});
        in.card->systemPrompt = u"C {{original}} {{original}}"_s;
    });
    row("the card's not preferred", u"Be.\nMira: one\nOren: two\nMira:"_s, [](PromptInputs &in) {
        in.textCompletion->context.storyString = u"{{system}}"_s;
        in.textCompletion->systemPrompt = systemPrompt(u"Be."_s, {});
        in.card->systemPrompt = u"C"_s;
        in.settings.preferCharacterPrompt = false;
    });
    row("system prompts off", u"<>\nMira: one\nOren: two\nMira:"_s, [](PromptInputs &in) {
        in.textCompletion->context.storyString = u"<{{system}}>"_s;
        in.card->systemPrompt = u"C"_s;
        in.card->postHistoryInstructions = u"P"_s;
    });
    row("post-history has no name", u"S\nMira: one\nOren: two\nP\nMira:"_s,
        [](PromptInputs &in) { in.textCompletion->systemPrompt = systemPrompt({}, u"P"_s); });
    row("post-history before the continued message", u"S\nMira: one\nP\nOren: two"_s, [](PromptInputs &in) {
        in.textCompletion->systemPrompt = systemPrompt({}, u"P"_s);
        in.type = GenerationType::Continue;
    });
}

void TestStory::withoutInstruct()
{
    QFETCH(Change, change);
    PromptInputs inputs = plain();
    change(inputs);
    QTEST(textOf(inputs), "expected");
}

void TestStory::withInstruct_data()
{
    columns();
    const auto instruct = [](PromptInputs &in) -> InstructTemplate & { return *in.textCompletion->instruct; };
    row("marks", u"S<out>one</out><in>two</in><out>"_s, [](PromptInputs &) {});
    row("wrap", u"S\n<out>\none</out><in>\ntwo</in>\n<out>\n"_s,
        [=](PromptInputs &in) { instruct(in).wraps = true; });
    row("wrap without suffixes", u"S\n<out>\none\n<in>\ntwo\n<out>\n"_s, [=](PromptInputs &in) {
        instruct(in).wraps = true;
        instruct(in).inputSuffix.clear();
        instruct(in).outputSuffix.clear();
    });
    row("no mark, no line break behind it", u"S\n<out>\none</out>two</in>\n<out>\n"_s, [=](PromptInputs &in) {
        instruct(in).wraps = true;
        instruct(in).inputSequence.clear();
    });
    row("whose a system text is", u"S<out>one</out><in>two</in><sys of Mira>N</sys><out>"_s,
        [=](PromptInputs &in) {
            instruct(in).systemSequence = u"<sys of {{name}}>"_s;
            note(in, u"N"_s, 1, 0, Role::System);
        });
    row("story marks", u"<s>S</s><out>one</out><in>two</in><out>"_s, [=](PromptInputs &in) {
        instruct(in).storyPrefix = u"<s>"_s;
        instruct(in).storySuffix = u"</s>"_s;
    });
    row("a hint for a reply", u"S<out>one</out><in>two</in><sys>Be brief.</sys><out>"_s,
        [](PromptInputs &in) { in.quietPrompt = u"Be brief."_s; });
    row("a hint, wrapped", u"S\n<out>\none</out><in>\ntwo</in><sys>\nBe brief.</sys>\n<out>\n"_s,
        [=](PromptInputs &in) {
            instruct(in).wraps = true;
            in.quietPrompt = u"Be brief."_s;
        });
    row("a hint, wrapped without suffixes", u"S\n<out>\none\n<in>\ntwo\n<sys>\nBe brief.\n<out>\n"_s,
        [=](PromptInputs &in) {
            instruct(in).wraps = true;
            instruct(in).inputSuffix.clear();
            instruct(in).outputSuffix.clear();
            instruct(in).systemSuffix.clear();
            in.quietPrompt = u"Be brief."_s;
        });
    row("a hint before what goes on", u"S<out>one</out><in>two</in><sys>Be brief.</sys><out>thr"_s,
        [](PromptInputs &in) {
            in.chat.messages.append(said(u"Mira"_s, false, u"thr"_s));
            in.type = GenerationType::Continue;
            in.quietPrompt = u"Be brief."_s;
        });
    row("story marks, wrapped", u"<Mira>\nS</s><out>\none</out><in>\ntwo</in>\n<out>\n"_s,
        [=](PromptInputs &in) {
            instruct(in).wraps = true;
            instruct(in).storyPrefix = u"<{{char}}>"_s;
            instruct(in).storySuffix = u"</s>"_s;
        });
    row("names always", u"S<out>Mira: one</out><in>Oren: two</in><out>Mira:"_s,
        [=](PromptInputs &in) { instruct(in).names = InstructTemplate::Names::Always; });
    row("names always, wrapped", u"S\n<out>\nMira: one</out><in>\nOren: two</in>\n<out>\nMira:"_s,
        [=](PromptInputs &in) {
            instruct(in).wraps = true;
            instruct(in).names = InstructTemplate::Names::Always;
        });
    row("names where they are forced", u"S<out>Vera: one</out><in>two</in><out>"_s, [=](PromptInputs &in) {
        instruct(in).names = InstructTemplate::Names::Force;
        in.chat.messages[0].name = u"Vera"_s;
        in.chat.messages[0].forcedAvatar = u"x.png"_s;
        in.chat.messages[1].forcedAvatar = u"x.png"_s; // the user's own stays without
    });
    row("never for narrators", u"S<sys>fog</sys><out>Mira:"_s, [=](PromptInputs &in) {
        instruct(in).names = InstructTemplate::Names::Always;
        in.chat.messages = {narrated(u"fog"_s)};
    });
    row("narrators like the user", u"S<in>fog</in><out>"_s, [=](PromptInputs &in) {
        instruct(in).isSystemLikeUser = true;
        instruct(in).firstInputSequence = u"<first>"_s; // is not for them
        in.chat.messages = {narrated(u"fog"_s)};
    });
    row("first marks", u"S<first>one</out><in>two</in><out>"_s,
        [=](PromptInputs &in) { instruct(in).firstOutputSequence = u"<first>"_s; });
    row("the first is the user's", u"S<first>one</in><out>two</out><in>three</in><out>"_s,
        [=](PromptInputs &in) {
            instruct(in).firstInputSequence = u"<first>"_s;
            in.chat.messages = {said(u"Oren"_s, true, u"one"_s), said(u"Mira"_s, false, u"two"_s),
                                said(u"Oren"_s, true, u"three"_s)};
        });
    row("last marks", u"S<out>one</out><in>two</in><out>three</out><li>four</in><lo>"_s,
        [=](PromptInputs &in) {
            instruct(in).lastInputSequence = u"<li>"_s;
            instruct(in).lastOutputSequence = u"<lo>"_s;
            in.chat.messages += {said(u"Mira"_s, false, u"three"_s), said(u"Oren"_s, true, u"four"_s)};
        });
    row("last wins over first", u"S<li>one</in><out>"_s, [=](PromptInputs &in) {
        instruct(in).firstInputSequence = u"<fi>"_s;
        instruct(in).lastInputSequence = u"<li>"_s;
        in.chat.messages = {said(u"Oren"_s, true, u"one"_s)};
    });
    row("macros and names in marks", u"S<Mira out>one</out><Oren in>two</in><Mira out>"_s,
        [=](PromptInputs &in) {
            instruct(in).inputSequence = u"<{{Name}} in>"_s;
            instruct(in).outputSequence = u"<{{char}} out>"_s;
        });
    row("the name of a narrator's mark", u"S<Mira>fog</System><out>"_s, [=](PromptInputs &in) {
        instruct(in).systemSequence = u"<{{name}}>"_s;
        in.chat.messages = {narrated(u"fog"_s)};
        instruct(in).systemSuffix = u"</System>"_s;
    });
    row("macros off", u"S<{{char}}>one</out><in>two</in><{{char}}>"_s, [=](PromptInputs &in) {
        instruct(in).outputSequence = u"<{{char}}>"_s;
        instruct(in).expandsMacros = false;
    });
    row("alignment", u"S<in>Hi, Mira.</in><out>one</out><in>two</in><out>"_s,
        [=](PromptInputs &in) { instruct(in).userAlignmentMessage = u"Hi, {{char}}."_s; });
    row("alignment takes the first mark", u"S<first>Hi</in><out>one</out><in>two</in><out>"_s,
        [=](PromptInputs &in) {
            instruct(in).userAlignmentMessage = u"Hi"_s;
            instruct(in).firstInputSequence = u"<first>"_s;
        });
    row("no alignment behind the user", u"S<in>two</in><out>"_s, [=](PromptInputs &in) {
        instruct(in).userAlignmentMessage = u"Hi"_s;
        in.chat.messages.removeFirst();
    });
    row("examples", u"S***\n<in>hi</in><out>ho</out><out>one</out><in>two</in><out>"_s,
        [](PromptInputs &in) { in.card->messageExamples = u"Oren: hi\nMira: ho"_s; });
    row("examples name the user where names are forced",
        u"S***\n<in>Oren: hi</in><out>ho</out><out>one</out><in>two</in><out>"_s, [=](PromptInputs &in) {
            in.card->messageExamples = u"Oren: hi\nMira: ho"_s;
            instruct(in).names = InstructTemplate::Names::Force;
        });
    row("a block without speakers vanishes", u"S***\n<in>hi</in><out>one</out><in>two</in><out>"_s,
        [](PromptInputs &in) { in.card->messageExamples = u"<START>x<START>Oren: hi"_s; });
    row("unless all are such", u"S***\nx\n<out>one</out><in>two</in><out>"_s,
        [](PromptInputs &in) { in.card->messageExamples = u"<START>x"_s; });
    row("examples as they are", u"S***\nOren: hi\n<out>one</out><in>two</in><out>"_s, [=](PromptInputs &in) {
        in.card->messageExamples = u"Oren: hi"_s;
        instruct(in).skipsExamples = true;
    });
    row("formatted examples in the story string",
        u"***\n<in>hi</in>|***\nOren: hi\n|<out>one</out><in>two</in><out>"_s, [](PromptInputs &in) {
            in.card->messageExamples = u"Oren: hi"_s;
            in.textCompletion->context.storyString = u"{{mesExamples}}|***\nOren: hi\n|"_s;
            in.settings.stripExamples = true;
        });
    row("impersonate", u"S<out>one</out><in>two</in><in>"_s,
        [](PromptInputs &in) { in.type = GenerationType::Impersonate; });
    row("impersonate with the last input's mark", u"S<out>one</out><in>two</in><last>"_s,
        [=](PromptInputs &in) {
            in.type = GenerationType::Impersonate;
            instruct(in).lastInputSequence = u"<last>"_s;
        });
    row("a reply's start", u"S<out>one</out><in>two</in><out>Well"_s,
        [](PromptInputs &in) { in.settings.replies.start = u" Well"_s; });
    row("a reply's start behind a name", u"S<out>Mira: one</out><in>Oren: two</in><out>Mira: Well"_s,
        [=](PromptInputs &in) {
            in.settings.replies.start = u" Well"_s;
            instruct(in).names = InstructTemplate::Names::Always;
        });
    row("post-history of both", u"S<out>one</out><in>two</in><in>C P {{user}}</in><out>"_s,
        [](PromptInputs &in) {
            in.textCompletion->systemPrompt = systemPrompt({}, u"P {{user}}"_s);
            in.card->postHistoryInstructions = u"C {{original}}"_s;
        });
    row("impersonate with a name", u"S<out>Mira: one</out><in>Oren: two</in><in>Oren:"_s,
        [=](PromptInputs &in) {
            in.type = GenerationType::Impersonate;
            instruct(in).names = InstructTemplate::Names::Always;
        });
    row("continue", u"S<out>one</out><in>two</in><lo>thr"_s, [=](PromptInputs &in) {
        instruct(in).lastOutputSequence = u"<lo>"_s;
        in.chat.messages.append(said(u"Mira"_s, false, u"thr"_s));
        in.type = GenerationType::Continue;
    });
    row("continue the only one, with alignment", u"S<in>Hi</in><out>one"_s, [=](PromptInputs &in) {
        instruct(in).userAlignmentMessage = u"Hi"_s;
        in.chat.messages.removeLast();
        in.type = GenerationType::Continue;
    });
    row("quiet", u"S<out>one</out><in>two</in><sys>Q</sys><ls>"_s, [=](PromptInputs &in) {
        instruct(in).lastSystemSequence = u"<ls>"_s;
        instruct(in).names = InstructTemplate::Names::None;
        in.type = GenerationType::Quiet;
        in.quietPrompt = u"Q"_s;
    });
    row("quiet, wrapped", u"S\n<out>\none\n<in>\ntwo\n<sys>\nQ\n<out>\n"_s, [=](PromptInputs &in) {
        instruct(in).wraps = true;
        instruct(in).inputSuffix.clear();
        instruct(in).outputSuffix.clear();
        instruct(in).systemSuffix.clear();
        in.type = GenerationType::Quiet;
        in.quietPrompt = u"Q"_s;
    });
    row("injections by depth and role",
        u"S<out>one</out><out>a1</out><in>u1</in><sys>s1\ns2</sys><in>two</in><sys>s0</sys><out>"_s,
        [](PromptInputs &in) {
            const auto entry = [](int uid, int depth, Role role, const QString &text) {
                LoreEntry result;
                result.uid = uid;
                result.constant = true;
                result.content = text;
                result.order = uid;
                result.position = LoreEntry::Position::AtDepth;
                result.depth = depth;
                result.role = role;
                return result;
            };
            ActiveLorebook active;
            active.book.entries = {entry(1, 1, Role::System, u"s1"_s), entry(2, 1, Role::System, u"s2"_s),
                                   entry(3, 1, Role::User, u"u1"_s), entry(4, 1, Role::Assistant, u"a1"_s),
                                   entry(5, 0, Role::System, u"s0"_s)};
            in.lorebooks = {active};
        });
    row("the deepest stand first", u"S<sys>N</sys><out>one</out><in>two</in><out>"_s,
        [](PromptInputs &in) { note(in, u"N"_s, 1, 9, Role::System); });
    row("depth 0 on continue is before the message", u"S<out>one</out><sys>N</sys><in>two"_s,
        [](PromptInputs &in) {
            note(in, u"N"_s, 1, 0, Role::System);
            in.type = GenerationType::Continue;
        });
    row("an injected user's turn is the last one", u"S<out>one</out><in>two</in><li>N</in><out>"_s,
        [=](PromptInputs &in) {
            instruct(in).lastInputSequence = u"<li>"_s;
            note(in, u"N"_s, 1, 0, Role::User);
        });
    row("the story string in the chat", u"<out>one</out><in>S</in><in>two</in><out>"_s,
        [=](PromptInputs &in) {
            instruct(in).storyPrefix = u"<s>"_s;
            instruct(in).storySuffix = u"</s>"_s;
            ContextTemplate &context = in.textCompletion->context;
            context.storyPlace = ContextTemplate::Place::InChat;
            context.storyRole = Role::User;
        });
    row("joined with others of its depth and role", u"<out>one</out><sys>N\nS</sys><in>two</in><out>"_s,
        [](PromptInputs &in) {
            note(in, u"N"_s, 1, 1, Role::System);
            in.textCompletion->context.storyPlace = ContextTemplate::Place::InChat;
        });
    row("lore around the description", u"B|A<out>one</out><in>two</in><out>"_s, [](PromptInputs &in) {
        in.textCompletion->context.storyString = u"{{loreBefore}}|{{wiAfter}}"_s;
        LoreEntry before;
        before.constant = true;
        before.content = u"B"_s;
        before.position = LoreEntry::Position::BeforeChar;
        LoreEntry after = before;
        after.uid = 1;
        after.content = u"A"_s;
        after.position = LoreEntry::Position::AfterChar;
        ActiveLorebook active;
        active.book.entries = {before, after};
        in.lorebooks = {active};
    });
    row("the blank that the last mark lacks", u"S<out> Mira: one</out><in>Oren: two</in><lo> Mira:"_s,
        [=](PromptInputs &in) {
            instruct(in).names = InstructTemplate::Names::Always;
            instruct(in).outputSequence = u"<out> "_s;
            instruct(in).lastOutputSequence = u"<lo>"_s;
        });
}

void TestStory::withInstruct()
{
    QFETCH(Change, change);
    PromptInputs inputs = marked();
    change(inputs);
    QTEST(textOf(inputs), "expected");
}

void TestStory::stops_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QStringList>("expected");
    const auto stop = [](const char *name, const QStringList &expected, Change change) {
        QTest::newRow(name) << std::move(change) << expected;
    };
    const auto instruct = [](PromptInputs &in) -> InstructTemplate & { return *in.textCompletion->instruct; };
    const QStringList marks{u"\nOren:"_s, u"<in>"_s, u"<out>"_s, u"<sys>"_s};
    stop("names and marks", marks, [](PromptInputs &) {});
    stop("no instruct", {u"\nOren:"_s}, [](PromptInputs &in) { in.textCompletion->instruct.reset(); });
    stop("impersonate", {u"\nMira:"_s, u"\nOren:"_s}, [](PromptInputs &in) {
        in.textCompletion->instruct.reset();
        in.type = GenerationType::Impersonate;
    });
    stop("continue the user's", {u"\nOren:"_s, u"\nMira:"_s}, [](PromptInputs &in) {
        in.textCompletion->instruct.reset();
        in.type = GenerationType::Continue;
    });
    stop("no names", marks.mid(1), [](PromptInputs &in) { in.textCompletion->context.stopsAtNames = false; });
    stop("wrapped", {u"\nOren:"_s, u"\n<in>"_s, u"\n<out>"_s, u"\n<sys>"_s},
         [=](PromptInputs &in) { instruct(in).wraps = true; });
    stop("the stop sequence alone", {u"\nOren:"_s, u"</s>"_s}, [=](PromptInputs &in) {
        instruct(in).stopSequence = u"</s>"_s;
        instruct(in).stopsAtSequences = false;
    });
    stop("all of them, in order, once",
         {u"\nOren:"_s, u"</s>"_s, u"<in>"_s, u"<out>"_s, u"<fo>"_s, u"<lo>"_s, u"<sys>"_s, u"<ls>"_s},
         [=](PromptInputs &in) {
             instruct(in).stopSequence = u"</s>"_s;
             instruct(in).firstInputSequence = u"<never>"_s;
             instruct(in).lastInputSequence = u"<never>"_s;
             instruct(in).firstOutputSequence = u"<fo>"_s;
             instruct(in).lastOutputSequence = u"<lo>"_s;
             instruct(in).lastSystemSequence = u"<ls>"_s;
         });
    stop("line by line, blank ones left out", {u"\nOren:"_s, u"<a>"_s, u" <b>"_s, u"<out>"_s, u"<sys>"_s},
         [=](PromptInputs &in) { instruct(in).inputSequence = u"<a>\n \n <b>\n"_s; });
    stop("macros and names", {u"\nOren:"_s, u"<Oren>"_s, u"<Mira Mira>"_s, u"<System>"_s},
         [=](PromptInputs &in) {
             instruct(in).inputSequence = u"<{{name}}>"_s;
             instruct(in).outputSequence = u"<{{char}} {{NAME}}>"_s;
             instruct(in).systemSequence = u"<{{name}}>"_s;
         });
    stop("macros off", {u"\nOren:"_s, u"<{{char}}>"_s, u"<out>"_s, u"<sys>"_s}, [=](PromptInputs &in) {
        instruct(in).inputSequence = u"<{{char}}>"_s;
        instruct(in).expandsMacros = false;
    });
    stop("separators", marks + QStringList{u"\n[Mira]"_s, u"\n***"_s}, [](PromptInputs &in) {
        in.textCompletion->context.chatStart = u"[{{char}}]"_s;
        in.textCompletion->context.usesStopStrings = true;
    });
    stop("the user's own", marks + QStringList{u"END"_s, u"Mira out"_s},
         [](PromptInputs &in) { in.settings.stopStrings = {u"END"_s, u"{{char}} out"_s, u"END"_s, {}}; });
    stop("without macros", marks + QStringList{u"{{char}} out"_s}, [](PromptInputs &in) {
        in.settings.stopStrings = {u"{{char}} out"_s};
        in.settings.expandsStopStrings = false;
    });
    stop("a single line", QStringList{u"\n"_s} + marks,
         [](PromptInputs &in) { in.textCompletion->context.isSingleLine = true; });
}

void TestStory::stops()
{
    QFETCH(Change, change);
    PromptInputs inputs = marked();
    change(inputs);
    QTEST(assemble(inputs).stop, "expected");
}

void TestStory::trims_data()
{
    QTest::addColumn<int>("room"); // for the prompt, characters
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<int>("dropped");
    const QString all = u"S\n***\nx\n***\ny\nMira: one\nOren: two\nMira: three\nOren: four\nMira:"_s;
    const Change nothing = [](PromptInputs &) {};
    const Change pinned = [](PromptInputs &in) { in.settings.pinExamples = true; };
    const Change injected = [](PromptInputs &in) { note(in, u"NOTE"_s, 1, 4, Role::System); };
    const auto rest = [](QStringView text) -> QString { return u"S\n"_s + text; };
    QTest::newRow("everything fits exactly") << int(all.size()) << nothing << all << 0;
    QTest::newRow("one short: the last example goes")
        << int(all.size()) - 1 << nothing << QString(all).remove(u"***\ny\n"_s) << 1;
    QTest::newRow("examples go before history")
        << 50 << nothing << rest(u"Mira: one\nOren: two\nMira: three\nOren: four\nMira:") << 2;
    QTest::newRow("the oldest go, then all before them")
        << 35 << nothing << rest(u"Mira: three\nOren: four\nMira:") << 4;
    QTest::newRow("pinned examples stay")
        << 42 << pinned << rest(u"***\nx\n***\ny\nMira: three\nOren: four\nMira:") << 2;
    QTest::newRow("injections stay") << 36 << injected << rest(u"NOTE\nMira: three\nOren: four\nMira:") << 4;
    QTest::newRow("nothing fits") << 3 << nothing << rest(u"") << 6;
}

void TestStory::trims()
{
    QFETCH(int, room);
    QFETCH(Change, change);
    PromptInputs inputs = plain();
    inputs.chat.messages += {said(u"Mira"_s, false, u"three"_s), said(u"Oren"_s, true, u"four"_s)};
    inputs.card->messageExamples = u"<START>x<START>y"_s;
    inputs.counter = std::make_shared<LengthCounter>();
    inputs.maxTokens = 100;
    inputs.settings.replies.tokenPadding = 0;
    // The line break that the last turn loses is counted, and one token stays free.
    inputs.contextSize = room + 102;
    change(inputs);
    const AssembledPrompt prompt = assemble(inputs);
    QTEST(prompt.prompt->text(), "expected");
    QTEST(int(prompt.trace.dropped.size()), "dropped");
    QCOMPARE(prompt.budget.used, prompt.prompt->size());
    QCOMPARE(prompt.budget.context, room + 102);
    QCOMPARE(prompt.budget.reserved, 100);
    QCOMPARE(room > 3, prompt.trace.warnings.isEmpty());
    inputs.settings.replies.tokenPadding = 7;
    inputs.contextSize += 7;
    QCOMPARE(assemble(inputs).prompt->text(), prompt.prompt->text());
    for (const DroppedText &dropped : prompt.trace.dropped)
        QVERIFY(!dropped.reason.isEmpty());
}

void TestStory::samplersAndSizesComeFromTheTextPreset()
{
    PromptInputs inputs = plain();
    TextPreset &preset = inputs.textCompletion->preset.emplace();
    preset.samplers.temperature = 0.7;
    preset.textSamplers.dryMultiplier = 0.8;
    preset.contextSize = 4096;
    preset.maxTokens = 200;
    AssembledPrompt prompt = assemble(inputs);
    QCOMPARE(prompt.samplers, preset.samplers);
    QCOMPARE(prompt.textSamplers, preset.textSamplers);
    QCOMPARE(prompt.maxTokens, 200);
    QCOMPARE(prompt.budget.context, 4096);
    inputs.contextSize = 2048; // the connection's
    prompt = assemble(inputs);
    QCOMPARE(prompt.budget.context, 2048);
}

void TestStory::aBrokenStoryStringIsNamed()
{
    PromptInputs inputs = plain();
    inputs.textCompletion->context.storyString = u"{{#if description}}x"_s;
    const AssembledPrompt prompt = assemble(inputs);
    QCOMPARE(prompt.trace.warnings.size(), 1);
    QVERIFY2(prompt.trace.warnings.first().contains(u"“C”"_s), qPrintable(prompt.trace.warnings.first()));
    QVERIFY(prompt.prompt->text().endsWith(u"Oren: two\nMira:"_s));
}

void TestStory::everyCharacterHasASource()
{
    PromptInputs inputs = marked();
    InstructTemplate &instruct = *inputs.textCompletion->instruct;
    instruct.wraps = true;
    instruct.names = InstructTemplate::Names::Always;
    instruct.userAlignmentMessage = u"Hi {{char}}"_s;
    instruct.outputSequence = u"<{{name}}>"_s;
    inputs.textCompletion->context.storyString = u"{{char}} {{description}} {{getvar::x}}{{time}}."_s;
    inputs.textCompletion->context.chatStart = u"--"_s;
    inputs.textCompletion->systemPrompt = systemPrompt({}, u"P"_s);
    inputs.card->description = u"Keeps {{user}} dry."_s;
    inputs.card->messageExamples = u"Oren: hi\nMira: ho"_s;
    note(inputs, u"N"_s, 1, 1, Role::System);
    inputs.now = QDateTime(QDate(2026, 3, 14), QTime(15, 9), QTimeZone::UTC);
    const TracedText text = *assemble(inputs).prompt;
    qsizetype end = 0;
    for (const Span &span : text.spans()) {
        QCOMPARE(span.start, end);
        QVERIFY(span.length > 0);
        QVERIFY2(span.source != Source(), qPrintable(text.text().mid(span.start, span.length)));
        end = span.end();
    }
    QCOMPARE(end, text.size());
    const auto sourceAt = [&text](const QString &words) {
        return text.spanAt(text.text().indexOf(words))->source;
    };
    QCOMPARE(sourceAt(u"Keeps"_s).type(), u"char.description"_s);
    QCOMPARE(sourceAt(u"Keeps"_s).path().first(), u"context template C"_s);
    QCOMPARE(sourceAt(u"<in>"_s).group(), SourceGroup::Template);
    QCOMPARE(sourceAt(u"two"_s).type(), u"history.user"_s);
    QCOMPARE(sourceAt(u"Oren: two"_s).group(), SourceGroup::ChatUser);
    QCOMPARE(sourceAt(u"ho"_s).type(), u"char.examples"_s);
}

// A lore entry costs its own tokens; among chat completions' messages six more
// (docs/sillytavern/budget.md#token-counts).
void TestStory::loreIsCountedAsText()
{
    LoreEntry lore;
    lore.constant = true;
    lore.content = u"12345678"_s;
    ActiveLorebook active;
    active.book.entries = {lore};
    PromptInputs story = plain();
    story.lorebooks = {active};
    story.counter = std::make_shared<LengthCounter>();
    story.contextSize = 1000;
    story.settings.lore.budgetPercent = 1; // 10 tokens: nine of the content and its line break fit
    story.loreCache = std::make_shared<LoreCache>();
    PromptInputs chat = story;
    chat.textCompletion.reset();
    chat.preset.emplace().maxTokens = 0;
    chat.mode = PromptMode::SillyTavern;
    const auto row = [](const PromptInputs &inputs) { return assemble(inputs).trace.lore.at(0); };
    for (int round = 0; round < 2; ++round) { // the second one from the cache that both share
        QVERIFY(row(story).fired);
        QCOMPARE(row(story).tokens, 8);
        QVERIFY(!row(chat).fired);
        QCOMPARE(row(chat).tokens, 14);
    }
    story.settings.lore.budgetCap = 9;
    QVERIFY(!row(story).fired);

    // Nor does the cache keep what was not counted while there was no limit.
    PromptInputs open = story;
    open.contextSize = 0;
    open.loreCache = std::make_shared<LoreCache>();
    QVERIFY(row(open).fired);
    story.loreCache = open.loreCache;
    QVERIFY(!row(story).fired);
}

void TestStory::thePresetIsNotUsed()
{
    PromptInputs inputs = plain();
    Preset &preset = inputs.preset.emplace();
    preset.name = u"Chat"_s;
    preset.sendIfEmpty = u"filler"_s;
    preset.namesBehavior = Preset::NamesBehavior::Content;
    preset.samplers.temperature = 2;
    preset.contextSize = 10;
    inputs.mode = PromptMode::Smelt;
    const AssembledPrompt prompt = assemble(inputs);
    QCOMPARE(prompt.mode, PromptMode::Story);
    QCOMPARE(prompt.prompt->text(), u"S\nMira: one\nOren: two\nMira:"_s);
    QVERIFY(prompt.messages.isEmpty());
    QVERIFY(!prompt.samplers.temperature);
    QCOMPARE(prompt.budget.context, 0);
    QVERIFY(!prompt.trace.modeReason.isEmpty());
}

} // namespace tst_story

SNUG_TEST(tst_story, TestStory, Core)
#include "tst_story.moc"
