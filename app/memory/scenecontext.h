// The open chat as memories are made of it, and the connection that makes them.
#pragma once

#include "core/chat/turn.h"
#include "core/memory/memoryprofile.h"
#include "core/memory/scene.h"

#include <QObject>

#include <functional>

namespace snug {

struct AppContext;

class SceneContext
{
public:
    explicit SceneContext(const AppContext &app)
        : m_app(app)
    {
    }

    SceneNames names() const;
    // Everybody who takes part in the open chat.
    QStringList cast() const;
    // The open chat as memories may see it.
    SceneSource scene(bool includesPrivate) const;
    // The profile's connection, its key fetched; one that is not complete if there is none.
    void withLink(const MemoryProfile &profile, QObject *context,
                  const std::function<void(const ModelLink &)> &act) const;
    // For a request over that connection, whatever the chat's own is like.
    PromptInputs inputsFor(const ModelLink &link) const;
    // Shows or renews a line above the chat that offers nothing.
    void say(const QString &id, bool isProblem, const QString &text) const;

private:
    const AppContext &m_app;
};

} // namespace snug
