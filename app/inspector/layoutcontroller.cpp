#include "app/inspector/layoutcontroller.h"

#include "app/appcontext.h"
#include "core/workspace/workspace.h"
#include "widgets/dialogs/layoutdialog.h"
#include "widgets/inspector/inspector.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"

#include <QAction>

namespace snug {

LayoutController::LayoutController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(app.actions.action(ActionId::PromptLayout), &QAction::triggered, this, &LayoutController::open);
    connect(&app.inspector, &Inspector::layoutRequested, this, &LayoutController::open);
    connect(&app.workspace.content.choices(), &ContentChoices::changed, this, [this] {
        if (m_dialog)
            m_dialog->setLayoutSettings(m_app.workspace.content.choices().now().layout);
    });
}

void LayoutController::open()
{
    if (!m_dialog) {
        m_dialog = new LayoutDialog(&m_app.window);
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        m_dialog->setLayoutSettings(m_app.workspace.content.choices().now().layout);
        connect(m_dialog, &LayoutDialog::edited, &m_app.workspace.content.choices(),
                &ContentChoices::chooseLayout);
    }
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

} // namespace snug
