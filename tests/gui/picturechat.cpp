#include "tests/gui/picturechat.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "widgets/inspector/inspector.h"

#include <QTabWidget>
#include <QTest>

namespace snug {

QTabWidget *inspectorPages(const AppContext &app)
{
    return app.inspector.findChild<QTabWidget *>();
}

bool waitForChat(const AppContext &app)
{
    return QTest::qWaitFor([&] { return app.chat.session() && !app.chat.session()->preview().isBusy(); },
                           20000);
}

void takeTurn(const AppContext &app, const QString &text)
{
    app.chat.session()->send(text);
    if (!QTest::qWaitFor([&] { return !app.chat.session()->reply().isUnderWay(); }, 20000))
        qFatal("the reply did not end");
}

} // namespace snug
