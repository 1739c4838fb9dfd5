// The prompt as a template lays it out: what it is given of card, persona, lore and chat, and that every
// character of it knows the template's line and the value that it came from.
#include "core/formats/jsontext.h"
#include "core/prompt/assemble.h"
#include "core/templates/templategallery.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_templateframe {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

Message said(const QString &name, const QString &text, bool isUser)
{
    Message message;
    message.name = name;
    message.text = text;
    message.isUser = isUser;
    return message;
}

LoreEntry lore(int uid, const QString &content, LoreEntry::Position position)
{
    LoreEntry entry;
    entry.uid = uid;
    entry.title = content;
    entry.content = content;
    entry.constant = true;
    entry.position = position;
    return entry;
}

PromptInputs inputs(const QString &text)
{
    PromptInputs made;
    made.mode = PromptMode::Template;
    Card card;
    card.name = u"Mira"_s;
    card.description = u"{{char}} keeps bees.\n\nShe knows {{user}}."_s;
    card.personality = u"calm"_s;
    card.postHistoryInstructions = u"Stay brief."_s;
    made.card = card;
    made.avatar = u"Mira.png"_s;
    Persona persona;
    persona.avatar = u"me.png"_s;
    persona.name = u"Tom"_s;
    persona.description = u"A baker."_s;
    made.persona = persona;
    made.chat.messages = {said(u"Mira"_s, u"Hello {{user}}."_s, false),
                          said(u"Tom"_s, u"How are the bees?"_s, true)};
    made.promptTemplate.name = u"Evening"_s;
    made.promptTemplate.text = text;
    made.promptTemplate.engine = std::make_shared<LocalTemplateEngine>();
    return made;
}

QStringList messagesOf(const AssembledPrompt &prompt)
{
    QStringList list;
    for (const OutboundMessage &message : prompt.messages)
        list.append(roleName(message.role) + u": "_s + message.content.text());
    return list;
}

// Every character lies in exactly one segment.
bool isWhole(const AssembledPrompt &prompt)
{
    for (const OutboundMessage &message : prompt.messages) {
        qsizetype end = 0;
        for (const Span &span : message.content.spans()) {
            if (span.start != end || span.length <= 0 || span.source.kind() == SourceKind::Unknown)
                return false;
            end = span.end();
        }
        if (end != message.content.size())
            return false;
    }
    return true;
}

// "type@parent id" of the stretch that holds the text's first occurrence.
QString sourceAt(const AssembledPrompt &prompt, qsizetype message, const QString &text)
{
    const TracedText &content = prompt.messages.value(message).content;
    const Span *span = content.spanAt(content.text().indexOf(text));
    if (!span)
        return u"nowhere"_s;
    return span->source.type() + u'@' +
           (span->source.hasParent() ? span->source.parent().id() : span->source.id());
}

} // namespace

