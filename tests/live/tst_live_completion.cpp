// Text completions against a real llama-server, over our own network code and with prompts that the
// program assembles: its own /completion and the OpenAI shape. ./dev test-live starts the server.
#include "core/chat/chatsession.h"
#include "core/formats/texttemplates.h"
#include "core/prompt/assemble.h"
#include "core/tokens/loadtokenizer.h"
#include "core/wire/connectiontest.h"
#include "core/wire/networktransport.h"
#include "tests/live/livecall.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

constexpr auto patience = 30'000;

Connection connectionOf(Connection::Kind kind, const char *server)
{
    Connection connection;
    connection.kind = kind;
    connection.baseUrl = QUrl(qEnvironmentVariable(server));
    if (kind == Connection::Kind::OpenAiCompletion)
        connection.baseUrl.setPath(u"/v1"_s);
    connection.model = u"tiny"_s;
    return connection;
}

// A session with a server, a card and ChatML templates.
class LiveText
{
public:
    explicit LiveText(Connection::Kind kind, const char *server = "SNUG_LIVE_CHAT_URL")
        : connection(connectionOf(kind, server))
    {
        text.context = builtInContextTemplate();
        text.instruct = builtInInstructTemplate();
        text.preset.emplace().samplers.temperature = 0;
        text.preset->maxTokens = 200;
        text.preset->contextSize = 8192;
        card.name = u"Mira"_s;
        card.description = u"{{char}} keeps the lighthouse and speaks to {{user}}."_s;
        session.setLink({.connection = connection,
                         .key = {},
                         .provider = &providerFor(connection.kind),
                         .transport = &transport});
    }

    bool isIdle() const { return session.reply().phase == ReplyState::Phase::Idle; }
    Message last() const
    {
        return session.chat().messages.isEmpty() ? Message() : session.chat().messages.last();
    }
    QString sentPrompt() const
    {
        const auto &sent = session.run().lastSent();
        const QByteArray body = sent && sent->request ? sent->request->body : QByteArray();
        return QJsonDocument::fromJson(body)[u"prompt"].toString();
    }

    Connection connection;
    TextCompletion text;
    Card card;
    QStringList stopStrings;
    NetworkTransport transport;
    ChatSession session{Chat(),
                        {.inputs =
                             [this] {
                                 PromptInputs inputs;
                                 inputs.card = card;
                                 inputs.textCompletion = text;
                                 inputs.userName = u"Ada"_s;
                                 inputs.settings.stopStrings = stopStrings;
                                 return inputs;
                             },
                         .assemble = assemble,
                         .substitute = {},
                         .isChatNameTaken = {},
                         .now = {},
                         .seed = {}},
                        nullptr,
                        false};
};

} // namespace

class TestLiveCompletion : public QObject
{
    Q_OBJECT

private:
    static void kinds()
    {
        QTest::addColumn<Connection::Kind>("kind");
        QTest::newRow("/completion") << Connection::Kind::LlamaCompletion;
        QTest::newRow("/v1/completions") << Connection::Kind::OpenAiCompletion;
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(qEnvironmentVariableIsSet("SNUG_LIVE_CHAT_URL"), "run this through ./dev test-live");
        QCOMPARE(liveCall(QUrl(qEnvironmentVariable("SNUG_LIVE_CHAT_URL")), u"/health"_s).has_value(), true);
    }

    void init() { QTest::failOnWarning(); }

    void aTurnStreams_data() { kinds(); }
    void aTurnStreams()
    {
        QFETCH(Connection::Kind, kind);
        LiveText chat(kind);
        QVERIFY(chat.session.send(u"Who keeps the lantern?"_s));
        QTRY_VERIFY_WITH_TIMEOUT(chat.isIdle(), patience);
        QCOMPARE(chat.session.chat().messages.size(), 2);
        QVERIFY(chat.sentPrompt().startsWith(u"<|im_start|>system\n# Mira\nMira keeps"));
        QVERIFY(chat.sentPrompt().endsWith(u"<|im_start|>assistant\n"));
        // The scripted model tells this behind a ChatML prompt, and then ends its turn.
        QVERIFY2(chat.last().text.startsWith(u"*Mira lifts her lantern"_s), qPrintable(chat.last().text));
        QVERIFY(chat.last().text.contains(u"🦊"_s));
        QVERIFY2(chat.last().text.endsWith(u"overhead."_s), qPrintable(chat.last().text));
    }

