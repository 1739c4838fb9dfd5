#include "app/library/localoffers.h"

#include "app/appcontext.h"
#include "app/chat/choicesteps.h"
#include "core/library/library.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "widgets/window/actions.h"

#include <QAction>
#include <QCoreApplication>
#include <QUuid>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct LocalOffersText
{
    Q_DECLARE_TR_FUNCTIONS(LocalOffers)
};

bool hasNoConnection(const AppContext &app)
{
    const Connections &connections = app.workspace.connections;
    return app.library.isOpen() && connections.isReady() &&
           std::ranges::all_of(connections.connections(), [](const Connection &connection) {
               return connection.kind == Connection::Kind::Understudy;
           });
}

// Where one program holds many models, the next thing is to choose one.
void useFound(const AppContext &app, Connection found)
{
    found.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    Connections &connections = app.workspace.connections;
    connections.setConnections(connections.connections() + QList{found});
    chooseConnection(app, found.id);
    if (found.isLlamaServer())
        return;
    app.actions.action(ActionId::Connections)->trigger();
    connections.test(found); // lists the models there
}

} // namespace

QString LocalOffers::after(const QString &text) const
{
    if (names.isEmpty())
        return text;
    //: %1 is a sentence: "This is the Understudy, not a model.", %2 a list of programs: "llama.cpp, Ollama"
    return LocalOffersText::tr("%1 Running on this computer: %2.").arg(text, names.join(u", "_s));
}

LocalOffers localOffers(const AppContext &app)
{
    LocalOffers offers;
    if (!hasNoConnection(app))
        return offers;
    LocalServers &servers = app.workspace.localServers;
    if (!servers.hasLooked())
        servers.look();
    for (const Connection &found : servers.found()) {
        offers.names.append(found.name);
        //: %1 is a program that answers on this computer: "llama.cpp"
        offers.ways.append({.text = LocalOffersText::tr("Use %1").arg(found.name),
                            .act = [&app, found] { useFound(app, found); },
                            .keepsNotice = true});
    }
    return offers;
}

} // namespace snug
