// Blocks that are not in the prompt, and what would fit next.

#include "core/prompt/assemble.h"
#include "core/prompt/fitsnext.h"
#include "core/prompt/unsentblocks.h"
#include "tests/testregistry.h"

#include <QTest>

#include <algorithm>

namespace tst_unsentblocks {

using namespace Qt::StringLiterals;
using namespace snug;

static PromptBlock block(const QString &identifier, const QString &content, bool isMarker = false)
{
    PromptBlock made;
    made.identifier = identifier;
    made.name = identifier.toUpper();
    made.content = content;
    made.marker = isMarker;
    return made;
}

static PromptInputs inputs()
{
    PromptInputs made;
    made.card.emplace();
    made.card->name = u"Mira"_s;
    made.userName = u"Ada"_s;
    Preset preset;
    preset.name = u"Default"_s;
    preset.contextSize = 4096;
    preset.maxTokens = 100;
    PromptBlock continued = block(u"late"_s, u"Only when continued."_s);
    continued.triggers = {u"continue"_s};
    preset.prompts = {block(u"main"_s, u"Write."_s),
                      block(u"off"_s, u"Off."_s),
                      continued,
                      block(u"scenario"_s, {}, true),
                      block(u"blank"_s, {}),
                      block(u"chatHistory"_s, {}, true),
                      block(u"loose"_s, u"Nobody lists me."_s)};
    PromptOrder order;
    for (const PromptBlock &each : preset.prompts) {
        if (each.identifier != u"loose")
            order.items.append({each.identifier, each.identifier != u"off", {}});
    }
    preset.orders = {order};
    made.preset = preset;
    for (int i = 0; i < 40; ++i) {
        Message message;
        message.name = i % 2 ? u"Mira"_s : u"Ada"_s;
        message.isUser = i % 2 == 0;
        message.text = u"Line %1 of a long evening by the sea."_s.arg(i);
        made.chat.messages.append(message);
    }
    return made;
}

class TestUnsentBlocks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void eachHasItsReason()
    {
        const PromptInputs made = inputs();
        const QList<UnsentBlock> unsent = unsentBlocks(made, assemble(made));
        using Why = UnsentBlock::Why;
        const QList<UnsentBlock> expected{{u"off"_s, u"OFF"_s, Why::Off, false},
                                          {u"late"_s, u"LATE"_s, Why::Trigger, false},
                                          {u"scenario"_s, u"SCENARIO"_s, Why::Empty, true},
                                          {u"blank"_s, u"BLANK"_s, Why::Empty, false},
                                          {u"loose"_s, u"LOOSE"_s, Why::NotOrdered, false}};
        QCOMPARE(unsent, expected);
        QSet<QString> reasons;
        for (const UnsentBlock &each : unsent)
            reasons.insert(unsentReason(each));
        QCOMPARE(reasons.size(), 5);
        QVERIFY(unsent.at(0).canBeOn() && unsent.at(4).canBeOn());
        QVERIFY(!unsent.at(1).canBeOn() && !unsent.at(2).canBeOn());
    }

