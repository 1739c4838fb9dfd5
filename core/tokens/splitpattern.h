// A compiled pattern of a pre-tokenizer, as the regex libraries of the tokenizers read it: Unicode
// classes, `$` only at the very end, `\s` the Unicode property White_Space.
#pragma once

#include "core/result.h"

#include <QByteArrayView>
#include <QString>

#include <memory>

namespace snug {

class SplitPattern
{
public:
    // Fails with PCRE2's words and the offset into the pattern.
    static Result<SplitPattern> compile(const QString &pattern);

    // No match depends on what stands before its start.
    bool looksAheadOnly() const;

    SplitPattern(SplitPattern &&) noexcept;
    SplitPattern &operator=(SplitPattern &&) noexcept;
    ~SplitPattern();

    // One walk over one text; cheap to make, not to be shared by threads.
    class Matches
    {
    public:
        // `utf8` must be valid and outlive the walk.
        Matches(const SplitPattern &pattern, QByteArrayView utf8);
        Matches(const Matches &) = delete;
        Matches &operator=(const Matches &) = delete;
        ~Matches();

        // Moves to the next match that is not empty. False at the end, and where the pattern needs
        // more steps or stack than is allowed: the rest then has no matches.
        bool next();
        // Likewise, but to a match only that stays the same whatever follows the text. Slower.
        bool nextCertain();
        qsizetype start() const { return m_start; }
        qsizetype end() const { return m_end; }

    private:
        struct State;
        bool take(int found);
        std::unique_ptr<State> m_state;
        qsizetype m_start = 0;
        qsizetype m_end = 0;
    };

private:
    struct Code;
    explicit SplitPattern(std::unique_ptr<Code> code);
    std::unique_ptr<Code> m_code;
};

} // namespace snug
