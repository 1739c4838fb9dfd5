#include "app/library/takencontroller.h"

#include "app/appcontext.h"
#include "app/library/librarycontroller.h"
#include "core/library/library.h"
#include "core/library/takenreport.h"
#include "widgets/dialogs/reportdialog.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"

#include <QAction>

namespace snug {

TakenController::TakenController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(app.actions.action(ActionId::ImportReport), &QAction::triggered, this, &TakenController::show);
}

void TakenController::show()
{
    if (!m_app.library.isOpen())
        return;
    m_app.library.perform([](LibraryStore &store) -> Result<TakenReport> { return takenReport(store); }, this,
                          [this](const Result<TakenReport> &report) {
                              if (!report)
                                  return m_app.libraryController.showError(report.error());
                              if (!m_dialog)
                                  m_dialog = new ReportDialog(&m_app.window);
                              m_dialog->showReport(tr("What Snug Takes from This Folder"),
                                                   takenSummary(*report), takenText(*report));
                          });
}

} // namespace snug
