// Regex scripts by the rules of docs/sillytavern/regex.md, one row a rule.

#include "core/prompt/assemble.h"
#include "core/prompt/scriptrun.h"
#include "core/prompt/scriptsineffect.h"
#include "core/prompt/storedtext.h"
#include "core/regex/workerregexengine.h"
#include "tests/testregistry.h"

#include <QCoreApplication>
#include <QTest>

namespace tst_regexscripts {

using namespace Qt::StringLiterals;
using namespace snug;

using Placement = RegexScript::Placement;
using FindMacros = RegexScript::FindMacros;

static RegexScript script(const QString &find, const QString &replacement)
{
    RegexScript result;
    result.id = u"id-"_s + find;
    result.name = u"name "_s + find;
    result.find = find;
    result.replacement = replacement;
    result.placements = {1, 2, 5, 6};
    result.promptOnly = true;
    return result;
}

static PromptInputs chatOf(const QStringList &messages)
{
    PromptInputs inputs;
    inputs.mode = PromptMode::SillyTavern;
    inputs.userName = u"Mika"_s;
    inputs.card = Card{};
    inputs.card->name = u"Aoife"_s;
    inputs.preset = Preset{};
    PromptBlock history;
    history.identifier = u"chatHistory"_s;
    history.marker = true;
    history.systemPrompt = true;
    inputs.preset->prompts = {history};
    inputs.preset->orders = {
        PromptOrder{.characterId = 100001,
                    .items = {{.identifier = u"chatHistory"_s, .enabled = true, .source = {}}},
                    .source = {}}};
    bool isUser = false;
    for (const QString &text : messages) {
        Message message;
        message.name = isUser ? u"Mika"_s : u"Aoife"_s;
        message.isUser = isUser;
        message.text = text;
        inputs.chat.messages.append(message);
        isUser = !isUser;
    }
    return inputs;
}

static QStringList contents(const AssembledPrompt &prompt)
{
    QStringList texts;
    for (const OutboundMessage &message : prompt.messages)
        texts << message.content.text();
    return texts;
}

class TestRegexScripts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void replacements_data()
    {
        QTest::addColumn<RegexScript>("used");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("result");
        const auto row = [](const char *name, const RegexScript &used, const QString &text,
                            const QString &result) { QTest::newRow(name) << used << text << result; };
        row("first only", script(u"/red/"_s, u"blue"_s), u"red red"_s, u"blue red"_s);
        row("all", script(u"/red/g"_s, u"blue"_s), u"red red"_s, u"blue blue"_s);
        row("bare pattern", script(u"r.d"_s, u"blue"_s), u"rad red"_s, u"blue red"_s);
        row("nothing found", script(u"/x/g"_s, u"y"_s), u"red"_s, u"red"_s);
        row("to nothing", script(u"/red/g"_s, {}), u"red"_s, {});
        row("between characters", script(u"/(?:)/g"_s, u"-"_s), u"ab"_s, u"-a-b-"_s);
        row("match", script(u"/r(e)d/"_s, u"[{{match}}|{{MATCH}}|$0]"_s), u"a red"_s, u"a [red|red|red]"_s);
        row("groups", script(u"/(r)(e)(x)?/"_s, u"$2$1<$3>"_s), u"red"_s, u"er<>d"_s);
        row("more digits", script(u"/(r)/"_s, u"$01 $12"_s), u"r"_s, u"r "_s);
        row("numbers behind the last group", script(u"/(b)/"_s, u"[$1|$2|$3|$4]"_s), u"abc"_s,
            u"a[b|1|abc|]c"_s);
        row("a match at the start has no number", script(u"/a/"_s, u"[$1|$2]"_s), u"abc"_s, u"[|abc]bc"_s);
        row("digits behind match", script(u"/(r)e/"_s, u"{{match}}1"_s), u"re"_s, u"r"_s);
        row("named groups", script(u"/(?<a>r)(?<b>x)?/"_s, u"$<a>$<b>$<c>."_s), u"red"_s, u"r.ed"_s);
        row("no names", script(u"/r/"_s, u"$<a>."_s), u"red"_s, u".ed"_s);
        row("dollars that say nothing", script(u"/r/"_s, u"$$ $& $<> $x $"_s), u"r"_s, u"$$ $& $<> $x $"_s);
        row("what is inserted is not read again", script(u"/.+/"_s, u"[$0]"_s), u"$0 $1"_s, u"[$0 $1]"_s);
        row("backslashes stay", script(u"/r/"_s, uR"(\n\t)"_s), u"r"_s, uR"(\n\t)"_s);
        row("macros in the replacement", script(u"/r/"_s, u"{{user}}"_s), u"r"_s, u"Mika"_s);
        row("macros in what was matched", script(u"/.+/"_s, u"<$0>"_s), u"{{char}}"_s, u"<Aoife>"_s);
        row("macros elsewhere are left", script(u"/r/"_s, u"b"_s), u"r {{char}}"_s, u"b {{char}}"_s);
        row("a macro a match", script(u"/r/g"_s, u"{{incvar::n}}"_s), u"r r r"_s, u"1 2 3"_s);

