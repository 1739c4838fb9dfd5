// Templates of text completions: what is left out, sent as it stands, or ends replies too soon.
#include "core/formats/jsontext.h"
#include "core/formats/texttemplates.h"
#include "core/lint/texttemplatelint.h"
#include "core/prompt/frames/storystring.h"
#include "core/regex/workerregexengine.h"
#include "tests/testregistry.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QFile>
#include <QTest>

#include <functional>

namespace tst_texttemplatelint {

using namespace Qt::StringLiterals;
using namespace snug;

using ContextChange = std::function<void(ContextTemplate &)>;
using InstructChange = std::function<void(InstructTemplate &)>;

static RegexEnginePtr engine()
{
    static const RegexEnginePtr shared =
        std::make_shared<WorkerRegexEngine>(regexWorkerProgram(QCoreApplication::applicationDirPath()));
    return shared;
}

// "rule where", hints with a question mark, the marked stretch in brackets.
static QStringList shown(const QList<LintFinding> &findings, const std::function<QString(QString)> &textAt)
{
    QStringList list;
    for (const LintFinding &finding : findings) {
        QString line = finding.rule + u' ' + finding.where;
        if (finding.weight == LintFinding::Weight::Hint)
            line += u'?';
        if (finding.start >= 0)
            line += u" ["_s + textAt(finding.where).mid(finding.start, finding.length) + u']';
        list.append(line);
        if (finding.what.isEmpty() || finding.what.endsWith(u'.') || finding.fix.isEmpty())
            list.append(u"wording of "_s + finding.rule);
    }
    return list;
}

static QStringList shown(const ContextTemplate &context)
{
    return shown(contextFindings(context), [&](const QString &where) {
        return where == u"story_string" ? context.storyString
               : where == u"chat_start" ? context.chatStart
                                        : context.exampleSeparator;
    });
}

static QStringList shown(const InstructTemplate &instruct)
{
    const Json file = parseJson(writeInstructTemplate(instruct)).value();
    return shown(instructFindings(instruct, engine()),
                 [&](const QString &where) { return file.value(where).toText(); });
}

class TestTextTemplateLint : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    // Story strings of one line; what they lack is the subject of another test.
    void storyStrings_data()
    {
        QTest::addColumn<QString>("story");
        QTest::addColumn<QStringList>("found");
        const auto row = [](const char *name, const QString &story, const QStringList &found = {}) {
            QTest::newRow(name) << story << found;
        };
        const auto one = [](const QString &rule, const QString &marked, bool isHint = false) {
            return QStringList{rule + u" story_string"_s + (isHint ? u"? ["_s : u" ["_s) + marked + u']'};
        };
        row("a block", u"{{#if scenario}}Now: {{scenario}}\n{{/if}}"_s);
        row("macros", u"{{trim}}{{getvar::x}}{{newline}}{{// nope }}"_s);
        row("not closed", u"x {{#if scenario}}{{scenario}}"_s,
            one(u"context.broken-story"_s, u"{{#if scenario}}"_s));
        row("closed by another", u"{{#if scenario}}{{scenario}}{{/unless}}"_s,
            one(u"context.broken-story"_s, u"{{/unless}}"_s));
        row("two else", u"{{#if scenario}}a{{else}}b{{ else }}c{{/if}}"_s,
            one(u"context.broken-story"_s, u"{{ else }}"_s));
        row("another helper", u"a{{#lookup scenario}}{{this}}{{/lookup}}"_s,
            one(u"context.broken-story"_s, u"{{#lookup scenario}}"_s));
        row("asks about nothing", u"{{#if  }}a{{/if}}"_s, one(u"context.broken-story"_s, u"{{#if  }}"_s));
        row("a macro with an end", u"{{setvar::x}}1{{/setvar}}"_s,
            one(u"context.broken-story"_s, u"{{/setvar}}"_s));
        row("too deep", u"{{#if scenario}}"_s.repeated(200),
            one(u"context.broken-story"_s, u"{{#if scenario}}"_s));
        row("asks about a misspelt name", u"a {{#if charr}}b{{/if}}"_s,
            one(u"context.unknown-name"_s, u"{{#if charr}}"_s));
        row("unless a misspelt name", u"{{#unless scenari}}b{{/unless}}"_s,
            one(u"context.unknown-name"_s, u"{{#unless scenari}}"_s));
        row("else if a misspelt name", u"{{#if scenario}}{{scenario}}{{else if worl}}b{{/if}}"_s,
            one(u"context.unknown-name"_s, u"{{else if worl}}"_s));
        row("inside another block", u"{{#if scenario}}{{scenario}}{{#if Persona}}b{{/if}}{{/if}}"_s,
            one(u"context.unknown-name"_s, u"{{#if Persona}}"_s));
        row("two names at once", u"{{~#if scenario persona~}}b{{/if}}"_s,
            one(u"context.unknown-name"_s, u"{{~#if scenario persona~}}"_s));
        row("switched by hand", u"{{#if true}}a{{/if}}{{#if false}}b{{/if}}"_s);
        row("a misspelt name", u"{{sistem}}"_s, one(u"macro.unknown"_s, u"{{sistem}}"_s));
        row("a name in other letters", u"a {{WIBefore}}"_s, one(u"macro.unknown"_s, u"{{WIBefore}}"_s));
        row("a name inside a macro", u"{{setvar::x::{{wiBefore}}}}"_s,
            one(u"macro.unknown"_s, u"{{wiBefore}}"_s));
        row("unclosed", u"{{#if scenario}}{{scenario}}{{/if}} {{user"_s, one(u"macro.unclosed"_s, u"{{"_s));
        row("{{original}}", u"{{original}}"_s, one(u"macro.original"_s, u"{{original}}"_s));
        row("random", u"a {{random::a::b}}"_s, one(u"macro.volatile"_s, u"{{random::a::b}}"_s, true));
        row("behind blocks, in its own place", u"{{#if scenario}}{{scenario}}\n{{/if}}😀{{nope::{{user}}}}"_s,
            one(u"macro.unknown"_s, u"{{nope::{{user}}}}"_s));
        row("a comment of the story string", u"a{{!-- {{nope}} {{#if}} --}}b{{! {{usr }}"_s);
        row("sent twice", u"{{wiBefore}} {{loreBefore}}"_s,
            one(u"context.sent-twice"_s, u"{{loreBefore}}"_s, true));
        row("sent twice, once as a macro", u"{{charDescription}} {{description}}"_s,
            one(u"context.sent-twice"_s, u"{{description}}"_s, true));
        row("in two branches", u"{{#if scenario}}{{scenario}} {{persona}}{{else}}{{persona}}{{/if}}"_s);
        row("in a branch and behind it", u"{{#unless scenario}}{{persona}}{{/unless}}{{persona}}"_s,
            one(u"context.sent-twice"_s, u"{{persona}}"_s, true));
        row("names as often as one likes", u"{{char}} {{char}} {{user}} {{user}}"_s);
        row("examples", u"{{#if mesExamples}}{{mesExamples}}{{/if}}"_s,
            one(u"context.examples-twice"_s, u"{{mesExamples}}"_s, true));
        row("asks about another", u"{{#if persona}}Now: {{scenario}}{{/if}}"_s,
            one(u"context.other-name"_s, u"{{scenario}}"_s, true));
        row("asks about it by its other name", u"{{#if wiBefore}}{{loreBefore}}{{/if}}"_s);
        row("one with another", u"{{#if persona}}{{persona}} {{scenario}}{{/if}}"_s);
        row("a heading", u"{{#if persona}}About {{user}}:{{/if}} {{persona}}"_s);
        row("unless there is another", u"{{#unless persona}}{{scenario}}{{/unless}}"_s);
    }

