#include "core/wire/keychain.h"
#include "tests/testregistry.h"

#include <QTest>

#include <optional>

namespace tst_keychain {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

// The answer of one operation, or nothing while it is under way.
struct Asker : QObject
{
    std::optional<KeyAnswer> answer;
    KeyStore::Done done()
    {
        return [this](const KeyAnswer &given) { answer = given; };
    }
};

} // namespace

class TestKeychain : public QObject
{
    Q_OBJECT

private:
    static KeyAnswer read(KeyStore &store, const QString &id)
    {
        Asker asker;
        store.read(id, &asker, asker.done());
        [&] { QTRY_VERIFY_WITH_TIMEOUT(asker.answer.has_value(), 30000); }();
        return asker.answer.value_or(KeyAnswer{{}, {}, u"no answer"_s});
    }

    static KeyAnswer write(KeyStore &store, const QString &id, const Secret &key)
    {
        Asker asker;
        store.write(id, key, &asker, asker.done());
        [&] { QTRY_VERIFY_WITH_TIMEOUT(asker.answer.has_value(), 30000); }();
        return asker.answer.value_or(KeyAnswer{{}, {}, u"no answer"_s});
    }

    static KeyAnswer remove(KeyStore &store, const QString &id)
    {
        Asker asker;
        store.remove(id, &asker, asker.done());
        [&] { QTRY_VERIFY_WITH_TIMEOUT(asker.answer.has_value(), 30000); }();
        return asker.answer.value_or(KeyAnswer{{}, {}, u"no answer"_s});
    }

private Q_SLOTS:
    void initTestCase()
    {
        // This program never talks to the keyring of whoever runs it; tst_keyring has one of its own.
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus");
    }

    void sessionKeepsAndForgets()
    {
        SessionKeyStore store;
        QCOMPARE(read(store, u"a"_s), KeyAnswer());
        QCOMPARE(write(store, u"a"_s, Secret("k1")), (KeyAnswer{Secret("k1"), KeyPlace::ThisRun, {}}));
        write(store, u"b"_s, Secret("k2"));
        QCOMPARE(read(store, u"a"_s).key, Secret("k1"));
        QCOMPARE(read(store, u"b"_s).key, Secret("k2"));
        QCOMPARE(remove(store, u"a"_s), KeyAnswer());
        QVERIFY(read(store, u"a"_s).key.isEmpty());
        QCOMPARE(read(store, u"b"_s).key, Secret("k2"));
    }

    void emptyKeyForgetsNothing()
    {
        SessionKeyStore store;
        write(store, u"a"_s, Secret("k1"));
        QCOMPARE(write(store, u"a"_s, Secret()).key, Secret("k1"));
        QCOMPARE(read(store, u"a"_s).key, Secret("k1"));
    }

    void answersComeLaterAndOnlyToTheLiving()
    {
        SessionKeyStore store;
        bool called = false;
        auto context = std::make_unique<QObject>();
        store.read(u"a"_s, context.get(), [&](const KeyAnswer &) { called = true; });
        QVERIFY(!called);
        context.reset();
        QCOMPARE(read(store, u"a"_s), KeyAnswer()); // a later one has come meanwhile
        QVERIFY(!called);
    }

    void withoutAKeyringItIsForThisRun()
    {
        SystemKeyStore store(u"Snug-test"_s);
        const KeyAnswer written = write(store, u"a"_s, Secret("k1"));
        QCOMPARE(written.place, KeyPlace::ThisRun);
        QCOMPARE(written.key, Secret("k1"));
        QVERIFY(!written.problem.isEmpty());
        QCOMPARE(read(store, u"a"_s).key, Secret("k1"));
        QCOMPARE(read(store, u"a"_s).place, KeyPlace::ThisRun);
        const KeyAnswer other = read(store, u"b"_s);
        QVERIFY(other.key.isEmpty());
        QVERIFY(!other.problem.isEmpty());
        remove(store, u"a"_s);
        QVERIFY(read(store, u"a"_s).key.isEmpty());
    }

    void destroyedWhileAsked()
    {
        bool called = false;
        {
            SystemKeyStore store(u"Snug-test"_s);
            store.write(u"a"_s, Secret("k1"), this, [&](const KeyAnswer &) { called = true; });
        }
        SystemKeyStore store(u"Snug-test"_s);
        read(store, u"a"_s);
        QVERIFY(!called);
    }

    void placesHaveWords()
    {
        QCOMPARE(placeText(KeyPlace::Keyring), u"in the system keyring"_s);
        QCOMPARE(placeText(KeyPlace::ThisRun), u"for this run only"_s);
        QVERIFY(placeText(KeyPlace::Nowhere).isEmpty());
    }
};

} // namespace tst_keychain

SNUG_TEST(tst_keychain, TestKeychain, Core)
#include "tst_keychain.moc"
