#include "app/library/ownname.h"

#include "app/appcontext.h"
#include "app/library/librarycontroller.h"
#include "core/library/library.h"
#include "core/library/settingsfiles.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QInputDialog>

using namespace Qt::StringLiterals;

namespace snug {

OwnName::OwnName(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(app.actions.action(ActionId::OwnName), &QAction::triggered, this, &OwnName::ask);
}

void OwnName::ask()
{
    if (!m_app.library.isOpen())
        return;
    auto *dialog = new QInputDialog(&m_app.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Your Name"));
    dialog->setLabelText(
        tr("What {{user}} becomes when no persona is chosen.\nA persona's own name takes precedence."));
    dialog->setTextValue(m_app.workspace.content.personas().accountName());
    connect(dialog, &QInputDialog::textValueSelected, this, &OwnName::set);
    dialog->open();
}

void OwnName::set(const QString &name)
{
    if (name.trimmed().isEmpty() || name.trimmed() == m_app.workspace.content.personas().accountName())
        return;
    m_app.library.save(
        u"settings.json"_s,
        [name = name.trimmed()](LibraryStore &store) {
            return editSettings(store, [&](SillyTavernSettings &settings) { settings.username = name; });
        },
        this,
        [this](const Result<void> &saved) {
            if (!saved)
                m_app.libraryController.showError(saved.error());
        });
}

} // namespace snug
