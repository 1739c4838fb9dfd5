#include "core/formats/jsonlimits.h"

#include <QCoreApplication>

namespace snug {

namespace {

const char *endOfSpace(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t'))
        ++at;
    return at;
}

// From the character after the opening quote to the closing one.
const char *endOfString(const char *at, const char *end)
{
    while (at < end && *at != '"')
        at += *at == '\\' && end - at > 1 ? 2 : 1;
    return at;
}

} // namespace

// Each value but the first comes after a comma or an opening bracket.
qsizetype countJsonValues(QByteArrayView text)
{
    qsizetype count = 1;
    const char *const end = text.end();
    for (const char *at = text.begin(); at < end; ++at) {
        if (*at == ',') {
            ++count;
        } else if (*at == '"') {
            at = endOfString(at + 1, end);
        } else if (*at == '[' || *at == '{') {
            const char *const first = endOfSpace(at + 1, end);
            if (first < end && *first != ']' && *first != '}')
                ++count;
        }
    }
    return count;
}

Result<void> keepJsonLimits(QByteArrayView text, const JsonLimits &limits)
{
    if (text.size() > limits.bytes)
        return failure(QCoreApplication::translate("Json", "more than %1 MB of text in one piece")
                           .arg(limits.bytes / (qsizetype(1) << 20)));
    // The shortest way to write values takes two characters each.
    if (text.size() / 2 >= limits.values && countJsonValues(text) > limits.values)
        return failure(
            QCoreApplication::translate("Json", "holds more than %L1 values").arg(qlonglong(limits.values)));
    return {};
}

} // namespace snug
