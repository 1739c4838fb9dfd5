#include "core/wire/oncebody.h"

#include <algorithm>
#include <cstring>

namespace snug {

OnceBody::OnceBody(QByteArray body, QObject *parent)
    : QIODevice(parent)
    , m_body(std::move(body))
{
    setOpenMode(ReadOnly | Unbuffered);
}

qint64 OnceBody::readData(char *data, qint64 longest)
{
    const qint64 size = std::min<qint64>(longest, m_body.size() - m_read);
    if (size <= 0)
        return -1;
    std::memcpy(data, m_body.constData() + m_read, size_t(size));
    m_read += size;
    return size;
}

} // namespace snug
