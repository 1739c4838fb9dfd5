// Where replies come from: the library's connections, the one in use, its key, its tokenizer, the Understudy.
#pragma once

#include "core/chat/turn.h"
#include "core/library/library.h"
#include "core/library/statedocument.h"
#include "core/tokens/tokencounter.h"
#include "core/wire/connectionsfile.h"
#include "core/wire/connectiontest.h"
#include "core/wire/keychain.h"
#include "core/wire/servertokenizer.h"
#include "core/wire/understudy/understudyserver.h"
#include "core/workspace/connectionconsents.h"
#include "core/workspace/connectionkeys.h"

#include <QObject>

#include <memory>
#include <optional>

namespace snug {

class CountLearning;

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
    };

    // `understudyPace` is in milliseconds a token.
    Connections(const Dependencies &around, int understudyPace, QObject *parent = nullptr);
    ~Connections() override;

    const QList<Connection> &connections() const { return m_connections; }
    // Empty: nobody has chosen one in this library, or nobody knows which. Then nothing can be sent.
    QString active() const { return m_active; }
    QString activeName() const;
    bool isUnderstudy() const;
    bool completesText() const; // the active connection; otherwise it answers messages

    // The user's choice: kept as well.
    void chooseActive(const QString &id);
    // Edited by the user, or made for him with his consent: kept in the library's snug/connections.json. An
    // address that is new here is thereby allowed.
    void setConnections(const QList<Connection> &connections);

    // Connections that the library brought and nobody has allowed on this computer: nothing is sent there,
    // and their keys are not looked up. Of these, the ones that the user was not asked about yet.
    QStringList notAllowed() const;
    QList<Connection> waiting() const;
    void allow(const QStringList &ids);
    // Where one of them was chosen, none is any more.
    void leaveOutWaiting();
    ConnectionConsents &consents() { return m_consents; }

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
    // Who is told of every turn over any link; outlives the turns.
    void setObserver(TurnObserver *observer) { m_observer = observer; }
    // Of any connection, with another model unless that is empty, once its key is known.
    void withLink(const QString &id, const QString &model, QObject *context,
                  const std::function<void(const ModelLink &)> &act);
    // Null: only the estimate is left, for now or for good.
    TokenCounterPtr counter() const { return m_counter; }
    // The library's file has been read, and the key, the Understudy and the tokenizer of the active
    // connection are there, or are known not to be.
    bool isReady() const;

    // The library's file, once more: after fileRead() with damage.
    void readFile();

Q_SIGNALS:
    void linkChanged();
    // `lastActive`: what was chosen when a damaged file was whole; it waits for the user to choose it again.
    void fileRead(const std::optional<snug::StateDamage> &damage, const QString &lastActive);
    void connectionsChanged();
    void activeChanged(const QString &id);
    void keyStateKnown(const QString &id, bool hasKey, const QString &where);
    // The connection leads to another origin than the one that its key was given to.
    void keyElsewhere(const QString &id, const QString &from, const QString &to);
    void waitingChanged();
    void testEnded(const QString &id, bool good, const QString &text, const QStringList &models);
    void problem(const snug::Error &error);

private:
    void setActive(const QString &id);
    void writeFile();
    void learnModels(const QString &id, const ConnectionReport &report);
    void tellKeyState(const QString &id, const KeyAnswer &answer);
    void linkMayHaveChanged();
    void fetchKey(const QString &id);
    void lookForKeyElsewhere(const Connection &connection);
    void refreshCounter();
    bool asksServer(const ModelLink &link);
    void loadCounter(const QString &fileOrName);
    ModelLink linkOf(const QString &id) const;
    const Connection *find(const QString &id) const;

    Library *m_library;
    Transport *m_transport;
    TurnObserver *m_observer = nullptr;
    ConnectionConsents m_consents;
    ConnectionKeys m_keys;
    const CountLearning *m_counting;
    UnderstudyServer m_understudy;
    QList<Connection> m_connections;
    StateDocument m_document;
    ConnectionsFile m_file; // as it is on the disk, with what is not known here
    QString m_active;
    bool m_isFileRead = false;
    bool m_hasUnderstudyFailed = false;
    int m_fetching = 0; // keys
    int m_loading = 0;  // tokenizers
    std::unique_ptr<ConnectionTest> m_test;
    QHash<QString, QList<ModelFacts>> m_listed; // by connection, as its service said last
    TokenCounterPtr m_counter;
    std::optional<QString> m_counterFor;                // the file or name that it is loaded from
    std::unique_ptr<ServerTokenizer> m_serverTokenizer; // where the server itself counts
    Connection m_serverAsked;
    Secret m_serverKey;
};

} // namespace snug
