// The Understudy: a deterministic stand-in for a model, offline, behind real HTTP on loopback, so
// that a fresh machine can chat and everything takes the way it takes with a real model. It speaks
// the OpenAI chat shape and says that it is no model.
#pragma once

#include <QObject>
#include <QThread>
#include <QUrl>

namespace snug {

class UnderstudyServer : public QObject
{
    Q_OBJECT

public:
    // A pace of 0 sends as fast as it can.
    explicit UnderstudyServer(int millisecondsPerToken = 35, QObject *parent = nullptr);
    ~UnderstudyServer() override;

    // Begins to listen in a thread of its own, on a free port of loopback. Once.
    void start();
    // "http://127.0.0.1:PORT/v1"; empty until listening() came.
    QUrl baseUrl() const { return m_baseUrl; }

Q_SIGNALS:
    void listening(const QUrl &baseUrl);
    void failed(const QString &detail);

private:
    int m_millisecondsPerToken;
    QThread m_thread;
    QUrl m_baseUrl;
};

} // namespace snug
