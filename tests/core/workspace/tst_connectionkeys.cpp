#include "core/workspace/connectionconsents.h"
#include "core/workspace/connectionkeys.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_connectionkeys {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

// A keyring that keeps everything until its end and notes what it is asked.
class Keyring : public KeyStore
{
public:
    void read(const QString &name, QObject *context, const Done &done) override
    {
        asked.append(name);
        later(context, done, name);
    }
    void write(const QString &name, const Secret &key, QObject *context, const Done &done) override
    {
        kept.insert(name, key.reveal());
        later(context, done, name);
    }
    void remove(const QString &name, QObject *context, const Done &done) override
    {
        kept.remove(name);
        later(context, done, name);
    }
    QMap<QString, QByteArray> kept;
    QStringList asked;

private:
    void later(QObject *context, const Done &done, const QString &name)
    {
        const KeyAnswer answer{.key = Secret(kept.value(name)),
                               .place = kept.contains(name) ? KeyPlace::Keyring : KeyPlace::Nowhere};
        QMetaObject::invokeMethod(context, [done, answer] { done(answer); }, Qt::QueuedConnection);
    }
};

class KeptConsents : public ConsentStore
{
public:
    QList<ConnectionConsent> connectionConsents() const override { return m_kept; }
    void setConnectionConsents(const QList<ConnectionConsent> &consents) override { m_kept = consents; }
    QString ownConnectionsFile() const override { return {}; }

private:
    QList<ConnectionConsent> m_kept;
};

Connection leadingTo(const QString &address)
{
    Connection connection;
    connection.id = u"id"_s;
    connection.name = u"Home"_s;
    connection.baseUrl = QUrl(address);
    connection.needsKey = true;
    return connection;
}

} // namespace

class TestConnectionKeys : public QObject
{
    Q_OBJECT

private:
    KeptConsents m_store;
    std::unique_ptr<ConnectionConsents> m_consents;
    std::unique_ptr<ConnectionKeys> m_keys;
    Keyring m_ring;

    // As in another run of the program.
    void restart()
    {
        m_keys.reset();
        m_consents.reset();
        m_consents = std::make_unique<ConnectionConsents>(&m_store);
        m_keys = std::make_unique<ConnectionKeys>(&m_ring, m_consents.get());
    }

    QByteArray fetched(const Connection &connection)
    {
        std::optional<KeyAnswer> answer;
        m_keys->fetch(connection, this, [&](const KeyAnswer &given) { answer = given; });
        return QTest::qWaitFor([&] { return answer.has_value(); }) ? answer->key.reveal() : "no answer"_ba;
    }

    QString foundElsewhere(const Connection &connection)
    {
        std::optional<QString> origin;
        m_keys->findElsewhere(connection, this, [&](const QString &found) { origin = found; });
        return QTest::qWaitFor([&] { return origin.has_value(); }) ? *origin : u"no answer"_s;
    }

    void keep(const Connection &connection, const QByteArray &key)
    {
        bool isDone = false;
        m_keys->keep(connection, Secret(key), this, [&](const KeyAnswer &) { isDone = true; });
        QTRY_VERIFY(isDone);
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        m_store.setConnectionConsents({});
        m_ring = {};
        restart();
    }

    void nothingIsLookedUpWithoutConsent()
    {
        m_ring.kept = {{u"id"_s, "old"}, {u"id https://a.example"_s, "new"}};
        QCOMPARE(fetched(leadingTo(u"https://a.example/v1"_s)), QByteArray());
        QCOMPARE(foundElsewhere(leadingTo(u"https://a.example/v1"_s)), QString());
        QVERIFY(m_ring.asked.isEmpty());
    }