    void storyStrings()
    {
        QFETCH(QString, story);
        QFETCH(QStringList, found);
        ContextTemplate context = builtInContextTemplate();
        context.storyString = story;
        QStringList all = shown(context);
        all.removeIf([](const QString &line) { return line.startsWith(u"context.missing"); });
        QCOMPARE(all, found);
    }

    void whatIsMissing_data()
    {
        QTest::addColumn<QString>("without");
        QTest::addColumn<QString>("instead");
        QTest::addColumn<QString>("said");
        QTest::newRow("nothing") << QString() << QString() << QString();
        QTest::newRow("personality") << u"personality"_s << QString() << u"lacks {{personality}}:"_s;
        QTest::newRow("as a macro") << u"personality"_s << u"charPersonality"_s << QString();
        QTest::newRow("as a macro in other letters") << u"persona"_s << u"PERSONA"_s << QString();
        QTest::newRow("inside a macro") << u"scenario"_s << u"setvar::s::{{scenario}}"_s << QString();
        QTest::newRow("in a comment") << u"scenario"_s << u"// {{scenario}}"_s << u"lacks {{scenario}}:"_s;
        QTest::newRow("lore by its other name") << u"wiBefore"_s << u"loreBefore"_s << QString();
        QTest::newRow("lore of another place") << u"wiBefore"_s << u"outlet::x"_s << u"lacks {{wiBefore}}:"_s;
        QTest::newRow("the card's prompt is not the system prompt")
            << u"system"_s << u"charPrompt"_s << u"lacks {{system}}:"_s;
        QTest::newRow("a note") << u"anchorAfter"_s << QString() << u"lacks {{anchorAfter}}:"_s;
    }

