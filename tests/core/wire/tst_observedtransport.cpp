#include "core/wire/observedtransport.h"
#include "tests/fakes/scriptedtransport.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_observedtransport {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

class NotingObserver : public RequestObserver
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

class TestObservedTransport : public QObject
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
        NotingObserver observer;
        ObservedTransport transport(inner);
        transport.setObserver(&observer);
        const auto ask = [&](const char *body, RequestPurpose purpose) {
            return transport.send({"POST", QUrl(u"http://h/"_s), {}, body, purpose}, 0);
        };
        auto counting = ask("a", RequestPurpose::Counting);
        QTRY_COMPARE(observer.notes, (QStringList{u"sent a"_s, u"1: 200, 5 bytes, 0"_s}));
        counting.reset(); // told once
        auto list = ask("b", RequestPurpose::ModelList);
        QTRY_COMPARE(observer.notes.size(), 4);
        QCOMPARE(observer.notes.last(), u"3: 404, 2 bytes, 0"_s);
        auto dropped = ask("c", RequestPurpose::Embeddings);
        QTRY_COMPARE(inner.requests().size(), 3);
        dropped.reset();
        QCOMPARE(observer.notes.size(), 6);
        QVERIFY(observer.notes.last().endsWith(u", %1"_s.arg(int(ExchangeEnd::Kind::Cancelled))));
        const auto reply = ask("d", RequestPurpose::Reply);
        QTRY_COMPARE(inner.requests().size(), 4);
        QCOMPARE(observer.notes.size(), 6); // its turn tells
    }
};

} // namespace tst_observedtransport

SNUG_TEST(tst_observedtransport, TestObservedTransport, Core)
#include "tst_observedtransport.moc"