class TestTemplateFrame : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void remembersLineAndValue()
    {
        const AssembledPrompt prompt =
            assemble(inputs(u"You are {{ char }}.\n{{ char.facts }}\n{{ user.description }}\n"
                            u"{% for m in history %}{% call send_as(m.role) %}\n"
                            u"{{ m.author }}> {{ m.content | upper }}{% endcall %}{% endfor %}"_s));
        QVERIFY(!prompt.failure);
        QCOMPARE(prompt.mode, PromptMode::Template);
        QCOMPARE(messagesOf(prompt),
                 (QStringList{u"system: You are Mira.\nMira keeps bees.\nShe knows Tom.\ncalm\nA baker."_s,
                              u"user: (continued)"_s, u"assistant: Mira> HELLO TOM."_s,
                              u"user: Tom> HOW ARE THE BEES?"_s}));
        QVERIFY(isWhole(prompt));
        QCOMPARE(sourceAt(prompt, 0, u"You are"_s), u"template.output@Evening:1"_s);
        QCOMPARE(sourceAt(prompt, 0, u"Mira"_s), u"char.name@Evening:1"_s);
        QCOMPARE(sourceAt(prompt, 0, u"keeps"_s), u"char.description@Evening:2"_s);
        QCOMPARE(sourceAt(prompt, 0, u"calm"_s), u"char.personality@Evening:2"_s);
        QCOMPARE(sourceAt(prompt, 0, u"A baker"_s), u"persona.description@Evening:3"_s);
        QCOMPARE(sourceAt(prompt, 1, u"continued"_s), u"template.added@"_s);
        QCOMPARE(sourceAt(prompt, 3, u"HOW"_s), u"history.user@Evening:5"_s);
        QCOMPARE(prompt.messages[3].source.type(), u"history.name"_s);
        QCOMPARE(prompt.messages[3].source.id(), u"1"_s);
        const Span *fact =
            prompt.messages[0].content.spanAt(prompt.messages[0].content.text().indexOf(u"She"));
        QCOMPARE(fact->source.group(), SourceGroup::Card);
        QCOMPARE(fact->originStart, u"Mira keeps bees.\n\n"_s.size());
    }

    void freeformIsAFactOfACard()
    {
        PromptInputs given = inputs(u"{{ freeform }}|{{ char.facts }}"_s);
        QCOMPARE(messagesOf(assemble(given)).first(),
                 u"system: false|Mira keeps bees.\nShe knows Tom.\ncalm"_s);
        given.card->personality = u"calm\n  $freeform\nquick"_s;
        QCOMPARE(messagesOf(assemble(given)).first(),
                 u"system: true|Mira keeps bees.\nShe knows Tom.\ncalm\nquick"_s);
        given.card->personality = u"calm $freeform"_s; // a word of a fact, not a fact
        QVERIFY(messagesOf(assemble(given)).first().startsWith(u"system: false|"_s));
        // Of those who reply, not of those who listen.
        given.card->personality.clear();
        Card other;
        other.name = u"Cid"_s;
        other.description = u"$freeform"_s;
        given.group = GroupInputs{{}, {{u"Mira.png"_s, *given.card}, {u"Cid.png"_s, other}}};
        QVERIFY(messagesOf(assemble(given)).first().startsWith(u"system: false|"_s));
        given.promptTemplate.repliesToo = {u"Cid.png"_s};
        QVERIFY(messagesOf(assemble(given)).first().startsWith(u"system: true|"_s));
    }

    void whatMessagesCarry_data()
    {
        QTest::addColumn<QString>("extra");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *name, const QString &extra, const QString &text) {
            QTest::newRow(name) << extra << text;
        };
        row("nothing", u"{}"_s, u"[] [] []"_s);
        row("a picture", u"{\"image\": \"user/images/Mira/fog.png\", \"title\": \"Fog\"}"_s,
            u"[] [] [{\"filename\":\"fog.png\",\"url\":\"user/images/Mira/fog.png\","
            u"\"content_type\":\"image/png\",\"description\":\"Fog\"}]"_s);
        row("a picture's bytes", u"{\"image\": \"data:image/webp;base64,AAAA\"}"_s,
            u"[] [] [{\"content_type\":\"image/webp\"}]"_s);
        row("media and files",
            u"{\"media\": [{\"url\": \"a/b.mp4\", \"type\": \"video\"}, {\"type\": \"image\"}], "
            u"\"files\": [{\"url\": \"/user/files/1.txt\", \"name\": \"log.txt\", \"size\": 12}]}"_s,
            u"[] [] [{\"filename\":\"b.mp4\",\"url\":\"a/b.mp4\",\"content_type\":\"video/mp4\"},"
            u"{\"filename\":\"log.txt\",\"url\":\"/user/files/1.txt\",\"content_type\":\"text/plain\","
            u"\"size\":12}]"_s);
        row("an old file", u"{\"file\": {\"name\": \"odd\"}, \"files\": \"none\"}"_s,
            u"[] [] [{\"filename\":\"odd\"}]"_s);
        row("what another program keeps", u"{\"embeds\": [{\"title\": \"E\"}], \"stickers\": [\"s\"]}"_s,
            u"[{\"title\":\"E\"}] [\"s\"] []"_s);
    }

    void whatMessagesCarry()
    {
        QFETCH(const QString, extra);
        QFETCH(const QString, text);
        PromptInputs given =
            inputs(u"{% set m = history[1] %}{{ m.embeds.toJSON() }} {{ m.stickers.toJSON() }} "
                   u"{{ m.attachments.toJSON() }}"_s);
        given.chat.messages[1].extra = *parseJson(extra.toUtf8());
        QCOMPARE(messagesOf(assemble(given)).first(), u"system: "_s + text);
    }

    void builtInLayout()
    {
        PromptInputs given = inputs({});
        given.promptTemplate.name.clear();
        given.userText = u"And you?"_s;
        const AssembledPrompt prompt = assemble(given);
        QVERIFY(!prompt.failure);
        QVERIFY(isWhole(prompt));
        QCOMPARE(prompt.messages.size(), 4);
        const QString &head = prompt.messages[0].content.text();
        for (const QString &part : {u"Mira keeps bees."_s, u"A baker."_s, u"Tom"_s})
            QVERIFY2(head.contains(part), qPrintable(part));
        QCOMPARE(prompt.messages.last().content.text(), u"Tom: How are the bees?\nTom: And you?"_s);
        QCOMPARE(prompt.typedText, u"And you?"_s);
        QCOMPARE(sourceAt(prompt, 3, u"And you"_s).section(u'@', 0, 0), u"new.user"_s);
    }

    void loreAndInjections()
    {
        PromptInputs given =
            inputs(u"[{{ lore_before }}][{{ lore_after }}][{{ memories[char.id] }}]"
                   u"{% for i in injected %}({{ i.role }} {{ i.depth }} {{ i }}){% endfor %}"_s);
        ActiveLorebook active;
        active.book.name = u"World"_s;
        LoreEntry memory = lore(3, u"They met."_s, LoreEntry::Position::BeforeChar);
        memory.source = Json::object({{u"stmemorybooks"_s, Json(true)}});
        LoreEntry deep = lore(4, u"It rains."_s, LoreEntry::Position::AtDepth);
        deep.depth = 2;
        active.book.entries = {lore(1, u"A town."_s, LoreEntry::Position::BeforeChar),
                               lore(2, u"A lake."_s, LoreEntry::Position::BeforeChar), memory, deep,
                               lore(5, u"A hill."_s, LoreEntry::Position::AfterChar)};
        given.lorebooks = {active};
        const AssembledPrompt prompt = assemble(given);
        QVERIFY(!prompt.failure);
        QVERIFY(isWhole(prompt));
        const QString text = prompt.messages.value(0).content.text();
        QVERIFY2(text.contains(u"A town.") && text.contains(u"A lake.") &&
                     text.contains(u"[A hill.][They met.]") && text.contains(u"(system 2 It rains.)"),
                 qPrintable(text));
        QCOMPARE(sourceAt(prompt, 0, u"A lake"_s), u"world_book.before_char@Evening:1"_s);
        QCOMPARE(prompt.trace.lore.size(), 5);
    }

    void theMoment()
    {
        PromptInputs given =
            inputs(u"{{ isodate }} {{ isotime }} {{ weekday }} {{ time_str }} {{ date_str }} "
                   u"{{ time.hour }} {{ time.is_night }} {{ author }}: {{ content }}"_s);
        given.now = QDateTime(QDate(2026, 3, 14), QTime(21, 9));
        QCOMPARE(messagesOf(assemble(given)),
                 QStringList{u"system: 2026-03-14 21:09 Saturday 9:09 PM Saturday, March 14, 2026 21 true "
                             u"Tom: How are the bees?"_s});
    }

    void systemPromptComesFirst()
    {
        PromptInputs given = inputs(u"{% call send_as('user') %}hi{% endcall %}"_s);
        given.promptTemplate.systemPrompt = u"  For {{ char }} \n"_s;
        const AssembledPrompt prompt = assemble(given);
        QCOMPARE(messagesOf(prompt), (QStringList{u"system: For Mira"_s, u"user: hi"_s}));
        QCOMPARE(sourceAt(prompt, 0, u"For"_s), u"template.system@Evening:1"_s);
        QVERIFY(isWhole(prompt));
    }

    void cardTextIsData()
    {
        PromptInputs given = inputs(u"{{ char.description }}{{ history[1].content }}"_s);
        given.card->description = u"{{ 1 + 1 }}{% endfor %}"_s;
        given.chat.messages[1].text = u"{% call send_as('user') %}x{% endcall %}"_s;
        QCOMPARE(messagesOf(assemble(given)),
                 QStringList{u"system: {{ 1 + 1 }}{% endfor %}{% call send_as('user') %}x{% endcall %}"_s});
    }

    void failures_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("systemPrompt");
        QTest::addColumn<int>("line");
        QTest::addColumn<QString>("name");
        QTest::newRow("syntax") << u"a\n{% if %}"_s << QString() << 2 << u"Evening"_s;
        QTest::newRow("filter") << u"{{ 1 | nosuch }}"_s << QString() << 1 << u"Evening"_s;
        QTest::newRow("system prompt") << u"a"_s << u"\n\n{{ 1 | nosuch }}"_s << 3 << u"Evening"_s;
        QTest::newRow("a template above") << u"{% extends 'Other' %}"_s << QString() << 2 << u"Other"_s;
        QTest::newRow("circle") << u"{% extends 'loop' %}"_s << QString() << 1 << u"Loop"_s;
        QTest::newRow("role") << u"a\n{% call send_as('narrator') %}x{% endcall %}"_s << QString() << 2
                              << u"Evening"_s;
    }

    void failures()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, systemPrompt);
        QFETCH(const int, line);
        QFETCH(const QString, name);
        PromptInputs given = inputs(text);
        given.promptTemplate.systemPrompt = systemPrompt;
        given.promptTemplate.others = {{u"Other"_s, u"\n{% broken %}"_s},
                                       {u"Loop"_s, u"{% extends 'LOOP' %}"_s}};
        const AssembledPrompt prompt = assemble(given);
        QVERIFY(prompt.failure);
        QVERIFY(prompt.messages.isEmpty());
        QCOMPARE(prompt.failure->line, line);
        QCOMPARE(prompt.failure->templateName, name);
        QCOMPARE(prompt.failure->isSystemPrompt, !systemPrompt.isEmpty());
        QVERIFY(!prompt.failure->error.what.isEmpty());
    }

    void nothingRendersHere()
    {
        PromptInputs given = inputs(u"a"_s);
        given.promptTemplate.engine.reset();
        QVERIFY(assemble(given).failure);
    }

    void historyRuleSaysWhatIsLeftOut()
    {
        PromptInputs given = inputs(u"{% for m in history %}{{ m.content }}|{% endfor %}"_s);
        given.promptTemplate.historyRule = u"count < 1"_s;
        const AssembledPrompt prompt = assemble(given);
        QCOMPARE(messagesOf(prompt), QStringList{u"system: How are the bees?|"_s});
        QCOMPARE(prompt.trace.dropped.size(), 1);
        QVERIFY(prompt.trace.dropped[0].reason.contains(u"count < 1"));
        given.promptTemplate.historyRule = u"count <"_s;
        QVERIFY(assemble(given).failure);
    }

    void fitsIntoTheContext()
    {
        PromptInputs given = inputs(
            u"S{% for m in history %}{% call send_as(m.role) %}{{ m.content }}{% endcall %}{% endfor %}"_s);
        given.chat.messages.clear();
        for (int i = 0; i < 10; ++i)
            given.chat.messages.append(
                said(i % 2 == 0 ? u"Tom"_s : u"Mira"_s, QString(40, u'x'), i % 2 == 0));
        given.contextSize = 60;
        const AssembledPrompt prompt = assemble(given);
        QVERIFY(prompt.budget.used <= 60);
        QVERIFY(!prompt.trace.dropped.isEmpty());
        QCOMPARE(prompt.messages.first().role, Role::System);
        QCOMPARE(prompt.budget.context, 60);
    }

    void autoTakesACharactersOwn()
    {
        PromptInputs given = inputs(u"a"_s);
        given.mode = PromptMode::Auto;
        QCOMPARE(assemble(given).mode, PromptMode::Smelt);
        given.promptTemplate.isOfCharacter = true;
        const AssembledPrompt prompt = assemble(given);
        QCOMPARE(prompt.mode, PromptMode::Template);
        QVERIFY(prompt.trace.modeReason.contains(u"Evening"));
    }

    void groupMembers()
    {
        PromptInputs given = inputs(
            u"{{ entity_names }}|{% for e in others %}{{ e.name }},{% endfor %}|{{ _single_entity }}"_s);
        Card other;
        other.name = u"Ann"_s;
        Card third;
        third.name = u"Cid"_s;
        given.group =
            GroupInputs{{}, {{u"Mira.png"_s, *given.card}, {u"Ann.png"_s, other}, {u"Cid.png"_s, third}}};
        QCOMPARE(messagesOf(assemble(given)), QStringList{u"system: Mira|Ann,Cid,Tom,|true"_s});
        given.promptTemplate.repliesToo = {u"Cid.png"_s};
        QCOMPARE(messagesOf(assemble(given)), QStringList{u"system: Mira, Cid|Ann,Tom,|false"_s});
    }

    void swipesDoNotSeeWhatTheyReplace()
    {
        PromptInputs given = inputs(u"{% for m in history %}{{ m.content }}|{% endfor %}{{ generation }}"_s);
        given.chat.messages.append(said(u"Mira"_s, u"Busy."_s, false));
        given.type = GenerationType::Swipe;
        QCOMPARE(messagesOf(assemble(given)), QStringList{u"system: Hello Tom.|How are the bees?|swipe"_s});
        given.type = GenerationType::Quiet;
        given.quietPrompt = u"Sum up."_s;
        const AssembledPrompt quiet = assemble(given);
        QCOMPARE(quiet.messages.last().content.text(), u"Sum up."_s);
        QVERIFY(isWhole(quiet));
    }

    void gallery_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("systemPrompt");
        QTest::newRow("built in") << QString() << QString();
        for (const GalleryTemplate &each : templateGallery())
            QTest::newRow(qPrintable(each.name)) << each.text << each.systemPrompt;
    }

    void gallery()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, systemPrompt);
        PromptInputs rich = inputs(text);
        rich.promptTemplate.systemPrompt = systemPrompt;
        rich.promptTemplate.isStrict = true;
        ActiveLorebook active;
        active.book.name = u"World"_s;
        LoreEntry deep = lore(4, u"It rains."_s, LoreEntry::Position::AtDepth);
        deep.depth = 1;
        active.book.entries = {lore(1, u"A town."_s, LoreEntry::Position::BeforeChar), deep};
        rich.lorebooks = {active};
        Card other;
        other.name = u"Ann"_s;
        other.description = u"Ann sells honey."_s;
        rich.group = GroupInputs{{}, {{u"Mira.png"_s, *rich.card}, {u"Ann.png"_s, other}}};
        rich.promptTemplate.repliesToo = {u"Ann.png"_s};
        PromptInputs bare = inputs(text);
        bare.promptTemplate.systemPrompt = systemPrompt;
        bare.promptTemplate.isStrict = true;
        bare.persona.reset();
        bare.card->description.clear();
        bare.card->personality.clear();
        for (const PromptInputs &given : {rich, bare}) {
            const AssembledPrompt prompt = assemble(given);
            QVERIFY2(!prompt.failure, prompt.failure ? qPrintable(prompt.failure->error.line()) : "");
            QVERIFY(isWhole(prompt));
            QString all;
            for (const OutboundMessage &message : prompt.messages)
                all += message.content.text() + u'\n';
            QVERIFY2(all.contains(u"How are the bees?"), qPrintable(all));
        }
    }

    // What its functions give has sources, too.
    void functionsOfTheChat()
    {
        const AssembledPrompt prompt = assemble(
            inputs(u"{{ messages(2, '%m') }}\n{{ has_fact('bees') }} {{ has_fact('wasps') }} {{ name }} "
                   u"{{ roll('2d1') }} {{ random(1) }}"_s));
        QCOMPARE(messagesOf(prompt),
                 QStringList{u"system: Hello Tom.\nHow are the bees?\ntrue false Mira 2 1"_s});
        QVERIFY(isWhole(prompt));
        QCOMPARE(sourceAt(prompt, 0, u"How"_s), u"history.user@Evening:1"_s);
        QCOMPARE(sourceAt(prompt, 0, u"Mira"_s), u"char.name@Evening:2"_s);
    }

    void secretsKeepRequestsApart()
    {
        PromptInputs given = inputs(u"{{ char }}"_s);
        Card other;
        other.name = u"Ann"_s;
        given.group = GroupInputs{{}, {{u"Mira.png"_s, *given.card}, {u"Ann.png"_s, other}}};
        QVERIFY(assemble(given).trace.warnings.isEmpty());
        given.knowledge.isEnabled = true;
        const QStringList warnings = assemble(given).trace.warnings;
        QCOMPARE(warnings.size(), 1);
        QVERIFY(warnings.first().contains(u"keep secrets"));
    }

    void noSendAsIsOneSystemMessage()
    {
        QCOMPARE(messagesOf(assemble(inputs(u" plain "_s))), QStringList{u"system: plain"_s});
        const AssembledPrompt empty = assemble(inputs(u"{# nothing #}"_s));
        QCOMPARE(messagesOf(empty), QStringList{u"user: Tom: How are the bees?"_s});
        QVERIFY(isWhole(empty));
        QCOMPARE(sourceAt(empty, 0, u"How"_s), u"history.user@"_s);
    }
};

} // namespace tst_templateframe

SNUG_TEST(tst_templateframe, TestTemplateFrame, Core)
#include "tst_templateframe.moc"
