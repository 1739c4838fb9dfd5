#include "app/inspector/appliedwhatif.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "core/library/library.h"
#include "core/library/settingsfiles.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "widgets/window/mainwindow.h"

#include <QCoreApplication>
#include <QPointer>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct AppliedText
{
    Q_DECLARE_TR_FUNCTIONS(AppliedWhatIf)
};

using Way = UndoSteps::Way;
using Act = std::function<void(Way)>;

QString personaInUse(const AppContext &app)
{
    return app.workspace.content.personas().inEffect().persona.value_or(Persona()).avatar;
}

// What stands there now, and what shall stand there.
template <typename Value> std::pair<Value, Value> fromTo(const Value &before, const Value &after, Way way)
{
    return way == Way::Back ? std::pair(after, before) : std::pair(before, after);
}

Act choiceOfPersona(const AppContext &app, const QString &before, const QString &after)
{
    return [&app, before, after](Way way) {
        const auto [from, to] = fromTo(before, after, way);
        if (personaInUse(app) == from)
            app.workspace.content.choices().choosePersona(to);
    };
}

// The description, which is written into the settings.
Act textOfPersona(const AppContext &app, const Persona &before, const Persona &after)
{
    return [&app, before, after](Way way) {
        app.library.save(
            u"settings.json"_s,
            [persona = fromTo(before, after, way).second](LibraryStore &store) {
                return savePersona(store, persona);
            },
            &app.window,
            [&app](const Result<void> &done) {
                if (!done)
                    app.window.showNews(done.error().line());
            });
    };
}

struct ConnectionsInUse
{
    QList<Connection> all;
    QString active;
};

ConnectionsInUse connectionsInUse(const AppContext &app)
{
    return {app.workspace.connections.connections(), app.workspace.connections.active()};
}

// Sizes of context and models, and which connection is in use.
Act choiceOfConnection(const AppContext &app, const ConnectionsInUse &before, const ConnectionsInUse &after)
{
    return [&app, before, after](Way way) {
        const auto [from, to] = fromTo(before, after, way);
        Connections &now = app.workspace.connections;
        QList<Connection> changed = now.connections();
        for (Connection &connection : changed) {
            const auto left = std::ranges::find(from.all, connection.id, &Connection::id);
            const auto wanted = std::ranges::find(to.all, connection.id, &Connection::id);
            if (left == from.all.end() || wanted == to.all.end())
                continue;
            if (connection.contextSize == left->contextSize)
                connection.contextSize = wanted->contextSize;
            if (connection.model == left->model)
                connection.model = wanted->model;
        }
        if (changed != now.connections())
            now.setConnections(changed);
        if (now.active() == from.active && from.active != to.active)
            now.chooseActive(to.active);
    };
}

// Steps of the chat between these two; nothing where others were made after them.
Act stepsOfChat(const AppContext &app, qsizetype before, qsizetype after)
{
    return [&app, before, after, session = QPointer(app.chat.session())](Way way) {
        const auto [from, to] = fromTo(before, after, way);
        if (!session || session != app.chat.session() || app.undoSteps.chatSteps() != from)
            return;
        for (qsizetype left = after - before; left > 0; --left)
            way == Way::Back ? session->undo() : session->redo();
    };
}

} // namespace

std::optional<Persona> writtenPersona(const WhatIf &whatIf, const std::optional<Persona> &inFiles)
{
    std::optional<Persona> persona = whatIf.persona ? whatIf.persona : inFiles;
    const auto change = std::ranges::find_if(whatIf.changes, [](const WhatIfChange &each) {
        return each.target.kind == WhatIfTarget::Kind::Persona;
    });
    if (change == whatIf.changes.end() || !persona)
        return std::nullopt;
    persona->description = change->isOff ? QString() : change->text.value_or(persona->description);
    return persona;
}

QString fileInLibrary(const AppContext &app, const PlannedEdit &edit)
{
    const QString root = app.library.layout().root() + u'/';
    return edit.path.startsWith(root) ? edit.path.sliced(root.size()) : edit.path;
}

AppliedWhatIf::AppliedWhatIf(const AppContext &app, const WhatIf &whatIf, const std::function<void()> &apply)
    : m_app(app)
{
    const QString persona = personaInUse(app);
    const std::optional<Persona> inFiles = app.chat.session()->upcoming().untouched().persona;
    const ConnectionsInUse connections = connectionsInUse(app);
    const qsizetype steps = app.undoSteps.chatSteps();
    apply();
    if (steps != app.undoSteps.chatSteps())
        m_acts.append(stepsOfChat(app, steps, app.undoSteps.chatSteps()));
    if (whatIf.persona)
        m_acts.append(choiceOfPersona(app, persona, whatIf.persona->avatar));
    const std::optional<Persona> before = whatIf.persona ? whatIf.persona : inFiles;
    if (const auto written = writtenPersona(whatIf, inFiles))
        m_acts.append(textOfPersona(app, *before, *written));
    if (whatIf.contextSize || whatIf.model)
        m_acts.append(choiceOfConnection(app, connections, connectionsInUse(app)));
}

void AppliedWhatIf::addFile(const PlannedEdit &edit, const FileVersion &written)
{
    m_files.append(std::make_shared<File>(edit, written));
}

QStringList AppliedWhatIf::files() const
{
    QStringList files;
    for (const std::shared_ptr<File> &file : m_files)
        files.append(fileInLibrary(m_app, file->edit));
    return files;
}

void AppliedWhatIf::go(Way way) const
{
    for (const Act &act : m_acts)
        act(way);
    for (const std::shared_ptr<File> &file : m_files)
        goFile(file, way);
}

// A file that somebody has changed since stays as it is: nothing is lost by that.
void AppliedWhatIf::goFile(const std::shared_ptr<File> &file, Way way) const
{
    const QString name = fileInLibrary(m_app, file->edit);
    m_app.library.perform(
        [file, way](LibraryStore &store) -> Result<void> {
            PlannedEdit edit = file->edit;
            edit.base = file->present;
            const auto left = way == Way::Back ? takeBackEdit(store, edit, file->present)
                                               : writeEdit(store, edit, QDateTime::currentDateTime());
            file->present = left.value_or(file->present);
            return left.transform([](const FileVersion &) {});
        },
        &m_app.window,
        [&app = m_app, name, way](const Result<void> &done) {
            app.window.showNews(!done              ? done.error().line()
                                : way == Way::Back ? AppliedText::tr("%1 is as it was").arg(name)
                                                   //: %1 is a file
                                                   : AppliedText::tr("%1 is changed again").arg(name));
        });
}

} // namespace snug
