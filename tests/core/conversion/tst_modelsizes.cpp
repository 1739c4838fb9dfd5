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