        RegexScript trimming = script(u"/\\*(.*?)\\*(.*)/"_s, u"$1|$2|$0"_s);
        trimming.trimStrings = {u"*"_s, u"{{user}}"_s, {}};
        row("trim strings", trimming, u"*a Mika* b*"_s, u"a | b|a  b"_s);

        RegexScript plain = script(u"/{{user}}/"_s, u"X"_s);
        row("macros in find: none", plain, u"{{user}} Mika"_s, u"X Mika"_s);
        plain.findMacros = FindMacros::Raw;
        row("macros in find: raw", plain, u"{{user}} Mika"_s, u"{{user}} X"_s);
        RegexScript pattern = script(u"/{{newline}}{{noop}}b.?/g"_s, u"X"_s);
        pattern.findMacros = FindMacros::Escaped;
        RegexScript variable = script(u"/{{.dots = b.}}{{.dots}}/"_s, u"X"_s);
        variable.findMacros = FindMacros::Escaped;
        row("macros in find: variables in short are not", variable, u"abc"_s, u"aX"_s);
        row("macros in find: escaped", pattern, u"a\nbc"_s, u"aX"_s);

        row("invalid", script(u"/(/"_s, u"X"_s), u"("_s, u"("_s);
        row("flags that are none", script(u"/a/y"_s, u"X"_s), u"a /a/y"_s, u"a X"_s);
        RegexScript disabled = script(u"/a/"_s, u"X"_s);
        disabled.disabled = true;
        row("disabled", disabled, u"a"_s, u"a"_s);
        row("empty", script({}, u"X"_s), u"a"_s, u"a"_s);
    }

    void replacements()
    {
        QFETCH(RegexScript, used);
        QFETCH(QString, text);
        QFETCH(QString, result);
        PromptInputs inputs = chatOf({});
        inputs.regexScripts = {used};
        inputs.regexEngine = m_engine;
        QCOMPARE(scriptedTexts({{.text = text}}, ScriptPurpose::Prompt, inputs).texts, QStringList{result});
    }

    void purposes_data()
    {
        QTest::addColumn<bool>("promptOnly");
        QTest::addColumn<bool>("displayOnly");
        QTest::addColumn<bool>("runOnEdit");
        QTest::addColumn<QString>("purposes"); // p, d, s, e
        QTest::newRow("neither") << false << false << false << u"s"_s;
        QTest::newRow("neither, on edit") << false << false << true << u"se"_s;
        QTest::newRow("prompt") << true << false << true << u"p"_s;
        QTest::newRow("display") << false << true << true << u"d"_s;
        QTest::newRow("both") << true << true << true << u"pd"_s;
    }

    void purposes()
    {
        QFETCH(bool, promptOnly);
        QFETCH(bool, displayOnly);
        QFETCH(bool, runOnEdit);
        QFETCH(QString, purposes);
        RegexScript used = script(u"/a/"_s, {});
        used.promptOnly = promptOnly;
        used.displayOnly = displayOnly;
        used.runOnEdit = runOnEdit;
        QString found;
        for (const auto &[letter, purpose] :
             {std::pair(u'p', ScriptPurpose::Prompt), std::pair(u'd', ScriptPurpose::Display),
              std::pair(u's', ScriptPurpose::Store), std::pair(u'e', ScriptPurpose::StoreEdited)}) {
            if (isInvolved(used, purpose, Placement::AiOutput, std::nullopt))
                found += letter;
        }
        QCOMPARE(found, purposes);
    }

