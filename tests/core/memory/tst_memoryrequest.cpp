// From a scene to the bytes that ask for a memory, and from the answer to the memory.

#include "core/memory/memoryrequest.h"
#include "core/memory/memoryrun.h"
#include "core/memory/sidepromptrun.h"
#include "core/prompt/scriptrun.h"
#include "core/wire/understudy/sceneanswer.h"
#include "tests/core/chat/lineprovider.h"
#include "tests/fakes/scriptedtransport.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_memoryrequest {

using namespace Qt::StringLiterals;
using namespace snug;

static Scene lampScene()
{
    QList<Message> messages;
    for (const auto &[name, text] :
         {std::pair(u"Ada"_s, u"I {{user}} came back.\nAgain."_s), std::pair(u"Mira"_s, u"  You did. "_s),
          std::pair(u" "_s, u"Wind."_s), std::pair(u"Mira"_s, u"  "_s)}) {
        Message message;
        message.name = name;
        message.text = text;
        message.isUser = name == u"Ada";
        messages.append(message);
    }
    const SceneNames names{u"chat-1"_s, u"Mira"_s, u"Ada"_s};
    return *compileScene(sceneSource(messages), {0, 3}, names, QDateTime(QDate(2031, 4, 5), QTime(6, 7)));
}

static QByteArray deltas(const QByteArray &text)
{
    QByteArray lines;
    for (const QByteArray &line : text.split('\n'))
        lines += "t " + line + '\n';
    return lines;
}

class TestMemoryRequest : public QObject
{
    Q_OBJECT

private:
    LineProvider m_provider;

