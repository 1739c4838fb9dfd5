#include "core/workspace/ownconnections.h"

#include "core/library/fileaccess.h"

#include <QFile>
#include <QFileInfo>
#include <QLockFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int longestLockWait = 5000; // milliseconds; another program holds it for the time of one write

Result<void> checkOwnConnections(const QByteArray &bytes)
{
    return readOwnConnections(bytes).transform([](const OwnConnectionsFile &) {});
}

OwnConnectionsFile parsed(const QByteArray &bytes)
{
    return readOwnConnections(bytes).value_or(OwnConnectionsFile());
}

// Who may use which addresses is nobody else's business.
Result<void> writePrivately(const QString &path, const QByteArray &bytes)
{
    return writeState(path, bytes).transform([&] {
        for (const QString &file : {path, lastGoodCopy(path)})
            QFile::setPermissions(file, QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    });
}

Result<void> lock(QLockFile &file, const QString &path)
{
    if (const auto folder = makeFolder(QFileInfo(path).path()); !folder)
        return std::unexpected(folder.error());
    if (file.tryLock(longestLockWait))
        return {};
    return failure(file.error() == QLockFile::LockFailedError
                       ? OwnConnections::tr("another Snug is writing it")
                       : OwnConnections::tr("cannot be written"),
                   {}, path);
}

// A copy without its file is as good as a damaged one: it stays so, and is said at each start, until the user
// has said what counts (settleDamage()).
StateRead withCopyOfLost(StateRead state, const QString &path)
{
    const auto copy = state.isLost ? readStateFile(lastGoodCopy(path)) : QByteArray();
    if (!copy || copy->isEmpty() || !checkOwnConnections(*copy))
        return state;
    state.bytes = *copy;
    state.damage = StateDamage{.problem = {.what = OwnConnections::tr("no longer exists")},
                               .mayBeReplaced = true,
                               .keptAs = {},
                               .hasLastGood = true};
    return state;
}

StateRead readAndMend(const QString &path)
{
    const StateRead seen = readState(path, checkOwnConnections);
    QLockFile guard(path + u".lock"_s);
    if (seen.damage && !lock(guard, path)) // another program may be putting it aside
        return seen;
    return withCopyOfLost(recoverState(path, checkOwnConnections), path);
}

} // namespace

OwnConnections::OwnConnections(QString path, Access access, QObject *parent)
    : QObject(parent)
    , m_path(std::move(path))
    , m_access(access)
    , m_isRead(m_path.isEmpty())
{
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &OwnConnections::keep);
    connect(&m_watcher, &Watcher::changed, this, &OwnConnections::look);
    readAgain();
}

OwnConnections::~OwnConnections()
{
    const QList<OwnChange> rest = m_waiting.sliced(m_underWay);
    if (!rest.isEmpty() && m_mayWrite && !m_damage)
        m_worker.run([path = m_path, rest, known = m_onDisk] { return save(path, rest, known); }, this,
                     [](const Result<Saved> &) {});
}

void OwnConnections::readAgain()
{
    if (m_path.isEmpty())
        return;
    m_worker.run(
        [path = m_path, isReadOnly = isReadOnly()] {
            return isReadOnly ? withCopyOfLost(readState(path, checkOwnConnections), path)
                              : readAndMend(path);
        },
        this, [this](const StateRead &state) { take(state); });
}

void OwnConnections::take(const StateRead &state)
{
    m_damage = state.damage;
    m_mayWrite = !isReadOnly() && (!state.damage || state.damage->mayBeReplaced);
    m_onDisk = {.file = parsed(state.bytes), .bytes = state.bytes};
    m_isRead = true;
    show();
    watch();
    keep();
    Q_EMIT read();
}

// The folder has the user's settings as well, and with them his consents.
void OwnConnections::look()
{
    m_worker.run([path = m_path] { return readState(path, checkOwnConnections); }, this,
                 [this](const StateRead &state) {
                     // What is half written by hand, or gone, is no reason to forget what it said.
                     if (m_mayWrite && state.isThere && !state.damage && state.bytes != m_onDisk.bytes) {
                         m_onDisk = {.file = parsed(state.bytes), .bytes = state.bytes};
                         show();
                     }
                     Q_EMIT changed();
                 });
}

void OwnConnections::watch()
{
    if (!isReadOnly())
        m_watcher.watch({QFileInfo(m_path).path()}, {});
}

void OwnConnections::show()
{
    m_file = m_onDisk.file;
    for (const OwnChange &change : std::as_const(m_waiting))
        m_file = withChange(m_file, change);
}

void OwnConnections::change(const OwnChange &change)
{
    if (change.isEmpty())
        return;
    m_file = withChange(m_file, change);
    if (m_path.isEmpty() || isReadOnly())
        return;
    m_waiting.append(change);
    keep();
}

void OwnConnections::settleDamage()
{
    if (!m_damage)
        return;
    m_damage.reset();
    m_waiting.append(OwnChange()); // there shall be a file again
    keep();
}

void OwnConnections::retry()
{
    if (m_again.isActive())
        keep();
}

void OwnConnections::keep()
{
    if (!m_mayWrite || m_damage || m_underWay > 0 || m_waiting.isEmpty())
        return;
    m_again.stop();
    m_underWay = m_waiting.size();
    m_worker.run(
        [path = m_path, changes = m_waiting, known = m_onDisk] { return save(path, changes, known); }, this,
        [this, count = m_underWay](const Result<Saved> &saved) { ended(count, saved); });
}

// `known`: what the file held when it was whole; it counts where there is no file any more, or no whole one.
Result<OwnConnections::Saved> OwnConnections::save(const QString &path, const QList<OwnChange> &changes,
                                                   const Saved &known)
{
    QLockFile guard(path + u".lock"_s);
    if (const auto locked = lock(guard, path); !locked)
        return std::unexpected(locked.error());
    const StateRead state = recoverState(path, checkOwnConnections);
    if (state.damage && !state.damage->mayBeReplaced)
        return std::unexpected(state.damage->problem);
    Saved saved = known;
    if (state.isThere && !state.damage)
        saved.file = parsed(state.bytes);
    saved.damage = state.damage;
    for (const OwnChange &change : changes)
        saved.file = withChange(saved.file, change);
    saved.bytes = writeOwnConnections(saved.file);
    if (const bool isThere = state.isThere && !state.damage; !isThere || saved.bytes != state.bytes) {
        if (const auto written = writePrivately(path, saved.bytes); !written)
            return std::unexpected(written.error());
    }
    saved.file = parsed(saved.bytes);
    return saved;
}

void OwnConnections::ended(qsizetype count, const Result<Saved> &saved)
{
    m_underWay = 0;
    if (!saved) {
        m_again.start(m_firstPause * std::min(30, 1 << std::min(m_failures++, 5)));
        if (std::exchange(m_saidProblem, saved.error().line()) != saved.error().line())
            Q_EMIT saveProblem(saved.error());
        Q_EMIT saveEnded();
        return;
    }
    m_failures = 0;
    m_waiting.remove(0, count);
    m_onDisk = *saved;
    const OwnConnectionsFile before = m_file;
    show();
    watch();
    keep();
    if (!std::exchange(m_saidProblem, {}).isEmpty())
        Q_EMIT saveProblem(std::nullopt);
    if (saved->damage)
        Q_EMIT mended(*saved->damage);
    if (!m_file.saysTheSame(before))
        Q_EMIT changed();
    Q_EMIT saveEnded();
}

} // namespace snug