    void whatIsMissing()
    {
        QFETCH(QString, without);
        QFETCH(QString, instead);
        QFETCH(QString, said);
        ContextTemplate context;
        context.storyString.clear();
        for (const StoryName &each : storyNames()) {
            if (each.name.startsWith(u"lore") || each.name.startsWith(u"mes"))
                continue;
            const QString name = each.name == without ? instead : each.name;
            if (!name.isEmpty())
                context.storyString += u"{{%1}}\n"_s.arg(name);
        }
        const QList<LintFinding> findings = contextFindings(context);
        QCOMPARE(findings.isEmpty(), said.isEmpty());
        if (said.isEmpty())
            return;
        QCOMPARE(findings.size(), 1);
        QVERIFY2(findings.first().what.contains(said), qPrintable(findings.first().what));
        QCOMPARE(findings.first().weight == LintFinding::Weight::Hint, without.startsWith(u"anchor"));
    }

    void suggestions_data()
    {
        QTest::addColumn<QString>("story");
        QTest::addColumn<QString>("fix");
        QTest::newRow("near") << u"{{#if charr}}a{{/if}}"_s << u"Write “char”"_s;
        QTest::newRow("other letters") << u"{{#if Scenario}}a{{/if}}"_s << u"Write “scenario”"_s;
        QTest::newRow("a macro's name") << u"{{#if charDescription}}a{{/if}}"_s << u"Write “description”"_s;
        QTest::newRow("a marker's name") << u"{{#if worldInfoBefore}}a{{/if}}"_s << u"Write “wiBefore”"_s;
        QTest::newRow("nothing near") << u"{{#if weather}}a{{/if}}"_s << u"Known are system, "_s;
        QTest::newRow("a value") << u"{{wiBefor}}"_s << u"Write {{wiBefore}}"_s;
        QTest::newRow("a value that is a macro, nearly") << u"{{gruop}}"_s << u"Write {{group}}"_s;
    }

    void suggestions()
    {
        QFETCH(QString, story);
        QFETCH(QString, fix);
        ContextTemplate context;
        context.storyString = story;
        const QList<LintFinding> findings = contextFindings(context);
        QVERIFY(!findings.isEmpty());
        QVERIFY2(findings.first().fix.startsWith(fix), qPrintable(findings.first().fix));
    }

    void contexts_data()
    {
        QTest::addColumn<ContextChange>("change");
        QTest::addColumn<QStringList>("found");
        const auto row = [](const char *name, const ContextChange &change, const QStringList &found = {}) {
            QTest::newRow(name) << change << found;
        };
        using T = ContextTemplate;
        row("a good one", [](T &) {});
        row("empty", [](T &t) { t.storyString = u" \n"_s; }, {u"context.empty-story story_string"_s});
        row("no such depth",
            [](T &t) {
                t.storyPlace = T::Place::InChat;
                t.storyDepth = 10'001;
            },
            {u"context.depth story_string_depth"_s});
        row("the deepest", [](T &t) {
            t.storyPlace = T::Place::InChat;
            t.storyDepth = 10'000;
        });
        row("a depth at the top", [](T &t) { t.storyDepth = -1; });
        row("random in the chat", [](T &t) {
            t.storyString += u"{{random::a::b}}"_s;
            t.storyPlace = T::Place::InChat;
        });
        row("separators", [](T &t) {
            t.exampleSeparator = u"***"_s;
            t.chatStart = u"--- {{char}} ---"_s;
            t.usesStopStrings = true;
        });
        row("a star as a stop",
            [](T &t) {
                t.exampleSeparator = u"* "_s;
                t.usesStopStrings = true;
            },
            {u"context.common-stop example_separator"_s});
        row("a blank line as a stop",
            [](T &t) {
                t.chatStart = u"\n"_s;
                t.usesStopStrings = true;
            },
            {u"context.common-stop chat_start"_s});
        row("a star that stops nothing", [](T &t) { t.exampleSeparator = u"*"_s; });
        row("none that could stop", [](T &t) { t.usesStopStrings = true; });
        row("a macro that is none", [](T &t) { t.chatStart = u"Chat of {{dat}}"_s; },
            {u"macro.unknown chat_start [{{dat}}]"_s});
        row("a story string's name elsewhere", [](T &t) { t.exampleSeparator = u"{{wiBefore}}"_s; },
            {u"macro.unknown example_separator [{{wiBefore}}]"_s});
        row("the time above the chat", [](T &t) { t.chatStart = u"It is {{time}}"_s; },
            {u"macro.volatile chat_start? [{{time}}]"_s});
    }

