// A ZIP archive in memory, as cards come in: what is in it, its members' bytes, and the archive again with
// some members changed. Nothing is ever unpacked to a path, so a member's name cannot lead anywhere.
//
// Archives from strangers: the number of members and the size of what is unpacked are bounded, whatever the
// archive says of itself. What stands in front of it (a picture, a self-extracting stub) is found and kept.
#pragma once

#include "core/result.h"

#include <QByteArray>
#include <QHash>
#include <QList>

#include <optional>

namespace snug {

struct ZipMember
{
    QString name;
    qint64 size = 0;     // bytes unpacked, as the archive says
    bool isSafe = true;  // false: the name leads out of the archive, as "../x" does; writing leaves it out
    bool isFirst = true; // false: an earlier member has this name and is the one that counts
    bool operator==(const ZipMember &) const = default;
};

struct ZipChange
{
    QString name;
    std::optional<QByteArray> bytes; // nothing: the member goes
};

// Implicitly shared; a default one is empty and can be written into.
class ZipArchive
{
public:
    static constexpr qsizetype MemberLimit = 100'000;

    // Fails on what is no archive, is cut off, or lists more than MemberLimit members.
    static Result<ZipArchive> read(const QByteArray &bytes);

    const QList<ZipMember> &members() const { return m_members; }
    bool contains(const QString &name) const { return m_byName.contains(name); }
    // Fails with the member as the place: when it is not there, larger than `limit` bytes, encrypted, or
    // damaged.
    Result<QByteArray> member(const QString &name, qint64 limit) const;
    // What is in front of the archive; empty for most.
    QByteArray prefix() const { return m_bytes.first(m_prefix); }
    // As it was read.
    const QByteArray &bytes() const { return m_bytes; }

    // The archive's bytes with these changes, in this order; all other members keep their packed bytes. New
    // members have no date of their own (1 January 1980), so that equal contents give equal bytes.
    Result<QByteArray> changed(const QList<ZipChange> &changes) const;

private:
    struct Layout
    {
        qsizetype start = 0;  // offsets in the archive count from here
        qsizetype end = 0;    // behind its end record
        qsizetype prefix = 0; // bytes in front of the first member
    };

    static Result<Layout> layoutOf(QByteArrayView bytes);

    QByteArray m_bytes;
    qsizetype m_start = 0;
    qsizetype m_end = 0;
    qsizetype m_prefix = 0;
    QList<ZipMember> m_members;       // in the archive's order
    QHash<QString, quint64> m_byName; // places in that list
};

} // namespace snug
