#include "core/formats/jsontext.h"
#include "core/workspace/libraryconnections.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_libraryconnections {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

class Consents : public ConsentStore
{
public:
    QList<ConnectionConsent> connectionConsents() const override { return m_kept; }
    void setConnectionConsents(const QList<ConnectionConsent> &consents) override { m_kept = consents; }
    QString ownConnectionsFile() const override { return {}; }

private:
    QList<ConnectionConsent> m_kept;
};

Connection called(const QString &id, const QString &address, const QString &model = u"m"_s)
{
    Connection connection;
    connection.id = id;
    connection.name = id;
    connection.baseUrl = QUrl(address);
    connection.model = model;
    return connection;
}

ConnectionsFile written(const QList<Connection> &connections, const QString &active)
{
    ConnectionsFile file;
    file.connections = connections;
    file.activeId = active;
    return *readConnections(writeConnections(file));
}

OwnConnectionsFile owned(const QList<Connection> &connections)
{
    return withChange({}, {.put = connections});
}

QStringList idsOf(const QList<Connection> &connections)
{
    QStringList ids;
    for (const Connection &connection : connections)
        ids.append(connection.id);
    return ids;
}

const QString a = u"https://a.example/v1"_s;
const QString b = u"https://b.example/v1"_s;

const QByteArray withMore =
    "{\"new\": [1.50], \"active\": \"x\", \"connections\": ["
    "{\"id\": \"x\", \"name\": \"X\", \"kind\": \"openai\", \"baseUrl\": \"https://a.example\","
    " \"colour\": \"red\"}, {\"id\": \"y\", \"kind\": \"telepathy\", \"waves\": 3}],"
    " \"left\": [{\"id\": 3}, 7, {\"id\": \"z\", \"origin\": \"https://z\"}]}";

} // namespace

class TestLibraryConnections : public QObject
{
    Q_OBJECT

private:
    Consents m_store;
    std::unique_ptr<ConnectionConsents> m_consents;

    LibraryConnections here(const QList<Connection> &connections, const QString &active,
                            const OwnConnectionsFile &own)
    {
        return libraryConnections(written(connections, active), own, *m_consents);
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        m_store.setConnectionConsents({});
        m_consents = std::make_unique<ConnectionConsents>(&m_store);
    }

    void whatAStrangerBringsIsOffered()
    {
        const LibraryConnections found =
            here({called(u"theirs"_s, a)}, u"theirs"_s, owned({called(u"mine"_s, b)}));
        QCOMPARE(idsOf(found.offered), QStringList{u"theirs"_s});
        QVERIFY(found.moving.isEmpty());
        QCOMPARE(found.chosen, u"theirs"_s); // and waits
        QVERIFY(found.hasChoice);
    }

    void whatTheUserAllowedHereIsHis()
    {
        m_consents->allow(called(u"mine"_s, a));
        m_consents->leaveOut(called(u"left"_s, a));
        const LibraryConnections found =
            here({called(u"mine"_s, a), called(u"left"_s, a), called(u"nowhere"_s, {})}, u"mine"_s, {});
        QCOMPARE(idsOf(found.moving), QStringList{u"mine"_s});
        QCOMPARE(idsOf(found.offered), QStringList({u"left"_s, u"nowhere"_s}));
        QCOMPARE(found.chosen, u"mine"_s);
        QVERIFY(found.formerIds.isEmpty());
    }

    // What the library says of it is an old word: the user's own stands.
    void theUsersOwnStands()
    {
        OwnConnectionsFile own = owned({called(u"mine"_s, a, u"new model"_s)});
        m_consents->allow(called(u"mine"_s, a));
        LibraryConnections found = here({called(u"mine"_s, a, u"old model"_s)}, u"mine"_s, own);
        QVERIFY(found.moving.isEmpty() && found.offered.isEmpty());
        QCOMPARE(found.chosen, u"mine"_s);
        // Since it leads elsewhere, too.
        own = withChange(own, {.put = {called(u"mine"_s, b)}});
        found = here({called(u"mine"_s, a)}, u"mine"_s, own);
        QVERIFY(found.moving.isEmpty() && found.offered.isEmpty());
        QCOMPARE(found.chosen, u"mine"_s);
        // A name alone is enough.
        QCOMPARE(here({}, u"mine"_s, own).chosen, u"mine"_s);
        QCOMPARE(here({}, u"somebody"_s, own).chosen, QString());
    }

