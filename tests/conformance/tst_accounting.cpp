// One quantity, one number: wherever tokens of a prompt are shown, rows, separators and overhead are together
// what the budget says, to the token. Over every case of the project and over libraries made at random.

#include "app/cases/gfltcase.h"
#include "app/cases/promptjson.h"
#include "app/cases/sillytaverncase.h"
#include "app/cases/smeltcase.h"
#include "core/formats/texttemplates.h"
#include "core/prompt/assemble.h"
#include "core/prompt/blockshares.h"
#include "core/prompt/joinedparts.h"
#include "core/prompt/messagecount.h"
#include "core/prompt/promptaccount.h"
#include "core/prompt/promptblocks.h"
#include "core/prompt/promptchanges.h"
#include "core/prompt/promptprefix.h"
#include "core/prompt/promptreport.h"
#include "core/prompt/typedtokens.h"
#include "core/regex/workerregexengine.h"
#include "core/templates/workertemplateengine.h"
#include "core/tokens/estimate.h"
#include "core/tokens/loadtokenizer.h"
#include "tests/conformance/randomlibrary.h"
#include "tests/testregistry.h"

#include <QDir>
#include <QLocale>
#include <QRegularExpression>
#include <QTest>

#include <numeric>

namespace tst_accounting {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::test;

namespace {

int sumOf(const QList<int> &numbers)
{
    return std::accumulate(numbers.cbegin(), numbers.cend(), 0);
}

// "~12 tokens" at the end of each heading of the report; texts are fenced, so no line of theirs is one.
QList<int> headingTokens(const AssembledPrompt &prompt)
{
    static const QRegularExpression heading(u"^## .* · ~?([0-9,]+) tokens$"_s,
                                            QRegularExpression::MultilineOption);
    const QString report = QString::fromUtf8(promptReport(prompt, u"Prompt"_s, PromptReportForm::Markdown));
    static const QRegularExpression fenced(u"^(`{3,})text\n.*?^\\1$"_s,
                                           QRegularExpression::MultilineOption |
                                               QRegularExpression::DotMatchesEverythingOption);
    QList<int> tokens;
    QRegularExpressionMatchIterator found = heading.globalMatch(QString(report).remove(fenced));
    while (found.hasNext())
        tokens.append(QLocale().toInt(found.next().captured(1)));
    return tokens;
}

// Everything that shows tokens of this prompt.
void compareAll(const AssembledPrompt &prompt)
{
    const PromptAccount account = promptAccount(prompt);
    const QList<OutboundMessage> messages = promptBlocks(prompt);
    QCOMPARE(account.total(), prompt.budget.used);
    QCOMPARE(account.messages.size(), messages.size());
    for (qsizetype i = 0; i < messages.size(); ++i) {
        QCOMPARE(account.messages.at(i).spans.size(), messages.at(i).content.spans().size());
        QCOMPARE(sumOf(account.messages.at(i).spans) + account.messages.at(i).overhead +
                     account.messages.at(i).thoughts,
                 messages.at(i).tokens);
        QCOMPARE(account.messages.at(i).thoughts, messages.at(i).goesBackTokens);
        for (const int tokens : account.messages.at(i).spans)
            QVERIFY(tokens >= 0);
    }

    // Blocks of joined messages in rows of their own, and messages in one row each: what joins things is in
    // none
    int apart = 0;
    int together = 0;
    QList<int> rows;
    for (qsizetype i = 0; i < messages.size(); ++i) {
        const OutboundMessage &whole = messages.at(i);
        int tokens = 0;
        for (const JoinedPart &part : joinedParts(whole, prompt.budget)) {
            QVERIFY(part.message.tokens >= 0);
            tokens += part.message.tokens + part.separator;
            apart += part.separator;
            QCOMPARE(whole.content.text().sliced(part.start, part.message.content.size()),
                     part.message.content.text());
            for (qsizetype span = 0; span < part.message.content.spans().size(); ++span)
                QCOMPARE(part.message.content.spans().at(span).source,
                         whole.content.spans().at(part.firstSpan + span).source);
        }
        const int beside = account.messages.at(i).overhead + account.messages.at(i).thoughts;
        QCOMPARE(tokens + beside, whole.tokens);
        const JoinedPart one = wholePart(whole, prompt.budget);
        together += one.separator;
        rows.append(one.message.tokens);
        QCOMPARE(one.message.tokens + one.separator + beside, whole.tokens);
    }
    QCOMPARE(apart, account.separators);
    QCOMPARE(together, account.separators);

    // Headings of the report; what is being written, above the composer
    QCOMPARE(headingTokens(prompt), rows);
    int typed = -1;
    for (const PromptPart &part : promptParts(prompt)) {
        if (part.source.kind() == SourceKind::NewUser && !part.text.isEmpty())
            typed = std::max(typed, 0) + part.tokens;
    }
    QCOMPARE(typedTokens(prompt), typed);

    // Map, report, Diff
    int things = 0;
    QHash<QString, int> inChatBlocks;
    for (const PromptPart &part : promptParts(prompt)) {
        things += part.tokens;
        if (part.source.kind() == SourceKind::PresetInChat)
            inChatBlocks[part.source.id()] += part.tokens;
    }
    QCOMPARE(things, account.things);
    AssembledPrompt nothing;
    nothing.budget = prompt.budget;
    int changed = 0;
    for (const PromptChange &change : promptChanges(nothing, prompt))
        changed += change.tokens;
    QCOMPARE(changed, prompt.budget.used);
    QVERIFY(promptChanges(prompt, prompt).isEmpty());
    const PromptPrefix prefix = promptPrefix(prompt, prompt);
    QCOMPARE(prefix.tokens, prompt.budget.used);
    QCOMPARE(prefix.percent(), 100);

    // Bar and legend against the Lore page
    const GroupShares shares = groupShares(prompt);
    QCOMPARE(std::accumulate(shares.cbegin(), shares.cend(), 0), prompt.budget.used);
    QCOMPARE(shares[separatorShare], account.separators);
    QCOMPARE(shares[overheadShare], account.overhead);
    QCOMPARE(shares[thoughtsShare], account.thoughts);
    const QHash<QString, int> lore = loreCosts(prompt);
    const int loreSum = std::accumulate(lore.cbegin(), lore.cend(), 0);
    QCOMPARE(loreSum, shares[size_t(SourceGroup::Lorebook)] + shares[size_t(SourceGroup::Memory)]);

    // List of blocks: what stands beside a block in its message is not the block's
    const QHash<QString, BlockShare> blocks = blockShares(prompt);
    int blockSum = 0;
    for (const auto &[identifier, share] : blocks.asKeyValueRange()) {
        blockSum += share.tokens;
        if (inChatBlocks.contains(identifier))
            QCOMPARE(share.tokens, inChatBlocks.value(identifier));
    }
    QVERIFY(blockSum <= account.things);

    // What `snug assemble` and exports say
    const Json json = promptJson(prompt);
    const auto segmentsOf = [](const Json &object) {
        int tokens = 0;
        const Json segments = object.value(u"segments");
        for (const Json &segment : segments.items())
            tokens += segment.value(u"tokens").toInt();
        return tokens;
    };
    int said = prompt.prompt ? segmentsOf(json) : 0;
    const Json saidMessages = json.value(u"messages");
    for (const Json &message : saidMessages.items()) {
        const int tokens =
            message.value(u"overhead").toInt() + message.value(u"thoughts").toInt() + segmentsOf(message);
        QCOMPARE(tokens, message.value(u"tokens").toInt());
        said += tokens;
    }
    QCOMPARE(said, prompt.budget.used);
    int saidOfLore = 0;
    const Json trace = json.value(u"trace");
    const Json loreRows = trace.value(u"lore");
    for (const Json &row : loreRows.items())
        saidOfLore += row.value(u"fired").asBool() == true ? row.value(u"tokens").toInt() : 0;
    if (prompt.mode == PromptMode::SillyTavern)
        QCOMPARE(saidOfLore, loreSum);
}

} // namespace

class TestAccounting : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void cases_data()
    {
        QTest::addColumn<QString>("path");
        const QDir root(QStringLiteral(SNUG_SOURCE_DIR "/tests/conformance/cases/sillytavern"));
        for (const QString &area : root.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
            const QDir folder(root.filePath(area));
            for (const QString &name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
                if (readSillyTavernCase(folder.filePath(name)))
                    QTest::newRow(qPrintable(area + u'/' + name)) << folder.filePath(name);
            }
        }
    }

