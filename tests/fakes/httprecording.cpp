#include "tests/fakes/httprecording.h"

namespace snug {

namespace {

QByteArray withoutChunkSizes(const QByteArray &bytes)
{
    QByteArray body;
    qsizetype position = 0;
    while (position < bytes.size()) {
        const qsizetype end = bytes.indexOf("\r\n", position);
        if (end < 0)
            break;
        bool isNumber = false;
        const qsizetype size = bytes.mid(position, end - position).toInt(&isNumber, 16);
        if (!isNumber || size == 0)
            break;
        body += bytes.mid(end + 2, size);
        position = end + 2 + size + 2;
    }
    return body;
}

} // namespace

std::optional<HttpRecording> parseHttpRecording(const QByteArray &bytes)
{
    const qsizetype headEnd = bytes.indexOf("\r\n\r\n");
    if (headEnd < 0 || !bytes.startsWith("HTTP/1."))
        return {};
    HttpRecording recording;
    QList<QByteArray> lines = bytes.first(headEnd).split('\n');
    recording.status = lines.takeFirst().mid(9, 3).toInt();
    bool chunked = false;
    for (const QByteArray &line : std::as_const(lines)) {
        const qsizetype colon = line.indexOf(':');
        const QByteArray name = line.first(qMax(colon, 0)).trimmed();
        const QByteArray value = line.mid(colon + 1).trimmed();
        recording.headers.append({name, value});
        chunked = chunked || (name.toLower() == "transfer-encoding" && value == "chunked");
    }
    recording.body = bytes.mid(headEnd + 4);
    if (chunked)
        recording.body = withoutChunkSizes(recording.body);
    return recording;
}

} // namespace snug
