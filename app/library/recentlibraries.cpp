#include "app/library/recentlibraries.h"

#include "app/appcontext.h"
#include "app/library/librarycontroller.h"
#include "app/settings.h"
#include "core/library/library.h"
#include "core/library/samplelibrary.h"
#include "widgets/window/mainwindow.h"

#include <QMenu>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr qsizetype mostRecent = 10;

RecentLibraries::RecentLibraries(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.library, &Library::opened, this, &RecentLibraries::remember);
    connect(app.window.recentMenu(), &QMenu::aboutToShow, this, &RecentLibraries::fillMenu);
    fillMenu(); // empty menus are greyed out on some desktops
}

void RecentLibraries::remember()
{
    QStringList folders = m_app.settings.recentLibraries();
    folders.removeAll(m_app.library.layout().root());
    folders.prepend(m_app.library.layout().root());
    m_app.settings.setRecentLibraries(folders.first(std::min(folders.size(), mostRecent)));
}

void RecentLibraries::fillMenu()
{
    QMenu *menu = m_app.window.recentMenu();
    menu->clear();
    const QString own = defaultLibraryFolder();
    QStringList folders = m_app.settings.recentLibraries();
    if (!folders.contains(own))
        folders.append(own);
    for (const QString &folder : std::as_const(folders)) {
        const QString text = folder == own ? tr("Snug's Own Library") : folder;
        QAction *action = menu->addAction(QString(text).replace(u'&', u"&&"_s));
        action->setCheckable(true);
        action->setChecked(m_app.library.isOpen() && folder == m_app.library.layout().root());
        connect(action, &QAction::triggered, this, [this, folder, own] {
            if (!m_app.library.isOpen() || folder != m_app.library.layout().root())
                m_app.libraryController.openFolder(folder == own ? QString() : folder);
        });
    }
    menu->addSeparator();
    menu->addAction(tr("&Forget These"), this, [this] { m_app.settings.setRecentLibraries({}); })
        ->setEnabled(folders.size() > 1);
}

} // namespace snug
