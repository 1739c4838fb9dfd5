#include "core/ledger/ledgersegment.h"

#include "core/ledger/piececuts.h"
#include "core/library/atomicwrite.h"
#include "core/library/durablefile.h"
#include "core/library/fileaccess.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype hashDigits = 40;
constexpr int mostPieces = 1 << 20; // of a part; lines may be damaged

QByteArray hashOf(QByteArrayView bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Blake2b_160).toHex();
}

Error damaged(const QString &path)
{
    return {QCoreApplication::translate("Ledger", "is damaged: a part of this request is missing"),
            QFileInfo(path).fileName(),
            {},
            {}};
}

// A file that is not there reads as empty.
Result<QByteArray> allOf(const QString &path)
{
    if (!stampOf(path).exists())
        return QByteArray();
    return openForReading(path, ArchiveFileLimit).and_then([](const OpenedFile &file) {
        return file.read(0, file.size());
    });
}

// All or nothing; says where it begins.
Result<qint64> appendDurably(const QString &path, const QByteArray &bytes)
{
    if (!stampOf(path).exists())
        return writeNewFileDurably(path, bytes).transform([] { return qint64(0); });
    const auto opened = openForChanging(path);
    if (!opened)
        return std::unexpected(opened.error());
    QFile file;
    if (!file.open(opened->handle.get(), QIODevice::ReadWrite | QIODevice::Unbuffered))
        return std::unexpected(saveError(path, file.errorString()));
    const qint64 start = file.size();
    if (!file.seek(start))
        return std::unexpected(saveError(path, file.errorString()));
    if (auto written = writeAllAndSync(file, bytes, path); !written) {
        file.unsetError();
        file.resize(start);
        return std::unexpected(written.error());
    }
    return start;
}

// In place, and as long as it was.
Result<void> overwrite(const QString &path, const QByteArray &bytes)
{
    const auto opened = openForChanging(path);
    if (!opened)
        return std::unexpected(opened.error());
    QFile file;
    if (!file.open(opened->handle.get(), QIODevice::ReadWrite | QIODevice::Unbuffered))
        return std::unexpected(saveError(path, file.errorString()));
    return writeAllAndSync(file, bytes, path);
}

// One piece of the file from `at` on; false where there is no whole one.
bool readHead(const QByteArray &file, qsizetype at, qsizetype *length, qsizetype *begin)
{
    const qsizetype end = file.indexOf('\n', at);
    if (end < at + hashDigits + 2 || end > at + hashDigits + 12 || file[at + hashDigits] != ' ')
        return false;
    bool isNumber = false;
    *length = QByteArrayView(file).sliced(at + hashDigits + 1, end - at - hashDigits - 1).toInt(&isNumber);
    *begin = end + 1;
    return isNumber && *length >= 0 && *begin + *length < file.size() && file[*begin + *length] == '\n';
}

} // namespace

LedgerSegment::LedgerSegment(QString path)
    : m_path(std::move(path))
{
}

Result<QList<LedgerSegment::Line>> LedgerSegment::lines() const
{
    const auto bytes = allOf(requestsFile(m_path));
    if (!bytes)
        return std::unexpected(bytes.error());
    QList<Line> lines;
    qsizetype start = 0;
    for (qsizetype end = bytes->indexOf('\n'); end >= 0; end = bytes->indexOf('\n', start)) {
        lines.append({start, bytes->sliced(start, end - start)});
        start = end + 1;
    }
    return lines;
}

Result<QByteArray> LedgerSegment::line(qint64 start) const
{
    constexpr qint64 step = qint64(64) << 10;
    const auto file = openForReading(requestsFile(m_path), ArchiveFileLimit);
    if (!file)
        return std::unexpected(damaged(m_path));
    QByteArray line;
    for (qsizetype end = -1; end < 0; end = line.indexOf('\n', std::max<qsizetype>(0, line.size() - step))) {
        const auto more = file->read(start + line.size(), step);
        if (!more || more->isEmpty())
            return std::unexpected(damaged(m_path));
        line += *more;
    }
    return line.first(line.indexOf('\n'));
}

Result<bool> LedgerSegment::prepare()
{
    const auto lines = allOf(requestsFile(m_path));
    if (!lines)
        return std::unexpected(lines.error());
    const auto pieces = allOf(piecesFile(m_path));
    if (!pieces)
        return std::unexpected(pieces.error());
    m_numbers.clear();
    m_new.clear();
    m_written = 0;
    qsizetype at = 0;
    qsizetype length = 0;
    qsizetype begin = 0;
    while (at < pieces->size() && readHead(*pieces, at, &length, &begin)) {
        m_numbers.insert(pieces->sliced(at, hashDigits), m_written++);
        at = begin + length + 1;
    }
    return at == pieces->size() && (lines->isEmpty() || lines->endsWith('\n'));
}

