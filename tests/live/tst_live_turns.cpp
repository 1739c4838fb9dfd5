// Whole turns against a real llama-server, over our own network code: what streams, what a swipe, a stop
// and a continuation leave in the chat, and what the server says it made of our prompt. ./dev test-live
// starts the servers and says in the environment where they are.
#include "core/chat/chatsession.h"
#include "core/tokens/loadtokenizer.h"
#include "core/wire/networktransport.h"
#include "tests/live/livecall.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

constexpr auto patience = 30'000;

// The chat as it stands, under one system message.
AssembledPrompt plainPrompt(const PromptInputs &inputs, const std::stop_token &)
{
    AssembledPrompt prompt;
    const auto add = [&](Role role, const QString &text) {
        OutboundMessage message;
        message.role = role;
        message.content = TracedText(text, Source());
        prompt.messages.append(message);
    };
    add(Role::System,
        u"You are Mira, keeper of the lighthouse. Speak in character and keep the fog alive."_s);
    QList<Message> messages = inputs.chat.messages;
    const bool replaces = inputs.type == GenerationType::Swipe || inputs.type == GenerationType::Regenerate;
    if (replaces && !messages.isEmpty() && !messages.last().isUser)
        messages.removeLast();
    for (const Message &message : messages)
        add(message.isUser ? Role::User : Role::Assistant, message.text);
    if (!inputs.userText.isEmpty())
        add(Role::User, inputs.userText);
    prompt.samplers = inputs.preset->samplers;
    prompt.maxTokens = inputs.preset->maxTokens;
    return prompt;
}

// A session with a server, and everything a session needs.
class LiveChat
{
public:
    explicit LiveChat(const char *server)
        : url(qEnvironmentVariable(server))
    {
        preset.samplers.temperature = 0;
        preset.maxTokens = 200;
        connection.kind = Connection::Kind::LlamaServer;
        connection.baseUrl = url;
        connection.model = u"tiny"_s;
        connect();
    }

    // With `connection` as it is now.
    void connect()
    {
        session.setLink({.connection = connection,
                         .key = {},
                         .provider = &providerFor(connection),
                         .transport = &transport});
    }

    bool isIdle() const { return session.reply().phase == ReplyState::Phase::Idle; }
    Message last() const
    {
        return session.chat().messages.isEmpty() ? Message() : session.chat().messages.last();
    }
    // The messages of the newest request, as they stand in its body.
    QJsonArray sentMessages() const
    {
        const auto &sent = session.run().lastSent();
        const QByteArray body = sent && sent->request ? sent->request->body : QByteArray();
        return QJsonDocument::fromJson(body).object().value(u"messages").toArray();
    }
    // Those messages through the model's own template.
    QString rendered() const
    {
        const QJsonObject body{{u"messages"_s, sentMessages()}};
        const auto answer = liveCall(url, u"/apply-template"_s, QJsonDocument(body).toJson());
        return QJsonDocument::fromJson(answer.value_or(QByteArray())).object().value(u"prompt").toString();
    }

    QUrl url;
    Preset preset;
    Connection connection;
    NetworkTransport transport;
    ChatSession session{Chat(),
                        {.inputs =
                             [this] {
                                 PromptInputs inputs;
                                 inputs.preset = preset;
                                 inputs.userName = u"Ada"_s;
                                 return inputs;
                             },
                         .assemble = plainPrompt,
                         .substitute = {},
                         .isChatNameTaken = {},
                         .now = {},
                         .seed = {}},
                        nullptr,
                        false};
};

qsizetype commonPrefix(const QList<int> &left, const QList<int> &right)
{
    return std::ranges::mismatch(left, right).in1 - left.begin();
}

} // namespace

