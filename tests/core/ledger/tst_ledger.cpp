// What the ledger keeps comes back byte for byte, whatever it is, whatever happened to the files meanwhile.

#include "core/ledger/ledger.h"
#include "core/wire/withoutkeys.h"

#include <QDir>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace snug;

static QByteArray randomBytes(QRandomGenerator &random, int size)
{
    QByteArray bytes;
    for (int i = 0; i < size; ++i)
        bytes += char(random.bounded(256));
    return bytes;
}

static LedgerRequest request(const QString &id, const QByteArray &body, const QByteArray &prompt = {})
{
    LedgerRequest made;
    made.head.id = id;
    made.head.kind = LedgerKind::Swipe;
    made.head.sent = QDateTime(QDate(2026, 11, 21), QTime(22, 11, 58, 197), QTimeZone::UTC);
    made.head.owner = u"Mira.png"_s;
    made.head.chat = u"The fog"_s;
    made.head.about = u"Mira"_s;
    made.head.row = 4;
    made.head.swipe = 2;
    made.head.model = u"m"_s;
    made.head.tokens = 3412;
    made.head.count = CountKind::Exact;
    made.request =
        withoutKeys({.method = "POST",
                     .url = QUrl(u"https://example.com/v1/chat/completions"_s),
                     .headers = {{.name = "authorization", .value = "Bearer ", .secret = Secret("sk-1234")},
                                 {.name = "x-latin", .value = "caf\xe9"}},
                     .body = body});
    made.prompt = prompt;
    return made;
}

static LedgerHead ended(LedgerHead head)
{
    head.result = LedgerResult::Finished;
    head.status = 200;
    head.firstAfter = 120;
    head.endedAfter = 2400;
    head.stop = StopReason::Length;
    head.fault = FaultKind::Rate;
    head.retryAfter = 12.5;
    TokenUsage usage;
    usage.prompt = 3500;
    usage.cached = 3000;
    usage.cost = 0.25;
    head.usage = usage;
    return head;
}

static QByteArray chatBody(int messages)
{
    QByteArray body = R"({"model":"m","messages":[)";
    for (int i = 0; i < messages; ++i)
        body += R"({"role":"user","content":"This is line )" + QByteArray::number(i) + " of a story " +
                QByteArray::number(i * 7919 % 1000) + R"( that goes on for a while, as stories do."},)";
    return body + R"(],"temperature":0.7})";
}

