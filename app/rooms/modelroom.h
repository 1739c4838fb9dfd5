// Where replies come from: the library's connections, the one in use, its key, its tokenizer, the Understudy.
#pragma once

#include "core/chat/turn.h"
#include "core/library/library.h"
#include "core/tokens/tokencounter.h"
#include "core/wire/connectionsfile.h"
#include "core/wire/connectiontest.h"
#include "core/wire/keychain.h"
#include "core/wire/servertokenizer.h"
#include "core/wire/understudy/understudyserver.h"

#include <QHash>
#include <QObject>

#include <memory>
#include <optional>

namespace snug {

class ModelRoom : public QObject
{
    Q_OBJECT

public:
    // `library`, `transport` and `keys` outlive the room. `understudyPace` is in milliseconds a token.
    ModelRoom(Library *library, Transport *transport, KeyStore *keys, int understudyPace,
              QObject *parent = nullptr);
    ~ModelRoom() override;

    const QList<Connection> &connections() const { return m_connections; }
    QString active() const { return m_active; }
    QString activeName() const;
    bool isUnderstudy() const;
    bool completesText() const; // the active connection; otherwise it answers messages

    // What an earlier run had chosen; an id that is not there means the Understudy.
    void setActive(const QString &id);
    // The user's choice: kept as well.
    void chooseActive(const QString &id);
    // Edited by the user: kept in the library's snug/connections.json.
    void setConnections(const QList<Connection> &connections);

    void storeKey(const QString &id, const Secret &key) { keepKey(id, key, {}); }
    // `then`: once the keyring has answered.
    void keepKey(const QString &id, const Secret &key, const std::function<void()> &then);
    void forgetKey(const QString &id);
    void askKeyState(const QString &id);
    void test(const Connection &connection);

    // Ready to send with, or incomplete while the key or the Understudy is not there yet.
    ModelLink link() const { return linkOf(m_active); }
    // Who is told of every turn over any link; outlives the turns.
    void setWitness(TurnWitness *witness) { m_witness = witness; }
    // Of any connection, with another model unless that is empty, once its key is known.
    void withLink(const QString &id, const QString &model, QObject *context,
                  const std::function<void(const ModelLink &)> &act);
    // Null: only the estimate is left.
    TokenCounterPtr counter() const { return m_counter; }

Q_SIGNALS:
    void linkChanged();
    void connectionsChanged();
    void activeChanged(const QString &id);
    void keyStateKnown(const QString &id, bool hasKey, const QString &where);
    void testEnded(const QString &id, bool good, const QString &text, const QStringList &models);
    void problem(const snug::Error &error);

private:
    void readFile();
    void writeFile();
    void tellKeyState(const QString &id, const KeyAnswer &answer);
    void linkMayHaveChanged();
    void fetchKey(const QString &id);
    void renewCounter();
    bool asksServer(const ModelLink &link);
    void loadCounter(const QString &fileOrName);
    ModelLink linkOf(const QString &id) const;
    const Connection *find(const QString &id) const;

    Library *m_library;
    Transport *m_transport;
    TurnWitness *m_witness = nullptr;
    KeyStore *m_keys;
    UnderstudyServer m_understudy;
    QList<Connection> m_connections;
    ConnectionsFile m_file; // as it is on the disk, with what is not known here
    QString m_active;
    QHash<QString, Secret> m_known; // keys of this run, so that a keystroke does not ask the keyring
    std::unique_ptr<ConnectionTest> m_test;
    TokenCounterPtr m_counter;
    std::optional<QString> m_counterFor;                // the file or name that it is loaded from
    std::unique_ptr<ServerTokenizer> m_serverTokenizer; // where the server itself counts
    Connection m_serverAsked;
    Secret m_serverKey;
};

} // namespace snug
