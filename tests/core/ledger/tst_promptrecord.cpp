#include "core/formats/jsontext.h"
#include "core/ledger/promptrecord.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_promptrecord {

using namespace Qt::StringLiterals;
using namespace snug;

static TracedText nested()
{
    const Source block(SourceKind::PresetRelative, u"main"_s, u"Main"_s);
    const Source macro = Source(SourceKind::Macro, u"char"_s, u"{{char}}"_s).inside(block);
    const Source card = Source(SourceKind::CharName, u"Mira.png"_s, u"card Mira"_s).inside(macro);
    TracedText text(u"You are "_s, block);
    text.append(TracedText(u"Mira Okafor"_s, card).mid(0, 4));
    text.append(TracedText::computed(u"\r\n\u0000"_s, macro));
    text.append(TracedText(u"the keeper of the light 🌊"_s, block).mid(11));
    text.append(TracedText::computed(u"?"_s, Source()));
    return text;
}

static AssembledPrompt made()
{
    AssembledPrompt prompt;
    prompt.mode = PromptMode::Framing;
    prompt.messages = {
        {.role = Role::System,
         .name = {},
         .content = nested(),
         .tokens = 31,
         .source = Source(SourceKind::PresetRelative, u"main"_s, u"Main"_s),
         .sourceObject = parseJson(R"({"type":"preset.relative","n":1.50})").value()},
        {.role = Role::User,
         .name = u"Ada"_s,
         .content = TracedText(u"I never \"left\"."_s, Source(SourceKind::HistoryUser, u"7"_s, u"Ada"_s)),
         .tokens = 9,
         .source = Source(SourceKind::HistoryUser, u"7"_s, u"Ada"_s)},
        {.role = Role::Assistant, .content = {}, .tokens = 0, .source = {}}};
    prompt.prompt = nested();
    prompt.trace.dropped = {
        {.content = nested(), .reason = u"over the context size by 31 tokens"_s, .tokens = 4}};
    prompt.trace.warnings = {u"Something"_s, u"else"_s};
    prompt.trace.lore = {{.book = u"Harbour"_s,
                          .uid = 3,
                          .title = u"Inn"_s,
                          .fired = true,
                          .gate = LoreGate::KeyFound,
                          .round = 0,
                          .tokens = 12,
                          .detail = {}}};
    prompt.budget = {.context = 8192,
                     .reserved = 300,
                     .used = 40,
                     .kind = CountKind::Exact,
                     .counterName = u"o200k_base"_s};
    return prompt;
}

class Older : public LateItems<DroppedText>
{
public:
    explicit Older(int count)
        : m_count(count)
    {
    }
    qsizetype size() const override { return m_count; }
    DroppedText at(qsizetype index) const override
    {
        const Source source(SourceKind::HistoryUser, QString::number(m_count - index), u"Ada"_s);
        return {TracedText(u"Said long ago."_s, source), u"older"_s, 0};
    }

private:
    int m_count;
};