class TestLiveTurns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(qEnvironmentVariableIsSet("SNUG_LIVE_CHAT_URL"), "run this through ./dev test-live");
        QCOMPARE(liveCall(QUrl(qEnvironmentVariable("SNUG_LIVE_CHAT_URL")), u"/health"_s).has_value(), true);
    }

    void init() { QTest::failOnWarning(); }

    void aTurnStreams()
    {
        LiveChat chat("SNUG_LIVE_CHAT_URL");
        QVERIFY(chat.session.send(u"Who keeps the lantern?"_s));
        QTRY_VERIFY_WITH_TIMEOUT(chat.isIdle(), patience);
        QCOMPARE(chat.session.chat().messages.size(), 2);
        QVERIFY(chat.session.chat().messages.first().isUser);
        // The scripted model always tells this at temperature 0.
        QVERIFY2(chat.last().text.startsWith(u"*Mira lifts her lantern"_s), qPrintable(chat.last().text));
        QVERIFY(chat.last().text.contains(u"🦊"_s));
        QVERIFY(chat.last().text.endsWith(u"overhead."_s));
        const auto usage = usageOf(chat.last());
        QVERIFY(usage && usage->prompt && usage->completion);
    }

    // Two turns in each form of messages that the server speaks beside its own.
    void everyFormTellsTheSame_data()
    {
        QTest::addColumn<ChatService>("service");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("sent");
        QTest::newRow("OpenAI's") << ChatService::Custom << u"/v1"_s << u"tiny"_s
                                  << u"/v1/chat/completions"_s;
        QTest::newRow("Responses") << ChatService::LlamaCpp << QString() << u"tiny"_s << u"/v1/responses"_s;
        QTest::newRow("Anthropic's") << ChatService::Claude << u"/v1"_s << u"claude-3-5-haiku"_s
                                     << u"/v1/messages"_s;
    }
    void everyFormTellsTheSame()
    {
        QFETCH(ChatService, service);
        QFETCH(QString, path);
        LiveChat chat("SNUG_LIVE_CHAT_URL");
        chat.connection.kind = Connection::Kind::ChatService;
        chat.connection.service = service;
        chat.connection.baseUrl.setPath(path);
        QFETCH(QString, model);
        chat.connection.model = model;
        chat.connection.request.options.usesResponses = service == ChatService::LlamaCpp;
        chat.connect();
        for (int turn = 1; turn <= 2; ++turn) {
            QVERIFY(chat.session.send(u"Who keeps the lantern?"_s));
            QTRY_VERIFY_WITH_TIMEOUT(!chat.session.reply().isUnderWay(), patience);
            const ReplyState &reply = chat.session.reply();
            QVERIFY2(chat.isIdle(), qPrintable(reply.error.line() + u'\n' + reply.details));
            QCOMPARE(chat.session.chat().messages.size(), 2 * turn);
            QVERIFY2(chat.last().text.startsWith(u"*Mira lifts her lantern"_s), qPrintable(chat.last().text));
            QVERIFY(chat.last().text.endsWith(u"overhead."_s));
            const auto usage = usageOf(chat.last());
            QVERIFY(usage && usage->prompt && usage->completion);
        }
        QTEST(chat.session.run().lastSent()->request->url.path(), "sent");
    }

    void aSwipeWithAnotherSeedDiffers()
    {
        LiveChat chat("SNUG_LIVE_CHAT_URL");
        chat.preset.samplers.temperature = 1;
        chat.preset.samplers.seed = 1;
        QVERIFY(chat.session.send(u"Tell me."_s));
        QTRY_VERIFY_WITH_TIMEOUT(chat.isIdle(), patience);
        const QString first = chat.last().text;
        QStringList told{first};
        for (int seed = 2; seed < 30 && told.count(first) == told.size(); ++seed) {
            chat.preset.samplers.seed = seed;
            QVERIFY(chat.session.swipe(1, +1));
            QTRY_VERIFY_WITH_TIMEOUT(chat.isIdle(), patience);
            told << chat.last().text;
        }
        QVERIFY2(told.last() != first, "29 seeds told the same");
        QCOMPARE(chat.session.chat().messages.size(), 2);
        QCOMPARE(chat.last().swipes.size(), told.size());
        QCOMPARE(chat.last().swipes.first().text, first);
        // The same seed tells the same again.
        chat.preset.samplers.seed = 1;
        QVERIFY(chat.session.swipe(1, +1));
        QTRY_VERIFY_WITH_TIMEOUT(chat.isIdle(), patience);
        QCOMPARE(chat.last().text, first);
    }

    void stopKeepsWhatHasArrived()
    {
        LiveChat chat("SNUG_LIVE_NOISE_URL");
        chat.preset.samplers.temperature = 1;
        chat.preset.maxTokens = 7000;
        QVERIFY(chat.session.send(u"Talk."_s));
        QTRY_VERIFY_WITH_TIMEOUT(chat.session.reply().text.size() > 20, patience);
        const QString shown = chat.session.reply().text;
        chat.session.stop();
        QVERIFY(chat.isIdle());
        QVERIFY2(chat.last().text.trimmed().startsWith(shown.trimmed()), qPrintable(chat.last().text));
        QVERIFY(!usageOf(chat.last())); // the server says that at the end only
        QCOMPARE(chat.session.chat().messages.size(), 2);
        // The server is free for the next turn.
        const auto isFree = [&] {
            const auto slots = liveCall(chat.url, u"/slots"_s);
            return slots && !QJsonDocument::fromJson(*slots).array().at(0)[u"is_processing"].toBool(true);
        };
        QTRY_VERIFY_WITH_TIMEOUT(isFree(), patience);
    }

    void continueExtends()
    {
        LiveChat chat("SNUG_LIVE_CHAT_URL");
        chat.preset.maxTokens = 12;
        QVERIFY(chat.session.send(u"Who keeps the lantern?"_s));
        QTRY_VERIFY_WITH_TIMEOUT(chat.isIdle(), patience);
        const QString beginning = chat.last().text;
        QVERIFY(!beginning.isEmpty() && !beginning.contains(u"overhead"_s));
        chat.preset.maxTokens = 200;
        QVERIFY(chat.session.generate(GenerationType::Continue));
        QTRY_VERIFY_WITH_TIMEOUT(chat.isIdle(), patience);
        QCOMPARE(chat.session.chat().messages.size(), 2);
        QVERIFY(chat.last().text.size() > beginning.size());
        QVERIFY(chat.last().text.startsWith(beginning.trimmed()));
    }

    // The server's template makes of our messages what we think it does, and its count is ours.
    void theTemplateAndTheCountAgree()
    {
        const auto tokenizer = readTokenizerFile(qEnvironmentVariable("SNUG_LIVE_CHAT_TOKENIZER"));
        QVERIFY(tokenizer);
        LiveChat chat("SNUG_LIVE_CHAT_URL");
        for (const QString &text : {u"Who keeps the lantern?"_s, u"And the *fog*? “Déjà vu” 灯台 🦊"_s}) {
            QVERIFY(chat.session.send(text));
            QTRY_VERIFY_WITH_TIMEOUT(chat.isIdle(), patience);
            QString wanted;
            for (const QJsonValue &message : chat.sentMessages())
                wanted += u"<|im_start|>"_s + message[u"role"].toString() + u'\n' +
                          message[u"content"].toString() + u"<|im_end|>\n"_s;
            QCOMPARE(chat.rendered(), wanted + u"<|im_start|>assistant\n"_s);
            constexpr int beginning = 1; // the token that begins every text, which templates do not write
            QCOMPARE(usageOf(chat.last())->prompt, (*tokenizer)->count(chat.rendered()) + beginning);
        }
    }

    // What a request shares with the text of the one before need not be read again; the last token of a
    // prompt always is.
    void cachedTokensAreTheCommonPrefix()
    {
        const auto tokenizer = readTokenizerFile(qEnvironmentVariable("SNUG_LIVE_CHAT_TOKENIZER"));
        QVERIFY(tokenizer);
        LiveChat chat("SNUG_LIVE_CHAT_URL");
        QList<int> known; // what the server's slot holds, its beginning token left out
        int compared = 0;
        const auto compare = [&] {
            const QList<int> prompt = (*tokenizer)->encode(chat.rendered());
            const auto usage = usageOf(chat.last());
            QVERIFY(usage && usage->cached && usage->prompt);
            QCOMPARE(*usage->prompt, prompt.size() + 1);
            if (!known.isEmpty()) {
                QCOMPARE(*usage->cached, qMin(commonPrefix(known, prompt) + 1, prompt.size()));
                ++compared;
            }
            known = prompt + (*tokenizer)->encode(chat.last().text);
        };
        for (const QString &text :
             {u"Who keeps the lantern?"_s, u"And the fog?"_s, u"Tell me more, friend."_s}) {
            QVERIFY(chat.session.send(text));
            QTRY_VERIFY_WITH_TIMEOUT(chat.isIdle(), patience);
            compare();
        }
        QVERIFY(chat.session.generate(GenerationType::Swipe)); // the same prompt once more
        QTRY_VERIFY_WITH_TIMEOUT(chat.isIdle(), patience);
        compare();
        QCOMPARE(compared, 3);
    }
};

QTEST_GUILESS_MAIN(TestLiveTurns)
#include "tst_live_turns.moc"
