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
// backslash (docs/sillytavern/lore.md#keys). Nothing for plain keys. Whether
// the body is an expression at all is for the engine to say.
std::optional<RegexPattern> keyPattern(QStringView key);

// What a regex script looks for, as SillyTavern 1.19 reads it. Between slashes stand the body and, behind the
// last slash of the line, flags of "gimsu", each once; anything else there makes the whole text the
// body. Without slashes the first line is the body. Nothing for text that holds no character.
std::optional<RegexPattern> scriptPattern(QStringView find);

// A macro's value put into a pattern so that it stands for itself.
QString regexEscaped(QStringView value);

} // namespace snug
