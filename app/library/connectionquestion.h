// The one question about addresses that a library brings: connections of its file, and memory profiles of
// SillyTavern's extension. Until it is answered nothing is sent there and no key is looked up.
#pragma once

#include <QObject>

namespace snug {

struct AppContext;

class ConnectionQuestion : public QObject
{
    Q_OBJECT

public:
    explicit ConnectionQuestion(const AppContext &app, QObject *parent = nullptr);

    // Of the notice that asks.
    static QString noticeId();

private:
    void refresh();
    void allowAll();
    void leaveOut();

    const AppContext &m_app;
    QString m_asked; // so that a notice that was put away does not come back for nothing
};

} // namespace snug
