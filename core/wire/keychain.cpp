#include "core/wire/keychain.h"

#include <QCoreApplication>
#include <qt6keychain/keychain.h>

namespace snug {

namespace {

struct KeychainText
{
    Q_DECLARE_TR_FUNCTIONS(Keychain)
};

void answerSoon(QObject *context, const KeyStore::Done &done, const KeyAnswer &answer)
{
    QMetaObject::invokeMethod(context, [done, answer] { done(answer); }, Qt::QueuedConnection);
}

// Passes an answer on only while the asker lives.
KeyStore::Done guarded(QObject *context, const KeyStore::Done &done)
{
    return [asker = QPointer<QObject>(context), done](const KeyAnswer &answer) {
        if (asker)
            done(answer);
    };
}

QString problemOf(const QKeychain::Job &job)
{
    switch (job.error()) {
    case QKeychain::NoError:
        return {};
    case QKeychain::EntryNotFound:
        return KeychainText::tr("The keyring has no key for this connection, or it is locked.");
    case QKeychain::AccessDenied:
    case QKeychain::AccessDeniedByUser:
        return KeychainText::tr("The keyring is locked. Unlock it, then save the key again.");
    default:
        return KeychainText::tr("There is no working keyring on this system.");
    }
}

} // namespace

QString placeText(KeyPlace place)
{
    switch (place) {
    case KeyPlace::Keyring:
        return KeychainText::tr("in the system keyring");
    case KeyPlace::ThisRun:
        return KeychainText::tr("for this run only");
    case KeyPlace::Nowhere:
        break;
    }
    return {};
}

void SessionKeyStore::read(const QString &connectionId, QObject *context, const Done &done)
{
    const Secret key = m_keys.value(connectionId);
    answerSoon(context, done, {key, key.isEmpty() ? KeyPlace::Nowhere : KeyPlace::ThisRun, {}});
}

void SessionKeyStore::write(const QString &connectionId, const Secret &key, QObject *context,
                            const Done &done)
{
    if (!key.isEmpty())
        m_keys.insert(connectionId, key);
    read(connectionId, context, done);
}

void SessionKeyStore::remove(const QString &connectionId, QObject *context, const Done &done)
{
    m_keys.remove(connectionId);
    answerSoon(context, done, {});
}

SystemKeyStore::SystemKeyStore(QString service)
    : m_service(std::move(service))
    , m_jobs(std::make_unique<QObject>())
{
}

SystemKeyStore::~SystemKeyStore() = default;

void SystemKeyStore::read(const QString &connectionId, QObject *context, const Done &done)
{
    if (const Secret key = m_thisRun.value(connectionId); !key.isEmpty())
        return answerSoon(context, done, {key, KeyPlace::ThisRun, {}});
    auto *job = new QKeychain::ReadPasswordJob(m_service);
    job->setKey(connectionId);
    job->setInsecureFallback(false);
    QObject::connect(job, &QKeychain::Job::finished, m_jobs.get(),
                     [done = guarded(context, done)](QKeychain::Job *finished) {
                         const auto *reading = static_cast<QKeychain::ReadPasswordJob *>(finished);
                         if (reading->error() == QKeychain::NoError && !reading->binaryData().isEmpty())
                             done({Secret(reading->binaryData()), KeyPlace::Keyring, {}});
                         else
                             done({{}, KeyPlace::Nowhere, problemOf(*reading)});
                     });
    job->start();
}

void SystemKeyStore::write(const QString &connectionId, const Secret &key, QObject *context, const Done &done)
{
    if (key.isEmpty())
        return read(connectionId, context, done);
    m_thisRun.insert(connectionId, key);
    auto *job = new QKeychain::WritePasswordJob(m_service);
    job->setKey(connectionId);
    job->setBinaryData(key.reveal());
    job->setInsecureFallback(false);
    QObject::connect(job, &QKeychain::Job::finished, m_jobs.get(),
                     [this, connectionId, key, done = guarded(context, done)](QKeychain::Job *finished) {
                         if (finished->error() == QKeychain::NoError)
                             checkWritten(connectionId, key, done);
                         else
                             done({key, KeyPlace::ThisRun, problemOf(*finished)});
                     });
    job->start();
}

// A keyring that takes a key need not give it back.
void SystemKeyStore::checkWritten(const QString &connectionId, const Secret &key, const Done &done)
{
    auto *job = new QKeychain::ReadPasswordJob(m_service);
    job->setKey(connectionId);
    job->setInsecureFallback(false);
    QObject::connect(job, &QKeychain::Job::finished, m_jobs.get(),
                     [this, connectionId, key, done](QKeychain::Job *finished) {
                         const auto *reading = static_cast<QKeychain::ReadPasswordJob *>(finished);
                         if (reading->error() != QKeychain::NoError || reading->binaryData() != key.reveal())
                             return done({key, KeyPlace::ThisRun,
                                          KeychainText::tr("The keyring did not give the key back.")});
                         if (m_thisRun.value(connectionId) == key)
                             m_thisRun.remove(connectionId);
                         done({key, KeyPlace::Keyring, {}});
                     });
    job->start();
}

void SystemKeyStore::remove(const QString &connectionId, QObject *context, const Done &done)
{
    m_thisRun.remove(connectionId);
    auto *job = new QKeychain::DeletePasswordJob(m_service);
    job->setKey(connectionId);
    job->setInsecureFallback(false);
    QObject::connect(job, &QKeychain::Job::finished, m_jobs.get(),
                     [done = guarded(context, done)](QKeychain::Job *finished) {
                         done({{}, KeyPlace::Nowhere, problemOf(*finished)});
                     });
    job->start();
}

} // namespace snug
