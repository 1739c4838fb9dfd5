#include "core/library/appendlog.h"

#include "core/library/atomicwrite.h"
#include "core/library/durablefile.h"
#include "core/library/fileaccess.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Whether this is one whole object by its brackets and quotes. Every proper beginning of a JSON
// object fails this, which is all that a torn write can leave; the rest is the reader's business.
bool isWholeObject(QByteArrayView line)
{
    bool inString = false;
    qsizetype depth = 0;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (inString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                inString = false;
        } else if (c == '"') {
            inString = true;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if ((c == '}' || c == ']') && --depth == 0) {
            return line.sliced(i + 1).trimmed().isEmpty();
        }
    }
    return false;
}

} // namespace

Result<Appended> appendLinesDurably(const QString &path, const QList<QByteArray> &lines)
{
    const auto opened = openForChanging(path);
    if (!opened)
        return std::unexpected(opened.error());
    QFile file;
    if (!file.open(opened->handle.get(), QIODevice::ReadWrite | QIODevice::Unbuffered))
        return std::unexpected(saveError(path, file.errorString()));

    Appended appended;
    appended.start = file.size();
    bool needsBreak = false;
    if (appended.start > 0) {
        char last = 0;
        if (!file.seek(appended.start - 1) || !file.getChar(&last))
            return std::unexpected(saveError(path, file.errorString()));
        needsBreak = last != '\n';
    }
    for (const QByteArray &line : lines) {
        if (needsBreak)
            appended.bytes += '\n';
        appended.bytes += line;
        needsBreak = true;
    }
    if (!file.seek(appended.start))
        return std::unexpected(saveError(path, file.errorString()));

    if (auto written = writeAllAndSync(file, appended.bytes, path); !written) {
        Error error = written.error();
        file.unsetError();
        if (!file.resize(appended.start)) {
            error.hint =
                QCoreApplication::translate("Library", "The file now ends in half a line, which is repaired "
                                                       "when it is opened next. Make room on the disk.");
        }
        return std::unexpected(error);
    }
    return appended;
}

QByteArrayView tornTail(QByteArrayView bytes)
{
    if (bytes.isEmpty() || bytes.back() == '\n')
        return {};
    // What a file system leaves behind a line that had reached the disk when the power went.
    qsizetype end = bytes.size();
    while (end > 0 && bytes[end - 1] == '\0')
        --end;
    if (end < bytes.size() && isWholeObject(bytes.first(end).sliced(bytes.lastIndexOf('\n') + 1)))
        return bytes.sliced(end);
    const qsizetype lineBreak = bytes.lastIndexOf('\n');
    const QByteArrayView last = bytes.sliced(lineBreak + 1);
    if (isWholeObject(last) || last.trimmed().isEmpty())
        return {};
    if (lineBreak < 0 && !last.startsWith('{'))
        return {};
    return last;
}

// Its last line and the line break before that, or more; nothing of a file whose last line is ended.
static Result<QByteArray> endOf(const OpenedFile &file)
{
    constexpr qint64 shortest = 1 << 16;
    for (qint64 length = shortest;; length *= 4) {
        const qint64 from = std::max<qint64>(0, file.size() - length);
        auto end = file.read(from, file.size() - from);
        if (!end || from == 0 || end->contains('\n'))
            return end;
    }
}

Result<TailRepair> repairTornTail(const QString &path)
{
    const auto opened = openForChanging(path);
    if (!opened)
        return std::unexpected(opened.error());
    if (opened->size() > ChatFileLimit)
        return std::unexpected(openForReading(path, ChatFileLimit).error());
    const auto read = endOf(*opened);
    if (!read)
        return std::unexpected(read.error());
    const QByteArray &bytes = *read;
    const QByteArrayView torn = tornTail(bytes);
    if (torn.isEmpty())
        return TailRepair{};

    TailRepair repair{.tornBytes = torn.size(), .keptIn = {}};
    for (int number = 1; repair.keptIn.isEmpty(); ++number) {
        const QString side = path + (number == 1 ? u".torn"_s : u".torn%1"_s.arg(number));
        if (QFileInfo::exists(side))
            continue;
        if (const auto kept = writeNewFileDurably(side, torn.toByteArray()); !kept)
            return std::unexpected(kept.error());
        repair.keptIn = side;
    }
    QFile file;
    if (!file.open(opened->handle.get(), QIODevice::ReadWrite))
        return std::unexpected(saveError(path, file.errorString()));
    qint64 whole = opened->size() - torn.size();
    if (torn.size() < bytes.size() && bytes[bytes.size() - torn.size() - 1] == '\n')
        --whole;
    if (!file.resize(whole))
        return std::unexpected(saveError(path, file.errorString()));
    if (const auto synced = writeAllAndSync(file, {}, path); !synced)
        return std::unexpected(synced.error());
    return repair;
}

} // namespace snug