    // The text goes through no template of the server's: its count is ours.
    void theCountAgrees_data() { kinds(); }
    void theCountAgrees()
    {
        QFETCH(Connection::Kind, kind);
        const auto tokenizer = readTokenizerFile(qEnvironmentVariable("SNUG_LIVE_CHAT_TOKENIZER"));
        QVERIFY(tokenizer);
        LiveText chat(kind);
        QVERIFY(chat.session.send(u"And the *fog*? “Déjà vu” 灯台 🦊"_s));
        QTRY_VERIFY_WITH_TIMEOUT(chat.isIdle(), patience);
        const auto usage = usageOf(chat.last());
        QVERIFY(usage && usage->prompt && usage->completion);
        constexpr int beginning = 1; // the token that begins every text
        QCOMPARE(*usage->prompt, (*tokenizer)->count(chat.sentPrompt()) + beginning);
    }

    void stopStringsEndIt_data() { kinds(); }
    void stopStringsEndIt()
    {
        QFETCH(Connection::Kind, kind);
        LiveText chat(kind);
        chat.stopStrings = {u"harbour"_s};
        QVERIFY(chat.session.send(u"Who keeps the lantern?"_s));
        QTRY_VERIFY_WITH_TIMEOUT(chat.isIdle(), patience);
        QCOMPARE(chat.last().text.trimmed(), u"*Mira lifts her lantern, squinting through"_s);
    }

    void continueGoesOnInTheMiddle_data() { kinds(); }
    void continueGoesOnInTheMiddle()
    {
        QFETCH(Connection::Kind, kind);
        LiveText whole(kind);
        QVERIFY(whole.session.send(u"Who keeps the lantern?"_s));
        QTRY_VERIFY_WITH_TIMEOUT(whole.isIdle(), patience);
        LiveText chat(kind);
        chat.text.preset->maxTokens = 12;
        QVERIFY(chat.session.send(u"Who keeps the lantern?"_s));
        QTRY_VERIFY_WITH_TIMEOUT(chat.isIdle(), patience);
        const QString beginning = chat.last().text;
        QVERIFY(!beginning.isEmpty() && !beginning.contains(u"overhead"_s));
        chat.text.preset->maxTokens = 200;
        QVERIFY(chat.session.generate(GenerationType::Continue));
        QTRY_VERIFY_WITH_TIMEOUT(chat.isIdle(), patience);
        QVERIFY2(chat.sentPrompt().endsWith(u"<|im_start|>assistant\n"_s + beginning),
                 qPrintable(chat.sentPrompt()));
        QCOMPARE(chat.session.chat().messages.size(), 2);
        // Behind its own beginning the model goes on as if it had never stopped.
        QCOMPARE(chat.last().text, whole.last().text);
    }

    void aSwipeWithAnotherSeedDiffers_data() { kinds(); }
    void aSwipeWithAnotherSeedDiffers()
    {
        QFETCH(Connection::Kind, kind);
        LiveText chat(kind);
        chat.text.preset->samplers.temperature = 1;
        chat.text.preset->samplers.seed = 1;
        QVERIFY(chat.session.send(u"Tell me."_s));
        QTRY_VERIFY_WITH_TIMEOUT(chat.isIdle(), patience);
        QStringList told{chat.last().text};
        for (int seed = 2; seed < 30 && told.count(told.first()) == told.size(); ++seed) {
            chat.text.preset->samplers.seed = seed;
            QVERIFY(chat.session.swipe(1, +1));
            QTRY_VERIFY_WITH_TIMEOUT(chat.isIdle(), patience);
            told << chat.last().text;
        }
        QVERIFY2(told.last() != told.first(), "29 seeds told the same");
    }

