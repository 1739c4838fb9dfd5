#include "app/documents/prompttestactions.h"

#include "app/appcontext.h"
#include "app/library/doneinlist.h"
#include "app/library/librarycontroller.h"
#include "core/library/deleting.h"
#include "core/library/library.h"
#include "core/workspace/prompttestfiles.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

static const QString doneNoticeId = u"prompt-test"_s;

PromptTestActions::PromptTestActions(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
}

void PromptTestActions::rename(const QString &folder, const QString &name)
{
    renameTo(folder, name, Telling::Yes);
}

void PromptTestActions::renameTo(const QString &folder, const QString &name, Telling telling)
{
    m_app.library.perform(
        [folder, name](LibraryStore &) { return renamePromptTest(folder, name); }, this,
        [this, telling, before = QFileInfo(folder).fileName()](const Result<QString> &now) {
            Q_EMIT changed();
            if (!now)
                return m_app.libraryController.showError(now.error());
            const QString after = QFileInfo(*now).fileName();
            if (telling == Telling::No || after == before)
                return;
            tellDone(m_app,
                     {.notice = doneNoticeId,
                      .text = tr("The test “%1” is now called “%2”.").arg(before, after),
                      .undoText = tr("Undo renaming of “%1”").arg(before),
                      .undo = [this, folder = *now, before] { renameTo(folder, before, Telling::No); }});
        });
}

void PromptTestActions::remove(const QString &folder)
{
    m_app.library.perform(
        [folder](LibraryStore &store) { return deletePromptTest(store, folder); }, this,
        [this](const Result<TrashItem> &gone) {
            Q_EMIT changed();
            if (!gone)
                return m_app.libraryController.showError(gone.error());
            tellDone(m_app, {.notice = doneNoticeId,
                             .text = tr("The test “%1” is in the library's trash.").arg(gone->title),
                             .undoText = tr("Undo deleting of “%1”").arg(gone->title),
                             .undo = [this, id = gone->id] { takeBack(id); }});
        });
}

void PromptTestActions::takeBack(const QString &trashId)
{
    m_app.library.perform([trashId](LibraryStore &store) { return restoreDeleted(store, trashId); }, this,
                          [this](const Result<TrashItem> &restored) {
                              Q_EMIT changed();
                              if (!restored)
                                  m_app.libraryController.showError(restored.error());
                          });
}

} // namespace snug
