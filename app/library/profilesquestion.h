// The question whether to make connections of those that SillyTavern's settings name. It is asked once for
// each of them; nothing is chosen, and nothing is sent there by it.
#pragma once

#include "core/model/connection.h"

#include <QObject>

namespace snug {

struct AppContext;

class ProfilesQuestion : public QObject
{
    Q_OBJECT

public:
    explicit ProfilesQuestion(const AppContext &app, QObject *parent = nullptr);

    // Of the notice that asks.
    static QString noticeId();

private:
    void refresh();
    void make();
    void leaveOut(); // remembered on this computer
    // Neither made nor asked about before.
    QList<Connection> open() const;

    const AppContext &m_app;
    bool m_isFileRead = false; // the connections that there are are known
};

} // namespace snug