    void stopKeepsWhatHasArrived_data() { kinds(); }
    void stopKeepsWhatHasArrived()
    {
        QFETCH(Connection::Kind, kind);
        LiveText chat(kind, "SNUG_LIVE_NOISE_URL");
        chat.text.preset->samplers.temperature = 1;
        chat.text.preset->maxTokens = 7000;
        QVERIFY(chat.session.send(u"Talk."_s));
        QTRY_VERIFY_WITH_TIMEOUT(chat.session.reply().text.size() > 20, patience);
        const QString shown = chat.session.reply().text;
        chat.session.stop();
        QVERIFY(chat.isIdle());
        QVERIFY2(chat.last().text.trimmed().startsWith(shown.trimmed()), qPrintable(chat.last().text));
    }

    // Every sampler that a preset can bring is a key that the server knows.
    void samplersAreTakenAsMeant()
    {
        LiveText chat(Connection::Kind::LlamaCompletion);
        TextPreset &preset = *chat.text.preset;
        preset.samplers = {.temperature = 0.5,
                           .topP = 0.75,
                           .topK = 7,
                           .topA = {},
                           .minP = 0.25,
                           .frequencyPenalty = 0.5,
                           .presencePenalty = -0.5,
                           .repetitionPenalty = 1.25,
                           .seed = 42};
        preset.textSamplers.typicalP = 0.75;
        preset.textSamplers.topNSigma = 1.5;
        preset.textSamplers.xtcProbability = 0.25;
        preset.textSamplers.xtcThreshold = 0.125;
        preset.textSamplers.dryMultiplier = 0.5;
        preset.textSamplers.dryBase = 1.5;
        preset.textSamplers.dryAllowedLength = 3;
        preset.textSamplers.dryRange = 32;
        preset.textSamplers.dryBreakers = u"[\"\\n\", \"#\"]"_s;
        preset.textSamplers.repetitionRange = 128;
        preset.textSamplers.minKeep = 2;
        preset.maxTokens = 4;
        QVERIFY(chat.session.send(u"Talk."_s));
        QTRY_VERIFY_WITH_TIMEOUT(chat.isIdle(), patience);
        // The server says in its answer what it made of the same body.
        QJsonObject body = QJsonDocument::fromJson(chat.session.run().lastSent()->request->body).object();
        body[u"stream"] = false;
        const auto answer = liveCall(chat.connection.baseUrl, u"/completion"_s, QJsonDocument(body).toJson());
        QVERIFY(answer);
        const QJsonObject used = QJsonDocument::fromJson(*answer)[u"generation_settings"].toObject();
        for (const QString &key : {u"temperature"_s,
                                   u"top_p"_s,
                                   u"top_k"_s,
                                   u"min_p"_s,
                                   u"frequency_penalty"_s,
                                   u"presence_penalty"_s,
                                   u"repeat_penalty"_s,
                                   u"seed"_s,
                                   u"typical_p"_s,
                                   u"top_n_sigma"_s,
                                   u"xtc_probability"_s,
                                   u"xtc_threshold"_s,
                                   u"dry_multiplier"_s,
                                   u"dry_base"_s,
                                   u"dry_allowed_length"_s,
                                   u"dry_penalty_last_n"_s,
                                   u"dry_sequence_breakers"_s,
                                   u"repeat_last_n"_s,
                                   u"min_keep"_s,
                                   u"n_predict"_s,
                                   u"stop"_s}) {
            QVERIFY2(body.contains(key), qPrintable(key));
            QVERIFY2(used[key] == body[key],
                     qPrintable(u"%1: sent %2, used %3"_s.arg(key, body[key].toVariant().toString(),
                                                              used[key].toVariant().toString())));
        }
    }

    void theConnectionTestWorks_data() { kinds(); }
    void theConnectionTestWorks()
    {
        QFETCH(Connection::Kind, kind);
        NetworkTransport transport;
        ConnectionTest test(transport);
        std::optional<ConnectionReport> report;
        connect(&test, &ConnectionTest::ended, this, [&](const ConnectionReport &ended) { report = ended; });
        test.start(connectionOf(kind, "SNUG_LIVE_CHAT_URL"), {});
        QTRY_VERIFY_WITH_TIMEOUT(report, patience);
        QVERIFY2(report->works, qPrintable(report->lines.join(u'\n')));
        QVERIFY(!report->models.isEmpty());
        if (kind == Connection::Kind::LlamaCompletion)
            QCOMPARE(report->contextSize, 8192);
    }
};

QTEST_GUILESS_MAIN(TestLiveCompletion)
#include "tst_live_completion.moc"
