// A prompt for others: what goes out comes back, nothing more goes out, and no file can do harm.

#include "core/formats/jsontext.h"
#include "core/ledger/sharedprompt.h"
#include "core/prompt/promptaccount.h"
#include "core/prompt/promptchanges.h"
#include "core/prompt/promptnames.h"
#include "tests/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_sharedprompt {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

LoreTrace row(int uid, bool fired, LoreGate gate)
{
    LoreTrace made;
    made.book = u"Mira's book"_s;
    made.uid = uid;
    made.title = u"Lamp %1"_s.arg(uid);
    made.fired = fired;
    made.gate = gate;
    made.tokens = 7 * uid;
    LoreDetail detail;
    detail.key = u"lamp"_s;
    detail.place = LorePlace::Message;
    detail.message = 3;
    detail.name = u"Mira"_s;
    detail.start = 4;
    detail.length = 4;
    detail.value = 30;
    made.detail = std::make_shared<const LoreDetail>(detail);
    return made;
}

AssembledPrompt evening()
{
    const Source file(SourceKind::PresetFile, u"Default"_s, u"preset Default"_s);
    const Source block = Source(SourceKind::PresetRelative, u"main"_s, u"Main"_s).inside(file);
    const Source macro = Source(SourceKind::Macro, u"char"_s, u"{{char}}"_s).inside(block);
    TracedText text(u"You are "_s, block);
    text.append(
        TracedText(u"Mira"_s, Source(SourceKind::CharName, u"Mira.png"_s, u"card Mira"_s)).inside(macro));
    text.append(TracedText::computed(u"\n"_s, Source(SourceKind::SeparatorSquash)));
    text.append(TracedText(u"…the lamp 🌊"_s,
                           Source(SourceKind::WorldBookBeforeChar, u"Mira's book.1"_s, u"lore Lamp"_s))
                    .mid(1));
    AssembledPrompt prompt;
    prompt.messages = {
        {.role = Role::System, .content = text, .tokens = 31, .source = block},
        {.role = Role::User,
         .name = u"Ada"_s,
         .content = TracedText(u"Where's \"Mira\"?"_s, Source(SourceKind::HistoryUser, u"7"_s, u"Ada"_s)),
         .tokens = 9,
         .source = Source(SourceKind::HistoryUser, u"7"_s, u"Ada"_s)}};
    prompt.trace.lore = {row(1, true, LoreGate::KeyFound), row(2, false, LoreGate::Probability),
                         row(3, false, LoreGate::KeyNotFound)};
    prompt.trace.dropped = {
        {.content = TracedText(u"Old."_s, Source(SourceKind::HistoryUser, u"0"_s, u"Ada"_s)),
         .reason = u"over the context size by 31 tokens"_s,
         .tokens = 4}};
    prompt.trace.warnings = {u"Something about Mira"_s};
    prompt.budget = {.context = 8192,
                     .reserved = 300,
                     .used = 40,
                     .kind = CountKind::Exact,
                     .counterName = u"o200k_base"_s};
    prompt.localVariables = Json::object({{u"secret"_s, Json(u"of the chat"_s)}});
    prompt.globalVariables = {{u"everywhere"_s, Json(u"of all chats"_s)}};
    return prompt;
}

QByteArray fileOf(const AssembledPrompt &prompt)
{
    return sharedPromptFile({.prompt = prompt, .program = u"Snug 1"_s, .isWithoutNames = false},
                            Json::object({{u"messages"_s, Json::array()}}));
}

// The record of a file, with its first message changed.
template <typename Change> QByteArray changed(Change change)
{
    Json file = parseJson(fileOf(evening())).value();
    Json head = file.value(u"snug_prompt");
    Json record = head.value(u"record");
    for (qsizetype i = 0; i < record.size(); ++i) {
        Json line = record.at(i);
        if (Json message = line.value(u"message"); message.isObject()) {
            change(message);
            line.set(u"message"_s, message);
            record.setAt(i, line);
            break;
        }
    }
    head.set(u"record"_s, record);
    file.set(u"snug_prompt"_s, head);
    return writeJson(file);
}

QByteArray withRecord(const QByteArray &record)
{
    return R"({"snug_prompt":{"format":1,"record":[)" + record + "]}}";
}

} // namespace