class TestLedger : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString folder() const { return m_folder->filePath(u"snug/ledger"_s); }
    Ledger open(qint64 limit = Ledger::usualLimit)
    {
        auto opened = Ledger::open(folder(), limit);
        if (!opened)
            qFatal("%s", qPrintable(opened.error().line()));
        return *opened;
    }
    QStringList files() { return QDir(folder()).entryList(QDir::Files, QDir::Name); }
    void cut(const QString &file, int bytes)
    {
        QFile open(folder() + u'/' + file);
        QVERIFY(open.resize(open.size() - bytes));
    }
    QByteArray bytesOfRequests()
    {
        QFile file(folder() + u"/000001.requests"_s);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void putRequests(const QByteArray &bytes)
    {
        QFile file(folder() + u"/000001.requests"_s);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        m_folder = std::make_unique<QTemporaryDir>();
    }

    void anythingComesBack_data()
    {
        QTest::addColumn<quint32>("seed");
        for (quint32 seed = 0; seed < 12; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }
    // Bodies that grow, shrink and change in places, in any bytes, read by the same ledger and by the next
    // one.
    void anythingComesBack()
    {
        QFETCH(quint32, seed);
        QRandomGenerator random(seed);
        QList<LedgerEntry> expected;
        Ledger ledger = open(seed % 2 ? 600'000 : Ledger::usualLimit);
        QByteArray body = randomBytes(random, random.bounded(9000));
        for (int i = 0; i < 12; ++i) {
            const int place = random.bounded(int(body.size()) + 1);
            body.remove(place, random.bounded(200));
            body.insert(place, randomBytes(random, random.bounded(3000)));
            LedgerRequest sent = request(QString::number(i), body, randomBytes(random, random.bounded(2000)));
            QVERIFY(ledger.begin(sent));
            LedgerEntry entry{sent.head, sent.request, sent.prompt, {}};
            if (random.bounded(5)) {
                entry.head = ended(entry.head);
                entry.answer = {.text = u"Fine 🌊, thanks."_s,
                                .reasoning = random.bounded(2) ? u"Hm."_s : QString(),
                                .headers = {{"x-a", "b"}},
                                .received = randomBytes(random, random.bounded(5000))};
                QVERIFY(ledger.end(entry.head, entry.answer));
            }
            expected.append(entry);
        }
        Ledger again = open();
        for (const LedgerEntry &entry : std::as_const(expected)) {
            for (const Ledger *each : {&ledger, &again}) {
                const auto read = each->entry(entry.head.id);
                QVERIFY2(read, read ? "" : qPrintable(read.error().line()));
                QCOMPARE(read->request.body, entry.request.body);
                QCOMPARE(read->request, entry.request);
                QCOMPARE(read->answer, entry.answer);
                QCOMPARE(*read, entry);
            }
        }
        QCOMPARE(again.heads(), ledger.heads());
    }

    void aMessageMoreCostsAMessage()
    {
        Ledger ledger = open();
        QVERIFY(ledger.begin(request(u"0"_s, chatBody(1000))));
        const qint64 first = ledger.size();
        QVERIFY(first > chatBody(1000).size());
        for (int i = 1; i <= 20; ++i)
            QVERIFY(ledger.begin(request(QString::number(i), chatBody(1000 + i))));
        const qint64 each = (ledger.size() - first) / 20;
        QVERIFY2(each < 4000, qPrintable(QString::number(each)));
        QCOMPARE(ledger.entry(u"20"_s)->request.body, chatBody(1020));
    }

    void keysAreNotInTheFiles()
    {
        Ledger ledger = open();
        QVERIFY(ledger.begin(request(u"a"_s, "the key is sk-1234")));
        for (const QString &name : files()) {
            QFile file(folder() + u'/' + name);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY(!file.readAll().contains("sk-1234"));
        }
    }

    void aTornEndLosesItselfOnly_data()
    {
        QTest::addColumn<QString>("suffix");
        QTest::addColumn<int>("bytes");
        QTest::newRow("a line's last byte") << u".requests"_s << 1;
        QTest::newRow("half a line") << u".requests"_s << 150;
        QTest::newRow("a piece's last byte") << u".pieces"_s << 1;
        QTest::newRow("half a piece") << u".pieces"_s << 100;
    }
    void aTornEndLosesItselfOnly()
    {
        QFETCH(QString, suffix);
        QFETCH(int, bytes);
        {
            Ledger ledger = open();
            QVERIFY(ledger.begin(request(u"old"_s, chatBody(40))));
            QVERIFY(ledger.begin(request(u"torn"_s, "{\"something\":\"" + QByteArray(600, 'x') + "\"}")));
        }
        cut(u"000001"_s + suffix, bytes);
        Ledger ledger = open();
        QCOMPARE(ledger.entry(u"old"_s)->request.body, chatBody(40));
        QVERIFY(!ledger.entry(u"torn"_s));
        QVERIFY(ledger.begin(request(u"new"_s, chatBody(41))));
        QVERIFY(ledger.end(ended(request(u"new"_s, {}).head), {.text = u"Yes."_s, .reasoning = {}}));
        Ledger again = open();
        QCOMPARE(again.entry(u"new"_s)->request.body, chatBody(41));
        QCOMPARE(again.entry(u"new"_s)->answer.text, u"Yes."_s);
        QCOMPARE(again.entry(u"old"_s)->request.body, chatBody(40));
        QCOMPARE(files().size(), 4); // what is torn is not written on
    }

    void linesThatMakeNoSenseAreCounted_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("garbage") << "\x8f\x01{{[\"\xff"_ba;
        QTest::newRow("zeros") << QByteArray(64, '\0');
        QTest::newRow("half of one") << "{\"begun\":{\"id\":\"x"_ba;
    }

    void linesThatMakeNoSenseAreCounted()
    {
        QFETCH(QByteArray, line);
        {
            Ledger ledger = open();
            QVERIFY(ledger.begin(request(u"a"_s, chatBody(4))));
        }
        const QByteArray before = bytesOfRequests();
        const QByteArray damaged = line + '\n' + before + "   \n" + line + '\n';
        putRequests(damaged);
        Ledger ledger = open();
        QCOMPARE(ledger.unread().size(), 1);
        QVERIFY2(ledger.unread().first().line().contains(u"000001.requests: 2 line"),
                 qPrintable(ledger.unread().first().line()));
        QCOMPARE(ledger.entry(u"a"_s)->request.body, chatBody(4));
        QCOMPARE(bytesOfRequests(), damaged);
    }

    void aChangedPieceIsFoundOut()
    {
        Ledger ledger = open();
        QVERIFY(ledger.begin(request(u"a"_s, chatBody(40))));
        QFile file(folder() + u"/000001.pieces"_s);
        QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(300));
        file.putChar('#');
        file.close();
        const auto read = ledger.entry(u"a"_s);
        QVERIFY(!read);
        QVERIFY(read.error().what.contains(u"damaged"_s));
    }

    void theOldestGoFirst()
    {
        QRandomGenerator random(3);
        constexpr qint64 limit = 1'000'000;
        Ledger ledger = open(limit);
        for (int i = 0; i < 60; ++i) {
            QVERIFY(ledger.begin(request(QString::number(i), randomBytes(random, 40'000))));
            QVERIFY(ledger.size() <= limit);
        }
        const QList<LedgerHead> heads = ledger.heads();
        QVERIFY(heads.size() > 15 && heads.size() < 30);
        QCOMPARE(heads.last().id, u"59"_s);
        QVERIFY(ledger.entry(heads.first().id));
        QVERIFY(!ledger.entry(u"0"_s));
        QVERIFY(ledger.setLimit(300'000));
        QVERIFY(ledger.size() <= 300'000);
        QVERIFY(ledger.entry(u"59"_s));
        QCOMPARE(open(300'000).heads(), ledger.heads());
        // An answer to what is gone is no error.
        QVERIFY(ledger.end(ended(request(u"0"_s, {}).head), {}));
    }

    void clearedIsEmpty()
    {
        Ledger ledger = open();
        QVERIFY(ledger.begin(request(u"a"_s, chatBody(40))));
        QVERIFY(ledger.clear());
        QVERIFY(ledger.heads().isEmpty() && files().isEmpty());
        QVERIFY(ledger.begin(request(u"b"_s, chatBody(2))));
        QCOMPARE(open().entry(u"b"_s)->request.body, chatBody(2));
    }

    QByteArray allBytes()
    {
        QByteArray bytes;
        for (const QString &name : files()) {
            QFile file(folder() + u'/' + name);
            if (file.open(QIODevice::ReadOnly))
                bytes += file.readAll();
        }
        return bytes;
    }

    void oneGoesAndComesBack()
    {
        const QByteArray common = chatBody(60);
        Ledger ledger = open();
        for (const QString &id : {u"a"_s, u"b"_s, u"c"_s}) {
            const LedgerRequest sent = request(id, common + "only " + id.toUtf8().repeated(30), "prompt");
            QVERIFY(ledger.begin(sent));
            QVERIFY(
                ledger.end(ended(sent.head), {.text = u"answer of "_s + id.repeated(20), .reasoning = {}}));
        }
        const auto idsOf = [](const Ledger &from) {
            QStringList ids;
            for (const LedgerHead &head : from.heads())
                ids.append(head.id);
            return ids;
        };
        const Result<LedgerEntry> before = ledger.entry(u"b"_s);
        QVERIFY(before);
        QVERIFY(ledger.remove(u"nobody"_s));
        QVERIFY(ledger.remove(u"a"_s));
        QVERIFY(ledger.remove(u"b"_s));
        QCOMPARE(idsOf(ledger), QStringList{u"c"_s});
        QCOMPARE(ledger.oldest(), u"c"_s);
        QVERIFY(!ledger.entry(u"b"_s));
        QVERIFY(ledger.restore(u"b"_s));
        QCOMPARE(idsOf(ledger), (QStringList{u"b"_s, u"c"_s}));
        QCOMPARE(*ledger.entry(u"b"_s), *before);

        // The next opening makes an end of it, and of nothing else.
        QVERIFY(allBytes().contains("only aaaa"));
        Ledger again = open();
        QVERIFY(!allBytes().contains("only aaaa"));
        QVERIFY(allBytes().contains("only bbbb"));
        QVERIFY(again.restore(u"a"_s));
        QCOMPARE(idsOf(again), (QStringList{u"b"_s, u"c"_s}));
        QCOMPARE(*again.entry(u"b"_s), *before);
        QVERIFY(again.entry(u"c"_s));
        // What is written then stands on the pieces that are left, and the same text can come again.
        const LedgerRequest sent = request(u"d"_s, common + "only " + QByteArray("a").repeated(30), "prompt");
        QVERIFY(again.begin(sent));
        QCOMPARE(again.entry(u"d"_s)->request.body, sent.request.body);
        Ledger third = open();
        QCOMPARE(idsOf(third), (QStringList{u"b"_s, u"c"_s, u"d"_s}));
        QCOMPARE(third.entry(u"d"_s)->request.body, sent.request.body);
        QCOMPARE(*third.entry(u"b"_s), *before);
    }

    void whatIsUnknownIsPassedOver()
    {
        {
            Ledger ledger = open();
            QVERIFY(ledger.begin(request(u"a"_s, chatBody(4))));
        }
        QFile file(folder() + u"/000001.requests"_s);
        QVERIFY(file.open(QIODevice::Append));
        file.write("{\"later\":1}\nnot json\n{\"ended\":{\"id\":\"nobody\"}}\n{\"begun\":{}}\n");
        file.close();
        Ledger ledger = open();
        QCOMPARE(ledger.heads().size(), 1);
        QVERIFY(ledger.begin(request(u"b"_s, chatBody(5))));
        QCOMPARE(open().entry(u"b"_s)->request.body, chatBody(5));
    }
};

QTEST_GUILESS_MAIN(TestLedger)
#include "tst_ledger.moc"