    void cases()
    {
        QFETCH(QString, path);
        Result<SillyTavernCase> read = readSillyTavernCase(path);
        QVERIFY(read);
        read->inputs.regexEngine = m_regexEngine;
        for (const TokenCounterPtr &counter :
             {read->inputs.counter, counterOf(u"gpt-4o"_s), TokenCounterPtr()}) {
            read->inputs.counter = counter;
            const AssembledPrompt prompt = assemble(read->inputs);
            if (!prompt.failure)
                compareAll(prompt);
        }
    }

    // Those of their cases that are whole prompts; the others are texts and steps of one.
    void otherSystems_data()
    {
        QTest::addColumn<PromptInputs>("inputs");
        const QDir root(QStringLiteral(SNUG_SOURCE_DIR "/tests/conformance/cases"));
        int found = 0;
        for (const QString &system : {u"smelt"_s, u"gf-lt"_s}) {
            const QDir folder(root.filePath(system));
            for (const QString &file : folder.entryList({u"*.json"_s}, QDir::Files, QDir::Name)) {
                std::optional<PromptInputs> inputs;
                if (system == u"gf-lt") {
                    if (const Result<GfLtCase> read = readGfLtCase(folder.filePath(file)))
                        inputs = promptInputsOf(*read);
                } else if (const Result<SmeltCase> read = readSmeltCase(folder.filePath(file))) {
                    if (const auto *assembly = std::get_if<PromptInputs>(&read->input))
                        inputs = *assembly;
                }
                if (!inputs)
                    continue;
                QTest::newRow(qPrintable(system + u'/' + file)) << *inputs;
                ++found;
            }
        }
        QVERIFY(found > 20);
    }

