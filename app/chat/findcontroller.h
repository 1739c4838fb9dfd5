// Looking for words in the open chat: off the window's thread, from the newest message on.
#pragma once

#include "core/chat/findinchat.h"

#include <QFutureWatcher>
#include <QObject>
#include <QTimer>

#include <stop_token>

namespace snug {

struct AppContext;

class FindController : public QObject
{
    Q_OBJECT

public:
    explicit FindController(const AppContext &app, QObject *parent = nullptr);
    ~FindController() override;

private:
    enum class Go : quint8 { Stay, Newest, Next, Previous };

    void look(Go go);
    void found();
    void step(int by);
    void show();

    const AppContext &m_app;
    QList<qsizetype> m_rows; // of the chat, in which the words are
    qsizetype m_current = -1;
    Go m_go = Go::Newest; // once it is found
    std::stop_source m_stop;
    QFutureWatcher<QList<qsizetype>> m_looking;
    QTimer m_again; // the chat has changed
};

} // namespace snug
