// Where replies come from: the user's connections and those that the library offers, the one in use, its key,
// its tokenizer, the Understudy.
#pragma once

#include "core/chat/turn.h"
#include "core/library/library.h"
#include "core/library/statedocument.h"
#include "core/wire/connectionsfile.h"
#include "core/wire/connectiontest.h"
#include "core/wire/keychain.h"
#include "core/wire/understudy/understudyserver.h"
#include "core/workspace/connectionconsents.h"
#include "core/workspace/connectioncounter.h"
#include "core/workspace/connectionkeys.h"
#include "core/workspace/libraryconnections.h"
#include "core/workspace/ownconnections.h"

#include <QObject>

#include <memory>
#include <optional>

namespace snug {

class CountLearning;

// What is known once the user's list and the library's file have been read.
struct ConnectionsRead
{
    std::optional<StateDamage> damage;    // of the library's file
    std::optional<StateDamage> ownDamage; // of the user's
    // Where nobody is chosen: who was, when a damaged file was whole, or whom the user used last. He waits to
    // be chosen again.
    QString offered;
    bool isUsedLast = false; // the library says nothing of who answers: the one used last does
};

class Connections : public QObject
{
    Q_OBJECT

public:
    struct Dependencies // all outlive this
    {
        Library *library;
        Transport *transport;
        KeyStore *keys;
        ConsentStore *consents;
        const CountLearning *counting;
        TurnObserver *observer = nullptr; // is told of every turn over any link
        OwnConnections::Access access = OwnConnections::Access::ReadAndWrite;
    };

    // `understudyPace` is in milliseconds a token.
    Connections(const Dependencies &around, int understudyPace, QObject *parent = nullptr);
    ~Connections() override;

    const QList<Connection> &connections() const { return m_connections; }
    // Empty: nobody has chosen one in this library, or nobody knows which. Then nothing can be sent.
    QString active() const { return m_active; }
    QString activeName() const;
    bool isUnderstudy() const;

    // The user's choice: kept in the library as well.
    void chooseActive(const QString &id);
    // Edited by the user, or made for him with his consent: his own, for all libraries. What the library
    // brought stays its own until it is allowed. An address that is new here is thereby allowed.
    void setConnections(const QList<Connection> &connections);

    // Connections that the library brought and nobody has allowed on this computer: nothing is sent there,
    // and their keys are not looked up. Of these, the ones that the user was not asked about yet.
    QStringList notAllowed() const;
    QList<Connection> waiting() const;
    void allow(const QStringList &ids);
    // Where one of them was chosen, none is any more.
    void leaveOutWaiting();
    ConnectionConsents &consents() { return m_consents; }
    OwnConnections &own() { return m_own; }

    void storeKey(const QString &id, const Secret &key);
    void forgetKey(const QString &id);
    void askKeyState(const QString &id);
    // Answers to keyElsewhere().
    void bringKeyHere(const QString &id, const QString &from);
    void leaveKeyThere(const QString &id, const QString &from);
    void test(const Connection &connection);

    // Ready to send with, or incomplete while the key or the Understudy is not there yet, or the connection
    // is not allowed.
    ModelLink link() const { return linkOf(m_active); }
    // Of any connection, with another model unless that is empty, once its key is known.
    void withLink(const QString &id, const QString &model, QObject *context,
                  const std::function<void(const ModelLink &)> &act);
    // Null: only the estimate is left, for now or for good.
    TokenCounterPtr counter() const { return m_counter.counter(); }
    // The user's list and the library's file have been read, and the key, the Understudy and the tokenizer of
    // the active connection are there, or are known not to be.
    bool isReady() const;

    // The library's file, once more: after filesRead() with damage.
    void readFile();

Q_SIGNALS:
    void linkChanged();
    void filesRead(const snug::ConnectionsRead &read);
    void connectionsChanged();
    void activeChanged(const QString &id);
    void keyStateKnown(const QString &id, bool hasKey, const QString &where);
    // The connection leads to another origin than the one that its key was given to.
    void keyElsewhere(const QString &id, const QString &from, const QString &to);
    void waitingChanged();
    void testEnded(const QString &id, bool good, const QString &text, const QStringList &models);
    // After testEnded(): the address is this program's, though the connection does not say so.
    void programFound(const QString &id, snug::ChatService service);
    void problem(const snug::Error &error);

private:
    void setActive(const QString &id);
    void settle();
    void arrange();
    void follow();
    void keep(const QList<Connection> &before);
    void keepAllowed();
    void writeRecord();
    void noteUse();
    void learnModels(const QString &id, const ConnectionReport &report);
    void tellKeyState(const QString &id, const KeyAnswer &answer);
    void linkMayHaveChanged();
    void fetchKey(const QString &id);
    void lookForKeyElsewhere(const Connection &connection);
    ModelLink linkOf(const QString &id) const;
    const Connection *find(const QString &id) const;

    Library *m_library;
    Transport *m_transport;
    TurnObserver *m_observer;
    ConnectionConsents m_consents;
    ConnectionKeys m_keys;
    const CountLearning *m_counting;
    ConnectionCounter m_counter;
    UnderstudyServer m_understudy;
    QList<Connection> m_connections;
    OwnConnections m_own;
    StateDocument m_document; // of the library
    std::optional<StateDamage> m_damage;
    ConnectionsFile m_file;        // what it says, with what is not known here
    LibraryConnections m_here;     // what that means
    QList<Connection> m_removed;   // in this run: they may have a key, and may come back
    QSet<QString> m_removedOffers; // which of them the library had brought
    QString m_active;
    bool m_isFileRead = false;
    bool m_hasUnderstudyFailed = false;
    int m_fetching = 0; // keys
    std::unique_ptr<ConnectionTest> m_test;
    QHash<QString, QList<ModelFacts>> m_listed; // by connection, as its service said last
};

} // namespace snug
