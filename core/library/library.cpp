#include "core/library/library.h"

#include <QCoreApplication>

using namespace std::chrono_literals;

namespace snug {

namespace {

// Long enough to be worth the trip, short enough that a click in between is answered at once.
constexpr auto ChatsPerTrip = 20ms;

} // namespace

Library::Library(QObject *parent)
    : QObject(parent)
    , m_place(std::make_shared<Place>())
    , m_repeated([this](const QString &what, const RepeatedSaves::Job &job, const RepeatedSaves::Done &done) {
        save(what, job, this, done);
    })
{
    m_rewatch.setSingleShot(true);
    m_rewatch.setInterval(100ms);
    connect(&m_rewatch, &QTimer::timeout, this, &Library::watchAll);
    connect(&m_watcher, &Watcher::changed, this, [this](const QStringList &folders) {
        m_rewatch.start();
        run(
            [folders](LibraryStore &store) -> Result<void> {
                store.lookAgain(folders);
                return {};
            },
            [](const Result<void> &) {});
    });
}

Library::~Library()
{
    m_repeated.retry(); // once more
}

Error Library::notOpen()
{
    return Error{QCoreApplication::translate("Library", "no library is open"), {}, {}, {}};
}

std::optional<Library::Update> Library::takeUpdate(LibraryStore &store)
{
    if (!store.hasNews())
        return std::nullopt;
    return Update{store.contents(), store.takeChanges(), store.index().folders(), store.index().files()};
}

void Library::open(const QString &root, const QList<OutsideFolder> &allowed, LibraryAccess access)
{
    close();
    const int generation = m_generation;
    m_worker.run(
        [place = m_place, root, allowed, access]() -> Result<std::pair<LibraryLayout, Update>> {
            place->store.reset();
            auto store = LibraryStore::open(root, allowed, access);
            if (!store)
                return std::unexpected(store.error());
            place->store = *std::move(store);
            place->store->readAll();
            place->store->takeChanges();
            return std::pair(place->store->layout(), Update{place->store->contents(),
                                                            {},
                                                            place->store->index().folders(),
                                                            place->store->index().files()});
        },
        this,
        [this, generation](const Result<std::pair<LibraryLayout, Update>> &answer) {
            if (generation != m_generation)
                return;
            if (!answer) {
                Q_EMIT openFailed(answer.error());
                return;
            }
            m_layout = answer->first;
            m_isOpen = true;
            applyUpdate(answer->second);
            watchAll();
            Q_EMIT opened();
            readMoreChats();
        });
}

void Library::close()
{
    if (m_isOpen)
        Q_EMIT aboutToClose();
    m_repeated.retry();
    m_repeated.clear();
    ++m_generation;
    m_watcher.stop();
    m_rewatch.stop();
    m_documents.clear();
    m_worker.run(
        [place = m_place] {
            place->store.reset();
            return true;
        },
        this, [](bool) {});
    if (!std::exchange(m_isOpen, false))
        return;
    m_contents = {};
    m_layout = {};
    m_saveState.failures.clear();
    Q_EMIT saveStateChanged(m_saveState);
    Q_EMIT closed();
}

// Who follows the library asks for files when it tells of a change, which is right after a save's answer.
void Library::afterPendingReads(QObject *context, std::function<void()> act)
{
    QTimer::singleShot(0, context, [this, context, act = std::move(act)] {
        perform([](LibraryStore &) -> Result<void> { return {}; }, context,
                [act](const Result<void> &) { act(); });
    });
}

void Library::applyUpdate(const Update &update)
{
    m_contents = update.contents;
    m_folders = update.folders;
    m_files = update.files;
}

void Library::announce(const QList<LibraryChange> &changes)
{
    m_rewatch.start();
    for (const LibraryChange &change : changes)
        Q_EMIT changed(change);
}

void Library::readMoreChats()
{
    run(
        [](LibraryStore &store) -> Result<void> {
            store.readMoreChats(ChatsPerTrip);
            return {};
        },
        [this, generation = m_generation](const Result<void> &) {
            if (generation == m_generation && m_isOpen && !m_contents.chatsAreComplete)
                readMoreChats();
        });
}

void Library::watchAll()
{
    if (m_isOpen)
        m_watcher.watch(m_folders, m_files + m_documents.keys());
}

void Library::documentOpened(const QString &path)
{
    if (++m_documents[path] == 1)
        watchAll();
}

void Library::documentClosed(const QString &path)
{
    const auto document = m_documents.find(path);
    if (document != m_documents.end() && --*document == 0) {
        m_documents.erase(document);
        watchAll();
    }
}

void Library::lookAgain()
{
    run(
        [](LibraryStore &store) -> Result<void> {
            store.lookAgain(store.index().folders());
            return {};
        },
        [](const Result<void> &) {});
}

void Library::saveStarted()
{
    ++m_saveState.pending;
    Q_EMIT saveStateChanged(m_saveState);
}

void Library::saveEnded(const QString &what, const std::optional<Error> &error)
{
    --m_saveState.pending;
    if (error)
        m_saveState.failures.insert(what, *error);
    else
        m_saveState.failures.remove(what);
    Q_EMIT saveStateChanged(m_saveState);
}

} // namespace snug
