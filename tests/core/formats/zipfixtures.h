// Small ZIP archives written by hand (APPNOTE 6.3): members stored as they are, so that tests can lie about
// sizes, names and places.
#pragma once

#include <QByteArray>
#include <QList>
#include <QtEndian>

#include <zlib.h>

namespace snug {

struct StoredMember
{
    QByteArray name;
    QByteArray bytes;
    qint64 statedSize = -1; // -1: as it is
    quint16 flags = 0;      // 1: encrypted
};

template <typename T> inline QByteArray littleEndian(T number)
{
    QByteArray bytes(sizeof(T), '\0');
    qToLittleEndian(number, bytes.data());
    return bytes;
}

// `offset` is added to all stated places, as writers do that know what they put in front.
inline QByteArray storedZip(const QList<StoredMember> &members, quint32 offset = 0)
{
    QByteArray archive;
    QByteArray list;
    for (const StoredMember &member : members) {
        const auto crc = quint32(crc32_z(0, reinterpret_cast<const Bytef *>(member.bytes.constData()),
                                         static_cast<z_size_t>(member.bytes.size())));
        const auto packed = quint32(member.bytes.size());
        const auto size = member.statedSize < 0 ? packed : quint32(member.statedSize);
        const QByteArray common = littleEndian<quint16>(20) + littleEndian(member.flags) +
                                  littleEndian<quint16>(0) + littleEndian<quint32>(0) + littleEndian(crc) +
                                  littleEndian(packed) + littleEndian(size) +
                                  littleEndian(quint16(member.name.size())) + littleEndian<quint16>(0);
        list += "PK\x01\x02" + littleEndian<quint16>(20) + common + QByteArray(6, '\0') +
                littleEndian<quint32>(0) + littleEndian(quint32(archive.size()) + offset) + member.name;
        archive += "PK\x03\x04" + common + member.name + member.bytes;
    }
    const auto count = quint16(members.size());
    return archive + list + "PK\x05\x06" + littleEndian<quint32>(0) + littleEndian(count) +
           littleEndian(count) + littleEndian(quint32(list.size())) +
           littleEndian(quint32(archive.size()) + offset) + littleEndian<quint16>(0);
}

} // namespace snug
