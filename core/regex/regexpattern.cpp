#include "core/regex/regexpattern.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

std::optional<RegexPattern> keyPattern(QStringView key)
{
    const qsizetype end = key.lastIndexOf(u'/');
    if (!key.startsWith(u'/') || end < 2)
        return std::nullopt;
    const QStringView body = key.sliced(1, end - 1);
    const QStringView flags = key.sliced(end + 1);
    if (!std::ranges::all_of(flags, [](QChar flag) { return u"gimsuy"_s.contains(flag); }))
        return std::nullopt;
    for (qsizetype i = 0; i < body.size(); ++i) {
        if (body[i] == u'/' && (i == 0 || body[i - 1] != u'\\'))
            return std::nullopt;
    }
    return RegexPattern{body.toString(), flags.toString()};
}

} // namespace snug
