#include "core/formats/ziparchive.h"

#include <QCoreApplication>
#include <QScopeGuard>
#include <QtEndian>

#include <algorithm>
#include <memory>
#include <zip.h>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// ZIP's own records (APPNOTE 6.3, 4.3): their marks and sizes without the texts that follow.
constexpr QByteArrayView EndMark("PK\x05\x06", 4);
constexpr QByteArrayView End64Mark("PK\x06\x06", 4);
constexpr QByteArrayView Locator64Mark("PK\x06\x07", 4);
constexpr QByteArrayView EntryMark("PK\x01\x02", 4);
constexpr qsizetype EndSize = 22;
constexpr qsizetype End64Size = 56;
constexpr qsizetype Locator64Size = 20;
constexpr qsizetype EntrySize = 46;
constexpr qsizetype LongestComment = 65'535;
constexpr quint32 In64 = 0xffff'ffff; // the number is in the larger record
constexpr zip_uint16_t FirstOfJanuary1980 = (1 << 5) | 1;
constexpr qsizetype StepSize = 64 * 1024;

QString trZip(const char *text)
{
    return QCoreApplication::translate("ZipArchive", text);
}

template <typename T> qint64 numberAt(QByteArrayView bytes, qsizetype at)
{
    return static_cast<qint64>(qFromLittleEndian<T>(bytes.sliced(at, sizeof(T)).data()));
}

// Where the end record begins: the last one whose comment fits into the file. -1 if there is none.
qsizetype endRecordOf(QByteArrayView bytes)
{
    const qsizetype first = std::max<qsizetype>(0, bytes.size() - EndSize - LongestComment);
    for (qsizetype at = bytes.size() - EndSize; at >= first; --at) {
        if (bytes.sliced(at, 4) == EndMark &&
            at + EndSize + numberAt<quint16>(bytes, at + 20) <= bytes.size())
            return at;
    }
    return -1;
}

Error brokenList()
{
    return {trZip(QT_TRANSLATE_NOOP("ZipArchive",
                                    "the archive is damaged or cut off: its list of members is not where "
                                    "it says")),
            {},
            {},
            {}};
}

Error zipFailure(zip_error_t *error)
{
    //: %1 is what the ZIP library says
    return {QCoreApplication::translate("ZipArchive", "the archive is damaged: %1")
                .arg(QString::fromUtf8(zip_error_strerror(error))),
            {},
            {},
            {}};
}

struct Discard
{
    void operator()(zip_t *archive) const { zip_discard(archive); }
};
using Opened = std::unique_ptr<zip_t, Discard>;

// `bytes` has to outlive it.
Result<Opened> openZip(QByteArrayView bytes)
{
    zip_error_t error;
    zip_error_init(&error);
    const auto cleanUp = qScopeGuard([&] { zip_error_fini(&error); });
    zip_source_t *source =
        zip_source_buffer_create(bytes.data(), static_cast<zip_uint64_t>(bytes.size()), 0, &error);
    if (!source)
        return std::unexpected(zipFailure(&error));
    zip_t *archive = zip_open_from_source(source, ZIP_RDONLY, &error);
    if (!archive) {
        zip_source_free(source);
        return std::unexpected(zipFailure(&error));
    }
    return Opened(archive);
}

// Names that would leave the folder they are unpacked to, on any system.
bool isSafeName(const QString &name)
{
    if (name.isEmpty() || name.startsWith(u'/') || name.contains(u'\\'))
        return false;
    if (name.size() > 1 && name[1] == u':')
        return false;
    if (std::ranges::any_of(name, [](QChar c) { return c < u' '; }))
        return false;
    return !name.split(u'/').contains(u".."_s);
}

QString sizeText(qint64 bytes)
{
    return QCoreApplication::translate("ZipArchive", "%1 MB").arg((bytes + (1 << 20) - 1) >> 20);
}

Error tooLarge(const QString &name, qint64 limit)
{
    return {
        QCoreApplication::translate("ZipArchive", "is larger than the %1 that are read").arg(sizeText(limit)),
        {},
        name,
        {}};
}

