// Two prompts by source: each row names what happened between them.

#include "core/prompt/promptchanges.h"
#include "core/prompt/promptprefix.h"
#include "core/prompt/textedits.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_promptchanges {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

OutboundMessage message(Role role, const Source &source, const QString &text)
{
    return {.role = role,
            .name = {},
            .content = TracedText(text, source),
            .tokens = int(text.size()),
            .source = source,
            .sourceObject = {}};
}

Source preset()
{
    return Source(SourceKind::PresetFile, u"Default"_s, u"preset Default"_s);
}

// "main:You are Mira." a block, "lore.inn:The inn." an entry, "12:Hello" a message of the chat (even: the
// user's),
// ">12:Hello" text being written; "!" in front: another role.
OutboundMessage made(QString spelt)
{
    const bool isOther = spelt.startsWith(u'!');
    if (isOther)
        spelt.remove(0, 1);
    const QString name = spelt.section(u':', 0, 0);
    const QString text = spelt.section(u':', 1);
    bool isIndex = false;
    const int index = (name.startsWith(u'>') ? name.mid(1) : name).toInt(&isIndex);
    if (isIndex) {
        const bool isUser = index % 2 == 0;
        const QString type = name.startsWith(u'>') ? u"new.user"_s
                             : isUser              ? u"history.user"_s
                                                   : u"history.assistant"_s;
        return message(isUser ? Role::User : Role::Assistant,
                       Source::named(type, QString::number(index), isUser ? u"Ada"_s : u"Mira"_s), text);
    }
    const Source source =
        name.startsWith(u"lore.")
            ? Source(SourceKind::WorldBookBeforeChar, name.mid(5), u"lore "_s + name.mid(5))
                  .inside(Source(SourceKind::PresetRelative, u"worldInfoBefore"_s, u"Lore before"_s)
                              .inside(preset()))
            : Source(SourceKind::PresetRelative, name, name).inside(preset());
    return message(isOther ? Role::User : Role::System, source, text);
}

AssembledPrompt prompt(const QString &spelt)
{
    AssembledPrompt result;
    for (const QString &each : spelt.split(u" / "_s, Qt::SkipEmptyParts))
        result.messages.append(made(each));
    return result;
}

} // namespace