    void contexts()
    {
        QFETCH(ContextChange, change);
        QFETCH(QStringList, found);
        ContextTemplate context = builtInContextTemplate();
        change(context);
        QCOMPARE(shown(context), found);
    }

    void instructs_data()
    {
        QTest::addColumn<InstructChange>("change");
        QTest::addColumn<QStringList>("found");
        using T = InstructTemplate;
        const auto row = [](const char *name, const InstructChange &change, const QStringList &found = {}) {
            QTest::newRow(name) << change << found;
        };
        const auto bare = [](T &t) {
            t = T();
            t.stopSequence = u"</s>"_s;
        };
        row("a good one", [](T &) {});
        row("no marks", bare, {u"instruct.no-marks input_sequence"_s});
        row("no marks, but names", [bare](T &t) {
            bare(t);
            t.names = T::Names::Always;
        });
        row("one side is marked", [bare](T &t) {
            bare(t);
            t.outputSequence = u"### Response:"_s;
        });
        row("marked by what is behind", [bare](T &t) {
            bare(t);
            t.outputSuffix = u"</s>"_s;
        });
        row("marked alike", [](T &t) { t.outputSequence = t.inputSequence; },
            {u"instruct.marked-alike output_sequence"_s});
        row("only ends, and alike",
            [bare](T &t) {
                bare(t);
                t.inputSuffix = t.outputSuffix = u"</s>"_s;
            },
            {u"instruct.marked-alike output_sequence"_s});
        row("alike but for the end", [](T &t) {
            t.outputSequence = t.inputSequence;
            t.outputSuffix = u"</s>"_s;
        });
        row("alike, with names", [](T &t) {
            t.outputSequence = t.inputSequence;
            t.names = T::Names::Always;
        });
        const auto speakers = [](T &t) {
            t.inputSequence = t.outputSequence = u"<|im_start|>{{Name}}"_s;
            t.names = T::Names::None;
        };
        row("alike but for {{name}}", speakers);
        row("{{name}} without macros",
            [speakers](T &t) {
                speakers(t);
                t.expandsMacros = false;
            },
            {u"instruct.marked-alike output_sequence"_s, u"instruct.macros-off input_sequence [{{Name}}]"_s,
             u"instruct.macros-off output_sequence [{{Name}}]"_s});
        row("names twice",
            [speakers](T &t) {
                speakers(t);
                t.names = T::Names::Always;
            },
            {u"instruct.name-twice names_behavior?"_s});
        row("blanks as a stop", [](T &t) { t.stopSequence = u"\n"_s; },
            {u"instruct.blank-stop stop_sequence"_s});
        row("stops at marks alone", [](T &t) { t.stopSequence.clear(); });
        row("nothing ends it",
            [](T &t) {
                t.stopSequence.clear();
                t.stopsAtSequences = false;
            },
            {u"instruct.nothing-ends stop_sequence?"_s});
        row("only what stops nothing",
            [bare](T &t) {
                bare(t);
                t.stopSequence.clear();
                t.inputSequence = u" "_s;
                t.inputSuffix = u"</s>"_s;
                t.storyPrefix = u"<s>"_s;
            },
            {u"instruct.nothing-ends stop_sequence?"_s});
        row("a stop sequence without marks", [](T &t) { t.stopsAtSequences = false; });
        row("macros", [](T &t) {
            t.systemSequence = u"<|im_start|>{{name}} {{noop}}"_s;
            t.stopSequence = u"\n{{user}}:"_s;
            t.userAlignmentMessage = u"Go on, {{char}}."_s;
        });
        row("a macro that is none", [](T &t) { t.inputSuffix = u" {{usr}}"_s; },
            {u"macro.unknown input_suffix [{{usr}}]"_s});
        row("{{ name }} is not {{name}}", [](T &t) { t.systemSequence = u"<{{ name }}>"_s; },
            {u"macro.unknown system_sequence [{{ name }}]"_s});
        row("nobody speaks a stop", [](T &t) { t.stopSequence = u"{{name}}:"_s; },
            {u"macro.unknown stop_sequence [{{name}}]"_s});
        row("{{original}}", [](T &t) { t.storyPrefix = u"{{original}}"_s; },
            {u"macro.original story_string_prefix [{{original}}]"_s});
        row("random in each turn", [](T &t) { t.inputSequence += u"{{roll:6}}"_s; },
            {u"macro.volatile input_sequence? [{{roll:6}}]"_s});
        row("random in the last turn", [](T &t) { t.lastInputSequence = u"<{{roll:6}}>"_s; });
        row("macros are off",
            [](T &t) {
                t.expandsMacros = false;
                t.outputSequence += u"{{char}}{{char}}"_s;
            },
            {u"instruct.macros-off output_sequence [{{char}}]"_s});
        row("braces without macros", [](T &t) {
            t.expandsMacros = false;
            t.outputSequence += u"{{turn}}"_s;
        });
        row("a text in front of the chat has macros anyway",
            [](T &t) {
                t.expandsMacros = false;
                t.userAlignmentMessage = u"Hello {{char}} {{usr}}"_s;
            },
            {u"macro.unknown user_alignment_message [{{usr}}]"_s});
        row("two line breaks", [](T &t) { t.inputSequence += u"\n\n"_s; },
            {u"instruct.two-line-breaks input_sequence? [\n]"_s});
        row("a line break without a line each", [](T &t) {
            t.wraps = false;
            t.inputSequence += u'\n';
        });
        row("a line break behind the turn", [](T &t) { t.inputSuffix = u"\n\n"_s; });
        row("a line break where the reply begins", [](T &t) { t.lastOutputSequence = u"<reply>\n"_s; });
        row("a line break in front of its name",
            [](T &t) {
                t.lastOutputSequence = u"<reply>\n"_s;
                t.names = T::Names::Always;
            },
            {u"instruct.two-line-breaks last_output_sequence? [\n]"_s});
        row("a system mark that is not used", [](T &t) {
            t.isSystemLikeUser = true;
            t.systemSequence = u"<system>\n"_s;
        });
        row("a word on a line of its own",
            [](T &t) {
                t.wraps = false;
                t.inputSequence = u"<start>\nuser"_s;
            },
            {u"instruct.common-stop input_sequence [user]"_s});
        row("at the beginning of a line", [](T &t) { t.inputSequence = u"<start>\nuser"_s; },
            {u"instruct.common-stop input_sequence? [user]"_s});
        row("a name alone", [](T &t) { t.inputSequence = u"{{name}}"_s; },
            {u"instruct.common-stop input_sequence? [{{name}}]"_s});
        row("a sign", [](T &t) { t.inputSequence = u"> "_s; },
            {u"instruct.common-stop input_sequence? [> ]"_s});
        row("a letter with a colon", [](T &t) { t.inputSequence = u"A:"_s; });
        row("a word with a colon", [](T &t) {
            t.wraps = false;
            t.inputSequence = u"User:"_s;
        });
        row("a word that stops nothing", [](T &t) {
            t.stopsAtSequences = false;
            t.inputSequence = u"user"_s;
            t.firstInputSequence = u"user"_s;
        });
        row("a stop sequence is meant", [](T &t) { t.stopSequence = u"END"_s; });
        row("models", [](T &t) { t.activationPattern = u"/llama-?3|l3/i"_s; });
        row("not an expression", [](T &t) { t.activationPattern = u"/llama(/i"_s; },
            {u"instruct.invalid-expression activation_regex"_s});
        row("all models", [](T &t) { t.activationPattern = u"/llama|/i"_s; },
            {u"instruct.any-model activation_regex?"_s});
        row("no model", [](T &t) { t.activationPattern = u"^$"_s; });
    }

