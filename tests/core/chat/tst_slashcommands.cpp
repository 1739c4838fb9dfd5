// Slash commands as they are written, and what each would do to a chat.

#include "core/chat/authorsnote.h"
#include "core/chat/chatmessage.h"
#include "core/chat/conversation.h"
#include "core/chat/slashplan.h"
#include "core/formats/jsontext.h"
#include "core/prompt/typedtext.h"
#include "tests/core/chat/chatfixture.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_slashcommands {

using namespace Qt::StringLiterals;
using namespace snug;

// Mira, Ada, Mira, Ada.
static Chat fourMessages()
{
    Chat chat = ChatFixture().fog();
    chat.messages.append(userMessage({u"Ada"_s, {}, {}}, u"Thank you."_s, ChatFixture().now));
    return chat;
}

// "hide name=Mira [2-5] | echo [done]"
static QString spelt(const Result<QList<SlashCall>> &calls)
{
    if (!calls)
        return u"error: "_s + calls.error().what;
    QStringList all;
    for (const SlashCall &call : *calls) {
        QString one = call.takesPipe ? call.command->name : QString(u'|' + call.command->name);
        for (const auto &[name, value] : call.named)
            one += u' ' + name + u'=' + value;
        all << one + u" ["_s + call.text + u']';
    }
    return all.join(u" | "_s);
}

class TestSlashCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        m_context = SlashContext();
        m_context.inputs.chat = fourMessages();
        m_context.inputs.now = QDateTime(QDate(2026, 11, 21), QTime(22, 12), QTimeZone::UTC);
        m_context.inputs.userName = u"Ada"_s;
        m_context.inputs.avatar = u"Mira.png"_s;
        m_context.inputs.card = Card();
        m_context.inputs.card->name = u"Mira"_s;
        m_context.cast = {{.name = u"Mira"_s, .file = u"Mira.png"_s},
                          {.name = u"Tomas"_s, .file = u"Tomas.png"_s},
                          {.name = u"Zéphyrine"_s, .file = u"Zeph.png"_s},
                          {.name = u"The Night Shift"_s, .file = u"1.json"_s, .isGroup = true}};
        m_context.personas = {{.name = u"Ada"_s, .file = u"ada.png"_s},
                              {.name = u"Dr. Ilse Brandt"_s, .file = u"ilse.png"_s}};
        m_context.expand = expandMacros;
    }

    void parsing_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("calls");
        const auto row = [](const char *name, const QString &text, const QString &calls) {
            QTest::newRow(name) << text << calls;
        };
        row("alone", u"/hide"_s, u"hide []"_s);
        row("a range", u"/hide 2-5"_s, u"hide [2-5]"_s);
        row("whatever the case", u"/HIDE 2-5"_s, u"hide [2-5]"_s);
        row("an alias", u"/imp be short"_s, u"impersonate [be short]"_s);
        row("named", u"/hide name=Mira 0-3"_s, u"hide name=Mira [0-3]"_s);
        row("named and quoted", u"/sendas name=\"Mira Okafor\" Come in."_s,
            u"sendas name=Mira Okafor [Come in.]"_s);
        row("a quotation mark in a quoted one", u"/sendas name=\"A \\\"B\\\" C\" Hi"_s,
            u"sendas name=A \"B\" C [Hi]"_s);
        row("quotation marks of speech stay", u"/send \"Come in.\""_s, u"send [\"Come in.\"]"_s);
        row("quotation marks around the whole go", u"/echo \"two words\""_s, u"echo [two words]"_s);
        row("speech and more", u"/echo \"Hi\" she said"_s, u"echo [\"Hi\" she said]"_s);
        row("a name that is not known is text", u"/send x=1 and more"_s, u"send [x=1 and more]"_s);
        row("behind the text it is text", u"/send here name=Mira"_s, u"send [here name=Mira]"_s);
        row("a macro with blanks", u"/setvar key={{char}} {{time}}"_s, u"setvar key={{char}} [{{time}}]"_s);
        row("a macro's blanks in a named one", u"/hide name={{ char }} 1"_s, u"hide name={{ char }} [1]"_s);
        row("several", u"/hide 1 | /echo done"_s, u"hide [1] | echo [done]"_s);
        row("without blanks", u"/hide 1|/echo done"_s, u"hide [1] | echo [done]"_s);
        row("a bar at the end", u"/hide 1 |"_s, u"hide [1]"_s);
        row("no pipe", u"/getvar x || /echo"_s, u"getvar [x] | |echo []"_s);
        row("a bar in a text", u"/send left | right"_s, u"send [left | right]"_s);
        row("a bar behind a backslash", u"/send a \\| /b"_s, u"send [a | /b]"_s);
        row("lines", u"/send one\ntwo"_s, u"send [one\ntwo]"_s);
        row("only a break behind the name", u"/sys\nnight"_s, u"sys [night]"_s);
        row("unknown", u"/bgcol"_s, u"error: Snug has no command “/bgcol”"_s);
        row("unknown behind a known one", u"/hide 1 | /dance"_s, u"error: Snug has no command “/dance”"_s);
        row("nothing behind the slash", u"/"_s, u"error: Snug has no command “/”"_s);
        row("an open quotation mark", u"/sendas name=\"Mira hi"_s, u"sendas name=Mira hi []"_s);
        row("CJK", u"/sendas name=茶屋のミオ 静かに。"_s, u"sendas name=茶屋のミオ [静かに。]"_s);
    }

    void parsing()
    {
        QFETCH(QString, text);
        QFETCH(QString, calls);
        QCOMPARE(spelt(parseSlashCommands(text)), calls);
    }

    void whatWasWrittenIsWrittenAgain()
    {
        const QString text = u"/hide name=\"Mira\" 1 |  /sys {{pipe}} \\| x || /echo"_s;
        QCOMPARE(slashCommandsText(*parseSlashCommands(text)),
                 u"/hide name=\"Mira\" 1 | /sys {{pipe}} \\| x || /echo"_s);
    }

    void namesAreUniqueAndExplained()
    {
        QStringList names;
        for (const SlashCommand &command : slashCommands()) {
            names << command.name << command.aliases;
            QVERIFY(command.form.startsWith(u'/' + command.name));
            QVERIFY(!slashCommandHelp(command).isEmpty());
        }
        QCOMPARE(QSet<QString>(names.begin(), names.end()).size(), names.size());
    }

    void ranges_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("range");
        QTest::newRow("one") << u"3"_s << u"3-3"_s;
        QTest::newRow("two") << u"1-2"_s << u"1-2"_s;
        QTest::newRow("blanks") << u" 1 - 2 "_s << u"1-2"_s;
        QTest::newRow("all") << u"0-3"_s << u"0-3"_s;
        QTest::newRow("past the end") << u"2-4"_s << QString();
        QTest::newRow("the other way") << u"3-1"_s << QString();
        QTest::newRow("open") << u"2-"_s << QString();
        QTest::newRow("negative") << u"-1"_s << QString();
        QTest::newRow("words") << u"all"_s << QString();
        QTest::newRow("empty") << QString() << QString();
        QTest::newRow("more digits than a number has") << u"99999999999"_s << QString();
    }

    void ranges()
    {
        QFETCH(QString, text);
        QFETCH(QString, range);
        const auto found = slashRange(text, 4);
        QCOMPARE(found ? u"%1-%2"_s.arg(found->first).arg(found->last) : QString(), range);
    }

    void whatChanges_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("after");
        const QStringList fog = dialogue(fourMessages());
        const auto row = [](const char *name, const QString &text, const QStringList &after) {
            QTest::newRow(name) << text << after;
        };
        const auto with = [fog](qsizetype at, const QString &line) {
            QStringList lines = fog;
            lines.insert(at, line);
            return lines;
        };
        row("send", u"/send \"Well,\" she said."_s, with(4, u"Ada: \"Well,\" she said."_s));
        row("send, macros", u"/send {{char}}?"_s, with(4, u"Ada: Mira?"_s));
        row("send as another persona", u"/send name=\"Dr. Ilse Brandt\" Noted."_s,
            with(4, u"Dr. Ilse Brandt: Noted."_s));
        row("send before", u"/send at=1 First."_s, with(1, u"Ada: First."_s));
        row("send before the last", u"/send at=-1 Before."_s, with(3, u"Ada: Before."_s));
        row("send at minus nothing", u"/send at=-0 Last."_s, with(4, u"Ada: Last."_s));
        row("sys", u"/sys Night falls."_s, with(4, u"System: Night falls."_s));
        row("sys with a name", u"/sys name=Narrator at=0 Once."_s, with(0, u"Narrator: Once."_s));
        row("sendas", u"/sendas name=Tomas Hello."_s, with(4, u"Tomas: Hello."_s));
        row("sendas, whatever the case", u"/sendas name=tomas Hello."_s, with(4, u"Tomas: Hello."_s));
        row("sendas of whom one talks to", u"/sendas Hello."_s, with(4, u"Mira: Hello."_s));
        row("sendas, without the accents", u"/sendas name=ZEPHYRINE Hello."_s,
            with(4, u"Zéphyrine: Hello."_s));
        row("sendas by the file", u"/sendas name=Tomas.png Hello."_s, with(4, u"Tomas: Hello."_s));
        row("sendas, begun alike", u"/sendas name=Tom Hello."_s, with(4, u"Tom: Hello."_s));
        row("send to nowhere", u"/send at=-100 Last."_s, with(4, u"Ada: Last."_s));
        row("send behind the end", u"/send at=99 Last."_s, with(4, u"Ada: Last."_s));
        row("send without quotation marks", u"/send raw=false \"Well.\""_s, with(4, u"Ada: Well."_s));
        row("send, as it is written", u"/send name=ilse.png Noted."_s, with(4, u"ilse.png: Noted."_s));
        row("sendas of nobody's", u"/sendas name=Wind Whoo."_s, with(4, u"Wind: Whoo."_s));
        row("sendas macro", u"/sendas name={{char}} Hm."_s, with(4, u"Mira: Hm."_s));
        row("del", u"/del 1"_s, fog.first(3));
        row("del all", u"/del 4"_s, {});
        row("cut", u"/cut 1-2"_s, {fog.at(0), fog.at(3)});
        row("cut one", u"/cut 0"_s, fog.sliced(1));
    }

    void whatChanges()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, after);
        const Chat before = m_context.inputs.chat;
        const SlashPlan plan = planned(text);
        Conversation conversation(before);
        QList<ChatChange> made;
        for (const ChatChange &change : plan.changes)
            made.prepend(conversation.apply(change));
        QCOMPARE(dialogue(conversation.chat()), after);
        for (const ChatChange &change : std::as_const(made))
            conversation.apply(change.reversed());
        QCOMPARE(conversation.chat(), before);
    }

    void hidden_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("hidden"); // rows
        QTest::newRow("alone") << u"/hide"_s << u"3"_s;
        QTest::newRow("a range") << u"/hide 1-2"_s << u"1 2"_s;
        QTest::newRow("of one speaker") << u"/hide name=Mira 0-3"_s << u"0 2"_s;
        QTest::newRow("a macro for a number") << u"/hide {{lastMessageId}}"_s << u"3"_s;
    }

    void hidden()
    {
        QFETCH(QString, text);
        QFETCH(QString, hidden);
        const Chat chat = changed(text);
        QStringList rows;
        for (qsizetype row = 0; row < chat.messages.size(); ++row) {
            if (chat.messages.at(row).isHidden)
                rows << QString::number(row);
        }
        QCOMPARE(rows.join(u' '), hidden);
        m_context.inputs.chat = chat;
        const QString back = QString(text).replace(u"hide"_s, u"unhide"_s);
        const Chat shown = changed(back);
        QVERIFY(std::ranges::none_of(shown.messages, &Message::isHidden));
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text : {"/hide 9",
                                 "/hide x",
                                 "/hide name=Nobody 0-3",
                                 "/del",
                                 "/del 0",
                                 "/del -1",
                                 "/del two",
                                 "/del 99",
                                 "/cut",
                                 "/cut 2-9",
                                 "/send",
                                 "/sys   ",
                                 "/comment",
                                 "/sendas name=Mira",
                                 "/sendas name=Wind avatar=Nobody Whoo",
                                 "/send at=x Hi",
                                 "/persona",
                                 "/persona Nobody",
                                 "/go",
                                 "/go Nobody",
                                 "/trigger Mira",
                                 "/swipe direction=up",
                                 "/ask Hello",
                                 "/ask name=Nobody Hi",
                                 "/gen",
                                 "/genraw",
                                 "/genraw stop=x Hi",
                                 "/gen stop=x Hi",
                                 "/gen lock=on Hi",
                                 "/gen as=char Hi",
                                 "/gen name=Tomas Hi",
                                 "/genraw as=char Hi",
                                 "/genraw lock=true Hi",
                                 "/persona mode=temp Ada",
                                 "/persona mode=odd Ada",
                                 "/note-depth x",
                                 "/note-frequency often",
                                 "/note-position here",
                                 "/note-role me",
                                 "/inject",
                                 "/inject id=x position=here text",
                                 "/inject id=x role=me text",
                                 "/inject id=x filter=y text",
                                 "/inject id=nothere",
                                 "/setvar",
                                 "/getvar",
                                 "/listvar scope=here"})
            QTest::newRow(text) << QString::fromLatin1(text);
    }

    void refusals()
    {
        QFETCH(QString, text);
        const Result<SlashPlan> plan = planOf(text);
        QVERIFY(!plan);
        QVERIFY(!plan.error().what.isEmpty());
        QVERIFY(!plan.error().what.endsWith(u'.')); // a sentence without its full stop, see Error
    }

    void rawTextsHaveNoMarks()
    {
        m_context.inputs.textCompletion.emplace();
        QVERIFY(planOf(u"/genraw instruct=on Hi"_s)); // no template is in use
        m_context.inputs.textCompletion->instruct.emplace();
        QVERIFY(!planOf(u"/genraw instruct=on Hi"_s));
        QVERIFY(planOf(u"/genraw instruct=off Hi"_s));
    }

    void whatNoModelSees()
    {
        const Message note = changed(u"/comment compact=true the window is a trap"_s).messages.last();
        QVERIFY(note.isHidden);
        QCOMPARE(note.name, u"Note"_s);
        QCOMPARE(note.extra.value(u"type").toText(), u"comment"_s);
        QVERIFY(note.extra.value(u"isSmallSys").toBool());
        QCOMPARE(note.forcedAvatar, u"img/quill.png"_s);
    }

    void narratorsWordsAreShapedAsSillyTaverns()
    {
        const Message night = changed(u"/sys Night."_s).messages.last();
        QVERIFY(night.isNarrator() && !night.isUser && !night.isHidden);
        QCOMPARE(night.swipes.size(), 1);
        QCOMPARE(night.extra.value(u"model").toText(), u"slash command"_s);
        m_context.inputs.chat = Chat(m_context.inputs.chat);
        ChatChange named = setMetadata(m_context.inputs.chat, u"narrator_name"_s, Json(u"Fate"_s));
        m_context.inputs.chat.header = named.header->second;
        QCOMPARE(changed(u"/sys Night."_s).messages.last().name, u"Fate"_s);
    }

    void aCharactersPictureGoesAlong()
    {
        QCOMPARE(changed(u"/sendas name=Mira Hi"_s).messages.last().forcedAvatar, QString());
        const Message tomas = changed(u"/sendas name=Tomas Hi"_s).messages.last();
        QCOMPARE(tomas.originalAvatar, u"Tomas.png"_s);
        QCOMPARE(tomas.forcedAvatar, u"/thumbnail?type=avatar&file=Tomas.png"_s);
        const Message dressed = changed(u"/sendas name=Stranger avatar=Tomas.png Hi"_s).messages.last();
        QCOMPARE(dressed.name, u"Stranger"_s);
        QCOMPARE(dressed.originalAvatar, u"Tomas.png"_s);
        const Message disguised = changed(u"/sendas name=mira avatar=Tomas Hi"_s).messages.last();
        QCOMPARE(disguised.name, u"Mira"_s);
        QCOMPARE(disguised.originalAvatar, u"Tomas.png"_s);
    }

    // Without a picture of their own, the line would go out as the character's.
    void somebodyWithoutACardIsNotTheCharacter()
    {
        const Message wind = changed(u"/sendas name=Wind Whoo"_s).messages.last();
        QCOMPARE(wind.forcedAvatar, u"img/ai4.png"_s);
        QCOMPARE(wind.originalAvatar, u"img/ai4.png"_s);
        m_context.inputs.group = GroupInputs();
        QCOMPARE(changed(u"/sendas name=Wind Whoo"_s).messages.last().forcedAvatar, QString());
        m_context.inputs.group.reset();
        m_context.inputs.card.reset();
        QCOMPARE(changed(u"/sendas name=Wind Whoo"_s).messages.last().forcedAvatar, QString());
        QCOMPARE(changed(u"/sendas name=Tomas Hi"_s).messages.last().originalAvatar, u"Tomas.png"_s);
        QCOMPARE(changed(u"/sendas Hi"_s).messages.last().name, u"Assistant"_s);
    }

    void theOpenChatsCardWinsOverItsNamesake()
    {
        m_context.cast.prepend({.name = u"Mira"_s, .file = u"Other.png"_s});
        QVERIFY(planned(u"/go mira"_s).request == SlashRequest(SlashOpen{u"Mira.png"_s, false}));
        QCOMPARE(changed(u"/sendas name=Mira Hi"_s).messages.last().originalAvatar, QString());
        QVERIFY(planned(u"/go Other"_s).request == SlashRequest(SlashOpen{u"Other.png"_s, false}));
        m_context.inputs.avatar = u"Other.png"_s;
        QVERIFY(planned(u"/go mira"_s).request == SlashRequest(SlashOpen{u"Other.png"_s, false}));
        QVERIFY(planned(u"/go Mira.png"_s).request == SlashRequest(SlashOpen{u"Mira.png"_s, false}));
        m_context.personas.prepend({.name = u"Ada"_s, .file = u"other.png"_s});
        m_context.inputs.persona.emplace().avatar = u"ada.png"_s;
        QVERIFY(planned(u"/name ada"_s).request == SlashRequest(SlashPersona{u"ada.png"_s}));
    }

    void whatTheReplyIsToBeginWith()
    {
        const Message sent = changed(u"/send Go on. {{bias \"Well,\"}}"_s).messages.last();
        QVERIFY(sent.isUser && !sent.isHidden);
        QCOMPARE(sent.text, u"Go on."_s);
        QCOMPARE(sent.extra.value(u"bias").toText(), u" Well,"_s);
        const Message alone = changed(u"/send {{bias \"Well,\"}}"_s).messages.last();
        QVERIFY(alone.isUser && !alone.isHidden);
        QCOMPARE(alone.text, QString());
        const Message said = changed(u"/sendas name=Tomas Hm. {{bias \"Well,\"}}"_s).messages.last();
        QVERIFY(!said.isHidden);
        QCOMPARE(said.text, u"Hm. {{bias \"Well,\"}}"_s); // SillyTavern leaves it there
        QCOMPARE(said.extra.value(u"bias").toText(), u" Well,"_s);
        QCOMPARE(said.swipes.first().info.value(u"extra").value(u"bias").toText(), u" Well,"_s);
        const Message hidden = changed(u"/sys {{bias \"Well,\"}}"_s).messages.last();
        QVERIFY(hidden.isHidden && hidden.isNarrator());
        QCOMPARE(hidden.extra.value(u"bias").toText(), u" Well,"_s);
        QVERIFY(changed(u"/sys Night."_s).messages.last().extra.value(u"bias").isNull());
    }

    void scriptsThatSeeIt()
    {
        using enum RegexScript::Placement;
        QCOMPARE(slashPlacements(SlashId::Send), (QList{UserInput}));
        QCOMPARE(slashPlacements(SlashId::SendAs), (QList{SlashCommand}));
        QCOMPARE(slashPlacements(SlashId::Ask), (QList{SlashCommand, UserInput}));
        QVERIFY(slashPlacements(SlashId::Sys).isEmpty());
        QVERIFY(slashPlacements(SlashId::Comment).isEmpty());
    }

    void requests_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<SlashRequest>("request");
        using enum GenerationType;
        const auto row = [](const QString &text, const SlashRequest &request) {
            QTest::newRow(qPrintable(text)) << text << request;
        };
        row(u"/impersonate"_s, SlashReply{.type = Impersonate});
        row(u"/imp be {{char}}"_s, SlashReply{.type = Impersonate, .hint = u"be Mira"_s});
        row(u"/continue await=true more fog"_s, SlashReply{.type = Continue, .hint = u"more fog"_s});
        row(u"/regenerate shorter"_s, SlashReply{.type = Regenerate, .hint = u"shorter"_s});
        row(u"/trigger"_s, SlashReply{});
        row(u"/swipe"_s, SlashSwipe{1});
        row(u"/swipe direction=left"_s, SlashSwipe{-1});
        row(u"/persona ilse.png"_s, SlashPersona{u"ilse.png"_s});
        row(u"/persona dr"_s, SlashPersona{u"ilse.png"_s});
        row(u"/go tomas"_s, SlashOpen{u"Tomas.png"_s, false});
        row(u"/go The Night Shift"_s, SlashOpen{u"1.json"_s, true});
        row(u"/ask name=Tomas"_s, SlashAsk{u"Tomas.png"_s});
        row(u"/gen trim=true length=30 Sum up."_s,
            SlashQuestion{.prompt = u"Sum up."_s, .length = 30, .isTrimmed = true});
        row(u"/gen lock=off as=system name=System Sum up."_s, SlashQuestion{.prompt = u"Sum up."_s});
        row(u"/gen stop=[\"a\"] Sum up."_s, SlashQuestion{.prompt = u"Sum up."_s, .stops = {u"a"_s}});
        row(u"/genraw trim=off Sum up."_s,
            SlashQuestion{.prompt = u"Sum up."_s, .isRaw = true, .keepsNames = true});
        row(u"/name ada"_s, SlashPersona{u"ada.png"_s});
        row(u"/go zephyrine"_s, SlashOpen{u"Zeph.png"_s, false});
        row(u"/go Zeph"_s, SlashOpen{u"Zeph.png"_s, false}); // the file without ".png"
        row(u"/genraw instruct=on trim=on Sum up."_s,        // messages have no marks
            SlashQuestion{.prompt = u"Sum up."_s, .isRaw = true});
        row(u"/persona mode=lookup dr"_s, SlashPersona{u"ilse.png"_s});
        row(u"/genraw system=\"Be brief.\" prefill=Yes stop=[\"a\",\"b\"] Sum up."_s,
            SlashQuestion{.prompt = u"Sum up."_s,
                          .isRaw = true,
                          .system = u"Be brief."_s,
                          .prefill = u"Yes"_s,
                          .stops = {u"a"_s, u"b"_s}});
        row(u"/setglobalvar key=day 3"_s, SlashGlobals{{}, {{u"day"_s, Json(u"3"_s)}}});
    }

    void requests()
    {
        QFETCH(QString, text);
        QFETCH(SlashRequest, request);
        QVERIFY(planned(text).request == request);
    }

    void membersOfAGroupAreTriggered()
    {
        m_context.inputs.group = GroupInputs();
        for (const QString &name : {u"Mira"_s, u"Tomas"_s}) {
            Card card;
            card.name = name;
            m_context.inputs.group->members.append({.avatar = name + u".png"_s, .card = card});
        }
        QVERIFY(planned(u"/trigger tomas"_s).request == SlashRequest(SlashReply{.member = u"Tomas.png"_s}));
        QVERIFY(planned(u"/trigger 0"_s).request == SlashRequest(SlashReply{.member = u"Mira.png"_s}));
        QVERIFY(!planOf(u"/trigger 7"_s));
        QVERIFY(!planOf(u"/ask name=Mira Hi"_s));
    }

    void theNote()
    {
        const NoteSettings &defaults = m_context.inputs.settings.note;
        QCOMPARE(planned(u"/note"_s).result, QString());
        for (const QString &text : {u"/note Keep it quiet."_s, u"/note-depth 2"_s, u"/freq 3"_s,
                                    u"/pos before"_s, u"/note-role user"_s})
            m_context.inputs.chat = changed(text);
        QCOMPARE(
            chatNoteOf(m_context.inputs.chat.metadata(), defaults),
            (ChatNote{
                .text = u"Keep it quiet."_s, .interval = 3, .position = 2, .depth = 2, .role = Role::User}));
        QCOMPARE(planned(u"/note-position"_s).result, u"before"_s);
        QCOMPARE(planned(u"/note"_s).result, u"Keep it quiet."_s);
        QCOMPARE(planned(u"/note-depth -3"_s).result, u"3"_s);
        QCOMPARE(planned(u"/note-frequency -2"_s).result, u"2"_s);
    }

    void aNoteSaysOnlyWhatDiffers()
    {
        NoteSettings defaults;
        defaults.text = u"Slowly."_s;
        Chat chat = ChatFixture().fog();
        ChatNote note = chatNoteOf(chat.metadata(), defaults);
        QCOMPARE(note.text, u"Slowly."_s);
        QVERIFY(setChatNote(chat, note, defaults).isEmpty());
        note.depth = 1;
        chat.header = setChatNote(chat, note, defaults).header->second;
        QVERIFY(!chat.metadata().contains(u"note_prompt"));
        QCOMPARE(chat.metadata().value(u"note_depth").toInt(), 1);
        defaults.text = u"Fast."_s; // and goes on following the default
        QCOMPARE(chatNoteOf(chat.metadata(), defaults).text, u"Fast."_s);
    }

    void injectedTexts()
    {
        m_context.inputs.chat =
            changed(u"/inject id=weather position=chat depth=2 scan=true role=user Squall"_s);
        const Json injects = m_context.inputs.chat.metadata().value(u"script_injects");
        QCOMPARE(
            QString::fromUtf8(writeJsonLine(injects)),
            uR"({"weather":{"value":"Squall","position":1,"depth":2,"scan":true,"role":1,"filter":null}})"_s);
        m_context.inputs.chat = changed(u"/inject id=weather"_s);
        QCOMPARE(m_context.inputs.chat.metadata().value(u"script_injects").size(), 0);
        QCOMPARE(planned(u"/inject id=x ephemeral=true Hush"_s).injectedOnce, u"x"_s);
        QCOMPARE(planned(u"/inject id=x Hush"_s).result, u"x"_s);
    }

    void aTextWithoutANameIsGivenOne()
    {
        const QString first = planned(u"/inject Hush"_s).result;
        QVERIFY(!first.isEmpty());
        m_context.inputs.chat = changed(u"/inject Hush"_s);
        m_context.inputs.chat = changed(u"/inject ephemeral=true Sh"_s);
        const Json injects = m_context.inputs.chat.metadata().value(u"script_injects");
        QCOMPARE(injects.size(), 2);
        QCOMPARE(injects.value(first).value(u"value").toText(), u"Hush"_s);
        QCOMPARE(injects.value(first).value(u"depth").toInt(), 4);
        QCOMPARE(planned(u"/inject depth=2.5 Hush"_s)
                     .changes.first()
                     .header->second.value(u"chat_metadata")
                     .value(u"script_injects")
                     .members()
                     .last()
                     .value.value(u"depth")
                     .toDouble(),
                 2.5);
    }

    void itemsInAnotherType_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("stored");
        const auto row = [](const QString &text, const QString &stored) {
            QTest::newRow(qPrintable(text)) << text << stored;
        };
        row(u"/setvar key=b index=k 21"_s, uR"({"k":"21"})"_s);
        row(u"/setvar key=b index=k as=number 21"_s, uR"({"k":21})"_s);
        row(u"/setvar key=b index=k as=number x"_s, uR"({"k":null})"_s);
        row(u"/setvar key=b index=k as=int 21.7 years"_s, uR"({"k":21})"_s);
        row(u"/setvar key=b index=k as=float 21.5 years"_s, uR"({"k":21.5})"_s);
        row(u"/setvar key=b index=k as=bool on"_s, uR"({"k":true})"_s);
        row(u"/setvar key=b index=k as=null x"_s, uR"({"k":null})"_s);
        row(u"/setvar key=b index=k as=none x"_s, u"{}"_s);
        row(u"/setvar key=b index=0 as=none x"_s, u"[null]"_s);
        row(u"/setvar key=b index=k as=list [1]"_s, uR"({"k":[1]})"_s);
        row(u"/setvar key=b index=k as=list {}"_s, uR"({"k":[]})"_s);
        row(u"/setvar key=b index=k as=object x"_s, uR"({"k":{}})"_s);
    }

    void itemsInAnotherType()
    {
        QFETCH(QString, text);
        QFETCH(QString, stored);
        QCOMPARE(changed(text).metadata().value(u"variables").value(u"b").toText(), stored);
    }

    void variables()
    {
        m_context.inputs.globalVariables = {{u"day"_s, Json(u"3"_s)}};
        m_context.inputs.chat = changed(u"/setvar key=clock stopped"_s);
        m_context.inputs.chat = changed(u"/setvar trust 1.50"_s);
        m_context.inputs.chat = changed(u"/setvar key=bag index=0 lamp"_s);
        QCOMPARE(planned(u"/getvar clock"_s).result, u"stopped"_s);
        QCOMPARE(planned(u"/getvar key=trust"_s).result, u"1.5"_s);
        QCOMPARE(planned(u"/getvar key=bag index=0"_s).result, u"lamp"_s);
        QCOMPARE(planned(u"/getvar nothing"_s).result, QString());
        QCOMPARE(planned(u"/getglobalvar day"_s).result, u"3"_s);
        QCOMPARE(planned(u"/listvar scope=local"_s).result,
                 u"clock = stopped\ntrust = 1.5\nbag = [\"lamp\"]"_s);
        QCOMPARE(planned(u"/listvar"_s).result.section(u'\n', -1), u"day = 3"_s);
        QCOMPARE(m_context.inputs.chat.metadata().value(u"variables").value(u"trust").toText(), u"1.50"_s);
    }

    void thePipe()
    {
        m_context.pipe = u"a {{user}} b"_s;
        QCOMPARE(planned(u"/echo"_s).result, u"a {{user}} b"_s); // nobody expands what came
        QCOMPARE(planned(u"/echo <{{pipe}}>"_s).result, u"<a {{user}} b>"_s);
        QCOMPARE(planned(u"/echo own"_s).result, u"own"_s);
        const auto calls = parseSlashCommands(u"/getvar x || /note"_s);
        QCOMPARE(filledSlashCall(calls->last(), m_context).text, QString());
        for (const QString &text : {u"/regenerate"_s, u"/swipe"_s, u"/trigger"_s})
            QCOMPARE(filledSlashCall(parseSlashCommands(text)->first(), m_context).text, QString());
        QCOMPARE(planned(u"/cut 1-2"_s).result.count(u'\n'), 1);
        QCOMPARE(planned(u"/del 2"_s).result.count(u'\n'), 1);
    }

private:
    Result<SlashPlan> planOf(const QString &text) const
    {
        const Result<QList<SlashCall>> calls = parseSlashCommands(text);
        if (!calls)
            return std::unexpected(calls.error());
        return planSlashCommand(filledSlashCall(calls->first(), m_context), m_context);
    }

    SlashPlan planned(const QString &text) const
    {
        const Result<SlashPlan> plan = planOf(text);
        if (!plan)
            qWarning("%s: %s", qPrintable(text), qPrintable(plan.error().what));
        return plan.value_or(SlashPlan());
    }

    Chat changed(const QString &text) const
    {
        Conversation conversation(m_context.inputs.chat);
        for (const ChatChange &change : planned(text).changes)
            conversation.apply(change);
        return conversation.chat();
    }

    SlashContext m_context;
};

} // namespace tst_slashcommands

SNUG_TEST(tst_slashcommands, TestSlashCommands, Core)

#include "tst_slashcommands.moc"