class TestPromptChanges : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void saysWhatHappened_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QStringList>("sentences");
        const auto row = [](const char *name, const QString &before, const QString &after,
                            const QStringList &sentences) {
            QTest::newRow(name) << before << after << sentences;
        };
        row("nothing", u"main:A / 0:x / 1:y"_s, u"main:A / 0:x / 1:y"_s, {});
        row("a block is new", u"main:A / 0:x"_s, u"main:A / nsfw:BBB / 0:x"_s, {u"nsfw is new, +3 tokens"_s});
        row("a block is gone", u"main:A / nsfw:BBB / 0:x"_s, u"main:A / 0:x"_s,
            {u"nsfw is gone, −3 tokens"_s});
        row("a lore entry is new", u"main:A / 0:x"_s, u"main:A / lore.inn:The inn / 0:x"_s,
            {u"lore inn is new, +7 tokens"_s});
        row("a block has changed", u"main:A good day / 0:x"_s, u"main:A bad day / 0:x"_s,
            {u"main changed, −1 tokens"_s});
        row("a block moved behind another", u"main:A / card:B / 0:x / 1:y"_s,
            u"card:B / 0:x / 1:y / main:A"_s, {u"main moved, now after message 1 of Mira"_s});
        row("a block moved to the front", u"0:x / 1:y / 2:z / main:A"_s, u"main:A / 0:x / 1:y / 2:z"_s,
            {u"main moved to the front"_s});
        row("another role", u"main:A / note:B"_s, u"main:A / !note:B"_s,
            {u"note has another role: system, now user"_s});
        row("the history grew", u"main:A / 0:x / 1:y"_s, u"main:A / 0:x / 1:y / 2:zz / 3:w"_s,
            {u"2 message(s) added at the end, +3 tokens"_s});
        row("the typed text became a message", u"main:A / 1:y / >2:zz"_s, u"main:A / 1:y / 2:zz / 3:w"_s,
            {u"1 message(s) added at the end, +1 tokens"_s});
        row("the history was trimmed", u"main:A / 0:x / 1:yy / 2:z"_s, u"main:A / 2:z"_s,
            {u"History trimmed by 2 message(s), −3 tokens"_s});
        row("trimmed and grown", u"main:A / 0:x / 1:y / 2:z"_s, u"main:A / 1:y / 2:z / 3:ww"_s,
            {u"History trimmed by 1 message(s), −1 tokens"_s, u"1 message(s) added at the end, +2 tokens"_s});
        row("reaches further back", u"main:A / 2:z"_s, u"main:A / 0:x / 1:y / 2:z"_s,
            {u"History reaches back 2 message(s) further, +2 tokens"_s});
        row("the last ones are gone", u"0:x / 1:y / 2:z / 3:w"_s, u"0:x / 1:y"_s,
            {u"2 message(s) at the end are gone, −2 tokens"_s});
        row("one in the middle is gone, and others' numbers shift", u"0:a / 1:b / 2:c / 3:d / 4:e"_s,
            u"0:a / 1:d / 2:e"_s,
            {u"message 1 of Mira is gone, −1 tokens"_s, u"message 2 of Ada is gone, −1 tokens"_s});
        row("a message was edited", u"0:a / 1:bbb / 2:c"_s, u"0:a / 1:xx / 2:c"_s,
            {u"message 1 of Mira changed, −1 tokens"_s});
        row("a note at a depth goes down with the chat", u"0:a / 1:b / note:N / 2:c"_s,
            u"0:a / 1:b / 2:c / 3:d / note:N / 4:e"_s,
            {u"2 message(s) added at the end, +2 tokens"_s, u"note moved, now after message 3 of Mira"_s});
        row("everything is new", {}, u"main:A"_s, {u"main is new, +1 tokens"_s});
        row("everything is gone", u"main:A"_s, {}, {u"main is gone, −1 tokens"_s});
    }
    void saysWhatHappened()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(QStringList, sentences);
        QStringList texts;
        for (const PromptChange &change : promptChanges(prompt(before), prompt(after)))
            texts.append(changeText(change, CountKind::Exact));
        QCOMPARE(texts, sentences);
    }

    void thingsInsideOneMessage()
    {
        const auto merged = [](const QStringList &things) {
            AssembledPrompt result;
            TracedText text;
            for (const QString &thing : things) {
                if (!text.isEmpty())
                    text.append(TracedText::computed(u"\n"_s, Source(SourceKind::SeparatorNewline)));
                text.append(made(thing).content);
            }
            result.messages = {{.role = Role::System,
                                .name = {},
                                .content = text,
                                .tokens = int(text.size()),
                                .source = {},
                                .sourceObject = {}}};
            return result;
        };
        const auto changes = promptChanges(merged({u"main:Hello"_s, u"lore.inn:Inn"_s, u"card:Mira"_s}),
                                           merged({u"main:Hello"_s, u"card:Mira"_s, u"lore.sea:The sea"_s}));
        QStringList texts;
        for (const PromptChange &change : changes)
            texts.append(changeText(change, CountKind::Exact));
        QCOMPARE(texts, (QStringList{u"lore inn is gone, −3 tokens"_s, u"lore sea is new, +7 tokens"_s}));
    }

    // What a model thought is no mark between messages.
    void thoughtsAreSaidApart()
    {
        AssembledPrompt before;
        before.messages = {made(u"0:Hello"_s), made(u"1:Good day"_s)};
        AssembledPrompt after = before;
        after.messages[1].goesBackTokens = 40;
        after.messages[1].tokens += 40;
        const QList<PromptChange> changes = promptChanges(before, after);
        QCOMPARE(changes.size(), 1);
        QCOMPARE(changeText(changes.first(), CountKind::Exact),
                 u"Thoughts that go back to the model, +40 tokens"_s);
        QCOMPARE(changeText(promptChanges(after, before).first(), CountKind::Exact),
                 u"Thoughts that go back to the model, −40 tokens"_s);
    }

    void macrosBelongToTheirBlock()
    {
        const Source block = made(u"main:x"_s).source;
        TracedText text(u"You are "_s, block);
        text.append(TracedText(
            u"Mira"_s, Source(SourceKind::CharName, {}, u"card Mira"_s)
                           .inside(Source(SourceKind::Macro, u"char"_s, u"{{char}}"_s).inside(block))));
        text.append(TracedText(u", keeper."_s, block));
        AssembledPrompt result;
        result.messages = {{.role = Role::System, .name = {}, .content = text, .tokens = 9, .source = block}};
        const QList<PromptPart> parts = promptParts(result);
        QCOMPARE(parts.size(), 1);
        QCOMPARE(parts.first().text, text.text());
        QCOMPARE(thingName(parts.first().source), u"main"_s);
    }

    void limitsAreSaid()
    {
        AssembledPrompt before = prompt(u"main:A"_s);
        AssembledPrompt after = before;
        before.budget.context = 8192;
        after.budget.context = 4096;
        after.budget.counterName = u"o200k_base"_s;
        QStringList texts;
        for (const PromptChange &change : promptChanges(before, after))
            texts.append(changeText(change, CountKind::Exact));
        QCOMPARE(texts, (QStringList{u"The context size was 8,192, now 4,096"_s,
                                     u"Tokens were counted by , now by o200k_base"_s}));
    }

    void prefix_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<int>("tokens");
        QTest::addColumn<int>("again");
        QTest::addColumn<QString>("place"); // "message.position: what stands there"
        QTest::newRow("the same") << u"main:AAA / 0:x"_s << u"main:AAA / 0:x"_s << 4 << 0 << QString();
        QTest::newRow("grown") << u"main:AAA / 0:x"_s << u"main:AAA / 0:x / 1:yy"_s << 4 << 0 << QString();
        QTest::newRow("the last one goes on")
            << u"main:A / 0:x"_s << u"main:A / 0:xyz"_s << 2 << 0 << QString();
        QTest::newRow("lore in front of the chat")
            << u"main:AAA / 0:xx / 1:y"_s << u"main:AAA / lore.inn:Inn / 0:xx / 1:y"_s << 3 << 3
            << u"1.0: lore inn"_s;
        QTest::newRow("inside a block")
            << u"main:AAAA BB / 0:x"_s << u"main:AAAA CC / 0:x"_s << 5 << 1 << u"0.5: main"_s;
        QTest::newRow("trimmed") << u"main:A / 0:x / 1:y / 2:z"_s << u"main:A / 2:z"_s << 1 << 1
                                 << u"1.0: message 2 of Ada"_s;
        QTest::newRow("another role") << u"note:AAA"_s << u"!note:AAA"_s << 0 << 3 << u"0.0: note"_s;
        QTest::newRow("cut off") << u"main:A / 0:x"_s << u"main:A"_s << 1 << 0 << u"1.0: unknown"_s;
    }
    void prefix()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(int, tokens);
        QFETCH(int, again);
        QFETCH(QString, place);
        const PromptPrefix prefix = promptPrefix(prompt(before), prompt(after));
        QCOMPARE(prefix.tokens, tokens);
        QCOMPARE(prefix.again, again);
        const QString found = prefix.firstBreak ? u"%1.%2: %3"_s.arg(prefix.firstBreak->message)
                                                      .arg(prefix.firstBreak->position)
                                                      .arg(thingName(prefix.firstBreak->now))
                                                : QString();
        QCOMPARE(found, place);
    }

    // Whatever the texts: the edits make one out of the other.
    void editsMakeTheNewText_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<int>("count");
        QTest::newRow("equal") << u"The same."_s << u"The same."_s << 0;
        QTest::newRow("a word") << u"A good day"_s << u"A bad day"_s << 1;
        QTest::newRow("two words") << u"A good day for all"_s << u"A bad day for none"_s << 2;
        QTest::newRow("at the front") << u"day"_s << u"A day"_s << 1;
        QTest::newRow("at the end") << u"day"_s << u"day and night"_s << 1;
        QTest::newRow("from nothing") << QString() << u"all"_s << 1;
        QTest::newRow("to nothing") << u"all"_s << QString() << 1;
        QTest::newRow("half a pair is none") << u"a🌊b"_s << u"a🌋b"_s << 1;
        QTest::newRow("blanks") << u"a  b\n\nc"_s << u"a b\nc"_s << 2;
        QTest::newRow("too long to look at") << u"a b "_s.repeated(2000) << u"c d "_s.repeated(2000) << 1;
    }
    void editsMakeTheNewText()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(int, count);
        const QList<TextEdit> edits = textEdits(before, after);
        QCOMPARE(edits.size(), count);
        QString made = before;
        for (auto edit = edits.crbegin(); edit != edits.crend(); ++edit)
            made.replace(edit->before, edit->beforeLength, after.mid(edit->after, edit->afterLength));
        QCOMPARE(made, after);
    }
};

} // namespace tst_promptchanges

SNUG_TEST(tst_promptchanges, TestPromptChanges, Core)
#include "tst_promptchanges.moc"
