#include "app/whatwas/backupscontroller.h"

#include "app/appcontext.h"
#include "app/chat/closedchat.h"
#include "app/whatwas/whatwascontroller.h"
#include "core/library/chatfiles.h"
#include "core/library/trash.h"
#include "core/whatwas/backupmaking.h"
#include "core/whatwas/backuprestore.h"
#include "core/whatwas/filetext.h"
#include "widgets/whatwas/backupspane.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/noticebar.h"

#include <QFileDialog>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qint64 ReadBackupToShow = qint64(16) << 20;

// Nothing where there is none; one that cannot be read is as none.
std::optional<Backup> newestBackup(const LibraryLayout &layout)
{
    for (const BackupPlace &place : listBackups(layout)) {
        if (auto backup = loadBackup(layout, place.id))
            return *std::move(backup);
    }
    return std::nullopt;
}

// Not the newest alone: the clock may have been wrong once.
bool isMadeToday(const LibraryLayout &layout)
{
    return std::ranges::any_of(listBackups(layout), [](const BackupPlace &place) {
        return place.made.toLocalTime().date() == QDate::currentDate();
    });
}

struct Making
{
    Backup::Reason reason;
    std::optional<BackupMaking> making = {};
    std::optional<Backup> made = {};

    Result<DiskProgress> step(LibraryStore &store)
    {
        if (!making)
            making.emplace(store.layout(), newestBackup(store.layout()), reason,
                           QDateTime::currentDateTimeUtc());
        const auto progress = making->goOn(DiskStepTime);
        if (!progress)
            return std::unexpected(progress.error());
        if (!progress->isDone)
            return DiskProgress{false, progress->bytes, progress->allBytes};
        made = making->made();
        if (made) {
            if (const auto stored = storeBackup(store.layout(), *made); !stored)
                return std::unexpected(stored.error());
            static_cast<void>(thinOutBackups(store.layout(), made->made)); // tried again with the next one
        } else {
            made = newestBackup(store.layout());
        }
        return DiskProgress{true};
    }
};

// File by file; what fails is kept in mind, and the rest goes on.
struct FileByFile
{
    QList<BackedUpFile> files;
    std::function<Result<void>(LibraryStore &store, const BackedUpFile &file)> act;
    qsizetype next = 0;
    QStringList done = {};
    QList<Error> errors = {};

    Result<DiskProgress> step(LibraryStore &store)
    {
        if (next < files.size()) {
            const BackedUpFile &file = files[next++];
            if (const auto acted = act(store, file))
                done.append(file.path);
            else
                errors.append(acted.error());
        }
        return DiskProgress{next >= files.size(), next, files.size()};
    }
};

} // namespace

