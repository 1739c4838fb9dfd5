// Trying changes inputs and nothing else: each row switches, writes or moves one thing, and the prompt shows
// it.

#include "core/prompt/assemble.h"
#include "core/prompt/promptparts.h"
#include "core/prompt/promptsetup.h"
#include "core/prompt/whatif.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_whatif {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

PromptBlock block(const QString &identifier, const QString &content, bool isMarker = false)
{
    PromptBlock made;
    made.identifier = identifier;
    made.name = identifier;
    made.content = content;
    made.marker = isMarker;
    made.systemPrompt = true;
    return made;
}

PromptInputs inputs()
{
    PromptInputs made;
    Card card;
    card.name = u"Mira"_s;
    card.description = u"The keeper."_s;
    made.card = card;
    made.avatar = u"Mira.png"_s;
    Persona persona;
    persona.avatar = u"ada.png"_s;
    persona.name = u"Ada"_s;
    persona.description = u"A pilot."_s;
    made.persona = persona;
    Preset preset;
    preset.name = u"Default"_s;
    preset.contextSize = 4096;
    preset.prompts = {block(u"main"_s, u"Write as {{char}}."_s), block(u"worldInfoBefore"_s, {}, true),
                      block(u"personaDescription"_s, {}, true),  block(u"charDescription"_s, {}, true),
                      block(u"chatHistory"_s, {}, true),         block(u"jailbreak"_s, u"Go on."_s)};
    PromptOrder order;
    for (const PromptBlock &each : preset.prompts)
        order.items.append({each.identifier, true, {}});
    preset.orders = {order};
    made.preset = preset;
    Lorebook book;
    book.name = u"Sea.side"_s; // with a dot, as ids have one
    LoreEntry inn;
    inn.uid = 4;
    inn.title = u"Inn"_s;
    inn.constant = true;
    inn.content = u"The inn is shut."_s;
    book.entries = {inn};
    made.lorebooks = {{book, ActiveLorebook::Scope::Global}};
    for (int i = 0; i < 3; ++i) {
        Message message;
        message.name = i % 2 ? u"Mira"_s : u"Ada"_s;
        message.isUser = i % 2 == 0;
        message.text = u"Line %1"_s.arg(i);
        made.chat.messages.append(message);
    }
    made.now = QDateTime(QDate(2026, 11, 22), QTime(10, 0));
    made.seed = 1;
    return made;
}

QStringList texts(const AssembledPrompt &prompt)
{
    QStringList list;
    for (const OutboundMessage &message : prompt.messages)
        list.append(message.content.text());
    return list;
}

// The first stretch of the prompt with this text.
Source sourceOf(const AssembledPrompt &prompt, const QString &text)
{
    for (const OutboundMessage &message : prompt.messages) {
        if (const qsizetype at = message.content.text().indexOf(text); at >= 0)
            return message.content.spanAt(at)->source;
    }
    return {};
}

} // namespace