Result<QByteArray> writtenBytes(zip_source_t *source)
{
    const auto failed = [source] { return std::unexpected(zipFailure(zip_source_error(source))); };
    zip_stat_t stat;
    zip_stat_init(&stat);
    if (zip_source_stat(source, &stat) != 0 || zip_source_open(source) != 0)
        return failed();
    QByteArray bytes(static_cast<qsizetype>(stat.size), Qt::Uninitialized);
    const zip_int64_t read = zip_source_read(source, bytes.data(), stat.size);
    zip_source_close(source);
    if (read != bytes.size())
        return failed();
    return bytes;
}

bool applyChange(zip_t *archive, const ZipChange &change)
{
    const QByteArray name = change.name.toUtf8();
    if (!change.bytes) {
        const zip_int64_t at = zip_name_locate(archive, name.constData(), ZIP_FL_ENC_UTF_8);
        return at < 0 || zip_delete(archive, static_cast<zip_uint64_t>(at)) == 0;
    }
    zip_source_t *source = zip_source_buffer(archive, change.bytes->constData(),
                                             static_cast<zip_uint64_t>(change.bytes->size()), 0);
    if (!source)
        return false;
    const zip_int64_t at =
        zip_file_add(archive, name.constData(), source, ZIP_FL_OVERWRITE | ZIP_FL_ENC_UTF_8);
    if (at < 0) {
        zip_source_free(source);
        return false;
    }
    return zip_file_set_dostime(archive, static_cast<zip_uint64_t>(at), 0, FirstOfJanuary1980, 0) == 0;
}

} // namespace

Result<ZipArchive::Layout> ZipArchive::layoutOf(QByteArrayView bytes)
{
    const qsizetype end = endRecordOf(bytes);
    if (end < 0)
        return failure(
            trZip(QT_TRANSLATE_NOOP("ZipArchive", "this is not a ZIP archive, or its end is missing")));
    qint64 count = numberAt<quint16>(bytes, end + 10);
    qint64 size = numberAt<quint32>(bytes, end + 12);
    qint64 offset = numberAt<quint32>(bytes, end + 16);
    qsizetype listEnd = end;
    const qsizetype larger = end - Locator64Size - End64Size;
    if (larger >= 0 && bytes.sliced(end - Locator64Size, 4) == Locator64Mark &&
        bytes.sliced(larger, 4) == End64Mark) {
        count = numberAt<quint64>(bytes, larger + 32);
        size = numberAt<quint64>(bytes, larger + 40);
        offset = numberAt<quint64>(bytes, larger + 48);
        listEnd = larger;
    }
    if (count > MemberLimit || count < 0)
        return failure(QCoreApplication::translate("ZipArchive", "the archive lists more than %1 members")
                           .arg(MemberLimit));
    if (size < 0 || offset < 0 || size > listEnd || offset > listEnd - size)
        return std::unexpected(brokenList());
    Layout layout;
    layout.start = listEnd - size - offset;
    layout.end = end + EndSize + numberAt<quint16>(bytes, end + 20);
    qint64 firstMember = layout.start + offset;
    qsizetype at = listEnd - size;
    for (qint64 i = 0; i < count; ++i) {
        if (at + EntrySize > listEnd || bytes.sliced(at, 4) != EntryMark)
            return std::unexpected(brokenList());
        const qint64 local = numberAt<quint32>(bytes, at + 42);
        if (local != In64)
            firstMember = std::min(firstMember, layout.start + local);
        at += EntrySize + numberAt<quint16>(bytes, at + 28) + numberAt<quint16>(bytes, at + 30) +
              numberAt<quint16>(bytes, at + 32);
    }
    layout.prefix = firstMember;
    return layout;
}

Result<ZipArchive> ZipArchive::read(const QByteArray &bytes)
{
    const Result<Layout> layout = layoutOf(bytes);
    if (!layout)
        return std::unexpected(layout.error());
    ZipArchive read;
    read.m_bytes = bytes;
    read.m_start = layout->start;
    read.m_end = layout->end;
    read.m_prefix = layout->prefix;
    const auto opened = openZip(QByteArrayView(bytes).sliced(read.m_start, read.m_end - read.m_start));
    if (!opened)
        return std::unexpected(opened.error());
    const zip_int64_t count = zip_get_num_entries(opened->get(), 0);
    for (zip_int64_t i = 0; i < count; ++i) {
        zip_stat_t stat;
        zip_stat_init(&stat);
        if (zip_stat_index(opened->get(), static_cast<zip_uint64_t>(i), ZIP_FL_ENC_GUESS, &stat) != 0)
            return std::unexpected(zipFailure(zip_get_error(opened->get())));
        ZipMember member;
        member.name = QString::fromUtf8(stat.name);
        member.size =
            static_cast<qint64>(std::min<zip_uint64_t>(stat.size, std::numeric_limits<qint64>::max()));
        member.isSafe = isSafeName(member.name);
        member.isFirst = !read.m_byName.contains(member.name);
        if (member.isFirst)
            read.m_byName.insert(member.name, static_cast<quint64>(i));
        read.m_members.append(member);
    }
    return read;
}

