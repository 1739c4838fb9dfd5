// The user's library as the window sees it: what is in it, what changes, and doing things to it
// without waiting for the disk.
#pragma once

#include "core/library/librarycontents.h"
#include "core/library/librarystore.h"
#include "core/library/libraryworker.h"
#include "core/library/repeatedsaves.h"
#include "core/library/watcher.h"

#include <QMap>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

namespace snug {

// For the status bar.
struct SaveState
{
    int pending = 0;               // saves queued or under way
    QMap<QString, Error> failures; // saves that failed and have not succeeded since, by what was to be saved
    bool operator==(const SaveState &) const = default;
};

// Lives on the window's thread. All disk work happens on a thread of its own, in the order in which
// it was asked for. Destroying the library writes everything that is queued first.
//
//     library.perform([reference](LibraryStore &store) { return loadChat(store, reference); },
//                     this, [this](const Result<LoadedChat> &chat) { … });
class Library : public QObject
{
    Q_OBJECT

public:
    explicit Library(QObject *parent = nullptr);
    ~Library() override;

    // `allowed`: folders of it that may lie elsewhere. Ends in opened() or openFailed(). An open library is
    // closed first. checkLibraryFolder() says what is accepted.
    void open(const QString &root, const QList<OutsideFolder> &allowed = {},
              LibraryAccess access = LibraryAccess::ReadAndWrite);
    void close();

    bool isOpen() const { return m_isOpen; }
    const LibraryLayout &layout() const { return m_layout; }
    // The latest state that has been announced.
    const LibraryContents &contents() const { return m_contents; }
    const SaveState &saveState() const { return m_saveState; }

    // Runs `job(LibraryStore &)`, which returns a Result, on the disk thread, then `done(result)`
    // here unless `context` has died. Fails when no library is open.
    template <typename Job, typename Done> void perform(Job job, QObject *context, Done done)
    {
        run<Job>(std::move(job),
                 [guard = QPointer<QObject>(context), done = std::move(done)](auto result) mutable {
                     if (guard)
                         done(std::move(result));
                 });
    }

    // As perform(), for what must not get lost: shows up in saveState(), and a failure stays there
    // under `what` ("characters/Mira.png") until a save of the same thing succeeds.
    template <typename Job, typename Done>
    void save(const QString &what, Job job, QObject *context, Done done)
    {
        saveStarted();
        run<Job>(std::move(job), [this, what, generation = m_generation, guard = QPointer<QObject>(context),
                                  done = std::move(done)](auto result) mutable {
            saveEnded(what,
                      result || generation != m_generation ? std::nullopt : std::optional(result.error()));
            if (guard)
                done(std::move(result));
        });
    }

    // As save(), for a file, or a part of one, of which the newest state alone counts: what fails is tried
    // again, see RepeatedSaves.
    void keepSaving(const QString &what, const RepeatedSaves::Job &job, const RepeatedSaves::Done &done = {},
                    const QString &part = {})
    {
        m_repeated.add(what, job, done, part);
    }
    RepeatedSaves &repeatedSaves() { return m_repeated; }

    // Calls `act`, while `context` lives, once every read has been done that was asked for until then, those
    // included that answer a change which is being told now.
    void afterPendingReads(QObject *context, std::function<void()> act);

    // A file that is open in a window: bytes written into it in place are noticed as well, not only
    // that it is replaced. Twice open needs twice closed.
    void documentOpened(const QString &path);
    void documentClosed(const QString &path);

    // Looks at the whole library again, for disks that tell of no changes (network folders).
    void lookAgain();

    Watcher &watcher() { return m_watcher; }

Q_SIGNALS:
    void opened();
    void openFailed(const snug::Error &error);
    // What is asked for now is still done.
    void aboutToClose();
    void closed();
    // contents() has it already. The chats that the background work finds come one folder at a time.
    void changed(const snug::LibraryChange &change);
    void saveStateChanged(const snug::SaveState &state);

private:
    struct Update
    {
        LibraryContents contents;
        QList<LibraryChange> changes;
        QStringList folders;
        QStringList files;
    };
    // Only touched by jobs.
    struct Place
    {
        std::unique_ptr<LibraryStore> store;
    };

    template <typename Job, typename Finish> void run(Job job, Finish finish)
    {
        using Value = std::invoke_result_t<Job &, LibraryStore &>;
        using Answer = std::pair<Value, std::optional<Update>>;
        m_worker.run(guarded(
                         [place = m_place, job = std::move(job)]() mutable {
                             if (!place->store)
                                 return Answer(std::unexpected(notOpen()), std::nullopt);
                             Value value = job(*place->store);
                             return Answer(std::move(value), takeUpdate(*place->store));
                         },
                         [](const Error &error) { return Answer(std::unexpected(error), std::nullopt); }),
                     this,
                     [this, generation = m_generation,
                      finish = std::move(finish)](std::pair<Value, std::optional<Update>> answer) mutable {
                         const bool isCurrent = generation == m_generation;
                         if (isCurrent && answer.second)
                             applyUpdate(*answer.second);
                         finish(std::move(answer.first));
                         if (isCurrent && answer.second)
                             announce(answer.second->changes);
                     });
    }

    static Error notOpen();
    static std::optional<Update> takeUpdate(LibraryStore &store);
    void applyUpdate(const Update &update);
    void announce(const QList<LibraryChange> &changes);
    void readMoreChats();
    void watchAll();
    void saveStarted();
    void saveEnded(const QString &what, const std::optional<Error> &error);

    LibraryWorker m_worker;
    Watcher m_watcher;
    QTimer m_rewatch;
    std::shared_ptr<Place> m_place;
    int m_generation = 0; // of the open library; answers for an earlier one change nothing here
    bool m_isOpen = false;
    LibraryLayout m_layout;
    LibraryContents m_contents;
    QStringList m_folders;
    QStringList m_files;
    QHash<QString, int> m_documents;
    SaveState m_saveState;
    RepeatedSaves m_repeated;
};

} // namespace snug
