// What is read is written as the same bytes; a rewrite from the values reads back equal. An edit somewhere in
// it is written over the old layout, and reads back equal too.
#include "core/formats/jsontext.h"
#include "tests/fuzz/fuzzing.h"

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

// One edit: where and which, `choice` says.
Json withEdit(Json json, size_t choice)
{
    const qsizetype index = json.size() == 0 ? 0 : qsizetype(choice % size_t(json.size()));
    const size_t rest = choice / 7;
    const Json inner = json.isArray() ? json.at(index) : json.value(u"a");
    if ((inner.isArray() || inner.isObject()) && rest % 4 != 0) {
        if (json.isArray())
            json.setAt(index, withEdit(inner, rest));
        else
            json.set(u"a"_s, withEdit(inner, rest));
    } else if (json.isArray() && rest % 3 == 0) {
        json.removeAt(index);
    } else if (json.isArray() && rest % 3 == 1) {
        json.setAt(index, Json::object({{u"a"_s, Json(1)}}));
    } else if (json.isArray()) {
        json.append(Json(u"new"_s));
    } else if (rest % 3 == 0 && json.size() > 0) {
        json.remove(QString(json.members()[index].key));
    } else {
        json.set(rest % 3 == 1 ? u"a"_s : u"b"_s, Json(QStringList{u"new"_s}));
    }
    return json;
}

} // namespace

FUZZ_TARGET(json)
{
    const Result<Json> read = parseJson(bytes);
    if (!read || (!read->isArray() && !read->isObject()))
        return;
    promise(writeJson(*read) == bytes);
    const Json copy = read->isArray() ? Json::array(read->items()) : Json::object(read->members());
    const Result<Json> back = parseJson(writeJson(copy, styleOf(bytes)));
    promise(back && *back == *read);
    for (size_t choice = 0; choice < 3; ++choice) {
        const Json edited = withEdit(*read, qHash(bytes, choice));
        const QByteArray written = writeJson(edited);
        const Result<Json> again = parseJson(written);
        promise(again && *again == edited);
        promise(writeJson(*again) == written);
    }
    const Result<Json> line = parseJsonLine(writeJsonLine(copy));
    promise(line && *line == *read);
}
