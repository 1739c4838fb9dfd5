// Where keys are kept: in the system's keyring where that really works, else for this run only,
// and always saying which. Keys are never written to files or logs.
#pragma once

#include "core/wire/wirerequest.h"

#include <QHash>
#include <QPointer>
#include <QString>

#include <functional>
#include <memory>

namespace snug {

enum class KeyPlace : quint8 { Nowhere, Keyring, ThisRun };

// How an operation went. For people: placeText() and `problem`.
struct KeyAnswer
{
    Secret key = {};                    // of read(); empty when there is none or it could not be read
    KeyPlace place = KeyPlace::Nowhere; // where the key is now
    // Why it is not in the keyring, or could not be read; empty when all is well. A locked keyring
    // answers as if it were empty, so after read() "nothing found" is never a proof.
    QString problem = {};

    bool operator==(const KeyAnswer &) const = default;
};

// "in the system keyring", "for this run only", or empty.
QString placeText(KeyPlace place);

// Answers come from the event loop, never from inside the call, and only while `context` lives.
class KeyStore
{
public:
    using Done = std::function<void(const KeyAnswer &)>;

    virtual ~KeyStore() = default;
    virtual void read(const QString &connectionId, QObject *context, const Done &done) = 0;
    // An empty key changes nothing: an empty field is no wish to forget. remove() is.
    virtual void write(const QString &connectionId, const Secret &key, QObject *context,
                       const Done &done) = 0;
    virtual void remove(const QString &connectionId, QObject *context, const Done &done) = 0;
};

// Forgets everything at the end of the run.
class SessionKeyStore : public KeyStore
{
public:
    void read(const QString &connectionId, QObject *context, const Done &done) override;
    void write(const QString &connectionId, const Secret &key, QObject *context, const Done &done) override;
    void remove(const QString &connectionId, QObject *context, const Done &done) override;

    Secret key(const QString &connectionId) const { return m_keys.value(connectionId); }

private:
    QHash<QString, Secret> m_keys;
};

// The system's keyring (Secret Service, KWallet) through QtKeychain. A key counts as kept there when
// it was read back; until then and where that fails it is held for this run. May be destroyed while
// operations are under way: their answers do not come then.
class SystemKeyStore : public KeyStore
{
public:
    explicit SystemKeyStore(QString service = QStringLiteral("Snug"));
    ~SystemKeyStore() override;

    void read(const QString &connectionId, QObject *context, const Done &done) override;
    void write(const QString &connectionId, const Secret &key, QObject *context, const Done &done) override;
    void remove(const QString &connectionId, QObject *context, const Done &done) override;

private:
    void checkWritten(const QString &connectionId, const Secret &key, const Done &done);

    QString m_service;
    std::unique_ptr<QObject> m_jobs; // context of the jobs under way
    QHash<QString, Secret> m_thisRun;
};

} // namespace snug
