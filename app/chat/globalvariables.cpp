#include "app/chat/globalvariables.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/library/library.h"
#include "core/library/settingsfiles.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"

namespace snug {

GlobalVariables::GlobalVariables(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.chat, &ChatController::sessionChanged, this, &GlobalVariables::follow);
    connect(&app.library, &Library::closed, this, [this] { m_before.reset(); });
}

void GlobalVariables::follow()
{
    if (ChatSession *session = m_app.chat.session())
        connect(session, &ChatSession::globalVariablesChanged, this, &GlobalVariables::set,
                Qt::UniqueConnection);
}

// They count from the next request on, whether or not the file has them yet.
void GlobalVariables::set(const QMap<QString, Json> &before, const QMap<QString, Json> &after)
{
    m_app.workspace.content.setGlobalVariables(after);
    const LibraryLayout &layout = m_app.library.layout();
    const QMap<QString, Json> onDisk = m_before.value_or(before);
    m_before = onDisk;
    m_app.library.keepSaving(
        layout.relative(layout.settingsFile()),
        [onDisk, after](LibraryStore &store) { return saveGlobalVariables(store, onDisk, after); },
        [guard = QPointer(this)](const Result<void> &saved) {
            if (saved && guard)
                guard->m_before.reset();
        },
        u"variables"_s);
}

} // namespace snug
