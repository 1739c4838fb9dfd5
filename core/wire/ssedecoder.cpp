#include "core/wire/ssedecoder.h"

#include <algorithm>

namespace snug {

namespace {

constexpr QByteArrayView byteOrderMark("\xEF\xBB\xBF");

} // namespace

void SseDecoder::skipByteOrderMark(QByteArrayView &bytes)
{
    while (m_byteOrderMarkSeen >= 0 && !bytes.isEmpty()) {
        if (bytes.front() != byteOrderMark[m_byteOrderMarkSeen]) {
            // Not a mark after all: the bytes taken for its beginning are text.
            m_line.append(byteOrderMark.first(m_byteOrderMarkSeen).toByteArray());
            m_byteOrderMarkSeen = -1;
            return;
        }
        bytes = bytes.sliced(1);
        if (++m_byteOrderMarkSeen == byteOrderMark.size())
            m_byteOrderMarkSeen = -1;
    }
}

QList<SseEvent> SseDecoder::push(QByteArrayView bytes)
{
    QList<SseEvent> events;
    skipByteOrderMark(bytes);
    while (!bytes.isEmpty() && !m_overflowing) {
        if (m_afterCarriageReturn) {
            m_afterCarriageReturn = false;
            if (bytes.front() == '\n') { // the second half of a CRLF
                bytes = bytes.sliced(1);
                continue;
            }
        }
        const auto end = std::ranges::find_if(bytes, [](char c) { return c == '\n' || c == '\r'; });
        const qsizetype length = end - bytes.begin();
        if (m_line.size() + m_data.size() + length > maximumEventSize) {
            m_overflowing = true;
            m_line = {};
            m_data = {};
            break;
        }
        if (end == bytes.end()) {
            m_line.append(bytes.data(), bytes.size());
            break;
        }
        m_afterCarriageReturn = *end == '\r';
        if (m_line.isEmpty()) {
            takeLine(bytes.first(length), events);
        } else {
            m_line.append(bytes.data(), length);
            takeLine(m_line, events);
            m_line.clear();
        }
        bytes = bytes.sliced(length + 1);
    }
    return events;
}

void SseDecoder::takeLine(QByteArrayView line, QList<SseEvent> &events)
{
    if (line.isEmpty()) {
        if (m_hasData)
            events.append({std::exchange(m_type, {}), std::exchange(m_data, {})});
        m_type.clear();
        m_data.clear();
        m_hasData = false;
        return;
    }
    const qsizetype colon = line.indexOf(':');
    const QByteArrayView field = colon < 0 ? line : line.first(colon);
    QByteArrayView value = colon < 0 ? QByteArrayView() : line.sliced(colon + 1);
    if (value.startsWith(' '))
        value = value.sliced(1);
    if (field == "data") {
        if (m_hasData)
            m_data.append('\n');
        m_data.append(value.data(), value.size());
        m_hasData = true;
    } else if (field == "error" && value.startsWith('{') && !m_hasData) {
        // llama-server of before autumn 2025 says errors in a field of their own.
        m_data = "{\"error\":" + value.toByteArray() + '}';
        m_hasData = true;
    } else if (field == "event") {
        m_type = value.toByteArray();
    }
}

} // namespace snug