    void depths_data()
    {
        QTest::addColumn<std::optional<int>>("minimum");
        QTest::addColumn<std::optional<int>>("maximum");
        QTest::addColumn<QList<int>>("depths"); // of -1…3, 9 = none
        using Limit = std::optional<int>;
        QTest::newRow("none") << Limit() << Limit() << QList<int>{-1, 0, 1, 2, 3, 9};
        QTest::newRow("min") << Limit(1) << Limit() << QList<int>{1, 2, 3, 9};
        QTest::newRow("max") << Limit() << Limit(1) << QList<int>{-1, 0, 1, 9};
        QTest::newRow("both") << Limit(1) << Limit(2) << QList<int>{1, 2, 9};
        QTest::newRow("min 0 leaves the continued one") << Limit(0) << Limit() << QList<int>{0, 1, 2, 3, 9};
        QTest::newRow("min -1 is no limit") << Limit(-1) << Limit() << QList<int>{-1, 0, 1, 2, 3, 9};
        QTest::newRow("min below -1 does not count") << Limit(-2) << Limit() << QList<int>{-1, 0, 1, 2, 3, 9};
        QTest::newRow("max 0") << Limit() << Limit(0) << QList<int>{-1, 0, 9};
        QTest::newRow("max below 0 does not count") << Limit() << Limit(-1) << QList<int>{-1, 0, 1, 2, 3, 9};
    }

    void depths()
    {
        QFETCH(std::optional<int>, minimum);
        QFETCH(std::optional<int>, maximum);
        QFETCH(QList<int>, depths);
        RegexScript used = script(u"/a/"_s, {});
        used.minDepth = minimum;
        used.maxDepth = maximum;
        QList<int> found;
        for (const int depth : {-1, 0, 1, 2, 3, 9}) {
            const std::optional<int> given = depth == 9 ? std::nullopt : std::optional(depth);
            if (isInvolved(used, ScriptPurpose::Prompt, Placement::AiOutput, given))
                found << depth;
        }
        QCOMPARE(found, depths);
    }

    void order()
    {
        const RegexScript global = script(u"/a/"_s, u"b"_s);
        const RegexScript card = script(u"/b/"_s, u"c"_s);
        const RegexScript preset = script(u"/c/"_s, u"d"_s);
        ScriptScopes scopes{.global = {global}, .card = {card}, .preset = {preset}};
        const auto acting = [&] {
            QStringList finds;
            for (const RegexScript &each : scriptsInEffect(scopes))
                finds.append(each.find);
            return finds;
        };
        QCOMPARE(acting(), QStringList{u"/a/"_s});
        scopes.isCardAllowed = true;
        QCOMPARE(acting(), (QStringList{u"/a/"_s, u"/b/"_s}));
        scopes.isPresetAllowed = true;
        QCOMPARE(acting(), (QStringList{u"/a/"_s, u"/b/"_s, u"/c/"_s}));
        // The user's own answer for themselves, a stranger's for each other.
        const QList<RegexScript> all = scriptsInEffect(scopes);
        QVERIFY(all[0].owner.isEmpty());
        QVERIFY(!all[1].owner.isEmpty() && !all[2].owner.isEmpty() && all[1].owner != all[2].owner);
        PromptInputs inputs = chatOf({});
        inputs.regexEngine = m_engine;
        inputs.regexScripts = scriptsInEffect(scopes);
        QCOMPARE(scriptedTexts({{.text = u"a"_s}}, ScriptPurpose::Prompt, inputs).texts, QStringList{u"d"_s});
    }

    void historyHasDepthsAndPlacements()
    {
        RegexScript user = script(u"/$/"_s, u" user"_s);
        user.placements = {1};
        RegexScript reply = script(u"/$/"_s, u" reply"_s);
        reply.placements = {2};
        RegexScript newest = script(u"/$/"_s, u" newest"_s);
        newest.maxDepth = 0;
        PromptInputs inputs = chatOf({u"one"_s, u"two"_s, u"three"_s, u"four"_s});
        inputs.chat.messages[2].isHidden = true; // does not count
        inputs.userText = u"five"_s;
        inputs.regexEngine = m_engine;
        inputs.regexScripts = {user, reply, newest};
        QCOMPARE(contents(assemble(inputs)),
                 (QStringList{u"one reply"_s, u"two user"_s, u"four user"_s, u"five user newest"_s}));
    }

