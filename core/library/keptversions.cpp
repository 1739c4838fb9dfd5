#include "core/library/keptversions.h"

#include "core/library/atomicwrite.h"
#include "core/library/fileaccess.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype AlwaysKept = 5;
const QString TimeFormat = u"yyyyMMdd'T'HHmmsszzz'Z'"_s;

QString idOf(const QByteArray &bytes, const QDateTime &saved)
{
    return u"%1-%2"_s.arg(saved.toUTC().toString(TimeFormat))
        .arg(continueChecksum(EmptyChecksum, bytes), 16, 16, QLatin1Char('0'));
}

QDateTime timeOf(const QString &id)
{
    QDateTime time = QDateTime::fromString(id.section(u'-', 0, 0), TimeFormat);
    time.setTimeZone(QTimeZone::UTC);
    return time;
}

void thinOut(const QString &folder, const VersionLimits &limits)
{
    qint64 bytes = 0;
    qsizetype count = 0;
    for (const KeptVersion &version : listVersionsIn(folder)) {
        bytes += version.size;
        ++count;
        if (count > AlwaysKept && (count > limits.count || bytes > limits.bytes))
            static_cast<void>(removeFile(folder + u'/' + version.id));
    }
}

} // namespace

QList<KeptVersion> listVersionsIn(const QString &folder)
{
    QList<KeptVersion> versions;
    for (const QFileInfo &file : QDir(folder).entryInfoList(QDir::Files)) {
        if (const QDateTime time = timeOf(file.fileName()); time.isValid())
            versions.append({file.fileName(), time, file.size()});
    }
    std::ranges::sort(versions, std::greater(), &KeptVersion::id);
    return versions;
}

Result<void> keepVersionIn(const QString &folder, const QByteArray &bytes, const QDateTime &saved,
                           const VersionLimits &limits)
{
    const QString id = idOf(bytes, saved);
    const QString checksum = id.section(u'-', 1);
    for (const KeptVersion &version : listVersionsIn(folder)) {
        if (version.size != bytes.size() || version.id.section(u'-', 1) != checksum)
            continue;
        const auto same = readVersioned(folder + u'/' + version.id, ArchiveFileLimit);
        if (!same || same->value != bytes)
            continue;
        if (version.id < id)
            static_cast<void>(movePath(folder + u'/' + version.id, folder + u'/' + id));
        return {};
    }
    const auto written = writeFileDurably(folder + u'/' + id, bytes);
    if (written)
        thinOut(folder, limits);
    return written;
}

Result<QByteArray> readVersionIn(const QString &folder, const QString &id)
{
    if (id.contains(u'/') || !timeOf(id).isValid())
        return failure(QCoreApplication::translate("Versions", "there is no such version"), {}, id);
    return readVersioned(folder + u'/' + id, ChatFileLimit).transform([](const Loaded<QByteArray> &file) {
        return file.value;
    });
}

} // namespace snug