    void aKeyIsOfSchemeHostAndPort_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<bool>("isTheSame");
        QTest::newRow("the same") << u"https://a.example/v1"_s << true;
        QTest::newRow("another path") << u"https://a.example/other?x=1"_s << true;
        QTest::newRow("its port said") << u"https://A.example:443/v1"_s << true;
        QTest::newRow("another port") << u"https://a.example:444/v1"_s << false;
        QTest::newRow("not encrypted") << u"http://a.example/v1"_s << false;
        QTest::newRow("another host") << u"https://b.example/v1"_s << false;
        QTest::newRow("below it") << u"https://a.example.b.example/v1"_s << false;
        QTest::newRow("as a user's name") << u"https://a.example@b.example/v1"_s << false;
    }
    void aKeyIsOfSchemeHostAndPort()
    {
        QFETCH(QString, address);
        QFETCH(bool, isTheSame);
        const Connection given = leadingTo(u"https://a.example/v1"_s);
        m_consents->allow(given);
        keep(given, "secret");
        const Connection moved = leadingTo(address);
        m_consents->allow(moved);
        QCOMPARE(m_keys->known(moved).isEmpty(), !isTheSame);
        restart();
        QCOMPARE(fetched(moved), isTheSame ? "secret"_ba : QByteArray());
        QCOMPARE(foundElsewhere(moved), isTheSame ? QString() : u"https://a.example"_s);
    }

    void movingTakesItAlong()
    {
        const Connection given = leadingTo(u"https://a.example/v1"_s);
        const Connection moved = leadingTo(u"https://b.example/v1"_s);
        m_consents->allow(given);
        keep(given, "secret");
        m_consents->allow(moved);
        bool isDone = false;
        m_keys->bringHere(moved, u"https://a.example"_s, this, [&](const KeyAnswer &) { isDone = true; });
        QTRY_VERIFY(isDone);
        QTRY_COMPARE(m_ring.kept, (QMap<QString, QByteArray>{{u"id https://b.example"_s, "secret"}}));
        QCOMPARE(m_keys->known(moved).reveal(), "secret"_ba);
        QVERIFY(m_keys->known(given).isEmpty());
    }

    void whatIsRemovedMeanwhileStaysAway()
    {
        const Connection given = leadingTo(u"https://a.example/v1"_s);
        m_consents->allow(given);
        keep(given, "secret");
        restart();
        std::optional<KeyAnswer> answer;
        m_keys->fetch(given, this, [&](const KeyAnswer &each) { answer = each; });
        m_keys->remove(given, this, [](const KeyAnswer &) {});
        QTRY_VERIFY(answer);
        QVERIFY(answer->key.isEmpty() && m_keys->known(given).isEmpty());
    }

    void anotherNameTakesItAlong()
    {
        Connection given = leadingTo(u"https://a.example/v1"_s);
        m_consents->allow(given);
        keep(given, "secret");
        given.id = u"other"_s;
        m_consents->allow(given);
        bool isDone = false;
        m_keys->takeAlong(u"id"_s, given, this, [&](const KeyAnswer &) { isDone = true; });
        QTRY_VERIFY(isDone);
        QCOMPARE(fetched(given), "secret"_ba);
        QCOMPARE(fetched(leadingTo(u"https://a.example/v1"_s)), "secret"_ba); // a copy

        // To another place it does not go.
        Connection elsewhere = leadingTo(u"https://b.example/v1"_s);
        elsewhere.id = u"third"_s;
        m_consents->allow(elsewhere);
        isDone = false;
        m_keys->takeAlong(u"id"_s, elsewhere, this, [&](const KeyAnswer &) { isDone = true; });
        QTRY_VERIFY(isDone);
        QCOMPARE(fetched(elsewhere), QByteArray());
    }

    void anotherProgramsConsentsCount()
    {
        ConnectionConsents other(&m_store);
        const Connection theirs = leadingTo(u"https://b.example/v1"_s);
        other.allow(theirs);
        QVERIFY(!m_consents->isAllowed(theirs));
        QVERIFY(m_consents->readAgain());
        QVERIFY(m_consents->isAllowed(theirs));
        QVERIFY(!m_consents->readAgain());
        // And none of them goes by the next one.
        other.allow(leadingTo(u"https://c.example/v1"_s));
        m_consents->allow(leadingTo(u"https://d.example/v1"_s));
        restart();
        for (const QString &host : {u"b"_s, u"c"_s, u"d"_s})
            QVERIFY(m_consents->isAllowed(leadingTo(u"https://%1.example/v1"_s.arg(host))));
    }

    void whatWasLeftThereIsNotAskedAboutAgain()
    {
        const Connection given = leadingTo(u"https://a.example/v1"_s);
        const Connection moved = leadingTo(u"https://b.example/v1"_s);
        m_consents->allow(given);
        keep(given, "secret");
        m_consents->allow(moved);
        QCOMPARE(foundElsewhere(moved), u"https://a.example"_s);
        m_keys->leaveThere(moved, u"https://a.example"_s);
        QCOMPARE(foundElsewhere(moved), QString());
        QCOMPARE(fetched(given), "secret"_ba); // still its own
    }

    // Kept by a version that knew no origins: it goes where the user says yes to the question that names the
    // place.
    void oldKeys()
    {
        m_ring.kept = {{u"id"_s, "old"}};
        const Connection edited = leadingTo(u"https://typed.example/v1"_s);
        m_consents->allow(edited);
        QCOMPARE(fetched(edited), QByteArray());
        QCOMPARE(m_ring.kept.value(u"id"_s), "old"_ba);
        const Connection asked = leadingTo(u"https://a.example/v1"_s);
        m_consents->allow(asked, true);
        restart();
        QCOMPARE(fetched(asked), "old"_ba);
        QTRY_COMPARE(m_ring.kept, (QMap<QString, QByteArray>{{u"id https://a.example"_s, "old"}}));
        m_ring.kept.insert(u"id"_s, "of somebody else");
        QCOMPARE(fetched(asked), "old"_ba);
        m_ring.kept.remove(u"id https://a.example"_s);
        QCOMPARE(fetched(asked), QByteArray()); // taken once
    }

    void consentsOutliveTheRun()
    {
        Connection connection = leadingTo(u"https://a.example/v1"_s);
        QCOMPARE(m_consents->answerFor(connection), ConnectionConsents::Answer::None);
        connection.measuresTexts = true;
        connection.countsTokens = false;
        m_consents->allow(connection);
        m_consents->leaveOut(leadingTo(u"https://b.example/v1"_s));
        restart();
        QCOMPARE(m_consents->answerFor(connection), ConnectionConsents::Answer::Allowed);
        QCOMPARE(m_consents->answerFor(leadingTo(u"https://b.example/v1"_s)),
                 ConnectionConsents::Answer::LeftOut);
        QCOMPARE(m_consents->withConsents(leadingTo(u"https://a.example/x"_s)).countsTokens,
                 std::optional(false));
        QVERIFY(m_consents->withConsents(leadingTo(u"https://a.example/x"_s)).measuresTexts);
        QVERIFY(!m_consents->withConsents(leadingTo(u"http://a.example/x"_s)).measuresTexts);
        m_consents->withdraw(connection);
        restart();
        QCOMPARE(m_consents->answerFor(connection), ConnectionConsents::Answer::None);
    }

    void namesCannotBeForged()
    {
        // An id that holds another's name is still another id.
        Connection given = leadingTo(u"https://b.example/v1"_s);
        m_consents->allow(given);
        keep(given, "secret");
        Connection forged = given;
        forged.id = u"id https://b.example"_s;
        forged.baseUrl = QUrl(u"https://evil.example/"_s);
        m_consents->allow(forged, true); // the old name of this id is the key's name
        QCOMPARE(fetched(forged), QByteArray());
    }
};

} // namespace tst_connectionkeys

SNUG_TEST(tst_connectionkeys, TestConnectionKeys, Core)
#include "tst_connectionkeys.moc"