    void otherSystems()
    {
        QFETCH(PromptInputs, inputs);
        for (const TokenCounterPtr &counter : {counterOf(u"gpt-4o"_s), TokenCounterPtr()}) {
            inputs.counter = counter;
            const AssembledPrompt prompt = assemble(inputs);
            QVERIFY(!prompt.failure);
            compareAll(prompt);
        }
    }

    // Whatever lays them out: those of the systems whose cases are no whole prompts among them.
    void everyModeAtRandom_data()
    {
        QTest::addColumn<PromptMode>("mode");
        QTest::newRow("smelt") << PromptMode::Smelt;
        QTest::newRow("SmartTavern") << PromptMode::Framing;
        QTest::newRow("hologram") << PromptMode::Template;
        QTest::newRow("text completion") << PromptMode::Story;
        QTest::newRow("gf-lt") << PromptMode::Names;
    }

    void everyModeAtRandom()
    {
        QFETCH(PromptMode, mode);
        int made = 0;
        for (quint32 seed = 0; seed < 40; ++seed) {
            PromptInputs inputs = RandomLibrary(seed).inputs();
            inputs.mode = mode;
            inputs.promptTemplate.engine = m_templateEngine;
            if (mode == PromptMode::Story || mode == PromptMode::Names)
                inputs.textCompletion = TextCompletion{.context = builtInContextTemplate(),
                                                       .instruct = builtInInstructTemplate(),
                                                       .systemPrompt = {},
                                                       .preset = {}};
            const AssembledPrompt prompt = assemble(inputs);
            if (prompt.failure)
                continue;
            ++made;
            compareAll(prompt);
            if (QTest::currentTestFailed())
                return;
        }
        QVERIFY2(made > 30, qPrintable(QString::number(made)));
    }

    void librariesAtRandom_data()
    {
        QTest::addColumn<int>("seed");
        for (int seed = 0; seed < 200; ++seed)
            QTest::newRow(qPrintable(QString::number(seed))) << seed;
    }

    void librariesAtRandom()
    {
        QFETCH(int, seed);
        const AssembledPrompt prompt = assemble(RandomLibrary(quint32(seed)).inputs());
        QVERIFY(!prompt.failure);
        compareAll(prompt);
        m_withThoughts += std::ranges::any_of(
            prompt.messages, [](const OutboundMessage &message) { return message.goesBackTokens > 0; });
        if (seed == 199)
            QVERIFY2(m_withThoughts > 10, qPrintable(QString::number(m_withThoughts)));
    }

