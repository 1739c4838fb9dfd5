#include "app/chat/choicesteps.h"

#include "app/appcontext.h"
#include "app/chat/undosteps.h"
#include "core/library/library.h"
#include "core/wire/serverwords.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/takenalong.h"
#include "core/workspace/workspace.h"
#include "widgets/window/mainwindow.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct ChoiceStepsText
{
    Q_DECLARE_TR_FUNCTIONS(ChoiceSteps)
};

// `set` makes the choice, now and whenever it is done again.
template <typename Value, typename Set>
void choose(const AppContext &app, const Value &before, const Value &now, const QString &undoText,
            const QString &redoText, Set set)
{
    if (before == now)
        return set(now); // it may be more than that: a consent is asked for again
    set(now);
    app.undoSteps.push({.undoText = undoText,
                        .redoText = redoText,
                        .undo = [set, before] { set(before); },
                        .redo = [set, now] { set(now); },
                        .kind = {}});
}

struct ChosenConnection
{
    QString id;
    ChosenAlong along; // what it brings, beside what stays
    bool operator==(const ChosenConnection &) const = default;
};

QString modelOf(const Connections &connections, const QString &id)
{
    const QList<Connection> all = connections.connections();
    const auto found = std::ranges::find(all, id, &Connection::id);
    return found == all.end() ? QString() : found->model;
}

} // namespace

void choosePersona(const AppContext &app, const QString &avatar)
{
    ActiveContent &content = app.workspace.content;
    const std::optional<Persona> persona = content.personas().inEffect().persona;
    choose(app, persona ? persona->avatar : QString(), avatar,
           ChoiceStepsText::tr("Undo choice of the persona"),
           ChoiceStepsText::tr("Redo choice of the persona"),
           [&content](const QString &which) { content.choices().choosePersona(which); });
}

void choosePreset(const AppContext &app, const QString &name)
{
    ActiveContent &content = app.workspace.content;
    choose(app, content.presetName(), name, ChoiceStepsText::tr("Undo choice of the preset"),
           ChoiceStepsText::tr("Redo choice of the preset"),
           [&content](const QString &which) { content.choices().choosePreset(which); });
}

void chooseConnection(const AppContext &app, const QString &id)
{
    Connections &connections = app.workspace.connections;
    ActiveContent &content = app.workspace.content;
    const ChosenConnection before{connections.active(), chosenAlong(content)};
    ChosenConnection now{id, before.along};
    const QList<Connection> all = connections.connections();
    const auto chosen = std::ranges::find(all, id, &Connection::id);
    if (chosen != all.end()) {
        const TakenAlong taken =
            takenAlong(before.along, chosen->brings, chosen->completesText(), app.library.contents());
        now.along = taken.chosen;
        if (!taken.missing.isEmpty())
            //: %1 is a list of names of presets and templates
            app.window.showNews(ChoiceStepsText::tr("The connection's profile names what is not in this "
                                                    "library: %1")
                                    .arg(shownWords(taken.missing.join(u", "_s), 200)));
    }
    choose(app, before, now, ChoiceStepsText::tr("Undo choice of the connection"),
           ChoiceStepsText::tr("Redo choice of the connection"),
           [&connections, &content](const ChosenConnection &which) {
               connections.chooseActive(which.id);
               chooseAlong(content, which.along);
           });
}

void chooseModel(const AppContext &app, const QString &connection, const QString &model)
{
    Connections &connections = app.workspace.connections;
    choose(app, modelOf(connections, connection), model, ChoiceStepsText::tr("Undo choice of the model"),
           ChoiceStepsText::tr("Redo choice of the model"), [&connections, connection](const QString &which) {
               QList<Connection> all = connections.connections();
               const auto found = std::ranges::find(all, connection, &Connection::id);
               if (found == all.end() || found->model == which)
                   return;
               found->model = which;
               connections.setConnections(all);
           });
}

void switchLorebook(const AppContext &app, const QString &name, bool isOn)
{
    ActiveContent &content = app.workspace.content;
    choose(app, content.lorebooks().global().contains(name), isOn,
           isOn ? ChoiceStepsText::tr("Undo switching on a lorebook")
                : ChoiceStepsText::tr("Undo switching off a lorebook"),
           isOn ? ChoiceStepsText::tr("Redo switching on a lorebook")
                : ChoiceStepsText::tr("Redo switching off a lorebook"),
           [&content, name](bool on) { content.choices().setGlobalBook(name, on); });
}

} // namespace snug
