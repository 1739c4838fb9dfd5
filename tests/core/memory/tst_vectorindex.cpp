// Similarity of lore entries: the call, what is kept of it, who is near.

#include "core/memory/vectorindex.h"
#include "tests/testregistry.h"

#include <QTest>

#include <limits>

namespace tst_vectorindex {

using namespace Qt::StringLiterals;
using namespace snug;

static const QByteArray good = R"({"data":[{"index":1,"embedding":[0,1]},{"index":0,"embedding":[1,0.5]}]})";

class TestVectorIndex : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void request_data()
    {
        QTest::addColumn<Connection::Kind>("kind");
        QTest::addColumn<QUrl>("base");
        QTest::addColumn<QUrl>("url");
        const QUrl openAi(u"https://api.openai.com/v1/embeddings"_s);
        const QUrl llama(u"http://127.0.0.1:8080/v1/embeddings"_s);
        QTest::newRow("version") << Connection::Kind::OpenAiChat << QUrl(u"https://api.openai.com/v1"_s)
                                 << openAi;
        QTest::newRow("a call's address") << Connection::Kind::OpenAiChat
                                          << QUrl(u"https://api.openai.com/v1/chat/completions"_s) << openAi;
        QTest::newRow("llama-server")
            << Connection::Kind::LlamaServer << QUrl(u"http://127.0.0.1:8080"_s) << llama;
        QTest::newRow("llama-server with version")
            << Connection::Kind::LlamaCompletion << QUrl(u"http://127.0.0.1:8080/v1"_s) << llama;
    }

    void request()
    {
        QFETCH(Connection::Kind, kind);
        QFETCH(QUrl, base);
        QFETCH(QUrl, url);
        Connection connection;
        connection.kind = kind;
        connection.baseUrl = base;
        connection.model = u"m"_s;
        const WireRequest request = embeddingsRequest(connection, Secret("k"), {u"a \"b\""_s, u"c"_s});
        QCOMPARE(request.method, "POST");
        QCOMPARE(request.url, url);
        QCOMPARE(request.body, "{\"model\":\"m\",\"input\":[\"a \\\"b\\\"\",\"c\"]}");
        connection.embeddingModel = u"e"_s;
        QCOMPARE(embeddingsRequest(connection, {}, {u"c"_s}).body, R"({"model":"e","input":["c"]})");
    }

    void answers_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<bool>("isGood");
        QTest::newRow("out of order") << good << true;
        QTest::newRow("too few") << QByteArray(R"({"data":[{"index":0,"embedding":[1]}]})") << false;
        QTest::newRow("twice the same")
            << QByteArray(R"({"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]})") << false;
        QTest::newRow("of two lengths")
            << QByteArray(R"({"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,2]}]})") << false;
        QTest::newRow("no numbers")
            << QByteArray(R"({"data":[{"index":0,"embedding":[]},{"index":1,"embedding":"x"}]})") << false;
        QTest::newRow("too large for a float")
            << QByteArray(R"({"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1e39]}]})")
            << false;
        QTest::newRow("a text among the numbers")
            << QByteArray(R"({"data":[{"index":0,"embedding":[1,1]},{"index":1,"embedding":[1,"x"]}]})")
            << false;
        QTest::newRow("no JSON") << QByteArray("not found") << false;
    }

    void answers()
    {
        QFETCH(QByteArray, body);
        QFETCH(bool, isGood);
        const auto vectors = parseEmbeddings(body, 2);
        QCOMPARE(vectors.has_value(), isGood);
        if (isGood)
            QCOMPARE(*vectors, (QList<TextVector>{{1, 0.5F}, {0, 1}}));
    }

    void similarities()
    {
        QCOMPARE(similarityOf({1, 0}, {2, 0}), 1);
        QCOMPARE(similarityOf({1, 0}, {0, 2}), 0);
        QCOMPARE(similarityOf({1, 0}, {-3, 0}), -1);
        QCOMPARE(similarityOf({1, 0}, {1}), 0);
        QCOMPARE(similarityOf({0, 0}, {1, 0}), 0);
        QCOMPARE(similarityOf({}, {}), 0);
    }

    void theNearestCount()
    {
        QList<MeasuredEntry> entries{{u"B.9"_s, {0, 1}}};
        for (int i = 0; i < 7; ++i)
            entries.append({u"B.%1"_s.arg(i), {1, float(i) / 10}});
        const LoreSimilarities ranked = loreSimilarities(entries, {1, 0});
        QCOMPARE(ranked.size(), 8);
        QCOMPARE(ranked.value(u"B.0"_s).rank, 1);
        QVERIFY(ranked.value(u"B.4"_s).isNear);
        QVERIFY(!ranked.value(u"B.5"_s).isNear); // near enough, but the sixth
        QVERIFY(ranked.value(u"B.5"_s).score > LeastSimilarity);
        QCOMPARE(ranked.value(u"B.9"_s).rank, 8);
        QVERIFY(!ranked.value(u"B.9"_s).isNear);
        QVERIFY(loreSimilarities({}, {1, 0}).isEmpty());
    }

    void indexComesBack()
    {
        VectorIndex index{u"m"_s, {{textKey(u"a"), {1, -0.25F}}, {textKey(u"b"), {0, 3}}}};
        const QByteArray bytes = writeVectorIndex(index);
        QCOMPARE(readVectorIndex(bytes, u"m"_s), index);
        QVERIFY(readVectorIndex(bytes, u"other"_s).vectors.isEmpty());
        QVERIFY(readVectorIndex("{", u"m"_s).vectors.isEmpty());
        QVERIFY(readVectorIndex({}, u"m"_s).vectors.isEmpty());
        QVERIFY(readVectorIndex(R"({"model":"m","vectors":{"x":"AAA=","y":7}})", u"m"_s).vectors.isEmpty());
    }

    void whatIsNoNumberIsNotRead_data()
    {
        QTest::addColumn<float>("number");
        QTest::newRow("infinite") << std::numeric_limits<float>::infinity();
        QTest::newRow("not a number") << std::numeric_limits<float>::quiet_NaN();
    }

    void whatIsNoNumberIsNotRead()
    {
        QFETCH(float, number);
        const VectorIndex index{u"m"_s, {{QByteArray("good"), {1, 0}}, {QByteArray("bad"), {1, number}}}};
        const VectorIndex read = readVectorIndex(writeVectorIndex(index), u"m"_s);
        QCOMPARE(read.vectors.keys(), QList<QByteArray>{"good"});
    }
};

} // namespace tst_vectorindex

SNUG_TEST(tst_vectorindex, TestVectorIndex, Nothing)
#include "tst_vectorindex.moc"