    void continuedMessageIsBelowZero()
    {
        RegexScript newest = script(u"/$/"_s, u" zero"_s);
        newest.minDepth = 0;
        newest.maxDepth = 0;
        RegexScript continued = script(u"/$/"_s, u" continued"_s);
        continued.minDepth = -1;
        continued.maxDepth = 0;
        PromptInputs inputs = chatOf({u"one"_s, u"two"_s, u"three"_s});
        inputs.type = GenerationType::Continue;
        inputs.regexEngine = m_engine;
        inputs.regexScripts = {newest, continued};
        const QStringList texts = contents(assemble(inputs));
        QVERIFY2(texts.contains(u"two zero continued"), qPrintable(texts.join(u'|')));
        QVERIFY2(texts.contains(u"three continued"), qPrintable(texts.join(u'|')));
    }

    void typedTextIsStoredScripted()
    {
        RegexScript stored = script(u"/red/g"_s, u"{{char}}"_s);
        stored.promptOnly = false;
        stored.maxDepth = 0; // says nothing where there is no depth
        RegexScript onPrompt = script(u"/Aoife/g"_s, u"A."_s);
        PromptInputs inputs = chatOf({u"red"_s});
        inputs.userText = u"red {{user}}"_s;
        inputs.regexEngine = m_engine;
        inputs.regexScripts = {stored, onPrompt};
        const AssembledPrompt prompt = assemble(inputs);
        QCOMPARE(prompt.typedText, u"Aoife Mika"_s);
        QCOMPARE(contents(prompt), (QStringList{u"red"_s, u"A. Mika"_s}));
        inputs.mode = PromptMode::Smelt;
        const AssembledPrompt merged = assemble(inputs);
        QCOMPARE(merged.typedText, u"Aoife Mika"_s);
        QCOMPARE(merged.messages.last().content.text(), u"Aoife Mika"_s);
    }

    void variablesGoFromMessageToMessage()
    {
        RegexScript first = script(u"/n/"_s, u"{{incvar::n}}"_s);
        RegexScript second = script(u"/m/"_s, u"{{incvar::n}}"_s);
        PromptInputs inputs = chatOf({u"n m"_s, u"n m"_s});
        inputs.regexEngine = m_engine;
        inputs.regexScripts = {first, second};
        QCOMPARE(contents(assemble(inputs)), (QStringList{u"1 2"_s, u"3 4"_s}));
    }

    void provenance()
    {
        PromptInputs inputs = chatOf({u"a red sail"_s});
        inputs.regexEngine = m_engine;
        inputs.regexScripts = {script(u"/(r)ed/"_s, u"b$1 {{user}}"_s)};
        const AssembledPrompt prompt = assemble(inputs);
        const TracedText text = prompt.messages.last().content;
        QCOMPARE(text.text(), u"a br Mika sail"_s);
        const auto at = [&](qsizetype position) { return text.spanAt(position)->source; };
        QCOMPARE(at(0).type(), u"history.assistant"_s);
        QCOMPARE(at(2).type(), u"regex.script"_s); // "b"
        QCOMPARE(at(2).path(), (QStringList{u"Aoife"_s, u"regex script name /(r)ed/"_s}));
        QCOMPARE(at(2).group(), SourceGroup::ChatCharacter);
        QCOMPARE(at(3).type(), u"history.assistant"_s); // the captured "r", where it stood
        QCOMPARE(text.spanAt(3)->originStart + (3 - text.spanAt(3)->start), 2);
        QCOMPARE(at(5).type(), u"persona.name"_s);
        QCOMPARE(at(5).path().mid(0, 3),
                 (QStringList{u"Aoife"_s, u"regex script name /(r)ed/"_s, u"{{user}}"_s}));
        const Span *rest = text.spanAt(text.size() - 1);
        QCOMPARE(rest->source.type(), u"history.assistant"_s);
        QCOMPARE(rest->originStart + (text.size() - 1 - rest->start), 9);
    }

