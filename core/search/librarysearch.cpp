#include "core/search/librarysearch.h"

#include <chrono>

using namespace std::chrono_literals;

namespace snug {

static constexpr std::chrono::milliseconds betweenFinds = 700ms; // while files are read

LibrarySearch::LibrarySearch(Library *library, QObject *parent)
    : QObject(parent)
    , m_library(library)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(1s); // one look for many messages
    connect(&m_soon, &QTimer::timeout, this, &LibrarySearch::update);
    connect(library, &Library::opened, this, &LibrarySearch::libraryOpened);
    connect(library, &Library::changed, this, [this] {
        if (m_isOn && !m_soon.isActive())
            m_soon.start();
    });
    connect(library, &Library::aboutToClose, this, [this] {
        m_stopUpdate.request_stop();
        m_stopFind.request_stop();
        m_soon.stop();
    });
}

LibrarySearch::~LibrarySearch()
{
    m_stopUpdate.request_stop();
    m_stopFind.request_stop();
    // On the threads that opened them.
    m_writer.run([index = std::move(m_written)]() mutable { return (index.reset(), true); }, this,
                 [](bool) {});
    m_reader.run([index = std::move(m_asked)]() mutable { return (index.reset(), true); }, this, [](bool) {});
}

void LibrarySearch::begin()
{
    if (m_isOn)
        return;
    m_isOn = true;
    if (m_library->isOpen())
        libraryOpened();
}

void LibrarySearch::libraryOpened()
{
    if (!m_isOn)
        return;
    m_stopUpdate.request_stop();
    m_stopUpdate = {};
    const QString root = m_library->layout().root();
    const auto replace = [this, root](LibraryWorker &worker, std::shared_ptr<SearchIndex> &index) {
        worker.run([old = std::move(index)]() mutable { return (old.reset(), true); }, this, [](bool) {});
        index = std::make_shared<SearchIndex>(SearchIndex::fileFor(root), root);
    };
    replace(m_writer, m_written);
    replace(m_reader, m_asked);
    ++m_generation;
    m_isUpdating = false;
    update();
}

// One at a time; what changes meanwhile is looked at afterwards.
void LibrarySearch::update()
{
    if (!m_isOn || !m_library->isOpen() || !m_written)
        return;
    if (m_isUpdating) {
        m_isStale = true;
        return;
    }
    // What is not known yet would be taken for gone.
    if (!m_library->contents().chatsAreComplete) {
        m_soon.start();
        return;
    }
    m_isUpdating = true;
    m_isStale = false;
    m_lastFound.start();
    const auto told = [this](qsizetype done, qsizetype total) {
        QMetaObject::invokeMethod(
            this,
            [this, left = total - done] {
                m_pending = left;
                Q_EMIT pendingChanged();
                if (!m_words.isEmpty() && m_lastFound.hasExpired(betweenFinds.count()))
                    find(m_words, m_scope); // what has been read until now
            },
            Qt::QueuedConnection);
    };
    m_writer.run(
        [index = m_written, contents = m_library->contents(), layout = m_library->layout(),
         stop = m_stopUpdate.get_token(),
         told]() -> Result<void> { return index->update(searchFiles(contents, layout), told, stop); },
        this,
        [this, generation = m_generation](const Result<void> &done) {
            if (generation != m_generation)
                return; // of another library
            m_isUpdating = false;
            m_pending = 0;
            Q_EMIT pendingChanged();
            if (!done)
                Q_EMIT failed(done.error());
            else if (!m_words.isEmpty())
                find(m_words, m_scope); // there may be more now
            if (m_isStale)
                m_soon.start();
        });
}

void LibrarySearch::find(const QString &words, const SearchScope &scope)
{
    begin();
    m_words = words;
    m_scope = scope;
    m_lastFound.start();
    m_stopFind.request_stop();
    m_stopFind = {};
    if (!m_asked)
        return;
    m_reader.run(
        [index = m_asked, words, scope, stop = m_stopFind.get_token()]() -> Result<QList<FoundText>> {
            if (stop.stop_requested())
                return QList<FoundText>();
            return index->find(words, scope, stop);
        },
        this,
        [this, words, stop = m_stopFind.get_token()](const Result<QList<FoundText>> &texts) {
            if (stop.stop_requested())
                return;
            if (texts)
                Q_EMIT found(words, *texts);
            else
                Q_EMIT failed(texts.error());
        });
}

} // namespace snug