Result<QByteArray> ZipArchive::member(const QString &name, qint64 limit) const
{
    const auto at = m_byName.constFind(name);
    if (at == m_byName.cend())
        return failure(trZip(QT_TRANSLATE_NOOP("ZipArchive", "is not in the archive")), name);
    const qint64 stated = m_members[static_cast<qsizetype>(*at)].size;
    if (stated > limit)
        return std::unexpected(tooLarge(name, limit));
    const auto opened = openZip(QByteArrayView(m_bytes).sliced(m_start, m_end - m_start));
    if (!opened)
        return std::unexpected(opened.error());
    zip_file_t *file = zip_fopen_index(opened->get(), *at, 0);
    if (!file) {
        zip_error_t *error = zip_get_error(opened->get());
        if (zip_error_code_zip(error) == ZIP_ER_NOPASSWD)
            return failure(trZip(QT_TRANSLATE_NOOP("ZipArchive", "is encrypted")), name);
        Error failed = zipFailure(error);
        failed.place = name;
        return std::unexpected(failed);
    }
    const auto cleanUp = qScopeGuard([file] { zip_fclose(file); });
    // Step by step: what comes out counts, not what was stated.
    QByteArray bytes;
    QByteArray step(StepSize, Qt::Uninitialized);
    for (;;) {
        const zip_int64_t read = zip_fread(file, step.data(), static_cast<zip_uint64_t>(step.size()));
        if (read < 0) {
            Error failed = zipFailure(zip_file_get_error(file));
            failed.place = name;
            return std::unexpected(failed);
        }
        if (read == 0)
            break;
        bytes.append(step.constData(), static_cast<qsizetype>(read));
        if (bytes.size() > limit)
            return std::unexpected(tooLarge(name, limit));
    }
    return bytes;
}

Result<QByteArray> ZipArchive::changed(const QList<ZipChange> &changes) const
{
    zip_error_t error;
    zip_error_init(&error);
    const auto cleanUp = qScopeGuard([&] { zip_error_fini(&error); });
    const QByteArrayView present = QByteArrayView(m_bytes).sliced(m_start, m_end - m_start);
    zip_source_t *source = zip_source_buffer_create(present.isEmpty() ? nullptr : present.data(),
                                                    static_cast<zip_uint64_t>(present.size()), 0, &error);
    if (!source)
        return std::unexpected(zipFailure(&error));
    zip_source_keep(source); // the archive takes one, the result is read from the other
    const auto freeSource = qScopeGuard([source] { zip_source_free(source); });
    Opened archive(zip_open_from_source(source, present.isEmpty() ? ZIP_TRUNCATE : 0, &error));
    if (!archive) {
        zip_source_free(source);
        return std::unexpected(zipFailure(&error));
    }
    for (qsizetype i = 0; i < m_members.size(); ++i) {
        if (!m_members[i].isSafe && zip_delete(archive.get(), static_cast<zip_uint64_t>(i)) != 0)
            return std::unexpected(zipFailure(zip_get_error(archive.get())));
    }
    for (const ZipChange &change : changes) {
        if (!applyChange(archive.get(), change)) {
            Error failed = zipFailure(zip_get_error(archive.get()));
            failed.place = change.name;
            return std::unexpected(failed);
        }
    }
    if (zip_close(archive.get()) != 0)
        return std::unexpected(zipFailure(zip_get_error(archive.get())));
    static_cast<void>(archive.release()); // closing has freed it
    Result<QByteArray> written = writtenBytes(source);
    if (written && !written->startsWith(prefix()))
        written->prepend(prefix());
    return written;
}

} // namespace snug