class TestPromptRecord : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void comesBackAsItWas()
    {
        const AssembledPrompt prompt = made();
        const auto read = readRecord(recordOf(prompt));
        QVERIFY2(read, read ? "" : qPrintable(read.error().line()));
        QCOMPARE(read->messages.size(), prompt.messages.size());
        for (qsizetype i = 0; i < prompt.messages.size(); ++i) {
            QCOMPARE(read->messages.at(i).content.text(), prompt.messages.at(i).content.text());
            QVERIFY(read->messages.at(i) == prompt.messages.at(i));
        }
        QVERIFY(read->prompt == prompt.prompt);
        QVERIFY(read->trace.dropped == prompt.trace.dropped);
        QVERIFY(read->trace.lore == prompt.trace.lore);
        QCOMPARE(read->trace.warnings, prompt.trace.warnings);
        QVERIFY(read->budget == prompt.budget);
        QCOMPARE(read->mode, prompt.mode);
        QCOMPARE(recordOf(*read), recordOf(prompt));
    }

    // A record does not grow with a chat that does not fit.
    void manyOlderMessagesAreCounted_data()
    {
        QTest::addColumn<int>("older");
        QTest::addColumn<int>("told");
        QTest::newRow("few") << 50 << 50;
        QTest::newRow("one more") << 51 << 51;
        QTest::newRow("a long chat") << 90'000 << 51;
    }
    void manyOlderMessagesAreCounted()
    {
        QFETCH(int, older);
        QFETCH(int, told);
        AssembledPrompt prompt = made();
        prompt.trace.dropped.appendLate(std::make_shared<const Older>(older));
        prompt.trace.dropped.append({.content = nested(), .reason = u"no room"_s});
        const QByteArray record = recordOf(prompt);
        QVERIFY(record.size() < 20'000);
        const auto read = readRecord(record);
        QVERIFY(read);
        const LateList<DroppedText> &dropped = read->trace.dropped;
        QCOMPARE(dropped.size(), 1 + told + 1);
        QVERIFY(dropped.first() == prompt.trace.dropped.first());
        QVERIFY(dropped.at(50) == prompt.trace.dropped.at(50));
        QVERIFY(dropped.last() == prompt.trace.dropped.last());
        const QString last = dropped.at(told).content.text();
        QCOMPARE(last.startsWith(QString::number(older - 50) + u" older"), older > 50);
    }

    void silentLoreIsLeftOut()
    {
        AssembledPrompt prompt = made();
        prompt.trace.lore.first().fired = false;
        QVERIFY(readRecord(recordOf(prompt))->trace.lore.isEmpty());
    }

    // What another entry displaced, and what a story tells of it.
    void loreComesBackWithItsParticulars()
    {
        LoreDetail found;
        found.key = u"inn"_s;
        found.place = LorePlace::Lore;
        found.name = u"Harbour"_s;
        found.start = 4;
        found.length = 3;
        LoreDetail lost;
        lost.group = u"houses"_s;
        lost.rival = u"Inn"_s;
        lost.value = 0.25;
        AssembledPrompt prompt = made();
        prompt.trace.lore.first().round = 2;
        prompt.trace.lore.first().detail = std::make_shared<const LoreDetail>(found);
        LoreTrace silent = prompt.trace.lore.first();
        silent.fired = false;
        silent.uid = 4;
        silent.gate = LoreGate::GroupLot;
        silent.detail = std::make_shared<const LoreDetail>(lost);
        prompt.trace.lore.append(silent);
        QList<DroppedText> dropped = prompt.trace.dropped.all();
        dropped.first().cause = DroppedText::Cause::Rule;
        prompt.trace.dropped = dropped;
        const auto read = readRecord(recordOf(prompt));
        QVERIFY(read->trace.lore == prompt.trace.lore);
        QVERIFY(read->trace.dropped == prompt.trace.dropped);
    }

    void variablesComeBack()
    {
        AssembledPrompt prompt = made();
        QVERIFY(readRecord(recordOf(prompt))->localVariables.isUndefined());
        prompt.localVariables = parseJson(R"({"mood":"calm","n":1.50})").value();
        prompt.globalVariables = {{u"season"_s, Json(u"spring"_s)}};
        const auto read = readRecord(recordOf(prompt));
        QVERIFY(read->localVariables == prompt.localVariables);
        QVERIFY(read->globalVariables == prompt.globalVariables);
    }

    void everyReasonToFireComesBack()
    {
        for (int gate = int(LoreGate::ActivatingDecorator); gate <= int(LoreGate::Similar); ++gate) {
            AssembledPrompt prompt = made();
            prompt.trace.lore.first().fired = true;
            prompt.trace.lore.first().gate = LoreGate(gate);
            QCOMPARE(int(readRecord(recordOf(prompt))->trace.lore.first().gate), gate);
        }
    }

    // Sources that are said to be inside each other without end: a damaged file, and no end of the program.
    void sourcesAreNotAsDeepAsAFileSays()
    {
        QByteArray sources = R"(["a","b","c",-1])";
        for (int i = 0; i < 300'000; ++i)
            sources += ",[\"a\",\"b\",\"c\"," + QByteArray::number(i) + ']';
        const QByteArray record =
            R"({"message":{"role":"user","text":"abc","spans":[[3,299999]],"sources":[)" + sources + "]}}";
        const auto read = readRecord(record);
        QVERIFY(read);
        int depth = 0;
        for (Source source = read->messages.first().content.spans().first().source; source.hasParent();
             source = source.parent())
            ++depth;
        QVERIFY2(depth <= 64, qPrintable(QString::number(depth)));
    }

    void aMessageIsTheSameLineInEveryPrompt()
    {
        AssembledPrompt later = made();
        later.messages.prepend(
            {.role = Role::System,
             .content = TracedText(u"New"_s, Source(SourceKind::PresetRelative, u"new"_s, u"New"_s)),
             .tokens = 1,
             .source = {}});
        const QList<QByteArray> before = recordOf(made()).split('\n');
        const QList<QByteArray> after = recordOf(later).split('\n');
        QCOMPARE(after.sliced(2), before.sliced(1));
    }

    void damageIsAnError_data()
    {
        QTest::addColumn<QByteArray>("record");
        QTest::newRow("no JSON") << "{\"message\":"_ba;
        QTest::newRow("a number") << "12"_ba;
        QTest::newRow("spans past the end")
            << "{\"message\":{\"role\":\"user\",\"text\":\"abc\",\"spans\":[[2,0],[99,0,1],[-4,7]],"
               "\"sources\":[[\"a\",\"b\",\"c\",5]]}}"_ba;
        QTest::newRow("an origin that is nowhere")
            << "{\"text\":{\"text\":\"abc\",\"spans\":[[3,0,2000000000]],\"sources\":[[\"a\"]]}}"_ba;
    }
    void damageIsAnError() // or passed over, and never a crash
    {
        QFETCH(QByteArray, record);
        const auto read = readRecord(record);
        if (read && !read->messages.isEmpty())
            QCOMPARE(read->messages.first().content.text(), u"abc"_s);
        if (read && read->prompt)
            QCOMPARE(read->prompt->text(), u"abc"_s);
    }
};

} // namespace tst_promptrecord

SNUG_TEST(tst_promptrecord, TestPromptRecord, Core)
#include "tst_promptrecord.moc"