    void theSameIdElsewhereIsAnother_data()
    {
        QTest::addColumn<bool>("isAllowed");
        QTest::newRow("a stranger's") << false;
        QTest::newRow("of a copy of the library, allowed by an earlier version") << true;
    }
    void theSameIdElsewhereIsAnother()
    {
        QFETCH(const bool, isAllowed);
        const OwnConnectionsFile own = owned({called(u"mine"_s, a)});
        m_consents->allow(called(u"mine"_s, a));
        if (isAllowed)
            m_consents->allow(called(u"mine"_s, b));
        const LibraryConnections found = here({called(u"mine"_s, b)}, u"mine"_s, own);
        const QString id = idBesideAnother(u"mine"_s, QUrl(b));
        QCOMPARE(idsOf(isAllowed ? found.moving : found.offered), QStringList{id});
        QVERIFY((isAllowed ? found.offered : found.moving).isEmpty());
        QCOMPARE(found.chosen, id);
        QCOMPARE(found.formerIds.value(id), u"mine"_s);
        QVERIFY(!m_consents->isAllowed(called(id, b))); // nothing is inherited
        // Once it is the user's, that is what the library means.
        const OwnConnectionsFile both = withChange(own, {.put = {called(id, b)}});
        const LibraryConnections again = here({called(u"mine"_s, b)}, u"mine"_s, both);
        QVERIFY(again.moving.isEmpty() && again.offered.isEmpty());
        QCOMPARE(again.chosen, id);
    }

    void whatWasDeletedStaysAway()
    {
        m_consents->allow(called(u"mine"_s, a));
        OwnConnectionsFile own = withChange(owned({called(u"mine"_s, a)}), {.removed = {u"mine"_s}});
        LibraryConnections found = here({called(u"mine"_s, a)}, u"mine"_s, own);
        QVERIFY(found.moving.isEmpty() && found.offered.isEmpty());
        QCOMPARE(found.chosen, QString());
        QVERIFY(found.hasChoice); // nobody takes its place
        // Another place by its id is another connection still.
        found = here({called(u"mine"_s, b)}, u"mine"_s, own);
        QCOMPARE(idsOf(found.offered), QStringList{u"mine"_s});
        // Made again, it is there again.
        own = withChange(own, {.put = {called(u"mine"_s, a)}});
        QCOMPARE(here({called(u"mine"_s, a)}, u"mine"_s, own).chosen, u"mine"_s);
    }

    void theSameOfAnotherComputerIsKnown()
    {
        const QList<Connection> brought{called(u"there"_s, a)};
        LibraryConnections found = here(brought, u"there"_s, owned({called(u"here"_s, a)}));
        QVERIFY(found.offered.isEmpty() && found.moving.isEmpty());
        QCOMPARE(found.chosen, u"here"_s);
        // Not where two could be meant, or another model is.
        found = here(brought, u"there"_s, owned({called(u"here"_s, a), called(u"work"_s, a)}));
        QCOMPARE(idsOf(found.offered), QStringList{u"there"_s});
        found = here(brought, u"there"_s, owned({called(u"here"_s, a, u"another"_s)}));
        QCOMPARE(idsOf(found.offered), QStringList{u"there"_s});
        // What has been made here has a key of its own.
        m_consents->allow(brought.first());
        found = here(brought, u"there"_s, owned({called(u"here"_s, a)}));
        QCOMPARE(idsOf(found.moving), QStringList{u"there"_s});
    }

    void nobodyCallsHimselfTheUnderstudy()
    {
        const LibraryConnections found = here({called(u"understudy"_s, a)}, u"understudy"_s, {});
        QCOMPARE(idsOf(found.offered), QStringList{idBesideAnother(u"understudy"_s, QUrl(a))});
        QCOMPARE(found.chosen, found.offered.first().id);
        Connection other = called(u"other"_s, {});
        other.kind = Connection::Kind::Understudy;
        QCOMPARE(here({other}, u"other"_s, {}).chosen, u"understudy"_s);
        QVERIFY(here({other}, u"other"_s, {}).offered.isEmpty());
    }

