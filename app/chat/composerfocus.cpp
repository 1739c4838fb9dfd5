#include "app/chat/composerfocus.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "widgets/chat/composer.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/windowpages.h"

#include <QApplication>

namespace snug {

ComposerFocus::ComposerFocus(const AppContext &app, QObject *parent)
    : QObject(parent)
{
    connect(&app.chat, &ChatController::sessionChanged, this, [&app] {
        // Who works in another window goes on there, and who works in the Studio.
        const QWidget *active = QApplication::activeWindow();
        if (app.chat.session() && (!active || active == &app.window) &&
            !app.window.pages()->isStudioInFront())
            app.chatPane.composer()->setFocus();
    });
}

} // namespace snug
