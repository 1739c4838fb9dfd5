#include "core/conversion/modelsizes.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_modelsizes {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

Connection connectionTo(ChatService service, const QString &model)
{
    Connection connection;
    connection.kind = Connection::Kind::ChatService;
    connection.service = service;
    connection.model = model;
    return connection;
}

} // namespace

class TestModelSizes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void rows_data()
    {
        QTest::addColumn<ChatService>("service");
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("row"); // empty = not known
        const auto row = [](ChatService service, const QString &model, const QString &found) {
            QTest::newRow(qPrintable(model)) << service << model << found;
        };
        row(ChatService::Claude, u"claude-opus-5"_s, u"claude-opus-5"_s);
        row(ChatService::Claude, u"claude-opus-5-20260724"_s, u"claude-opus-5"_s);
        row(ChatService::Claude, u"claude-opus-5-5"_s, u"claude-opus-5-5"_s);
        row(ChatService::Claude, u"claude-opus-4-9"_s, {}); // not the one of before
        row(ChatService::Claude, u"claude-opus-4-8"_s, u"claude-opus-4-8"_s);
        row(ChatService::OpenAi, u"gpt-6-luna"_s, u"gpt-6-luna"_s);
        row(ChatService::OpenAi, u"gpt-6.1-terra"_s, u"gpt-6.1-terra"_s);
        row(ChatService::OpenAi, u"gpt-5.4-2026-03-05"_s, u"gpt-5.4"_s);
        row(ChatService::OpenAi, u"gpt-5.4-mini"_s, {});
        row(ChatService::Claude, u"claude-opus-4-1-20250805"_s, u"claude-opus-4-1"_s);
        row(ChatService::Claude, u"claude-opus-4@20250514"_s, u"claude-opus-4"_s);
        row(ChatService::OpenAi, u"gpt-5-2025-08-07"_s, u"gpt-5"_s);
        row(ChatService::OpenAi, u"gpt-5-chat-latest"_s, u"gpt-5-chat"_s);
        row(ChatService::OpenAi, u"gpt-5-pro"_s, {});
        row(ChatService::OpenAi, u"gpt-5.9"_s, {});
        row(ChatService::OpenAi, u"gpt-4o-mini-2024-07-18"_s, u"gpt-4o-mini"_s);
        row(ChatService::Gemini, u"models/gemini-2.0-flash-001"_s, u"gemini-2.0-flash"_s);
        row(ChatService::Vertex, u"gemini-3.1-pro-preview"_s, u"gemini-3.1-pro"_s);
        row(ChatService::Gemini, u"gemini-2.5-flash-image"_s, {});
        row(ChatService::OpenRouter, u"claude-opus-5"_s, {}); // not at its maker's
    }
    void rows()
    {
        QFETCH(ChatService, service);
        QFETCH(QString, model);
        QFETCH(QString, row);
        const std::optional<ModelSizes> found = modelSizes(connectionTo(service, model));
        QCOMPARE(found ? found->model : QString(), row);
        QVERIFY(!found || found->asOf.isValid());
    }

    void sizesAndEnds()
    {
        const auto of = [](ChatService service, const QString &model) {
            return modelSizes(connectionTo(service, model)).value_or(ModelSizes());
        };
        QCOMPARE(of(ChatService::Claude, u"claude-sonnet-4-6"_s).contextSize, 1'000'000);
        QCOMPARE(of(ChatService::Claude, u"claude-sonnet-4-6"_s).mostReply, 128'000);
        QCOMPARE(of(ChatService::OpenAi, u"gpt-6.2-sol"_s).mostReply, 128'000);
        QCOMPARE(of(ChatService::OpenAi, u"gpt-5-mini-2025-08-07"_s).ends, QDate(2026, 12, 11));
        QVERIFY(!of(ChatService::OpenAi, u"gpt-5.4"_s).ends.isValid());
        QCOMPARE(of(ChatService::Gemini, u"gemini-2.5-pro"_s).ends, QDate(2026, 12, 1));
        QVERIFY(!of(ChatService::Vertex, u"gemini-2.5-pro"_s).ends.isValid()); // has days of its own
        QCOMPARE(of(ChatService::Gemini, u"gemini-3.8-flash"_s).priceEnds, QDate(2026, 12, 31));
        QVERIFY(!of(ChatService::Gemini, u"gemini-3.8-flash"_s).ends.isValid());
    }

    void cachesAndPictures()
    {
        const auto of = [](ChatService service, const QString &model) {
            return modelSizes(connectionTo(service, model)).value_or(ModelSizes());
        };
        QCOMPARE(of(ChatService::Claude, u"claude-sonnet-4-6"_s).leastCached, 1024);
        QCOMPARE(of(ChatService::Claude, u"claude-opus-5-5"_s).leastCached, 512);
        QCOMPARE(of(ChatService::Claude, u"claude-haiku-4-5-20251001"_s).leastCached, 4096);
        QCOMPARE(of(ChatService::Claude, u"claude-fable-5-1"_s).leastCached, 0); // nobody has said
        QCOMPARE(of(ChatService::Claude, u"claude-opus-5"_s).caching, PromptCaching::Marked);
        QCOMPARE(of(ChatService::OpenAi, u"gpt-4o"_s).caching, PromptCaching::Automatic);
        QCOMPARE(of(ChatService::OpenAi, u"gpt-4o"_s).leastCached, 1024);
        QCOMPARE(of(ChatService::OpenAi, u"gpt-3.5-turbo"_s).caching, PromptCaching::NotKnown);
        QVERIFY(of(ChatService::OpenAi, u"gpt-4o"_s).readsPictures);
        QVERIFY(!of(ChatService::OpenAi, u"gpt-3.5-turbo"_s).readsPictures);
        QVERIFY(!of(ChatService::DeepSeek, u"deepseek-v4-pro"_s).readsPictures);
    }

    // The user's word goes before the service's, and that before what is known.
    void whoseWordCounts()
    {
        Connection connection = connectionTo(ChatService::Claude, u"claude-opus-4-5"_s);
        QCOMPARE(modelContext(connection), std::optional(200'000));
        QCOMPARE(longestReply(connection), std::optional(64'000));
        connection.request.said = {
            .model = connection.model, .contextSize = 150'000, .mostReply = 32'000, .parameters = {}};
        QCOMPARE(modelContext(connection), std::optional(150'000));
        QCOMPARE(longestReply(connection), std::optional(32'000));
        connection.request.claims.mostReply = 100;
        QCOMPARE(longestReply(connection), std::optional(100));
        connection.request.claims = {};
        connection.request.said.model = u"another"_s;
        QCOMPARE(longestReply(connection), std::optional(64'000));
        connection.kind = Connection::Kind::OpenAiChat;
        QVERIFY(!modelContext(connection) && !longestReply(connection));
    }
};

} // namespace tst_modelsizes

SNUG_TEST(tst_modelsizes, TestModelSizes, Nothing)
#include "tst_modelsizes.moc"
