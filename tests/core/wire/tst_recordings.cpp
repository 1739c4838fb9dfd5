// What servers really send (recordings/) decodes to expected.json, however it is cut.
#include "core/wire/provider.h"
#include "tests/fakes/httprecording.h"
#include "tests/testregistry.h"

#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QTest>

namespace tst_recordings {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

QDir recordings()
{
    return QDir(QStringLiteral(SNUG_SOURCE_DIR "/tests/core/wire/recordings"));
}

QByteArray bytesOf(const QString &path)
{
    QFile file(recordings().filePath(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Connection::Kind kindOf(const QString &folder)
{
    return folder == u"llama-server"        ? Connection::Kind::LlamaServer
           : folder == u"llama-completion"  ? Connection::Kind::LlamaCompletion
           : folder == u"openai-completion" ? Connection::Kind::OpenAiCompletion
                                            : Connection::Kind::OpenAiChat;
}

struct Reply
{
    QString text;
    QString reasoning;
    TokenUsage usage;
    QList<Finished> finished;
    bool saidAnythingAfterItsEnd = false;

    void take(const QList<StreamEvent> &events)
    {
        for (const StreamEvent &event : events) {
            saidAnythingAfterItsEnd = saidAnythingAfterItsEnd || !finished.isEmpty();
            if (const auto *delta = std::get_if<TextDelta>(&event))
                text += delta->text;
            else if (const auto *thought = std::get_if<ReasoningDelta>(&event))
                reasoning += thought->text;
            else if (const auto *report = std::get_if<UsageReport>(&event))
                usage = report->usage;
            else if (const auto *end = std::get_if<Finished>(&event))
                finished << *end;
        }
    }
};

QString stopName(StopReason reason)
{
    switch (reason) {
    case StopReason::Stop:
        return u"stop"_s;
    case StopReason::Length:
        return u"length"_s;
    case StopReason::ContentFilter:
        return u"content_filter"_s;
    case StopReason::Cut:
        return u"cut"_s;
    case StopReason::Error:
        return u"error"_s;
    case StopReason::Pause:
        return u"pause"_s;
    case StopReason::Tool:
        return u"tool"_s;
    case StopReason::Loaded:
        return u"load"_s;
    }
    return {};
}

Reply decode(const Provider &provider, const QList<QByteArray> &pieces)
{
    Reply reply;
    const auto decoder = provider.decoder();
    for (const QByteArray &piece : pieces)
        reply.take(decoder->push(piece));
    reply.take(decoder->end());
    return reply;
}

QList<QByteArray> cut(const QByteArray &bytes, const std::function<qsizetype()> &nextSize)
{
    QList<QByteArray> pieces;
    for (qsizetype at = 0; at < bytes.size();) {
        const qsizetype size = nextSize();
        pieces << bytes.mid(at, size);
        at += size;
    }
    return pieces;
}

QString withoutFullStop(QString text)
{
    if (text.endsWith(u'.'))
        text.chop(1);
    return text;
}

} // namespace

class TestRecordings : public QObject
{
    Q_OBJECT

private:
    void rows(bool successful)
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QJsonObject>("expected");
        int count = 0;
        for (const QString &folder : {u"openai"_s, u"llama-server"_s, u"llama-completion"_s,
                                      u"openai-completion"_s, u"openrouter"_s}) {
            const QJsonObject cases = QJsonDocument::fromJson(bytesOf(folder + u"/expected.json"_s)).object();
            for (auto it = cases.begin(); it != cases.end(); ++it) {
                const QJsonObject expected = it->toObject();
                if ((expected[u"http"].toInt() == 200) != successful)
                    continue;
                QTest::addRow("%s/%s", qPrintable(folder), qPrintable(it.key()))
                    << folder << it.key() << expected;
                ++count;
            }
        }
        QVERIFY(count > (successful ? 30 : 15));
    }

    static void compare(const Reply &reply, const QJsonObject &expected)
    {
        QCOMPARE(reply.text, expected[u"text"].toString());
        QCOMPARE(reply.reasoning, expected[u"reasoning"].toString());
        QCOMPARE(reply.finished.size(), 1);
        QVERIFY(!reply.saidAnythingAfterItsEnd);
        const Finished &finished = reply.finished.first();
        QCOMPARE(stopName(finished.reason), expected[u"stop"].toString());
        QCOMPARE(finished.refusal, expected[u"refusal"].toString());
        if (expected.contains(u"error")) {
            QVERIFY2(finished.error.what.contains(withoutFullStop(expected[u"error"].toString())),
                     qPrintable(finished.error.what));
            QVERIFY(!finished.error.hint.isEmpty());
        } else {
            QCOMPARE(finished.error, Error{});
        }
        const QJsonObject usage = expected[u"usage"].toObject();
        const auto compareCount = [&usage](QStringView key, const std::optional<int> &value) {
            if (usage.contains(key))
                QCOMPARE(value, std::optional(usage[key].toInt()));
        };
        compareCount(u"prompt", reply.usage.prompt);
        compareCount(u"completion", reply.usage.completion);
        compareCount(u"cached", reply.usage.cached);
        compareCount(u"cache_write", reply.usage.cacheWrite);
        compareCount(u"reasoning", reply.usage.reasoning);
        if (usage.contains(u"cost"))
            QCOMPARE(reply.usage.cost, std::optional(usage[u"cost"].toDouble()));
        if (usage.isEmpty() && !reply.usage.cached)
            QCOMPARE(reply.usage, TokenUsage{});
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void replies_data() { rows(true); }

    void replies()
    {
        QFETCH(QString, folder);
        QFETCH(QString, name);
        QFETCH(QJsonObject, expected);
        const Provider &provider = providerFor(kindOf(folder));
        const auto recording = parseHttpRecording(bytesOf(folder + u'/' + name + u".txt"_s));
        QVERIFY(recording);
        QCOMPARE(recording->status, 200);
        const QByteArray &body = recording->body;

        compare(decode(provider, {body}), expected);
        compare(decode(provider, cut(body, [] { return 1; })), expected);
        for (quint32 seed = 1; seed <= 12; ++seed) {
            QRandomGenerator random(seed);
            compare(decode(provider, cut(body, [&] { return 1 + random.bounded(seed % 2 ? 7 : 300); })),
                    expected);
        }
    }

    void abortedAfterEachEvent_data() { rows(true); }

    // Whatever was cut off, what had arrived is a beginning of the whole, never less than before.
    void abortedAfterEachEvent()
    {
        QFETCH(QString, folder);
        QFETCH(QString, name);
        QFETCH(QJsonObject, expected);
        const Provider &provider = providerFor(kindOf(folder));
        const QByteArray body = parseHttpRecording(bytesOf(folder + u'/' + name + u".txt"_s))->body;
        const QString text = expected[u"text"].toString();
        const QString reasoning = expected[u"reasoning"].toString();
        qsizetype longest = 0;
        QList<qsizetype> ends;
        for (qsizetype end = body.indexOf("\n\n"); end >= 0; end = body.indexOf("\n\n", end + 1))
            ends << end + 2;
        for (const qsizetype end : std::as_const(ends)) {
            const Reply reply = decode(provider, {body.first(end)});
            QVERIFY2(text.startsWith(reply.text), qPrintable(reply.text));
            QVERIFY2(reasoning.startsWith(reply.reasoning), qPrintable(reply.reasoning));
            QVERIFY(reply.text.size() + reply.reasoning.size() >= longest);
            QCOMPARE(reply.finished.size(), 1);
            longest = reply.text.size() + reply.reasoning.size();
        }
        if (!ends.isEmpty())
            QCOMPARE(longest, text.size() + reasoning.size());
    }

    void refusedRequests_data() { rows(false); }

    void refusedRequests()
    {
        QFETCH(QString, folder);
        QFETCH(QString, name);
        QFETCH(QJsonObject, expected);
        const auto recording = parseHttpRecording(bytesOf(folder + u'/' + name + u".txt"_s));
        QVERIFY(recording);
        QCOMPARE(recording->status, expected[u"http"].toInt());
        Connection connection;
        connection.name = u"My server"_s;
        connection.model = u"x/y"_s;
        connection.baseUrl = QUrl(u"https://example.org/v1"_s);
        const Error error =
            providerFor(kindOf(folder))
                .explainStatus(recording->status, recording->body, connection, recording->headers);
        if (const QString words = expected[u"error"].toString(); words != u"*")
            QVERIFY2(error.what.contains(withoutFullStop(words)), qPrintable(error.what));
        QVERIFY(!error.what.contains(u'<'));
        QVERIFY(!error.hint.isEmpty());
        QCOMPARE(error.place, u"HTTP %1"_s.arg(recording->status));
    }

    // llama-server's native /completion stream, as a wrong address would give.
    void streamOfAnotherApiIsSaidToBeStrange()
    {
        const auto native = parseHttpRecording(bytesOf(u"llama-server/cancel.txt"_s));
        QVERIFY(native);
        const Reply reply = decode(providerFor(Connection::Kind::LlamaServer), {native->body});
        QCOMPARE(reply.finished.size(), 1);
        QCOMPARE(reply.finished.first().reason, StopReason::Error);
        QVERIFY(!reply.finished.first().error.hint.isEmpty());
    }

    void modelLists()
    {
        const auto models = [](const QString &folder) {
            const auto recording = parseHttpRecording(bytesOf(folder + u"/models.txt"_s));
            return providerFor(kindOf(folder)).parseModels(recording->body).value_or(QStringList());
        };
        QCOMPARE(models(u"llama-server"_s), QStringList{u"tiny-lantern"_s});
        QVERIFY(models(u"openai"_s).contains(u"gpt-4o"_s));
        QVERIFY(!models(u"openrouter"_s).isEmpty());
    }
};

} // namespace tst_recordings

SNUG_TEST(tst_recordings, TestRecordings, Core)
#include "tst_recordings.moc"