    ModelLink link(Transport &transport)
    {
        ModelLink link;
        link.connection.baseUrl = QUrl(u"http://127.0.0.1:8080/v1"_s);
        link.provider = &m_provider;
        link.transport = &transport;
        return link;
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void everyCharacterHasItsSource()
    {
        const QList<StoredMemory> context{{1, u"[001] Storm"_s, u"It blew."_s, {u"storm"_s}, 4}};
        const Scene scene = lampScene();
        const TracedText text = tracedMemoryPrompt(
            tracedInstructions(u"Of {{USER}} and {{char}}."_s, u"preset Summary"_s, scene.names), scene,
            context);
        QCOMPARE(text.text(), memoryPrompt(u"Of {{USER}} and {{char}}.", scene, context));
        QVERIFY(text.text().startsWith(u"Of Ada and Mira.\n\n=== PREVIOUS"_s));
        const auto sourceOf = [&](const QString &part) {
            const Span *span = text.spanAt(text.text().indexOf(part));
            return span ? span->source : Source();
        };
        QCOMPARE(sourceOf(u"Of "_s).type(), u"memory.instructions"_s);
        QCOMPARE(sourceOf(u"Of "_s).label(), u"preset Summary"_s);
        QCOMPARE(sourceOf(u"Ada and"_s).type(), u"macro"_s);
        QCOMPARE(sourceOf(u"Ada and"_s).group(), SourceGroup::Memory);
        QCOMPARE(sourceOf(u"It blew"_s), Source(SourceKind::MemoryEntry, u"4"_s, u"memory [001] Storm"_s));
        QCOMPARE(sourceOf(u"You did"_s), Source(SourceKind::HistoryAssistant, u"1"_s, u"message 1"_s));
        QCOMPARE(sourceOf(u"I {{user}}"_s).type(), u"history.user"_s); // what was said stays as it was said
        QCOMPARE(sourceOf(u"=== END SCENE"_s).type(), u"memory.frame"_s);
        QVERIFY(!text.text().contains(u"Mira: \n"_s)); // a blank message has no line
    }

    void sidePromptText_data()
    {
        QTest::addColumn<QString>("prior");
        QTest::addColumn<QString>("format");
        QTest::newRow("all parts") << u"Old."_s << u"- list"_s;
        QTest::newRow("blank parts") << u" "_s << u"\n"_s;
    }

    void sidePromptText()
    {
        QFETCH(QString, prior);
        QFETCH(QString, format);
        const Scene scene = lampScene();
        const QList<StoredMemory> context{{1, u"A"_s, u"a"_s, {}, 0}};
        const TracedText traced =
            tracedSidePrompt(TracedText(u"Keep a list."_s, {}), prior, u"Cast (STMB SidePrompt)"_s, context,
                             scene, TracedText(format, {}));
        QCOMPARE(traced.text(), snug::sidePromptText(u"Keep a list.", prior, context, scene, format));
        QCOMPARE(traced.text().contains(u"=== PRIOR ENTRY ==="_s), !prior.trimmed().isEmpty());
        QCOMPARE(traced.text().contains(u"=== RESPONSE FORMAT ==="_s), !format.trimmed().isEmpty());
    }

    void oneMessageOrOneText()
    {
        MemoryRequest request;
        request.text = TracedText(u"Sum up."_s, {});
        request.temperature = 0.2;
        const AssembledPrompt chat = assembledMemoryRequest(request, {});
        QCOMPARE(chat.messages.size(), 1);
        QCOMPARE(chat.messages.first().role, Role::User);
        QCOMPARE(chat.messages.first().content.text(), u"Sum up."_s);
        QCOMPARE(chat.samplers.temperature, 0.2);
        PromptInputs completing;
        completing.textCompletion = TextCompletion();
        const AssembledPrompt text = assembledMemoryRequest(request, completing);
        QVERIFY(text.messages.isEmpty());
        QCOMPARE(text.prompt->text(), u"Sum up."_s);
    }

    void chosenScriptsActAnywhere()
    {
        RegexScript script;
        script.id = u"a"_s;
        script.find = u"/fog/g"_s;
        script.disabled = true;
        script.displayOnly = true;
        script.minDepth = 3;
        RegexScript other;
        other.id = u"b"_s;
        const QList<RegexScript> chosen = chosenScripts({script, other}, {u"a"_s});
        QCOMPARE(chosen.size(), 1);
        QVERIFY(!chosen.first().disabled && !chosen.first().displayOnly && !chosen.first().minDepth);
        QVERIFY(isInvolved(chosen.first(), ScriptPurpose::Prompt, RegexScript::Placement::AiOutput, {}));
    }

    void answers_data()
    {
        using Kind = MemoryOutcome::Kind;
        QTest::addColumn<QList<ScriptedAnswer>>("answers");
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("attempts");
        const QByteArray good = deltas(R"({"title":"T","content":"It was.","keywords":["k"]})") + "stop\n";
        const QByteArray prose = deltas("I will not.") + "stop\n";
        const QByteArray cut = deltas(R"({"title":"T","content":"It)") + "length\n";
        const QByteArray wrong = deltas(R"({"title":"T","keywords":[]})") + "stop\n";
        const auto row = [](const char *name, const QByteArrayList &bodies, Kind kind, const QString &code,
                            int attempts) {
            QList<ScriptedAnswer> answers;
            for (const QByteArray &body : bodies)
                answers.append({.pieces = {body}});
            QTest::newRow(name) << answers << kind << code << attempts;
        };
        row("a memory", {good}, Kind::Memory, {}, 1);
        row("prose first, then a memory", {prose, good}, Kind::Memory, {}, 2);
        row("prose again and again", {prose, prose, prose}, Kind::Fault, u"NO_JSON_BLOCK"_s, 3);
        row("cut off, then a memory", {cut, good}, Kind::Memory, {}, 2);
        row("cut off each time", {cut, cut, cut}, Kind::Fault, u"PROVIDER_TRUNCATION"_s, 3);
        row("a missing field is not asked for again", {wrong}, Kind::Fault, u"MISSING_FIELDS_CONTENT"_s, 1);
        row("an empty answer", {"stop\n"}, Kind::Fault, u"EMPTY_OR_INVALID"_s, 1);
        QTest::newRow("nobody there")
            << QList<ScriptedAnswer>{ScriptedAnswer::failing(ExchangeEnd::Kind::Refused)} << Kind::Failed
            << QString() << 1;
    }

    void answers()
    {
        QFETCH(QList<ScriptedAnswer>, answers);
        QFETCH(MemoryOutcome::Kind, kind);
        QFETCH(QString, code);
        QFETCH(int, attempts);
        ScriptedTransport transport;
        for (const ScriptedAnswer &answer : answers)
            transport.enqueue(answer);
        const WireRequest request{"POST", QUrl(u"http://127.0.0.1:8080/v1/chat/completions"_s), {}, "body"};
        MemoryRun run(link(transport), request, [] { return QDateTime::currentDateTimeUtc(); }, 0);
        std::optional<MemoryOutcome> outcome;
        connect(&run, &MemoryRun::ended, this, [&](const MemoryOutcome &ended) {
            QVERIFY(!outcome);
            outcome = ended;
        });
        run.start();
        QTRY_VERIFY(outcome);
        QCOMPARE(outcome->kind, kind);
        if (kind == MemoryOutcome::Kind::Fault)
            QCOMPARE(replyFaultCode(outcome->fault), code);
        if (kind == MemoryOutcome::Kind::Failed)
            QVERIFY(!outcome->error.what.isEmpty());
        QCOMPARE(run.attempt(), attempts);
        QCOMPARE(transport.requests(), QList<WireRequest>(attempts, request));
    }

    void stoppingEndsAtOnce()
    {
        ScriptedTransport transport;
        transport.enqueue({.pieces = {"t {\n"}, .holdsOpen = true});
        MemoryRun run(
            link(transport), {"POST", QUrl(u"http://127.0.0.1:8080"_s), {}, {}},
            [] { return QDateTime::currentDateTimeUtc(); }, 0);
        QList<MemoryOutcome> outcomes;
        connect(&run, &MemoryRun::ended, this, [&](const MemoryOutcome &ended) { outcomes.append(ended); });
        run.start();
        QTRY_COMPARE(run.text(), u"{"_s);
        run.stop();
        run.stop();
        QCOMPARE(outcomes.size(), 1);
        QCOMPARE(outcomes.first().kind, MemoryOutcome::Kind::Stopped);
        QCOMPARE(outcomes.first().text, u"{"_s);
    }

    void understudyKeepsTheContract()
    {
        const Scene scene = lampScene();
        const QString asked = memoryPrompt(u"Sum up. Not this: === SCENE TRANSCRIPT ===", scene, {});
        const std::optional<QString> answer = sceneAnswer({{Role::User, {}, asked}});
        QVERIFY(answer);
        const auto read = readMemoryReply(*answer);
        QVERIFY(read);
        QVERIFY(read->keywords.contains(u"Mira"_s));
        QVERIFY(read->content.contains(u"Wind."_s));
        QVERIFY(!sceneAnswer({{Role::User, {}, u"Hello, Mira."_s}}));
        QVERIFY(!sceneAnswer({}));
        const QString side = snug::sidePromptText(u"Keep a list.", {}, {}, scene, u"- list");
        const std::optional<QString> kept = sceneAnswer({{Role::User, {}, side}});
        QVERIFY(kept && kept->contains(u"Wind."_s));
        QVERIFY(!kept->contains(u"list"_s)); // the form is no part of the scene
    }
};

} // namespace tst_memoryrequest

SNUG_TEST(tst_memoryrequest, TestMemoryRequest, Core)
#include "tst_memoryrequest.moc"
