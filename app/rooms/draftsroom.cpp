#include "app/rooms/draftsroom.h"

#include "core/library/library.h"
#include "widgets/window/noticebar.h"

#include <QFileInfo>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace snug {

// Empty: there is no editor for these.
static QString kindName(const DocumentKey &key)
{
    if (key.kind == u"presets")
        return DraftsRoom::tr("Preset %1").arg(key.name);
    if (key.kind == u"lorebooks")
        return DraftsRoom::tr("Lorebook %1").arg(key.name);
    if (key.kind == u"cards")
        return DraftsRoom::tr("Character %1").arg(QFileInfo(key.name).completeBaseName());
    if (key.kind == u"context")
        return DraftsRoom::tr("Context template %1").arg(key.name);
    if (key.kind == u"instruct")
        return DraftsRoom::tr("Instruct template %1").arg(key.name);
    if (key.kind == u"sysprompt")
        return DraftsRoom::tr("System prompt %1").arg(key.name);
    if (key.kind == u"personas")
        return DraftsRoom::tr("The list of personas");
    if (key.kind == u"scripts")
        return DraftsRoom::tr("The list of regex scripts");
    if (key.kind == u"preset-scripts" || key.kind == u"card-scripts")
        return DraftsRoom::tr("The list of regex scripts of %1").arg(key.name);
    return {};
}

static QString draftNoticeId(const DocumentKey &key)
{
    return u"draft/"_s + folderOf(key);
}

DraftsRoom::DraftsRoom(Library *library, NoticeBar *notices, QObject *parent)
    : QObject(parent)
    , m_library(library)
    , m_notices(notices)
{
    connect(library, &Library::opened, this, &DraftsRoom::look);
    connect(library, &Library::closed, this, [this] {
        for (const QString &id : std::as_const(m_shown))
            m_notices->dismiss(id);
        m_shown.clear();
    });
}

void DraftsRoom::dismiss(const DocumentKey &key)
{
    m_notices->dismiss(draftNoticeId(key));
}

void DraftsRoom::look()
{
    m_library->perform(
        [](LibraryStore &store) -> Result<QList<DraftPlace>> { return listDrafts(store.layout()); }, this,
        [this](const Result<QList<DraftPlace>> &places) {
            if (!places)
                return;
            for (const DraftPlace &place : *places) {
                if (!kindName(place.key).isEmpty())
                    offer(place);
            }
        });
}

void DraftsRoom::offer(const DraftPlace &place)
{
    const QString id = draftNoticeId(place.key);
    const QString time = place.written.isValid()
                             ? QLocale().toString(place.written.toLocalTime(), QLocale::ShortFormat)
                             : tr("an earlier run");
    m_shown.append(id);
    //: %1 is "Preset Default", %2 a time
    m_notices->post(id, {Notice::Kind::Hint,
                         tr("%1 has changes from %2 that are not saved.").arg(kindName(place.key), time),
                         {{tr("Open"), [this, key = place.key] { Q_EMIT openRequested(key); }},
                          {tr("Discard"), [this, key = place.key] {
                               m_library->perform(
                                   [key](LibraryStore &store) { return removeDraft(store.layout(), key); },
                                   this,
                                   [this](const Result<void> &removed) {
                                       if (!removed)
                                           Q_EMIT problem(removed.error());
                                   });
                           }}}});
}

} // namespace snug