    void twoOfOneIdAreOne()
    {
        const QString id = idBesideAnother(u"mine"_s, QUrl(b));
        const LibraryConnections found =
            here({called(u"mine"_s, b), called(id, b)}, id, owned({called(u"mine"_s, a)}));
        QCOMPARE(idsOf(found.offered), QStringList{id});
        QCOMPARE(found.chosen, id);
    }

    void noChoiceAndNobody()
    {
        QVERIFY(!libraryConnections({}, {}, *m_consents).hasChoice);
        const auto read = [](const QByteArray &bytes) { return *readConnections(bytes); };
        QVERIFY(!libraryConnections(read("{\"connections\":[]}"), {}, *m_consents).hasChoice);
        QVERIFY(libraryConnections(read("{\"active\":\"\"}"), {}, *m_consents).hasChoice);
    }

    // The file of the user's own.

    void addressesThatWereLeftAreKnown()
    {
        OwnConnectionsFile own = owned({called(u"mine"_s, a)});
        QVERIFY(own.left.isEmpty());
        own = withChange(own, {.put = {called(u"mine"_s, u"https://a.example/other"_s)}});
        QVERIFY(own.left.isEmpty()); // the same place
        own = withChange(own, {.put = {called(u"mine"_s, b)}});
        QVERIFY(own.hasBeen(u"mine"_s, u"https://a.example"_s));
        QVERIFY(own.hasBeen(u"mine"_s, u"https://b.example"_s));
        QVERIFY(!own.hasBeen(u"mine"_s, u"https://c.example"_s));
        QVERIFY(!own.hasBeen(u"other"_s, u"https://a.example"_s));
        own = withChange(own, {.put = {called(u"mine"_s, a)}}); // and back
        QCOMPARE(own.left, (QList<LeftPlace>{{u"mine"_s, u"https://b.example"_s}}));
        const auto again = readOwnConnections(writeOwnConnections(own));
        QVERIFY(again && again->saysTheSame(own));
        for (int i = 0; i < 1200; ++i)
            own = withChange(own, {.put = {called(u"mine"_s, u"https://h%1.example"_s.arg(i))}});
        QCOMPARE(own.left.size(), 500);
        QVERIFY(own.hasBeen(u"mine"_s, u"https://h1198.example"_s));
    }

    void whatTheFileSaysBesideSurvives()
    {
        const auto own = readOwnConnections(withMore);
        QVERIFY(own);
        QCOMPARE(own->left.size(), 1);
        const QByteArray now = writeOwnConnections(withChange(*own, {.put = {called(u"n"_s, b)}}));
        for (const char *kept : {"1.50", "\"red\"", "telepathy", "\"waves\"", "https://z", "\"active\""})
            QVERIFY2(now.contains(kept), kept);
        QVERIFY(!readOwnConnections("[1]"));
        QVERIFY(readOwnConnections("{\"left\": 3}"));
    }

    void consentsAreNotInTheFile()
    {
        Connection asked = called(u"mine"_s, a);
        asked.countsTokens = true;
        asked.measuresTexts = true;
        const OwnConnectionsFile own = owned({asked});
        QVERIFY(!own.find(u"mine"_s)->countsTokens && !own.find(u"mine"_s)->measuresTexts);
    }

    void theLastUsedGoesWithItsConnection()
    {
        OwnConnectionsFile own =
            withChange(owned({called(u"x"_s, a), called(u"y"_s, b)}), {.usedLast = u"x"_s});
        QCOMPARE(withChange(own, {.removed = {u"y"_s}}).list.activeId, u"x"_s);
        QCOMPARE(withChange(own, {.removed = {u"x"_s}}).list.activeId, QString());
    }
};

} // namespace tst_libraryconnections

SNUG_TEST(tst_libraryconnections, TestLibraryConnections, Nothing)
#include "tst_libraryconnections.moc"