// [[first piece, how many], …], the number of bytes
Json LedgerSegment::keep(const QByteArray &text)
{
    QList<std::pair<int, int>> runs;
    for (const QByteArrayView piece : snug::piecesOf(text)) {
        const QByteArray hash = hashOf(piece);
        auto known = m_numbers.constFind(hash);
        if (known == m_numbers.cend()) {
            known = m_numbers.insert(hash, int(m_numbers.size()));
            m_new += hash + ' ' + QByteArray::number(piece.size()) + '\n';
            m_new += piece;
            m_new += '\n';
        }
        if (!runs.isEmpty() && runs.last().first + runs.last().second == *known)
            ++runs.last().second;
        else
            runs.append({*known, 1});
    }
    Json list = Json::array();
    for (const auto &[first, count] : std::as_const(runs))
        list.append(Json::array({first, count}));
    return Json::object({{u"bytes"_s, qint64(text.size())}, {u"pieces"_s, list}});
}

Result<QByteArray> LedgerSegment::read(const Json &kept) const
{
    QByteArray text;
    const auto written = allOf(piecesFile(m_path));
    if (!written)
        return std::unexpected(written.error());
    QList<std::pair<qsizetype, qsizetype>> places; // of pieces: where the hash stands, where the bytes do
    qsizetype at = 0;
    qsizetype length = 0;
    qsizetype begin = 0;
    while (at < written->size() && readHead(*written, at, &length, &begin)) {
        places.append({at, begin});
        at = begin + length + 1;
    }
    const Json runs = kept.value(u"pieces");
    for (const Json &run : runs.items()) {
        const qint64 first = run.at(0).toInt(-1);
        const qint64 last = first + run.at(1).toInt();
        for (qint64 number = first; number < last; ++number) {
            if (number < 0 || number >= places.size())
                return std::unexpected(damaged(m_path));
            const auto [head, start] = places.at(number);
            readHead(*written, head, &length, &begin);
            const QByteArrayView piece = QByteArrayView(*written).sliced(start, length);
            if (hashOf(piece) != QByteArrayView(*written).sliced(head, hashDigits))
                return std::unexpected(damaged(m_path));
            text += piece;
        }
    }
    if (text.size() != kept.value(u"bytes").asInteger().value_or(-1))
        return std::unexpected(damaged(m_path));
    return text;
}

Result<qint64> LedgerSegment::append(const QByteArray &line)
{
    if (!m_new.isEmpty()) {
        if (auto written = appendDurably(piecesFile(m_path), m_new); !written) {
            // They are not there: the next one who needs them writes them again.
            m_numbers.removeIf([this](const auto &piece) { return piece.value() >= m_written; });
            m_new.clear();
            return written;
        }
        m_written = int(m_numbers.size());
        m_new.clear();
    }
    return appendDurably(requestsFile(m_path), line + '\n');
}

QSet<int> LedgerSegment::piecesOf(const Json &kept)
{
    QSet<int> pieces;
    const QList<Json> runs = kept.value(u"pieces").items();
    for (const Json &run : runs) {
        const int first = run.at(0).toInt(-1);
        const int count = run.at(1).toInt();
        for (int i = 0; first >= 0 && first < mostPieces && i < std::min(count, mostPieces); ++i)
            pieces.insert(first + i);
    }
    return pieces;
}

Result<void> LedgerSegment::wipe(const QSet<int> &pieces, const QList<qint64> &lines) const
{
    // Pieces first: as long as a line is there, what failed is done again.
    if (!pieces.isEmpty()) {
        auto bytes = allOf(piecesFile(m_path));
        if (!bytes)
            return std::unexpected(bytes.error());
        qsizetype at = 0;
        qsizetype length = 0;
        qsizetype begin = 0;
        for (int number = 0; at < bytes->size() && readHead(*bytes, at, &length, &begin); ++number) {
            if (pieces.contains(number)) { // a hash that nothing has, and each its own
                bytes->replace(at, hashDigits,
                               QByteArray('x' + QByteArray::number(number).rightJustified(39, '0')));
                bytes->replace(begin, length, QByteArray(length, ' '));
            }
            at = begin + length + 1;
        }
        if (auto written = overwrite(piecesFile(m_path), *bytes); !written)
            return written;
    }
    if (lines.isEmpty())
        return {};
    auto bytes = allOf(requestsFile(m_path));
    if (!bytes)
        return std::unexpected(bytes.error());
    for (const qint64 start : lines) {
        const qsizetype end = start < 0 ? -1 : bytes->indexOf('\n', start);
        if (end >= 0)
            bytes->replace(start, end - start, QByteArray(end - start, ' '));
    }
    return overwrite(requestsFile(m_path), *bytes);
}

qint64 LedgerSegment::size() const
{
    return QFileInfo(piecesFile(m_path)).size() + QFileInfo(requestsFile(m_path)).size();
}

Result<void> LedgerSegment::remove()
{
    for (const QString &path : {requestsFile(m_path), piecesFile(m_path)}) {
        if (const auto removed = removeFile(path); !removed)
            return removed;
    }
    return {};
}

} // namespace snug
