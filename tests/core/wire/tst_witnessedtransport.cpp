#include "core/wire/witnessedtransport.h"
#include "tests/fakes/scriptedtransport.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_witnessedtransport {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

class NotingWitness : public RequestWitness
{
public:
    QString sent(const WireRequest &request) override
    {
        notes.append(u"sent "_s + QString::fromUtf8(request.body));
        return QString::number(notes.size());
    }
    void answered(const QString &id, int status, qint64 received, ExchangeEnd::Kind end) override
    {
        notes.append(u"%1: %2, %3 bytes, %4"_s.arg(id).arg(status).arg(received).arg(int(end)));
    }
    QStringList notes;
};

} // namespace

class TestWitnessedTransport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void allButRepliesAreToldOf()
    {
        ScriptedTransport inner;
        inner.enqueue({.status = 200, .pieces = {"abc", "de"}});
        inner.enqueue({.status = 404, .pieces = {"no"}});
        inner.enqueue({.pieces = {"x"}, .holdsOpen = true});
        inner.enqueue({.status = 200, .pieces = {"reply"}});
        NotingWitness witness;
        WitnessedTransport transport(inner);
        transport.setWitness(&witness);
        const auto ask = [&](const char *body, RequestPurpose purpose) {
            return transport.send({"POST", QUrl(u"http://h/"_s), {}, body, purpose}, 0);
        };
        auto counting = ask("a", RequestPurpose::Counting);
        QTRY_COMPARE(witness.notes, (QStringList{u"sent a"_s, u"1: 200, 5 bytes, 0"_s}));
        counting.reset(); // told once
        auto list = ask("b", RequestPurpose::ModelList);
        QTRY_COMPARE(witness.notes.size(), 4);
        QCOMPARE(witness.notes.last(), u"3: 404, 2 bytes, 0"_s);
        auto dropped = ask("c", RequestPurpose::Embeddings);
        QTRY_COMPARE(inner.requests().size(), 3);
        dropped.reset();
        QCOMPARE(witness.notes.size(), 6);
        QVERIFY(witness.notes.last().endsWith(u", %1"_s.arg(int(ExchangeEnd::Kind::Cancelled))));
        const auto reply = ask("d", RequestPurpose::Reply);
        QTRY_COMPARE(inner.requests().size(), 4);
        QCOMPARE(witness.notes.size(), 6); // its turn tells
    }
};

} // namespace tst_witnessedtransport

SNUG_TEST(tst_witnessedtransport, TestWitnessedTransport, Core)
#include "tst_witnessedtransport.moc"
