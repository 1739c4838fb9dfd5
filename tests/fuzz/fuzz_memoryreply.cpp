#include "core/formats/jsontext.h"
#include "core/memory/replyrepair.h"
#include "core/memory/replytext.h"
#include "tests/fuzz/fuzzing.h"

using namespace snug;

FUZZ_TARGET(memoryreply)
{
    const QString text = QString::fromUtf8(bytes);
    const auto read = readMemoryReply(text);
    const auto repaired = repairedReply(text);
    if (read) {
        // What was accepted can be written and is accepted again.
        const QByteArray written = writeJsonLine(read->parsed);
        const auto again = readMemoryReply(QString::fromUtf8(written));
        promise(!read->parsed.isUndefined() && (again || !parseJson(written)));
    } else {
        promise(!replyFaultCode(read.error()).isEmpty());
    }
    if (repaired)
        promise(repaired->parsed.value(u"keywords").isArray());
    if (const Result<Json> answer = parseJson(bytes))
        promise(readMemoryReply(*answer).has_value() || replyText(*answer).size() <= text.size());
}
