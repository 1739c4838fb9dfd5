// A second start of the program finds the window of the first: it hands over what it was started with and
// ends. Each window listens under a name of its own in the user's runtime folder.
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>

class QLocalServer;
class QLocalSocket;

namespace snug {

struct StartRequest
{
    QString folder = {}; // the library; empty: none is named
    QStringList filesToImport = {};
    QStringList sharedPrompts = {};
    QByteArray activationToken = {}; // with which Wayland lets the window come to the front; empty: none
};

// Where windows of this user, session and set of settings listen; empty: nowhere, each start is the first.
QStringList windowAddresses();

// Asks one window after the other; false: none has taken it, and the program is to start. Blocks for a second
// and a half with a window that hangs, so it is asked before there is one here.
bool handOverStart(const QStringList &addresses, const StartRequest &request);

// The other side.
class SecondStarts : public QObject
{
    Q_OBJECT

public:
    // False: it is not for this window.
    using Take = std::function<bool(const StartRequest &request)>;

    // Listens at the first address that nobody answers at.
    SecondStarts(const QStringList &addresses, const Take &take, QObject *parent = nullptr);
    ~SecondStarts() override;

    bool isListening() const;

private:
    void receive();
    void read(QLocalSocket *other);

    Take m_take;
    QLocalServer *m_server;
};

} // namespace snug
