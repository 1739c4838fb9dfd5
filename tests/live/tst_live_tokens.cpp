// Our tokenizer against llama-server's /tokenize. ./dev test-live starts the servers and says in the
// environment where they are.
#include "core/formats/jsontext.h"
#include "core/tokens/loadtokenizer.h"
#include "core/wire/networktransport.h"
#include "core/wire/servertokenizer.h"
#include "tests/live/livecall.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace snug;
using namespace Qt::StringLiterals;

class TestLiveTokens : public QObject
{
    Q_OBJECT

    static QString setting(const char *name) { return qEnvironmentVariable(name); }

    // Large ones take a second: each is read once.
    static TokenizerPtr opened(const QString &file)
    {
        static QHash<QString, TokenizerPtr> known;
        TokenizerPtr &tokenizer = known[file];
        if (!tokenizer)
            tokenizer = readTokenizerFile(file).value_or(nullptr);
        return tokenizer;
    }

    // Nothing when the server did not answer with tokens.
    static std::optional<QList<int>> serverTokens(const QUrl &server, const QString &text)
    {
        const QJsonObject body{{u"content"_s, text}, {u"add_special"_s, false}, {u"parse_special"_s, true}};
        const auto answer =
            liveCall(server, u"/tokenize"_s, QJsonDocument(body).toJson(QJsonDocument::Compact));
        const QJsonValue tokens =
            QJsonDocument::fromJson(answer.value_or(QByteArray())).object().value(u"tokens");
        if (!tokens.isArray())
            return {};
        QList<int> ids;
        for (const QJsonValue &id : tokens.toArray())
            ids << id.toInt(-1);
        return ids;
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void idsAreTheServers_data()
    {
        QTest::addColumn<QString>("server");
        QTest::addColumn<QString>("tokenizer");
        QTest::addColumn<QString>("text");
        QFile rows(QStringLiteral(SNUG_SOURCE_DIR "/tests/core/tokens/golden/o200k_base.ids.json"));
        QVERIFY(rows.open(QIODevice::ReadOnly));
        const auto golden = parseJson(rows.readAll());
        QVERIFY(golden);
        QFile mixed(setting("SNUG_LIVE_TEXT"));
        QVERIFY2(mixed.open(QIODevice::ReadOnly), "run this through ./dev test-live");
        const QStringList lines = QString::fromUtf8(mixed.readAll()).split(u'\n', Qt::SkipEmptyParts);
        QVERIFY(lines.size() > 500);
        const auto addRows = [&](const char *which, const QString &server, const QString &tokenizer) {
            QVERIFY(!server.isEmpty() && !tokenizer.isEmpty());
            for (const Json::Member &row : golden->members()) {
                const QString text = row.value.value(u"text").toText();
                if (!text.isValidUtf16() || text.contains(u'\0'))
                    continue; // cannot be sent as JSON, or the server's string ends there
                QTest::addRow("%s: %s", which, qPrintable(row.key)) << server << tokenizer << text;
            }
            constexpr qsizetype together = 40;
            for (qsizetype i = 0; i + together <= lines.size(); i += together)
                QTest::addRow("%s: mixed lines from %d", which, int(i))
                    << server << tokenizer << lines.mid(i, together).join(u'\n');
        };
        addRows("tiny", setting("SNUG_LIVE_CHAT_URL"), setting("SNUG_LIVE_CHAT_TOKENIZER"));
        if (!setting("SNUG_LIVE_VOCABULARY_URL").isEmpty())
            addRows("llama 3", setting("SNUG_LIVE_VOCABULARY_URL"), setting("SNUG_LIVE_VOCABULARY_FILE"));
    }

    void idsAreTheServers()
    {
        QFETCH(QString, server);
        QFETCH(QString, tokenizer);
        QFETCH(QString, text);
        const TokenizerPtr ours = opened(tokenizer);
        QVERIFY(ours);
        const auto theirs = serverTokens(QUrl(server), text);
        QVERIFY(theirs);
        QCOMPARE(ours->encode(text), *theirs);
    }

    void theServerCounts_data() { idsAreTheServers_data(); }

    // As the window counts on a connection of that kind without a tokenizer file.
    void theServerCounts()
    {
        QFETCH(QString, server);
        QFETCH(QString, tokenizer);
        QFETCH(QString, text);
        Connection connection;
        connection.kind = Connection::Kind::LlamaServer;
        connection.baseUrl = QUrl(server);
        NetworkTransport transport;
        ServerTokenizer asking(transport, connection, {});
        asking.counter()->count(text);
        const auto isExact = [&] {
            const TokenCounterPtr counter = asking.counter();
            counter->count(text);
            return counter->kind() == CountKind::Exact;
        };
        QTRY_VERIFY(isExact());
        const TokenizerPtr ours = opened(tokenizer);
        QVERIFY(ours);
        QCOMPARE(asking.counter()->count(text), ours->count(text));
    }
};

QTEST_GUILESS_MAIN(TestLiveTokens)
#include "tst_live_tokens.moc"