    void loreIsScannedScripted()
    {
        PromptInputs inputs = chatOf({u"a red sail"_s});
        PromptBlock before;
        before.identifier = u"worldInfoBefore"_s;
        before.marker = true;
        before.systemPrompt = true;
        inputs.preset->prompts.append(before);
        inputs.preset->orders[0].items.prepend(
            {.identifier = before.identifier, .enabled = true, .source = {}});
        inputs.preset->worldInfoFormat = u"{0}"_s;
        LoreEntry entry;
        entry.keys = {u"blue"_s};
        entry.content = u"tide at {{user}}'s"_s;
        LoreEntry emptied;
        emptied.uid = 1;
        emptied.keys = {u"blue"_s};
        emptied.content = u"gone"_s;
        inputs.lorebooks = {{.book = {}}};
        inputs.lorebooks[0].book.name = u"Book"_s;
        inputs.lorebooks[0].book.entries = {entry, emptied};
        RegexScript lore = script(u"/tide at Mika/"_s, u"TIDE"_s);
        lore.placements = {5};
        lore.minDepth = 4; // says nothing here: the entry has no depth
        RegexScript loreStored = script(u"/TIDE/"_s, u"never"_s);
        loreStored.promptOnly = false;
        RegexScript gone = script(u"/gone/"_s, {});
        gone.placements = {5};
        RegexScript chat = script(u"/red/"_s, u"blue"_s);
        chat.placements = {2};
        inputs.regexEngine = m_engine;
        inputs.regexScripts = {chat, lore, loreStored, gone};
        QCOMPARE(contents(assemble(inputs)), (QStringList{u"TIDE's"_s, u"a blue sail"_s}));
    }

    void whatGoesWrongIsSaid()
    {
        RegexScript runaway = script(u"/(a+)+$/"_s, u"X"_s);
        RegexScript invalid = script(u"/(/"_s, u"X"_s);
        RegexScript fine = script(u"/b$/"_s, u"c"_s);
        const QString text(40, u'a');
        PromptInputs inputs = chatOf({text + u"b"_s, text + u"bb"_s, u"b"_s});
        inputs.regexEngine =
            std::make_shared<WorkerRegexEngine>(regexWorkerProgram(QCoreApplication::applicationDirPath()),
                                                RegexLimits{.time = std::chrono::milliseconds(30)});
        inputs.regexScripts = {runaway, invalid, fine};
        const AssembledPrompt prompt = assemble(inputs);
        QCOMPARE(contents(prompt), (QStringList{text + u"c"_s, text + u"bc"_s, u"c"_s}));
        QCOMPARE(prompt.trace.warnings.size(), 2);
        QVERIFY(prompt.trace.warnings[0].contains(u"name /(a+)+$/"));
        QVERIFY(prompt.trace.warnings[1].contains(u"name /(/"));
        inputs.regexEngine.reset();
        const AssembledPrompt without = assemble(inputs);
        QCOMPARE(without.trace.warnings.size(), 1);
        QCOMPARE(contents(without).last(), u"b"_s);
    }

    void stoppedAssemblyEnds()
    {
        PromptInputs inputs = chatOf({QString(60, u'a') + u"b"_s});
        inputs.regexEngine = m_engine;
        inputs.regexScripts = {script(u"/(a+)+$/"_s, u"X"_s)};
        std::stop_source source;
        source.request_stop();
        QVERIFY(assemble(inputs, source.get_token()).trace.warnings.isEmpty());
    }

    void coldAndWarmAreTheSame()
    {
        PromptInputs inputs = chatOf({u"a red sail"_s, u"red and red"_s, u"nothing"_s});
        inputs.regexScripts = {script(u"/red/g"_s, u"blue"_s), script(u"/blue (\\w+)/"_s, u"$1 blue"_s),
                               script(u"/(/"_s, {})};
        inputs.regexEngine =
            std::make_shared<WorkerRegexEngine>(regexWorkerProgram(QCoreApplication::applicationDirPath()));
        const AssembledPrompt cold = assemble(inputs);
        QCOMPARE(assemble(inputs), cold);
        inputs.regexEngine = m_engine;
        QCOMPARE(assemble(inputs), cold);
    }

private:
    const RegexEnginePtr m_engine =
        std::make_shared<WorkerRegexEngine>(regexWorkerProgram(QCoreApplication::applicationDirPath()));
};

} // namespace tst_regexscripts

SNUG_TEST(tst_regexscripts, TestRegexScripts, Core)
#include "tst_regexscripts.moc"
