// Programs that answer chats on this computer, offered to whoever has no connection yet, in a notice that
// says that no model answers.
#pragma once

#include "widgets/window/noticebar.h"

#include <QList>
#include <QStringList>

namespace snug {

struct AppContext;

struct LocalOffers
{
    QStringList names;
    QList<NoticeAction> ways; // one each: adds the connection and chooses it

    // What the notice says, and then what was found.
    QString after(const QString &text) const;
};

// Nothing as long as there is a connection, the library's own included. The first call looks for them: this
// computer alone is asked, once a run, and LocalServers::changed() says when to call again.
LocalOffers localOffers(const AppContext &app);

} // namespace snug
