// How SillyTavern's users write a regular expression: "/body/flags".
#pragma once

#include <QString>

#include <optional>

namespace snug {

struct RegexPattern
{
    QString body;
    QString flags;
    bool operator==(const RegexPattern &) const = default;
};

// A lorebook key of the form "/body/flags": flags of "gimsuy", no slash in the body without a
// backslash (conformance NOTES for SillyTavern 1.19, section 10.3). Nothing for plain keys. Whether
// the body is an expression at all is for the engine to say.
std::optional<RegexPattern> keyPattern(QStringView key);

} // namespace snug
