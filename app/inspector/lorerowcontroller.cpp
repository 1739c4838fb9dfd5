#include "app/inspector/lorerowcontroller.h"

#include "app/appcontext.h"
#include "widgets/dialogs/reportdialog.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/lorepane.h"
#include "widgets/window/mainwindow.h"

namespace snug {

LoreRowController::LoreRowController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(app.inspector.lore(), &LorePane::whyRequested, this, &LoreRowController::tellWhy);
}

void LoreRowController::tellWhy(const QString &title, const QString &reason, const QStringList &lines)
{
    if (!m_why)
        m_why = new ReportDialog(&m_app.window);
    m_why->showReport(title, reason, lines.join(u'\n'));
}

} // namespace snug