class TestSharedPrompt : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void comesBackAsItWas()
    {
        const AssembledPrompt prompt = evening();
        const QByteArray file = fileOf(prompt);
        const auto read = readSharedPrompt(file);
        QVERIFY2(read, read ? "" : qPrintable(read.error().line()));
        QVERIFY(read->prompt.messages == prompt.messages);
        QVERIFY(read->prompt.trace.lore == prompt.trace.lore); // the silent ones too, with why
        QVERIFY(read->prompt.trace.dropped == prompt.trace.dropped);
        QCOMPARE(read->prompt.trace.warnings, prompt.trace.warnings);
        QVERIFY(read->prompt.budget == prompt.budget);
        QVERIFY(promptAccount(read->prompt) == promptAccount(prompt));
        QVERIFY(promptChanges(prompt, read->prompt).isEmpty());
        QCOMPARE(read->program, u"Snug 1"_s);
        QVERIFY(!read->isWithoutNames);
        // What else the file says stands behind it, for other programs.
        QVERIFY(parseJson(file)->contains(u"messages"));
        QVERIFY(!file.contains("of the chat") && !file.contains("of all chats"));
    }

    void aWholeTextComesBack()
    {
        AssembledPrompt prompt = evening();
        prompt.prompt = prompt.messages.first().content;
        prompt.messages.clear();
        prompt.mode = PromptMode::Story;
        const auto read = readSharedPrompt(fileOf(prompt));
        QVERIFY(read);
        QVERIFY(read->prompt.prompt == prompt.prompt);
        QCOMPARE(read->prompt.budget.used, 40);
        QCOMPARE(read->prompt.mode, PromptMode::Story);
    }

    // They were found while the chat was there, which is not in the file.
    void nearestMissesComeWithIt()
    {
        const LoreMiss miss{.kind = LoreMiss::Kind::InsideWord,
                            .key = u"lamp"_s,
                            .word = u"lamplight"_s,
                            .place = LorePlace::Message,
                            .message = 5,
                            .back = 2,
                            .depth = 4};
        SharedPrompt shared{.prompt = evening(), .program = {}, .misses = {{2, miss}}};
        QCOMPARE(readSharedPrompt(sharedPromptFile(shared, Json::object()))->misses, shared.misses);
        // Of what fired, or is no entry, there is none.
        shared.misses = {{0, miss}, {3, miss}, {-1, miss}, {1, LoreMiss()}};
        QVERIFY(readSharedPrompt(sharedPromptFile(shared, Json::object()))->misses.isEmpty());
    }

    void namesAreNowhereInIt()
    {
        const QList<NameStandIn> names{{u"Mira"_s, u"Character 1"_s}, {u"Ada"_s, u"User"_s}};
        const LoreMisses misses{{2,
                                 {.kind = LoreMiss::Kind::CaseOnly,
                                  .key = u"mira's lamp"_s,
                                  .word = u"Mira's lamp"_s,
                                  .place = LorePlace::Message}}};
        const QByteArray file = sharedPromptFile({.prompt = withoutNames(evening(), names),
                                                  .program = {},
                                                  .isWithoutNames = true,
                                                  .misses = withoutNames(misses, names)},
                                                 Json::object());
        QVERIFY2(!file.contains("Mira") && !file.contains("Ada") && !file.contains("mira"), file.constData());
        const auto read = readSharedPrompt(file);
        QVERIFY(read && read->isWithoutNames);
        QVERIFY(read->prompt.messages.first().content.text().startsWith(u"You are Character 1"));
    }

    // Other programs lay JSON out anew.
    void theLayoutDoesNotMatter()
    {
        QByteArray file = fileOf(evening());
        file.replace("\n", "\r\n\t\n ");
        const auto read = readSharedPrompt(file);
        QVERIFY(read && read->prompt.messages == evening().messages);
    }

    void whatIsNoneIsSaid_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("what");
        QTest::newRow("nothing") << ""_ba << QString();
        QTest::newRow("torn") << fileOf(evening()).chopped(20) << QString();
        QTest::newRow("another JSON") << "{}"_ba << u"the file is not a prompt that Snug exported as JSON"_s;
        QTest::newRow("a list") << "[]"_ba << u"the file is not a prompt that Snug exported as JSON"_s;
        QTest::newRow("no record") << R"({"snug_prompt":{"format":1}})"_ba
                                   << u"the file is not a prompt that Snug exported as JSON"_s;
        QTest::newRow("a later format") << R"({"snug_prompt":{"format":2,"record":[]}})"_ba
                                        << u"a later version of Snug has written the file"_s;
        QTest::newRow("no prompt") << withRecord("") << u"there is no prompt in the file"_s;
        QTest::newRow("lines of other kinds")
            << withRecord(R"({"x":1},7,null,[],"message")") << u"there is no prompt in the file"_s;
        QTest::newRow("nested too deeply")
            << withRecord(QByteArray(100'000, '[') + QByteArray(100'000, ']')) << QString();
        const QString tooMuch = u"the file holds more than a prompt can, and is not shown"_s;
        QTest::newRow("too many lines") << withRecord(QByteArray("{},").repeated(70'000) + "{}") << tooMuch;
        QTest::newRow("too much text")
            << changed([](Json &message) { message.set(u"text"_s, Json(QString(5'000'000, u'a'))); })
            << tooMuch;
        QTest::newRow("too many stretches") << changed([](Json &message) {
            message.set(u"spans"_s, Json::array(QList<Json>(250'000, Json::array({Json(1), Json(0)}))));
        }) << tooMuch;
        QTest::newRow("places far off") << changed([](Json &message) {
            message.set(u"text"_s, Json(QString(100'000, u'a')));
            message.set(u"spans"_s,
                        Json::array(QList<Json>(100'000, Json::array({Json(1), Json(0), Json(15'000'000)}))));
        }) << tooMuch;
        QTest::newRow("an endless name") << changed([](Json &message) {
            message.set(
                u"sources"_s,
                Json::array({Json::array({Json(u"macro"_s), Json(u"x"_s), Json(QString(1'000'000, u'a'))})}));
        }) << tooMuch;
        QByteArray many;
        for (int i = 0; i < 20; ++i)
            many += R"({"message":{"text":"a","tokens":9000000}},)";
        QTest::newRow("more tokens than there are") << withRecord(many.chopped(1)) << tooMuch;
    }

    void whatIsNoneIsSaid()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, what);
        const auto read = readSharedPrompt(bytes);
        QVERIFY(!read);
        if (!what.isEmpty())
            QCOMPARE(read.error().what, what);
        QVERIFY(!read.error().what.contains(u'\n'));
    }

    // Numbers of strangers are brought within what can be added up and shown.
    void numbersAreBounded()
    {
        const auto read = readSharedPrompt(withRecord(
            R"({"prompt":{"context":-5,"reserved":999999999999,"used":-1,"count":"exact","counter":"x"}},)"
            R"({"message":{"text":"a","tokens":-7,"spans":[[9,0]],"sources":[["macro","a","b",0],["x","y","z",99]]}},)"
            R"({"message":{"text":"bc","tokens":4,"spans":[[1,5],[1,-1]],"source":77,"source_object":{"a":1}}},)"
            R"({"lore":{"uid":1,"tokens":-3,"round":-1,"gate":"delay","value":1e300,"message":-99}},)"
            R"({"dropped":{"text":"x","tokens":-1}})"));
        QVERIFY(read);
        const AssembledPrompt &prompt = read->prompt;
        QCOMPARE(prompt.budget.used, 4);
        QCOMPARE(promptAccount(prompt).total(), 4);
        QCOMPARE(prompt.budget.context, 0);
        QCOMPARE(prompt.trace.lore.first().tokens, 0);
        QVERIFY(!loreReason(prompt.trace.lore.first()).isEmpty());
        QCOMPARE(prompt.trace.dropped.first().tokens, 0);
        for (const OutboundMessage &message : prompt.messages) {
            qsizetype end = 0;
            for (const Span &span : message.content.spans()) {
                QCOMPARE(span.start, end);
                end = span.end();
            }
            QCOMPARE(end, message.content.size());
        }
    }

    void filesAreKnownByHowTheyBegin()
    {
        const QTemporaryDir folder;
        const auto write = [&](const QString &name, const QByteArray &bytes) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
        };
        QVERIFY(write(u"a.json"_s, fileOf(evening())));
        QVERIFY(write(u"b.json"_s, "\xEF\xBB\xBF \n{\n \"snug_prompt\" : {}}"));
        QVERIFY(write(u"c.json"_s, R"({"name":"snug_prompt"})"));
        QVERIFY(write(u"d.json"_s, ""));
        QVERIFY(isSharedPromptFile(folder.filePath(u"a.json"_s)));
        QVERIFY(isSharedPromptFile(folder.filePath(u"b.json"_s)));
        QVERIFY(!isSharedPromptFile(folder.filePath(u"c.json"_s)));
        QVERIFY(!isSharedPromptFile(folder.filePath(u"d.json"_s)));
        QVERIFY(!isSharedPromptFile(folder.path()));
        QVERIFY(!isSharedPromptFile(u"/dev/zero"_s));
        QVERIFY(readSharedPromptFile(folder.filePath(u"a.json"_s)));
        QCOMPARE(readSharedPromptFile(u"/dev/zero"_s).error().line(), u"zero: the file cannot be read"_s);
        QCOMPARE(readSharedPromptFile(folder.filePath(u"c.json"_s)).error().file, u"c.json"_s);
    }
};

} // namespace tst_sharedprompt

SNUG_TEST(tst_sharedprompt, TestSharedPrompt, Core)
#include "tst_sharedprompt.moc"
