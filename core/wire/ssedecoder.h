// Server-sent events, cut out of bytes that arrive in any pieces (WHATWG HTML, "Server-sent events").
#pragma once

#include <QByteArray>
#include <QList>

namespace snug {

struct SseEvent
{
    QByteArray type; // empty when the stream did not name one
    QByteArray data; // UTF-8, several data lines joined with LF

    bool operator==(const SseEvent &) const = default;
};

// Lines end in LF, CRLF or CR; one byte order mark at the start is skipped; comments, `id`, `retry`
// and unknown fields carry nothing. Works on bytes, so characters may be cut anywhere.
class SseDecoder
{
public:
    // An event may be this large; a stream that exceeds it is taken for broken.
    static constexpr qsizetype maximumEventSize = 16 * 1024 * 1024;

    // The events that these bytes complete. An event is complete at its blank line; what stands
    // unfinished when the body ends is not an event and is dropped.
    QList<SseEvent> push(QByteArrayView bytes);

    // More than maximumEventSize without a blank line came. Nothing is decoded after that.
    bool isOverflowing() const { return m_overflowing; }

private:
    void takeLine(QByteArrayView line, QList<SseEvent> &events);
    void skipByteOrderMark(QByteArrayView &bytes);

    QByteArray m_line; // the beginning of a line whose end has not come
    QByteArray m_type;
    QByteArray m_data;
    qsizetype m_byteOrderMarkSeen = 0; // bytes of it matched so far; -1 = behind it
    bool m_hasData = false;
    bool m_afterCarriageReturn = false;
    bool m_overflowing = false;
};

} // namespace snug
