// What is read is written as the same bytes; a rewrite from the values reads back equal.
#include "core/formats/jsontext.h"
#include "tests/fuzz/fuzzing.h"

using namespace snug;

FUZZ_TARGET(json)
{
    const Result<Json> read = parseJson(bytes);
    if (!read || (!read->isArray() && !read->isObject()))
        return;
    promise(writeJson(*read) == bytes);
    const Json copy = read->isArray() ? Json::array(read->items()) : Json::object(read->members());
    const Result<Json> back = parseJson(writeJson(copy, styleOf(bytes)));
    promise(back && *back == *read);
    const Result<Json> line = parseJsonLine(writeJsonLine(copy));
    promise(line && *line == *read);
}
