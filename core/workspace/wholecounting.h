// Has the service count the prompt that would be sent, where it counts whole requests and the user lets it:
// once the prompt has stayed the same for a while, and never two at a time.
#pragma once

#include "core/chat/promptpreview.h"

#include <QFutureWatcher>
#include <QObject>
#include <QTimer>

#include <chrono>

namespace snug {

class WholeCounting : public QObject
{
    Q_OBJECT

public:
    explicit WholeCounting(QObject *parent = nullptr);

    // How long a prompt stays before it is counted.
    void setPause(std::chrono::milliseconds pause) { m_pause.setInterval(pause); }
    // With each prompt that is ready, and the link it would go over.
    void follow(const PreparedPrompt &prepared, const ModelLink &link);

Q_SIGNALS:
    // The newest prompt has as many; told of each that is followed.
    void counted(quint64 generation, int tokens);

private:
    void prepare(); // what is asked, on a thread of the pool
    void ask();
    void answered(const ExchangeEnd &end);

    QTimer m_pause;
    ModelLink m_link;
    std::optional<WireRequest> m_wanted; // the newest prompt's own; nothing = it is not counted
    quint64 m_generation = 0;
    std::optional<WireRequest> m_asked; // the last one that was counted
    QFutureWatcher<std::optional<WireRequest>> m_making;
    std::optional<int> m_tokens; // what was answered to it
    std::unique_ptr<Exchange> m_exchange;
    int m_status = 0;
    QByteArray m_body;
    bool m_isOver = false; // it has said no
};

} // namespace snug