BackupsController::BackupsController(const AppContext &app, WhatWasController *whatWas, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_whatWas(whatWas)
    , m_steps(&app.library)
{
    m_due.setSingleShot(true);
    connect(&m_due, &QTimer::timeout, this, [this] {
        backUpIfDue();
        m_due.start(LookAgain);
    });
    connect(&app.library, &Library::opened, this, [this] { m_due.start(FirstLook); });
    connect(&app.library, &Library::closed, this, [this] {
        m_due.stop();
        m_shown.reset();
        m_restored.reset();
        m_waiting.reset();
        m_failure.reset();
    });
    connect(whatWas, &WhatWasController::windowMade, this, &BackupsController::connectPane);
    connect(&m_steps, &DiskSteps::progressed, this, [this](qint64 done, qint64 all) {
        if (pane())
            pane()->setWork(m_work, done, all);
    });
    connect(&m_steps, &DiskSteps::ended, this, [this] {
        m_isComparing = false;
        if (pane())
            pane()->setWork({});
        // Not at once: putting back goes on behind the backup that it begins with.
        QMetaObject::invokeMethod(this, &BackupsController::compareWaiting, Qt::QueuedConnection);
    });
}

BackupsPane *BackupsController::pane() const
{
    return m_whatWas->window() ? m_whatWas->window()->backups() : nullptr;
}

void BackupsController::connectPane()
{
    connect(pane(), &BackupsPane::chosen, this, &BackupsController::compare);
    connect(pane(), &BackupsPane::fileChosen, this, &BackupsController::read);
    connect(pane(), &BackupsPane::restoreRequested, this, &BackupsController::restore);
    connect(pane(), &BackupsPane::copyRequested, this, &BackupsController::askWhereTo);
    connect(pane(), &BackupsPane::undoRequested, this, &BackupsController::undoRestoring);
    connect(pane(), &BackupsPane::cancelRequested, &m_steps, &DiskSteps::cancel);
    connect(pane(), &BackupsPane::backupRequested, this, [this] {
        backUp(Backup::Reason::Daily, [this](const Result<std::optional<Backup>> &made) {
            if (!made)
                return failed(made.error());
            list();
        });
    });
    connect(m_whatWas->window(), &WhatWasWindow::pageShown, this, [this](WhatWasWindow::Page page) {
        if (page != WhatWasWindow::Page::Backups)
            return;
        say({});
        list();
    });
}

void BackupsController::say(const QString &text, const QString &undoText)
{
    if (pane())
        pane()->say(text, undoText);
}

void BackupsController::failed(const Error &error)
{
    say(QString(error.line() + u' ' + error.hint).trimmed());
}

void BackupsController::list()
{
    m_app.library.perform(
        [](LibraryStore &store) -> Result<QList<BackupPlace>> { return listBackups(store.layout()); }, this,
        [this](const Result<QList<BackupPlace>> &places) {
            if (places && pane())
                pane()->setBackups(*places);
        });
}

void BackupsController::backUpIfDue()
{
    if (m_steps.isRunning())
        return;
    m_app.library.perform(
        [](LibraryStore &store) -> Result<bool> { return isMadeToday(store.layout()); }, this,
        [this](const Result<bool> &isMade) {
            if (!isMade || *isMade || m_steps.isRunning())
                return;
            backUp(Backup::Reason::Daily, [this](const Result<std::optional<Backup>> &made) {
                const QString id = u"backup"_s;
                if (made)
                    m_app.chatPane.notices()->dismiss(id);
                // Whoever has put it away need not hear it again.
                const auto before =
                    std::exchange(m_failure, made ? std::nullopt : std::optional(made.error()));
                if (made || before == m_failure)
                    return;
                m_app.chatPane.notices()->post(
                    id, {Notice::Kind::Problem,
                         tr("Today's backup of the library could not be made: %1").arg(made.error().line()),
                         {{tr("Try Again"), [this] {
                               m_failure.reset();
                               backUpIfDue();
                           }}}});
            });
        });
}

void BackupsController::backUp(Backup::Reason reason, const Then &then)
{
    m_work = tr("Backing up…");
    if (pane())
        pane()->setWork(m_work);
    const auto making = std::make_shared<Making>(reason);
    m_steps.start([making](LibraryStore &store) { return making->step(store); },
                  [making, then](const Result<bool> &isWhole) {
                      if (!isWhole)
                          then(std::unexpected(isWhole.error()));
                      else if (*isWhole)
                          then(making->made);
                  });
}

void BackupsController::compareWaiting()
{
    if (m_waiting && !m_steps.isRunning())
        compare(*std::exchange(m_waiting, std::nullopt));
}

// Looking stops only looking, never what writes.
void BackupsController::compare(const BackupPlace &place)
{
    if (m_steps.isRunning() && !m_isComparing) {
        m_waiting = place;
        return;
    }
    struct Comparing
    {
        std::optional<Backup> backup = {};
        std::optional<BackupComparison> comparison = {};
    };
    const auto comparing = std::make_shared<Comparing>();
    m_shown.reset();
    m_work = tr("Comparing…");
    if (pane())
        pane()->setWork(m_work);
    m_steps.start(
        [comparing, id = place.id](LibraryStore &store) -> Result<DiskProgress> {
            if (!comparing->backup) {
                auto backup = loadBackup(store.layout(), id);
                if (!backup)
                    return std::unexpected(backup.error());
                comparing->backup = *std::move(backup);
                comparing->comparison.emplace(store.layout(), *comparing->backup);
            }
            return DiskProgress{comparing->comparison->goOn(DiskStepTime)};
        },
        [this, comparing](const Result<bool> &isWhole) {
            if (!isWhole)
                return failed(isWhole.error());
            if (!*isWhole)
                return;
            m_shown = comparing->backup;
            if (pane())
                pane()->setDifferences(comparing->comparison->differences());
        });
    m_isComparing = true;
}

void BackupsController::read(const BackedUpFile &file)
{
    const quint64 reading = ++m_reading;
    m_app.library.perform(
        [file](LibraryStore &store) {
            return readBackedUp(store.layout(), file, ReadBackupToShow).transform(fileText);
        },
        this,
        [this, reading](const Result<QString> &text) {
            if (pane() && reading == m_reading)
                pane()->setText(text.value_or(QString()), text ? QString() : text.error().line());
        });
}

void BackupsController::restore(const QList<BackedUpFile> &files)
{
    backUp(Backup::Reason::BeforeRestoring, [this, files](const Result<std::optional<Backup>> &before) {
        if (!before)
            return failed(before.error());
        if (*before)
            write(files, **before);
    });
}

void BackupsController::write(const QList<BackedUpFile> &files, const Backup &before)
{
    const LibraryLayout layout = m_app.library.layout();
    const auto isMeant = [&](const ChatReference &open) {
        return std::ranges::contains(files, layout.relative(chatPath(layout, open)), &BackedUpFile::path);
    };
    actWithChatClosed(m_app, isMeant, [this, files, before](const std::function<void()> &done) {
        const auto restoring =
            std::make_shared<FileByFile>(files, [](LibraryStore &store, const BackedUpFile &file) {
                return restoreBackedUp(store, file);
            });
        m_work = tr("Restoring…");
        m_steps.start(
            [restoring](LibraryStore &store) { return restoring->step(store); },
            [this, restoring, before, done](const Result<bool> &) {
                done();
                m_restored = Restored{before, restoring->done};
                list();
                const QString text = tr("Restored: %1.").arg(restoring->done.size());
                if (restoring->errors.isEmpty())
                    return say(text, tr("&Undo"));
                const Error &first = restoring->errors.first();
                say(tr("%1 Not restored: %2. %3").arg(text).arg(restoring->errors.size()).arg(first.line()),
                    restoring->done.isEmpty() ? QString() : tr("&Undo"));
            });
    });
}

void BackupsController::undoRestoring()
{
    const auto restored = std::exchange(m_restored, std::nullopt);
    if (!restored)
        return;
    QList<BackedUpFile> files;
    for (const QString &path : restored->paths) {
        const auto was = std::ranges::find(restored->before.files, path, &BackedUpFile::path);
        files.append(was == restored->before.files.cend()
                         ? BackedUpFile{.path = path, .stamp = {}, .pieces = {}}
                         : *was);
    }
    const auto isMeant = [&](const ChatReference &open) {
        const LibraryLayout layout = m_app.library.layout();
        return restored->paths.contains(layout.relative(chatPath(layout, open)));
    };
    actWithChatClosed(m_app, isMeant, [this, files](const std::function<void()> &done) {
        // What was not there before goes to the trash.
        const auto undoing = std::make_shared<FileByFile>(
            files, [](LibraryStore &store, const BackedUpFile &file) -> Result<void> {
                if (file.stamp.exists())
                    return restoreBackedUp(store, file);
                TrashItem item;
                item.kind = u"file"_s;
                item.title = file.path;
                item.paths = {file.path};
                return moveToTrash(store.layout(), item).transform([&](const TrashItem &gone) {
                    store.noteOwn({store.layout().root() + u'/' + gone.paths.first()});
                });
            });
        m_work = tr("Restoring…");
        m_steps.start([undoing](LibraryStore &store) { return undoing->step(store); },
                      [this, undoing, done](const Result<bool> &) {
                          done();
                          list();
                          if (undoing->errors.isEmpty())
                              return say(tr("Everything is as it was before."));
                          failed(undoing->errors.first());
                      });
    });
}

void BackupsController::askWhereTo()
{
    auto *dialog = new QFileDialog(m_whatWas->window(), tr("Copy the Backup to an Empty Folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    dialog->setLabelText(QFileDialog::Accept, tr("Copy Here"));
    connect(dialog, &QFileDialog::fileSelected, this, &BackupsController::copyTo);
    dialog->open();
}

void BackupsController::copyTo(const QString &folder)
{
    if (!m_shown)
        return;
    if (!QDir(folder).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot))
        return say(tr("The folder %1 is not empty. Choose an empty one or make a new one.").arg(folder));
    const auto copying =
        std::make_shared<FileByFile>(m_shown->files, [folder](LibraryStore &store, const BackedUpFile &file) {
            return copyBackedUp(store.layout(), file, folder);
        });
    m_work = tr("Copying…");
    m_steps.start([copying](LibraryStore &store) { return copying->step(store); },
                  [this, copying, folder](const Result<bool> &isWhole) {
                      if (!copying->errors.isEmpty())
                          return failed(copying->errors.first());
                      if (!isWhole.value_or(false))
                          return say(tr("Cancelled. What was copied so far is in %1.").arg(folder));
                      say(tr("The library of that time is in %1. “Open Library…” opens it.").arg(folder));
                  });
}

} // namespace snug
