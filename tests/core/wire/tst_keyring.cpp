// Against a real gnome-keyring on a bus of its own: withkeyring.sh starts both.
#include "core/wire/keychain.h"
#include "tests/testregistry.h"

#include <QProcess>
#include <QTest>

#include <optional>

namespace tst_keyring {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

struct Asker : QObject
{
    std::optional<KeyAnswer> answer;
    KeyStore::Done done()
    {
        return [this](const KeyAnswer &given) { answer = given; };
    }
};

} // namespace

class TestKeyring : public QObject
{
    Q_OBJECT

private:
    template <typename Operation> static KeyAnswer answerOf(Operation operation)
    {
        Asker asker;
        operation(&asker, asker.done());
        [&] { QTRY_VERIFY_WITH_TIMEOUT(asker.answer.has_value(), 30000); }();
        return asker.answer.value_or(KeyAnswer{{}, {}, u"no answer"_s});
    }

    static KeyAnswer read(KeyStore &store, const QString &id)
    {
        return answerOf([&](QObject *context, const KeyStore::Done &done) { store.read(id, context, done); });
    }

    static KeyAnswer write(KeyStore &store, const QString &id, const Secret &key)
    {
        return answerOf(
            [&](QObject *context, const KeyStore::Done &done) { store.write(id, key, context, done); });
    }

private Q_SLOTS:
    void keptThereAndReadByTheNextRun()
    {
        {
            SystemKeyStore store(u"Snug-test"_s);
            const KeyAnswer written = write(store, u"a"_s, Secret("sk-\xC3\xA9 1"));
            QCOMPARE(written.problem, QString());
            QCOMPARE(written.place, KeyPlace::Keyring);
        }
        SystemKeyStore nextRun(u"Snug-test"_s);
        QCOMPARE(read(nextRun, u"a"_s), (KeyAnswer{Secret("sk-\xC3\xA9 1"), KeyPlace::Keyring, {}}));
        QVERIFY(read(nextRun, u"other"_s).key.isEmpty());
    }

    void emptyKeyOverwritesNothing()
    {
        SystemKeyStore store(u"Snug-test"_s);
        write(store, u"a"_s, Secret("k1"));
        QCOMPARE(write(store, u"a"_s, Secret()).key, Secret("k1"));
        QCOMPARE(read(store, u"a"_s).key, Secret("k1"));
    }

    void removes()
    {
        SystemKeyStore store(u"Snug-test"_s);
        write(store, u"gone"_s, Secret("k1"));
        answerOf(
            [&](QObject *context, const KeyStore::Done &done) { store.remove(u"gone"_s, context, done); });
        SystemKeyStore nextRun(u"Snug-test"_s);
        QVERIFY(read(nextRun, u"gone"_s).key.isEmpty());
    }

    // Last: nobody here can unlock it again.
    void lockedKeyringIsNotAnEmptyOne()
    {
        SystemKeyStore before(u"Snug-test"_s);
        QCOMPARE(write(before, u"locked"_s, Secret("k1")).place, KeyPlace::Keyring);
        QProcess lock;
        lock.start(u"dbus-send"_s, {u"--session"_s, u"--print-reply"_s, u"--dest=org.freedesktop.secrets"_s,
                                    u"/org/freedesktop/secrets"_s, u"org.freedesktop.Secret.Service.Lock"_s,
                                    u"array:objpath:/org/freedesktop/secrets/collection/login"_s});
        QVERIFY(lock.waitForFinished());
        QCOMPARE(lock.exitCode(), 0);
        SystemKeyStore store(u"Snug-test"_s);
        const KeyAnswer answer = read(store, u"locked"_s);
        QVERIFY(answer.key.isEmpty());
        QVERIFY2(answer.problem.contains(u"locked"_s), qPrintable(answer.problem));
        const KeyAnswer written = write(store, u"locked"_s, Secret("k2"));
        QCOMPARE(written.place, KeyPlace::ThisRun);
        QVERIFY(!written.problem.isEmpty());
        QCOMPARE(read(store, u"locked"_s).key, Secret("k2"));
    }
};

} // namespace tst_keyring

SNUG_TEST(tst_keyring, TestKeyring, Core)
#include "tst_keyring.moc"
