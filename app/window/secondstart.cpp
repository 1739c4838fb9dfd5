#include "app/window/secondstart.h"

#include <QCryptographicHash>
#include <QDataStream>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLocalServer>
#include <QLocalSocket>
#include <QStandardPaths>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace snug {

static constexpr int mostWindows = 8;
static constexpr quint32 startMark = 0x736e7401; // and the form of what follows
static constexpr qint64 startHeadSize = 8;       // mark and length
static constexpr qint64 longestRequest = 1 << 20;
static constexpr int longestToken = 512;
static constexpr int connectPatience = 300; // milliseconds, as the next
static constexpr int answerPatience = 1200;
static constexpr auto senderPatience = 2s;
static constexpr char takenAnswer = '1';
static constexpr char otherAnswer = '0';

// The folder that the system makes for this user's session, and nobody else can look into.
static QString runtimeFolder()
{
    const QString folder = QFile::decodeName(qgetenv("XDG_RUNTIME_DIR"));
    const QFileInfo info(folder);
    const QFileDevice::Permissions others =
        QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther | QFileDevice::WriteOther;
    const bool isOwn = QDir::isAbsolutePath(folder) && info.isDir() && info.ownerId() == geteuid() &&
                       !(info.permissions() & others);
    return isOwn ? folder : QString();
}

QStringList windowAddresses()
{
    const QString folder = runtimeFolder();
    if (folder.isEmpty())
        return {};
    // Who starts it for another screen, or with other settings, wants another window.
    QCryptographicHash name(QCryptographicHash::Sha256);
    for (const QByteArray &part :
         {QGuiApplication::platformName().toUtf8(), qgetenv("DISPLAY"), qgetenv("WAYLAND_DISPLAY"),
          qgetenv("XDG_SESSION_ID"),
          QFile::encodeName(QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation)),
          QFile::encodeName(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation))})
        name.addData(QByteArray(part + '\0'));
    const QString prefix = u"%1/snug-%2-"_s.arg(folder, QString::fromLatin1(name.result().toHex().first(16)));
    QStringList addresses;
    for (int i = 0; i < mostWindows; ++i)
        addresses.append(prefix + QString::number(i));
    return addresses;
}

// A list of a length that it only claims to have would be made room for.
static QByteArray joinedNames(const QStringList &paths)
{
    QByteArrayList names;
    for (const QString &path : paths)
        names.append(path.toUtf8());
    return names.join('\0');
}

static QStringList namesIn(const QByteArray &joined)
{
    QStringList paths;
    if (joined.isEmpty())
        return paths;
    for (const QByteArray &name : joined.split('\0'))
        paths.append(QString::fromUtf8(name));
    return paths;
}

static QByteArray packedStart(const StartRequest &request)
{
    QByteArray body;
    QDataStream stream(&body, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_6_8);
    stream << request.folder.toUtf8() << joinedNames(request.filesToImport)
           << joinedNames(request.sharedPrompts) << request.activationToken;
    QByteArray message;
    QDataStream head(&message, QIODevice::WriteOnly);
    head << startMark << quint32(body.size());
    return message + body;
}

static bool unpackStart(const QByteArray &body, StartRequest &request)
{
    QDataStream stream(body);
    stream.setVersion(QDataStream::Qt_6_8);
    QByteArray folder;
    QByteArray files;
    QByteArray prompts;
    stream >> folder >> files >> prompts >> request.activationToken;
    request.folder = QString::fromUtf8(folder);
    request.filesToImport = namesIn(files);
    request.sharedPrompts = namesIn(prompts);
    const auto areAbsolute = [](const QStringList &paths) {
        return std::ranges::all_of(paths, [](const QString &path) { return QDir::isAbsolutePath(path); });
    };
    return stream.status() == QDataStream::Ok && stream.atEnd() &&
           request.activationToken.size() <= longestToken && !request.activationToken.contains('\0') &&
           (request.folder.isEmpty() || QDir::isAbsolutePath(request.folder)) &&
           areAbsolute(request.filesToImport) && areAbsolute(request.sharedPrompts);
}

static bool isTakenAt(const QString &address, const QByteArray &message)
{
    QLocalSocket socket;
    socket.connectToServer(address);
    if (!socket.waitForConnected(connectPatience))
        return false; // nobody, or one that was killed has left it
    socket.write(message);
    while (socket.bytesToWrite() > 0) {
        if (!socket.waitForBytesWritten(answerPatience))
            return false;
    }
    if (socket.bytesAvailable() == 0 && !socket.waitForReadyRead(answerPatience))
        return false;
    return socket.read(1) == QByteArray(1, takenAnswer);
}

bool handOverStart(const QStringList &addresses, const StartRequest &request)
{
    const QByteArray message = packedStart(request);
    if (message.size() > startHeadSize + longestRequest)
        return false;
    return std::ranges::any_of(addresses, [&](const QString &address) {
        return QFileInfo::exists(address) && isTakenAt(address, message);
    });
}

// What a killed program has left at an address refuses.
static bool isAnyoneAt(const QString &address)
{
    if (!QFileInfo::exists(address))
        return false;
    QLocalSocket socket;
    socket.connectToServer(address);
    return socket.waitForConnected(connectPatience);
}

SecondStarts::SecondStarts(const QStringList &addresses, const Take &take, QObject *parent)
    : QObject(parent)
    , m_take(take)
    , m_server(new QLocalServer(this))
{
    m_server->setSocketOptions(QLocalServer::UserAccessOption);
    m_server->setMaxPendingConnections(mostWindows);
    connect(m_server, &QLocalServer::newConnection, this, &SecondStarts::receive);
    for (const QString &address : addresses) {
        if (isAnyoneAt(address))
            continue;
        QLocalServer::removeServer(address);
        if (m_server->listen(address))
            return;
    }
}

SecondStarts::~SecondStarts() = default;

bool SecondStarts::isListening() const
{
    return m_server->isListening();
}

void SecondStarts::receive()
{
    while (QLocalSocket *other = m_server->nextPendingConnection()) {
        other->setReadBufferSize(startHeadSize + longestRequest);
        connect(other, &QLocalSocket::disconnected, other, &QObject::deleteLater);
        connect(other, &QLocalSocket::readyRead, this, [this, other] { read(other); });
        QTimer::singleShot(senderPatience, other, [other] { other->abort(); });
        read(other);
    }
}

void SecondStarts::read(QLocalSocket *other)
{
    const QByteArray head = other->peek(startHeadSize);
    if (head.size() < startHeadSize)
        return;
    QDataStream stream(head);
    quint32 mark = 0;
    quint32 size = 0;
    stream >> mark >> size;
    if (mark != startMark || size > longestRequest)
        return other->abort();
    if (other->bytesAvailable() < startHeadSize + qint64(size))
        return;
    StartRequest request;
    const QByteArray body = other->read(startHeadSize + qint64(size)).sliced(startHeadSize);
    const bool isTaken = unpackStart(body, request) && m_take(request);
    other->write(QByteArray(1, isTaken ? takenAnswer : otherAnswer));
    other->disconnectFromServer();
}

} // namespace snug