    // What is squashed into one message is told apart again: every block by its name, with what it costs.
    void squashedBlocksAreRows()
    {
        PromptInputs inputs;
        inputs.counter = counterOf(u"gpt-4o"_s);
        inputs.card = Card();
        inputs.card->name = u"Mira"_s;
        inputs.card->description = u"Tall.\nKeeps the lamp."_s;
        Preset preset;
        preset.squashSystemMessages = true;
        PromptOrder order;
        const auto add = [&](const QString &identifier, const QString &name, const QString &text,
                             bool isMarker) {
            PromptBlock block;
            block.identifier = identifier;
            block.name = name;
            block.content = text;
            block.marker = isMarker;
            preset.prompts.append(block);
            order.items.append({identifier, true, {}});
        };
        add(u"main"_s, u"Main"_s, u"Write {{char}}.\n\nBe brief."_s, false);
        add(u"charDescription"_s, u"Description"_s, {}, true);
        add(u"rules"_s, u"Rules"_s, u"Keep to the present."_s, false);
        add(u"chatHistory"_s, u"History"_s, {}, true);
        preset.orders = {order};
        inputs.preset = preset;
        inputs.userText = u"Hello"_s;
        const AssembledPrompt prompt = assemble(inputs);
        const OutboundMessage &squashed = prompt.messages.first();
        QVERIFY(isJoined(squashed));
        QVERIFY(!isJoined(prompt.messages.last()));
        OutboundMessage alone = prompt.messages.last();
        alone.tokens -= messageOverhead(prompt.budget.kind);
        QCOMPARE(joinedParts(prompt.messages.last(), prompt.budget).first().message, alone);
        QStringList rows;
        for (const JoinedPart &part : joinedParts(squashed, prompt.budget)) {
            if (!part.message.content.text().startsWith(u'[')) // the new chat's
                rows.append(part.message.source.label() + u": "_s + part.message.content.text());
        }
        QCOMPARE(rows,
                 (QStringList{u"Main: Write Mira.\n\nBe brief."_s, u"Description: Tall.\nKeeps the lamp."_s,
                              u"Rules: Keep to the present."_s}));
        // Each costs what its text costs alone, but for what tokens reach across.
        for (const JoinedPart &part : joinedParts(squashed, prompt.budget)) {
            const int more = part.message.tokens - inputs.counter->count(part.message.content.text());
            QVERIFY2(more >= -1 && more <= 1, qPrintable(QString::number(more)));
        }
        QCOMPARE(messageAccount(squashed, prompt.budget).overhead, messageOverhead(prompt.budget.kind));
    }

    // The block's own text is six tokens, the entry beside it a hundred: nobody cuts the wrong one.
    void loreAtADepthIsLores()
    {
        PromptInputs inputs;
        inputs.counter = counterOf(u"gpt-4o"_s);
        inputs.card = Card();
        inputs.card->name = u"Mira"_s;
        Preset preset;
        PromptBlock history;
        history.identifier = u"chatHistory"_s;
        history.marker = true;
        PromptBlock block;
        block.identifier = u"nudge"_s;
        block.name = u"Depth 2 nudge"_s;
        block.content = u"[Turn 59: keep present tense.]"_s;
        block.placement = PromptBlock::Placement::InChat;
        block.depth = 0;
        preset.prompts = {history, block};
        PromptOrder order;
        order.items = {{u"chatHistory"_s, true, {}}, {u"nudge"_s, true, {}}};
        preset.orders = {order};
        inputs.preset = preset;
        Lorebook book;
        book.name = u"Atlas"_s;
        LoreEntry entry;
        entry.uid = 2;
        entry.constant = true;
        entry.position = LoreEntry::Position::AtDepth;
        entry.depth = 0;
        entry.content = u"The North is cold and wide. "_s.repeated(12);
        book.entries = {entry};
        inputs.lorebooks = {{book, ActiveLorebook::Scope::Global}};
        inputs.userText = u"Hello"_s;
        const AssembledPrompt prompt = assemble(inputs);
        const BlockShare nudge = blockShares(prompt).value(u"nudge"_s);
        QVERIFY2(std::abs(nudge.tokens - inputs.counter->count(u"[Turn 59: keep present tense.]")) <= 1,
                 qPrintable(QString::number(nudge.tokens)));
        QVERIFY(nudge.isShared);
        QCOMPARE(nudge.text, u"[Turn 59: keep present tense.]"_s);
        QVERIFY(loreCosts(prompt).value(u"Atlas.2"_s) > 80);
    }

private:
    int m_withThoughts = 0; // of the libraries at random, those whose prompts hold some
    const TemplateEnginePtr m_templateEngine =
        std::make_shared<WorkerTemplateEngine>(templateWorkerProgram(QCoreApplication::applicationDirPath()));
    const RegexEnginePtr m_regexEngine =
        std::make_shared<WorkerRegexEngine>(regexWorkerProgram(QCoreApplication::applicationDirPath()));
};

} // namespace tst_accounting

SNUG_TEST(tst_accounting, TestAccounting, Core)
#include "tst_accounting.moc"