    void whatOnlySetsVariablesSaysSo_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("variables");
        QTest::newRow("sets") << u"{{setvar::pov::first}}\n{{addvar::style::, terse}}{{trim}}"_s
                              << QStringList{u"pov"_s, u"style"_s};
        QTest::newRow("with a comment")
            << u"{{// the mood}}{{setglobalvar::mood::{{random::a::b}}}}"_s << QStringList{u"mood"_s};
        QTest::newRow("in short") << u"{{.pov = first}}{{$count += 1}}"_s
                                  << QStringList{u"pov"_s, u"count"_s};
        QTest::newRow("a scope") << u"{{setvar pov}}first {{setvar::a}}x{{/setvar}}{{/setvar}}{{noop}}"_s
                                 << QStringList{u"pov"_s};
        QTest::newRow("takes away") << u"{{deletevar::pov}}{{flushglobalvar:mood}}"_s
                                    << QStringList{u"pov"_s, u"mood"_s};
        QTest::newRow("an item") << u"{{setvarkey::list::0::first}}"_s << QStringList{u"list"_s};
        QTest::newRow("a result in short is text") << u"{{.count ++}}"_s << QStringList();
        QTest::newRow("a scope that nothing closes") << u"{{setvar::pov}}first"_s << QStringList();
        QTest::newRow("too many arguments are text") << u"{{setvar::c::a::b}}"_s << QStringList();
        QTest::newRow("with text") << u"{{setvar::pov::first}} Hello"_s << QStringList();
        QTest::newRow("reads one") << u"{{setvar::a::b}}{{getvar::a}}"_s << QStringList();
        QTest::newRow("an increment is text") << u"{{incvar::a}}"_s << QStringList();
        QTest::newRow("only a comment") << u"{{// nothing}}"_s << QStringList();
        QTest::newRow("never closed") << u"{{setvar::a::b"_s << QStringList();
        QTest::newRow("nothing") << QString() << QStringList();
    }
    void whatOnlySetsVariablesSaysSo()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, variables);
        QCOMPARE(onlySets(text), variables);
        PromptInputs made = inputs();
        made.preset->prompts.append(block(u"vars"_s, text));
        made.preset->orders.first().items.append({u"vars"_s, true, {}});
        const QList<UnsentBlock> unsent = unsentBlocks(made, assemble(made));
        const auto found = std::ranges::find(unsent, u"vars"_s, &UnsentBlock::identifier);
        const bool isSaid = found != unsent.end() && found->why == UnsentBlock::Why::Sets;
        QCOMPARE(isSaid, !variables.isEmpty());
        if (isSaid)
            QVERIFY(unsentReason(*found).contains(variables.join(u", "_s)));
    }

    void otherFormsHaveNone()
    {
        PromptInputs made = inputs();
        made.mode = PromptMode::Smelt;
        QVERIFY(unsentBlocks(made, assemble(made)).isEmpty());
        made.preset.reset();
        QVERIFY(unsentBlocks(made, assemble(made)).isEmpty());
    }

    // With exactly that size it is there, with one less it is not.
    void whatFitsNextIsExact()
    {
        PromptInputs made = inputs();
        made.contextSize = 400;
        const AssembledPrompt prompt = assemble(made);
        QVERIFY(!prompt.trace.dropped.isEmpty());
        const QList<FitsNext> next = whatFitsNext(made, prompt);
        QCOMPARE(next.size(), 3);
        qsizetype messages = prompt.messages.size();
        for (const FitsNext &step : next) {
            QVERIFY(!step.names.isEmpty());
            PromptInputs sized = made;
            sized.contextSize = step.contextSize;
            const qsizetype with = assemble(sized).messages.size();
            --sized.contextSize;
            QCOMPARE(assemble(sized).messages.size(), messages);
            QVERIFY(with > messages);
            messages = with;
        }
        QVERIFY(next.at(0).contextSize < next.at(1).contextSize);
        QVERIFY2(next.first().names.first().contains(u"message"_s), qPrintable(next.first().names.first()));
    }

    void loreComesBackToo()
    {
        PromptInputs made = inputs();
        made.chat.messages.resize(2);
        LoreEntry inn;
        inn.uid = 4;
        inn.title = u"Inn"_s;
        inn.constant = true;
        inn.content = QString(u"The inn is shut. "_s).repeated(20);
        Lorebook book;
        book.name = u"Sea"_s;
        book.entries = {inn};
        made.lorebooks = {{book, ActiveLorebook::Scope::Global}};
        made.contextSize = 300;
        const QList<FitsNext> next = whatFitsNext(made, assemble(made), 1);
        QCOMPARE(next.size(), 1);
        QCOMPARE(next.first().names, QStringList{u"lore Sea: Inn"_s});
        made.contextSize = next.first().contextSize;
        QVERIFY(assemble(made).trace.lore.first().fired);
        --made.contextSize;
        QVERIFY(!assemble(made).trace.lore.first().fired);
        // A limit of the lore's own is not moved by a larger context.
        made.settings.lore.budgetCap = 10;
        QVERIFY(whatFitsNext(made, assemble(made), 1).isEmpty());
    }

    void nothingWasCut()
    {
        const PromptInputs made = inputs();
        QVERIFY(whatFitsNext(made, assemble(made)).isEmpty());
        PromptInputs small = made;
        small.contextSize = 400;
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(whatFitsNext(small, assemble(small), 3, stop.get_token()).isEmpty());
    }
};

} // namespace tst_unsentblocks

SNUG_TEST(tst_unsentblocks, TestUnsentBlocks, Core)
#include "tst_unsentblocks.moc"