    void instructs()
    {
        QFETCH(InstructChange, change);
        QFETCH(QStringList, found);
        InstructTemplate instruct = builtInInstructTemplate();
        change(instruct);
        QCOMPARE(shown(instruct), found);
    }

    void nameOfWhoeverSpeaks()
    {
        InstructTemplate instruct = builtInInstructTemplate();
        instruct.inputSequence = u"<{{ name }}>"_s;
        QCOMPARE(instructFindings(instruct, {}).value(0).fix, u"Write {{name}}, without blanks"_s);
        instruct.inputSequence = u"<{{name}}>"_s;
        instruct.stopSequence = u"<{{name}}>"_s;
        QCOMPARE(instructFindings(instruct, {}).value(0).fix, u"Write {{user}} or {{char}}"_s);
    }

    // Marks stand among the turns, not above them.
    void whereServersForget()
    {
        InstructTemplate instruct = builtInInstructTemplate();
        instruct.outputSuffix += u"{{time}}"_s;
        QVERIFY(instructFindings(instruct, {}).value(0).what.contains(u"in turns that were sent"));
        instruct = builtInInstructTemplate();
        instruct.storySuffix += u"{{time}}"_s;
        QVERIFY(instructFindings(instruct, {}).value(0).what.contains(u"above the chat history"));
    }

