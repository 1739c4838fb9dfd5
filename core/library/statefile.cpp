#include "core/library/statefile.h"

#include "core/library/atomicwrite.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <cerrno>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// What may not be looked at is there.
bool isNothingThere(const QString &path)
{
    struct stat status = {};
    return ::lstat(QFile::encodeName(path).constData(), &status) != 0 &&
           (errno == ENOENT || errno == ENOTDIR);
}

Result<void> checkBytes(const QByteArray &bytes, const StateCheck &check)
{
    // What a file system leaves of a file that had not reached the disk when the power went.
    if (std::ranges::all_of(bytes, [](char byte) { return byte == '\0'; }))
        return failure(bytes.isEmpty() ? QCoreApplication::translate("Library", "it is empty")
                                       : QCoreApplication::translate("Library", "it holds only zeros"));
    return check(bytes);
}

} // namespace

Result<QByteArray> readStateFile(const QString &path, qint64 sizeLimit)
{
    if (isNothingThere(path))
        return QByteArray();
    return readVersioned(path, sizeLimit).transform([](const Loaded<QByteArray> &loaded) {
        return loaded.value;
    });
}

Result<void> writeStateFile(const QString &path, const QByteArray &bytes)
{
    return writeFileDurably(path, bytes);
}

QString lastGoodCopy(const QString &path)
{
    const QFileInfo file(path);
    const QString inside = pathInLibrary(path);
    if (!inside.isEmpty() && !inside.startsWith(u"snug/"_s)) // what Snug adds to a library is in snug/
        return path.chopped(inside.size()) + u"snug/lastgood/"_s + inside;
    return file.path() + u"/lastgood/"_s + file.fileName();
}

Result<QString> putAside(const QString &path)
{
    QString aside = path + u".damaged"_s;
    for (int number = 2; !isNothingThere(aside); ++number)
        aside = path + u".damaged%1"_s.arg(number);
    return movePath(path, aside).transform([&] { return aside; });
}

StateRead readState(const QString &path, const StateCheck &check)
{
    StateRead state;
    state.isThere = !isNothingThere(path);
    if (!state.isThere) {
        state.isLost = !isNothingThere(lastGoodCopy(path)) || !isNothingThere(path + u".damaged"_s);
        return state;
    }
    const Result<QByteArray> bytes = readStateFile(path);
    const Result<void> good = bytes.and_then([&](const QByteArray &each) { return checkBytes(each, check); });
    if (good) {
        state.bytes = *bytes;
        return state;
    }
    state.damage = StateDamage{.problem = good.error(), .mayBeReplaced = bytes.has_value(), .keptAs = {}};
    const auto copy = readStateFile(lastGoodCopy(path));
    if (copy && checkBytes(*copy, check)) {
        state.bytes = *copy;
        state.damage->hasLastGood = true;
    }
    return state;
}

StateRead recoverState(const QString &path, const StateCheck &check)
{
    StateRead state = readState(path, check);
    if (state.damage) {
        if (!state.damage->mayBeReplaced)
            return state;
        const auto aside = putAside(path);
        state.damage->mayBeReplaced = aside.has_value();
        state.damage->keptAs = aside.value_or(QString());
    } else if (state.isThere) {
        const QString copy = lastGoodCopy(path);
        if (readStateFile(copy) != state.bytes)
            static_cast<void>(writeFileDurably(copy, state.bytes));
    }
    return state;
}

Result<void> writeState(const QString &path, const QByteArray &bytes)
{
    return writeFileDurably(path, bytes).and_then([&] {
        return writeFileDurably(lastGoodCopy(path), bytes);
    });
}

} // namespace snug