class TestWhatIf : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void anyTextCanBeTried_data()
    {
        QTest::addColumn<QString>("text"); // what the user points at
        QTest::addColumn<QString>("begin");
        QTest::addColumn<bool>("movable");
        QTest::newRow("block") << u"Write as"_s << u"Write as {{char}}."_s << true;
        QTest::newRow("macro in a block") << u"Mira"_s << u"Write as {{char}}."_s << true;
        QTest::newRow("lore") << u"The inn"_s << u"The inn is shut."_s << true;
        QTest::newRow("card") << u"The keeper"_s << u"The keeper."_s << false;
        QTest::newRow("persona") << u"A pilot"_s << u"A pilot."_s << false;
        QTest::newRow("message") << u"Line 1"_s << u"Line 1"_s << false;
    }
    void anyTextCanBeTried()
    {
        QFETCH(QString, text);
        QFETCH(QString, begin);
        QFETCH(bool, movable);
        const PromptInputs files = inputs();
        const AssembledPrompt before = assemble(files);
        const WhatIfTarget target = whatIfTarget(sourceOf(before, text), files);
        QVERIFY2(!target.isNothing(), qPrintable(texts(before).join(u'\n')));
        QCOMPARE(whatIfText(target, files), begin);
        QCOMPARE(canMoveBelow(target), movable);

        WhatIf off;
        off.at(target, u"it"_s).isOff = true;
        const QStringList without = texts(assemble(withWhatIf(files, off)));
        QVERIFY(!without.join(u'\n').contains(text));
        QCOMPARE(without.size(), texts(before).size() - 1);
        QCOMPARE(whatIfSentences(off), (QStringList{u"it is off"_s}));

        WhatIf written;
        written.at(target, u"it"_s).text = u"Something else"_s;
        QVERIFY(texts(assemble(withWhatIf(files, written))).contains(u"Something else"_s));
        QVERIFY(withoutSentence(written, 0).isEmpty());

        // The files' own inputs are as they were.
        QCOMPARE(texts(assemble(files)), texts(before));
    }

    void belowTheHistory_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("block") << u"Write as Mira."_s;
        QTest::newRow("lore") << u"The inn is shut."_s;
    }
    void belowTheHistory()
    {
        QFETCH(QString, text);
        const PromptInputs files = inputs();
        const AssembledPrompt before = assemble(files);
        WhatIf below;
        below.at(whatIfTarget(sourceOf(before, text.left(7)), files), u"it"_s).isBelow = true;
        const QStringList after = texts(assemble(withWhatIf(files, below)));
        QVERIFY(texts(before).indexOf(text) < texts(before).indexOf(u"Line 0"));
        QVERIFY2(after.indexOf(text) > after.indexOf(u"Line 2"), qPrintable(after.join(u'\n')));
        QCOMPARE(withWhatIf(withWhatIf(files, below), below).preset, withWhatIf(files, below).preset);
    }

    void sizeAndPersona()
    {
        const PromptInputs files = inputs();
        WhatIf other;
        other.contextSize = 512;
        Persona ben;
        ben.name = u"Ben"_s;
        ben.description = u"A sailor."_s;
        other.persona = ben;
        const AssembledPrompt after = assemble(withWhatIf(files, other));
        QCOMPARE(after.budget.context, 512);
        QVERIFY(texts(after).contains(u"A sailor."_s));
        QCOMPARE(whatIfSentences(other),
                 (QStringList{u"the context size is 512"_s, u"the persona is Ben"_s}));
        QVERIFY(!withoutSentence(other, 0).contextSize);
        QVERIFY(!withoutSentence(other, 1).persona);
    }

    void silentThingsAreSwitchedOn_data()
    {
        QTest::addColumn<QString>("what");
        for (const char *what :
             {"disabled", "keys", "barred", "chance", "waiting", "group", "filter", "budget"})
            QTest::newRow(what) << QString::fromLatin1(what);
    }

    void silentThingsAreSwitchedOn()
    {
        QFETCH(QString, what);
        PromptInputs files = inputs();
        LoreEntry &inn = files.lorebooks[0].book.entries[0];
        inn.constant = false;
        inn.keys = {what == u"keys" ? u"zanzibar"_s : u"line"_s};
        inn.disabled = what == u"disabled";
        if (what == u"barred")
            inn.content = u"@@dont_activate\nThe inn is shut."_s;
        if (what == u"chance")
            inn.probability = 0;
        if (what == u"waiting")
            inn.delay = 50;
        if (what == u"filter")
            inn.characterFilter.names = {u"Somebody"_s};
        if (what == u"budget")
            files.settings.lore.budgetCap = 1;
        if (what == u"group") {
            LoreEntry rival = inn;
            rival.uid = 5;
            rival.title = u"Pub"_s;
            rival.constant = true;
            rival.groupOverride = true;
            rival.group = u"G"_s;
            inn.group = u"G"_s;
            files.lorebooks[0].book.entries.append(rival);
        }
        const auto fires = [](const PromptInputs &tried) {
            const AssembledPrompt prompt = assemble(tried);
            return std::ranges::any_of(prompt.trace.lore,
                                       [](const LoreTrace &row) { return row.uid == 4 && row.fired; });
        };
        QVERIFY(!fires(files));
        WhatIf other;
        other.at({WhatIfTarget::Kind::LoreEntry, u"Sea.side"_s, 4}, u"lore Inn"_s).isOn = true;
        QVERIFY(fires(withWhatIf(files, other)));
        QCOMPARE(whatIfSentences(other), QStringList{u"lore Inn fires"_s});
        QVERIFY(withoutSentence(other, 0).isEmpty());
    }

    void blocksAreSwitchedOn()
    {
        PromptInputs files = inputs();
        files.preset->orders[0].items[0].enabled = false;
        files.preset->orders[0].items.removeLast();
        QVERIFY(!texts(assemble(files)).contains(u"Write as Mira."_s));
        WhatIf other;
        other.at({WhatIfTarget::Kind::Block, u"main"_s}, u"Main"_s).isOn = true;
        other.at({WhatIfTarget::Kind::Block, u"jailbreak"_s}, u"Jailbreak"_s).isOn = true;
        const QStringList now = texts(assemble(withWhatIf(files, other)));
        QVERIFY(now.contains(u"Write as Mira."_s));
        QVERIFY(now.contains(u"Go on."_s));
        QCOMPARE(whatIfSentences(other), (QStringList{u"Main is on"_s, u"Jailbreak is on"_s}));
    }

    void aSetupStandsInsteadOfWhatIsInEffect()
    {
        const PromptInputs files = inputs();
        QCOMPARE(texts(assemble(withSetup(files, {}))), texts(assemble(files)));
        PromptSetup setup;
        setup.preset = files.preset;
        setup.preset->prompts.first().content = u"Write otherwise."_s;
        setup.persona = Persona();
        setup.persona->name = u"Ben"_s;
        setup.persona->description = u"A sailor."_s;
        setup.lorebooks = QList<ActiveLorebook>();
        setup.model = PromptSetup::Model{u"big"_s, nullptr, 2048};
        const PromptInputs other = withSetup(files, setup);
        const AssembledPrompt prompt = assemble(other);
        QVERIFY(texts(prompt).contains(u"Write otherwise."_s));
        QVERIFY(texts(prompt).contains(u"A sailor."_s));
        QVERIFY(!texts(prompt).contains(u"The inn is shut."_s));
        QCOMPARE(prompt.budget.context, 2048);
        QCOMPARE(other.model, u"big"_s);
        QCOMPARE(other.chat, files.chat);
    }

    void theModelIsPartOfIt()
    {
        WhatIf other;
        other.model = WhatIfModel{u"local"_s, u"big"_s, u"Local: big"_s};
        QVERIFY(!other.isEmpty());
        QCOMPARE(whatIfSentences(other), QStringList{u"the model is Local: big"_s});
        QVERIFY(withoutSentence(other, 0).isEmpty());
    }

    void whatIsGoneIsPassedOver()
    {
        WhatIf off;
        off.at({WhatIfTarget::Kind::ChatMessage, {}, 99}, {}).isOff = true;
        off.at({WhatIfTarget::Kind::LoreEntry, u"Nowhere"_s, 4}, {}).isOff = true;
        off.at({WhatIfTarget::Kind::Block, u"nothing"_s}, {}).text = u"x"_s;
        off.at({WhatIfTarget::Kind::CardField, u"char.hat"_s}, {}).isOff = true;
        QCOMPARE(texts(assemble(withWhatIf(inputs(), off))), texts(assemble(inputs())));
    }
};

} // namespace tst_whatif

SNUG_TEST(tst_whatif, TestWhatIf, Core)
#include "tst_whatif.moc"
