#include "app/inspector/whatifwayback.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/chat/undosteps.h"
#include "core/chat/chatsession.h"
#include "core/library/library.h"
#include "core/library/settingsfiles.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "widgets/window/mainwindow.h"

#include <QPointer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Act = std::function<void()>;

QString personaInUse(const AppContext &app)
{
    return app.workspace.content.personas().inEffect().persona.value_or(Persona()).avatar;
}

Act choiceOfPersona(const AppContext &app, const WhatIf &whatIf)
{
    if (!whatIf.persona)
        return {};
    return [&app, before = personaInUse(app), now = whatIf.persona->avatar] {
        if (personaInUse(app) == now)
            app.workspace.content.choosePersona(before);
    };
}

// The description, which is written into the settings.
Act textOfPersona(const AppContext &app, const WhatIf &whatIf)
{
    const bool isMeant = std::ranges::any_of(whatIf.changes, [](const WhatIfChange &change) {
        return change.target.kind == WhatIfTarget::Kind::Persona;
    });
    std::optional<Persona> before = whatIf.persona;
    if (!before && isMeant)
        before = app.chat.session()->upcoming().untouched().persona;
    if (!isMeant || !before)
        return {};
    return [&app, persona = *before] {
        app.library.save(
            u"settings.json"_s, [persona](LibraryStore &store) { return savePersona(store, persona); },
            &app.window,
            [&app](const Result<void> &done) {
                if (!done)
                    app.window.showNews(done.error().line());
            });
    };
}

// Its size of context and its model, and which is in use.
Act connectionOf(const AppContext &app, const WhatIf &whatIf)
{
    if (!whatIf.contextSize && !whatIf.model)
        return {};
    const Connections &connections = app.workspace.connections;
    return [&app, all = connections.connections(), active = connections.active(), whatIf] {
        Connections &now = app.workspace.connections;
        QList<Connection> changed = now.connections();
        for (Connection &connection : changed) {
            const auto before = std::ranges::find(all, connection.id, &Connection::id);
            if (before == all.end())
                continue;
            if (whatIf.contextSize && connection.contextSize == whatIf.contextSize)
                connection.contextSize = before->contextSize;
            if (whatIf.model && !whatIf.model->model.isEmpty() && connection.model == whatIf.model->model)
                connection.model = before->model;
        }
        now.setConnections(changed);
        if (whatIf.model && now.active() == whatIf.model->connection && now.active() != active)
            now.chooseActive(active);
    };
}

// The last steps of the chat, so many; nothing where others were made after them.
void takeBackSteps(const AppContext &app, const QPointer<ChatSession> &session, qsizetype before,
                   qsizetype after)
{
    if (!session || session != app.chat.session() || app.undoSteps.chatSteps() != after)
        return;
    for (qsizetype steps = after; steps > before && app.undoSteps.chatSteps() == steps; --steps)
        session->undo();
}

} // namespace

std::function<void()> withWayBack(const AppContext &app, const WhatIf &whatIf,
                                  const std::function<void()> &apply)
{
    const QList<Act> acts{choiceOfPersona(app, whatIf), textOfPersona(app, whatIf),
                          connectionOf(app, whatIf)};
    const qsizetype before = app.undoSteps.chatSteps();
    apply();
    return [&app, acts, session = QPointer(app.chat.session()), before, after = app.undoSteps.chatSteps()] {
        takeBackSteps(app, session, before, after);
        for (const Act &act : acts) {
            if (act)
                act();
        }
    };
}

} // namespace snug
