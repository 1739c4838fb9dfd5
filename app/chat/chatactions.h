// What menus and keys do to the open chat: to its reply, and to the message that the keyboard is on.
#pragma once

#include <QObject>

#include <functional>

namespace snug {

struct AppContext;

class ChatActions : public QObject
{
    Q_OBJECT

public:
    explicit ChatActions(const AppContext &app, QObject *parent = nullptr);

private:
    int currentRow() const;
    // Runs for the message that the keyboard is on; the last one if it is on none.
    void onRow(const std::function<void(int row)> &act);

    const AppContext &m_app;
};

} // namespace snug
