// Searching with JavaScript's regular expressions, whose rules no C++ library has.
//
// Patterns come from cards and lorebooks that anybody may have written, so an implementation keeps
// them away from the program: it bounds time and memory and says what went wrong instead of hanging.
#pragma once

#include <QList>
#include <QString>

#include <expected>
#include <memory>
#include <optional>
#include <stop_token>

namespace snug {

struct RegexSearch
{
    QString pattern;        // the body, without slashes
    QString flags;          // of "dgimsuy"; "g" finds every match, otherwise the first
    QString text;           // UTF-16 as it is: lone surrogates and NUL are characters like any other
    bool firstOnly = false; // the first match is enough, whatever the flags say
    // What the pattern belongs to, in the user's words: lorebook “Harbour”. What one owner's patterns do
    // wrong falls back on its others. Empty: on nobody else. No part of what is searched.
    QString owner = {};

    bool operator==(const RegexSearch &other) const
    {
        return pattern == other.pattern && flags == other.flags && text == other.text &&
               firstOnly == other.firstOnly;
    }
};

// A piece of the searched text, in UTF-16 units.
struct RegexRange
{
    qsizetype start = 0;
    qsizetype length = 0;

    bool operator==(const RegexRange &) const = default;
};

struct RegexMatch
{
    struct NamedGroup
    {
        QString name;
        std::optional<RegexRange> range;
        bool operator==(const NamedGroup &) const = default;
    };

    RegexRange range; // of the whole match; may be empty
    // The groups that the pattern counts, the first one at 0; nothing = it took no part in the match.
    QList<std::optional<RegexRange>> groups = {};
    QList<NamedGroup> namedGroups = {}; // in the pattern's order; they are among `groups` too

    bool operator==(const RegexMatch &) const = default;
};

struct RegexFailure
{
    enum class Kind : quint8 {
        InvalidPattern, // pattern or flags are not JavaScript's
        OverTime,
        OverMemory, // also: too many matches, a text or pattern too long
        NoEngine,   // the search could not be run at all
        Stopped,    // by the caller's stop token
        GivenUp     // not tried, because others of its owner took too long in this call
    };

    Kind kind = Kind::NoEngine;
    QString what; // in the user's words, without full stop

    bool operator==(const RegexFailure &) const = default;
};

// Matches in the order in which they stand; an empty list = no match.
using RegexOutcome = std::expected<QList<RegexMatch>, RegexFailure>;

class RegexEngine
{
public:
    virtual ~RegexEngine() = default;

    // One outcome a search, in the order given. Blocks until all are there; may be called from any
    // thread, from several at once, and not from the window's. Give many searches at once: a call
    // costs more than a search.
    virtual QList<RegexOutcome> search(const QList<RegexSearch> &searches,
                                       const std::stop_token &stop = {}) = 0;
};

using RegexEnginePtr = std::shared_ptr<RegexEngine>;

} // namespace snug
