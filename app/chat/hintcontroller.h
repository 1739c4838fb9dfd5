// Replies with a hint that goes with one request, and replies that go on until they are long enough.
#pragma once

#include "core/chat/autocontinue.h"

#include <QObject>

#include <memory>

namespace snug {

struct AppContext;

class HintController : public QObject
{
    Q_OBJECT

public:
    explicit HintController(const AppContext &app, QObject *parent = nullptr);

private:
    void follow();
    void ask(GenerationType type);
    void askForLength();
    void showLength();

    const AppContext &m_app;
    std::unique_ptr<AutoContinue> m_goesOn; // of the open chat
};

} // namespace snug
