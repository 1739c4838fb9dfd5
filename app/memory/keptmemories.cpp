#include "app/memory/keptmemories.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/memory/bookfile.h"
#include "app/memory/memorycontroller.h"
#include "core/chat/chatsession.h"
#include "core/library/deleting.h"
#include "core/library/library.h"
#include "widgets/inspector/memorydesk.h"
#include "widgets/window/mainwindow.h"

#include <QDockWidget>

using namespace Qt::StringLiterals;

namespace snug {

KeptMemories::KeptMemories(const AppContext &app, MemoryController *memories, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_memories(memories)
{
    connect(&app.library, &Library::changed, this, [this](const LibraryChange &change) {
        if (change.kind == LibraryChange::Kind::Lorebooks && change.names.contains(m_shown))
            refresh();
    });
    connect(app.window.chatPage()->memoryDock(), &QDockWidget::visibilityChanged, this, [this](bool isSeen) {
        m_isSeen = isSeen;
        if (isSeen && m_isStale)
            refresh();
    });
}

void KeptMemories::followSession()
{
    if (ChatSession *session = m_app.chat.session())
        connect(session, &ChatSession::changed, this, [this] {
            if (m_memories->boundBook() != m_shown)
                refresh();
        });
    refresh();
}

void KeptMemories::refresh()
{
    const quint64 asked = ++m_asked;
    m_shown = m_memories->boundBook();
    // A large lorebook is not read for a list that nobody sees.
    m_isStale = !m_isSeen;
    if (m_isStale)
        return;
    if (m_shown.isEmpty())
        return m_app.memoryDesk.setKept({}, {});
    m_app.library.perform(
        [name = m_shown](LibraryStore &store) { return readBookDocument(store, name).transform(keptIn); },
        this,
        [this, asked, name = m_shown](const Result<QList<KeptEntry>> &kept) {
            if (asked == m_asked)
                m_app.memoryDesk.setKept(name, kept.value_or(QList<KeptEntry>()));
        });
}

void KeptMemories::removeIfEmpty(const QString &book)
{
    if (!m_made.contains(book))
        return refresh();
    m_app.library.perform(
        [book](LibraryStore &store) -> Result<bool> {
            const Result<Json> document = readBookDocument(store, book);
            if (!document)
                return std::unexpected(document.error());
            if (!bookEntries(*document).isEmpty())
                return false;
            return deleteLorebook(store, book).transform([](const TrashItem &) { return true; });
        },
        this,
        [this, book](const Result<bool> &done) {
            if (!done) {
                Q_EMIT failed(done.error());
            } else if (*done) {
                m_made.remove(book);
                Q_EMIT removed(book);
            }
            refresh();
        });
}

} // namespace snug
