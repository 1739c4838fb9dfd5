#include "core/tokens/splitpattern.h"

#include <QCoreApplication>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

using namespace Qt::StringLiterals;

namespace snug {

template <auto release> struct Release
{
    template <typename T> void operator()(T *thing) const { release(thing); }
};

template <typename T, auto release> using Owned = std::unique_ptr<T, Release<release>>;

struct SplitPattern::Code
{
    Owned<pcre2_code, pcre2_code_free> code;
    bool looksAheadOnly = false;
};

struct SplitPattern::Matches::State
{
    const pcre2_code *code = nullptr;
    QByteArrayView text;
    Owned<pcre2_match_data, pcre2_match_data_free> data;
    Owned<pcre2_match_context, pcre2_match_context_free> context;
    Owned<pcre2_jit_stack, pcre2_jit_stack_free> stack;
};

// PCRE2's \s follows Perl and knows one character more (U+180E) than the libraries that tokenizers
// were trained with.
static QByteArray withUnicodeSpaces(const QString &pattern)
{
    QByteArray utf8;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const QChar c = pattern.at(i);
        const QChar next = i + 1 < pattern.size() ? pattern.at(i + 1) : QChar();
        if (c != u'\\') {
            qsizetype length = c.isHighSurrogate() && next.isLowSurrogate() ? 2 : 1;
            utf8 += QStringView(pattern).sliced(i, length).toUtf8();
            i += length - 1;
            continue;
        }
        if (next == u's')
            utf8 += "\\p{White_Space}";
        else if (next == u'S')
            utf8 += "\\P{White_Space}";
        else
            utf8 += '\\' + QStringView(pattern).sliced(i + 1, next.isNull() ? 0 : 1).toUtf8();
        ++i;
    }
    return utf8;
}

// Besides what PCRE2 says of looking behind: nothing that stands for the text's own start, and no other start
// of a match than where it was looked for.
static bool hasAnchors(const QString &pattern)
{
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const bool isInSet = i > 0 && pattern[i - 1] == u'[';
        if (pattern[i] == u'^' && !isInSet)
            return true;
        if (pattern[i] == u'\\') {
            ++i;
            if (i < pattern.size() && QStringView(u"AGK").contains(pattern[i]))
                return true;
        }
    }
    return false;
}

Result<SplitPattern> SplitPattern::compile(const QString &pattern)
{
    const QByteArray utf8 = withUnicodeSpaces(pattern);
    int error = 0;
    PCRE2_SIZE at = 0;
    auto code = std::make_unique<Code>();
    code->code.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(utf8.constData()), PCRE2_SIZE(utf8.size()),
                                   PCRE2_UTF | PCRE2_UCP | PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_BACKSLASH_C,
                                   &error, &at, nullptr));
    if (!code->code) {
        PCRE2_UCHAR words[256];
        pcre2_get_error_message(error, words, sizeof words);
        return failure(
            QCoreApplication::translate("SplitPattern", "the split pattern cannot be used: %1 (%2)")
                .arg(QString::fromUtf8(reinterpret_cast<const char *>(words)), pattern));
    }
    // Where the machine allows no generated code, pcre2_match() interprets the pattern.
    pcre2_jit_compile(code->code.get(), PCRE2_JIT_COMPLETE);
    uint32_t behind = 1;
    pcre2_pattern_info(code->code.get(), PCRE2_INFO_MAXLOOKBEHIND, &behind);
    code->looksAheadOnly = behind == 0 && !hasAnchors(pattern);
    return SplitPattern(std::move(code));
}

bool SplitPattern::looksAheadOnly() const
{
    return m_code->looksAheadOnly;
}

SplitPattern::SplitPattern(std::unique_ptr<Code> code)
    : m_code(std::move(code))
{
}

SplitPattern::SplitPattern(SplitPattern &&) noexcept = default;
SplitPattern &SplitPattern::operator=(SplitPattern &&) noexcept = default;
SplitPattern::~SplitPattern() = default;

SplitPattern::Matches::Matches(const SplitPattern &pattern, QByteArrayView utf8)
    : m_state(std::make_unique<State>())
{
    m_state->code = pattern.m_code->code.get();
    m_state->text = utf8;
    m_state->data.reset(pcre2_match_data_create(1, nullptr));
    m_state->context.reset(pcre2_match_context_create(nullptr));
    // Enough for a megabyte in one match; a pattern that runs away ends in well under a second.
    pcre2_set_match_limit(m_state->context.get(), 20'000'000);
    pcre2_set_heap_limit(m_state->context.get(), 256 * 1024);
}

SplitPattern::Matches::~Matches() = default;

bool SplitPattern::Matches::next()
{
    State &state = *m_state;
    const auto match = [&](uint32_t options) {
        return pcre2_match(state.code, reinterpret_cast<PCRE2_SPTR>(state.text.data()),
                           PCRE2_SIZE(state.text.size()), PCRE2_SIZE(m_end),
                           PCRE2_NO_UTF_CHECK | PCRE2_NOTEMPTY | options, state.data.get(),
                           state.context.get());
    };
    int found = match(0);
    if (found == PCRE2_ERROR_JIT_STACKLIMIT) {
        if (!state.stack) {
            state.stack.reset(pcre2_jit_stack_create(32 * 1024, 64 * 1024 * 1024, nullptr));
            pcre2_jit_stack_assign(state.context.get(), nullptr, state.stack.get());
        }
        found = match(0);
        if (found == PCRE2_ERROR_JIT_STACKLIMIT)
            found = match(PCRE2_NO_JIT);
    }
    return take(found);
}

bool SplitPattern::Matches::take(int found)
{
    State &state = *m_state;
    if (found < 0) {
        m_start = m_end = state.text.size();
        return false;
    }
    const PCRE2_SIZE *range = pcre2_get_ovector_pointer(state.data.get());
    m_start = qsizetype(range[0]);
    m_end = qsizetype(range[1]);
    return true;
}

// Not by generated code: it would have to be made for this too, at each start.
bool SplitPattern::Matches::nextCertain()
{
    State &state = *m_state;
    return take(pcre2_match(state.code, reinterpret_cast<PCRE2_SPTR>(state.text.data()),
                            PCRE2_SIZE(state.text.size()), PCRE2_SIZE(m_end),
                            PCRE2_NO_UTF_CHECK | PCRE2_NOTEMPTY | PCRE2_PARTIAL_HARD | PCRE2_NO_JIT,
                            state.data.get(), state.context.get()));
}

} // namespace snug
