#include "app/editors/draftnotices.h"

#include "app/appcontext.h"
#include "app/editors/documentkinds.h"
#include "app/editors/editorcontroller.h"
#include "app/editors/editorofkind.h"
#include "core/library/library.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/noticebar.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace snug {

static QString draftNoticeId(const DocumentKey &key)
{
    return u"draft/"_s + folderOf(key);
}

DraftNotices::DraftNotices(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.library, &Library::opened, this, &DraftNotices::look);
    connect(&app.library, &Library::closed, this, [this] {
        for (const QString &id : std::as_const(m_shown))
            m_app.chatPane.notices()->dismiss(id);
        m_shown.clear();
    });
    for (const DocumentKind kind : allDocumentKinds)
        connect(&editorOf(app, kind), &EditorController::draftTaken, this, &DraftNotices::dismiss,
                Qt::UniqueConnection);
}

void DraftNotices::dismiss(const DocumentKey &key)
{
    m_app.chatPane.notices()->dismiss(draftNoticeId(key));
}

void DraftNotices::look()
{
    m_app.library.perform(
        [](LibraryStore &store) -> Result<QList<DraftPlace>> { return listDrafts(store.layout()); }, this,
        [this](const Result<QList<DraftPlace>> &places) {
            if (!places)
                return;
            for (const DraftPlace &place : *places)
                offer(place);
        });
}

void DraftNotices::offer(const DraftPlace &place)
{
    const QString id = draftNoticeId(place.key);
    const QString time = place.written.isValid()
                             ? QLocale().toString(place.written.toLocalTime(), QLocale::ShortFormat)
                             : tr("an earlier run");
    m_shown.append(id);
    //: %1 is "Preset Default", %2 a time
    m_app.chatPane.notices()->post(
        id, {Notice::Kind::Hint,
             tr("%1 has unsaved changes from %2.").arg(documentTitle(place.key), time),
             {{tr("Open"), [this, key = place.key] { editorOf(m_app, key.kind).openDocument(key); }},
              {tr("Discard"), [this, key = place.key] { discard(key); }}}});
}

void DraftNotices::discard(const DocumentKey &key)
{
    if (editorOf(m_app, key.kind).discardChanges(key))
        return;
    m_app.library.perform([key](LibraryStore &store) { return removeDraft(store.layout(), key); }, this,
                          [this](const Result<void> &removed) {
                              if (!removed)
                                  Q_EMIT problem(removed.error());
                          });
}

} // namespace snug