    void withoutAnEngine()
    {
        InstructTemplate instruct = builtInInstructTemplate();
        instruct.activationPattern = u"("_s;
        QVERIFY(instructFindings(instruct, {}).isEmpty());
    }

    void systemPrompts_data()
    {
        QTest::addColumn<QString>("content");
        QTest::addColumn<QString>("postHistory");
        QTest::addColumn<QStringList>("found");
        QTest::newRow("a good one") << u"Be {{char}}."_s << u"{{random::a::b}}"_s << QStringList();
        QTest::newRow("empty") << u" \n"_s << QString() << QStringList{u"sysprompt.empty content?"_s};
        QTest::newRow("only behind the chat") << QString() << u"Short."_s << QStringList();
        QTest::newRow("macros") << u"{{chr}} {{time}}"_s << u"{{original}}"_s
                                << QStringList{u"macro.unknown content [{{chr}}]"_s,
                                               u"macro.volatile content? [{{time}}]"_s,
                                               u"macro.original post_history [{{original}}]"_s};
    }

    void systemPrompts()
    {
        QFETCH(QString, content);
        QFETCH(QString, postHistory);
        QFETCH(QStringList, found);
        SystemPrompt prompt;
        prompt.content = content;
        prompt.postHistory = postHistory;
        QCOMPARE(shown(systemPromptFindings(prompt),
                       [&](const QString &where) { return where == u"content" ? content : postHistory; }),
                 found);
    }

    // Their authors meant what they wrote.
    void templatesThatPeopleUse()
    {
        QList<LintFinding> all =
            contextFindings(builtInContextTemplate()) + instructFindings(builtInInstructTemplate(), engine());
        QVERIFY(all.isEmpty());
        int files = 0;
        for (const QString &folder :
             {u"tests/data/sillytavern-user-folder"_s, u"resources/sample/library"_s}) {
            for (const QString &kind : {u"context"_s, u"instruct"_s, u"sysprompt"_s}) {
                QDirIterator walk(u"%1/%2/%3"_s.arg(QStringLiteral(SNUG_SOURCE_DIR), folder, kind),
                                  {u"*.json"_s}, QDir::Files);
                while (walk.hasNext()) {
                    QFile file(walk.next());
                    QVERIFY(file.open(QIODevice::ReadOnly));
                    const QByteArray bytes = file.readAll();
                    const QList<LintFinding> findings =
                        kind == u"context"    ? contextFindings(readContextTemplate(bytes)->value)
                        : kind == u"instruct" ? instructFindings(readInstructTemplate(bytes)->value, engine())
                                              : systemPromptFindings(readSystemPrompt(bytes)->value);
                    for (const LintFinding &finding : findings)
                        QVERIFY2(finding.weight == LintFinding::Weight::Hint,
                                 qPrintable(file.fileName() + u": "_s + finding.what));
                    QVERIFY(findings.size() <= 1);
                    ++files;
                }
            }
        }
        QVERIFY(files > 35);
    }
};

} // namespace tst_texttemplatelint

SNUG_TEST(tst_texttemplatelint, TestTextTemplateLint, Core)
#include "tst_texttemplatelint.moc"
