// What is read is written as the same bytes; a rewrite from the values reads back equal.
#include "core/formats/jsontext.h"
#include "tests/fuzz/fuzzing.h"

using namespace snug;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    const QByteArray bytes = fuzzBytes(data, size);
    const Result<Json> read = parseJson(bytes);
    if (!read || (!read->isArray() && !read->isObject()))
        return 0;
    promise(writeJson(*read) == bytes);
    const Json copy = read->isArray() ? Json::array(read->items()) : Json::object(read->members());
    const Result<Json> back = parseJson(writeJson(copy, styleOf(bytes)));
    promise(back && *back == *read);
    const Result<Json> line = parseJsonLine(writeJsonLine(copy));
    promise(line && *line == *read);
    return 0;
}
