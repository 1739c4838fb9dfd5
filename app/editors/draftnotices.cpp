#include "app/editors/draftnotices.h"

#include "app/editors/documentkinds.h"
#include "core/library/library.h"
#include "widgets/window/noticebar.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace snug {

static QString draftNoticeId(const DocumentKey &key)
{
    return u"draft/"_s + folderOf(key);
}

DraftNotices::DraftNotices(Library *library, NoticeBar *notices, QObject *parent)
    : QObject(parent)
    , m_library(library)
    , m_notices(notices)
{
    connect(library, &Library::opened, this, &DraftNotices::look);
    connect(library, &Library::closed, this, [this] {
        for (const QString &id : std::as_const(m_shown))
            m_notices->dismiss(id);
        m_shown.clear();
    });
}

void DraftNotices::dismiss(const DocumentKey &key)
{
    m_notices->dismiss(draftNoticeId(key));
}

void DraftNotices::look()
{
    m_library->perform(
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
    m_notices->post(id, {Notice::Kind::Hint,
                         tr("%1 has unsaved changes from %2.").arg(documentTitle(place.key), time),
                         {{tr("Open"), [this, key = place.key] { Q_EMIT openRequested(key); }},
                          {tr("Discard"), [this, key = place.key] { Q_EMIT discardRequested(key); }}}});
}

void DraftNotices::discard(const DocumentKey &key)
{
    m_library->perform([key](LibraryStore &store) { return removeDraft(store.layout(), key); }, this,
                       [this](const Result<void> &removed) {
                           if (!removed)
                               Q_EMIT problem(removed.error());
                       });
}

} // namespace snug
