// Lore that fired and is not in the prompt says why.

#include "core/prompt/assemble.h"
#include "core/prompt/unsentlore.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_unsentlore {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

PromptInputs inputsWith(LoreEntry::Position position, const QString &content, const QString &outlet = {})
{
    PromptInputs inputs;
    inputs.card = Card();
    inputs.card->name = u"Mira"_s;
    inputs.userName = u"Ada"_s;
    Preset preset;
    PromptOrder order;
    for (const QString &marker : {u"dialogueExamples"_s, u"chatHistory"_s}) {
        PromptBlock block;
        block.identifier = marker;
        block.marker = true;
        preset.prompts.append(block);
        order.items.append({marker, true, {}});
    }
    preset.orders = {order};
    inputs.preset = preset;
    Lorebook book;
    book.name = u"Harbour"_s;
    LoreEntry entry;
    entry.uid = 7;
    entry.constant = true;
    entry.position = position;
    entry.content = content;
    entry.outletName = outlet;
    book.entries = {entry};
    inputs.lorebooks = {{book, ActiveLorebook::Scope::Global}};
    inputs.userText = u"Hello"_s;
    return inputs;
}

// Without a text a marker.
void addBlock(PromptInputs &inputs, const QString &identifier, bool isOn, const QString &text = {})
{
    PromptBlock block;
    block.identifier = identifier;
    block.marker = text.isEmpty();
    block.content = text;
    inputs.preset->prompts.append(block);
    inputs.preset->orders.first().items.append({identifier, isOn, {}});
}

} // namespace

class TestUnsentLore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void saysWhy_data()
    {
        using Position = LoreEntry::Position;
        QTest::addColumn<PromptInputs>("inputs");
        QTest::addColumn<QString>("begins");
        const auto row = [](const char *name, const PromptInputs &inputs, const QString &begins) {
            QTest::newRow(name) << inputs << begins;
        };
        row("before examples, no speech", inputsWith(Position::ExamplesTop, u"The harbour is old."_s),
            u"None of it is sent: beside the examples only speech is"_s);
        row("after examples, no speech", inputsWith(Position::ExamplesBottom, u"The harbour is old."_s),
            u"None of it is sent: beside the examples only speech is"_s);
        row("speech", inputsWith(Position::ExamplesTop, u"{{char}}: The harbour is old."_s), {});
        PromptInputs without = inputsWith(Position::BeforeChar, u"The harbour is old."_s);
        addBlock(without, u"worldInfoBefore"_s, false);
        row("a block that is off", without, u"None of it is sent: the preset's block for it"_s);
        addBlock(without, u"worldInfoAfter"_s, true);
        row("another block that is on", without, u"None of it is sent: the preset's block for it"_s);
        row("at a depth", inputsWith(Position::AtDepth, u"The harbour is old."_s), {});
        row("an outlet that nobody asks for", inputsWith(Position::Outlet, u"Old."_s, u"sea"_s),
            u"None of it is sent: nothing asks for its outlet “sea”"_s);
        row("no outlet", inputsWith(Position::Outlet, u"Old."_s),
            u"None of it is sent: it goes to an outlet and names none"_s);
        PromptInputs asked = inputsWith(Position::Outlet, u"Old."_s, u"sea"_s);
        addBlock(asked, u"main"_s, true, u"Tell: {{outlet::sea}}"_s);
        row("an outlet that is asked for", asked, {});
        PromptInputs off = inputsWith(Position::BeforeChar, u"The harbour is old."_s);
        off.lorebooks[0].book.entries[0].disabled = true;
        row("one that did not fire", off, {});
    }

    void saysWhy()
    {
        QFETCH(PromptInputs, inputs);
        QFETCH(QString, begins);
        const QString why = unsentLore(assemble(inputs)).value(u"Harbour.7"_s);
        QCOMPARE(why.isEmpty(), begins.isEmpty());
        QVERIFY2(why.startsWith(begins), qPrintable(why));
    }

    // A prompt of the past has no evidence: then only that it is so.
    void withoutEvidence()
    {
        AssembledPrompt prompt =
            assemble(inputsWith(LoreEntry::Position::ExamplesTop, u"The harbour is old."_s));
        prompt.trace.loreEvidence = {};
        QCOMPARE(unsentLore(prompt).value(u"Harbour.7"_s), u"None of it is sent"_s);
    }
};

} // namespace tst_unsentlore

SNUG_TEST(tst_unsentlore, TestUnsentLore, Core)
#include "tst_unsentlore.moc"
