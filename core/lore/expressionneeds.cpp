#include "core/lore/expressionneeds.h"

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype longestRead = 2'000; // of an expression, in units
constexpr qsizetype mostWords = 64;
constexpr int deepest = 20;
constexpr int mostGroups = 100;
constexpr int mostRepeats = 1'000;

char16_t folded(char16_t unit)
{
    if (unit < 0x80)
        return unit >= u'A' && unit <= u'Z' ? static_cast<char16_t>(unit + 0x20) : unit;
    return QChar(QChar(unit).toUpper()).toCaseFolded().unicode();
}

bool isSyntax(char16_t unit)
{
    return QStringView(u"^$\\.*+?()[]{}|/").contains(QChar(unit));
}

// Reads the part of the grammar that is beyond doubt; anything else ends the reading, and nothing is known.
class Reader
{
public:
    explicit Reader(const RegexPattern &pattern)
        : m_body(pattern.body)
        , m_flags(pattern.flags)
        , m_ignoresCase(pattern.flags.contains(u'i'))
        , m_isUnicode(pattern.flags.contains(u'u'))
    {
    }

    ExpressionNeeds read()
    {
        for (qsizetype i = 0; i < m_flags.size(); ++i) {
            if (!QStringView(u"gimsuy").contains(m_flags[i]) || m_flags.first(i).contains(m_flags[i]))
                return {};
        }
        if (m_body.isEmpty() || m_body.size() > longestRead)
            return {};
        const std::optional<Words> words = alternatives(0);
        if (!words || m_at != m_body.size())
            return {};
        ExpressionNeeds needs{*words};
        const bool canReachOver = m_takesNewline && m_takesMark;
        needs.isLocal = !needs.anyOf.isEmpty() && !canReachOver && !m_looksAround && !m_flags.contains(u'y');
        return needs;
    }

private:
    using Words = QStringList; // one of them is needed; empty: nothing is known

    bool atEnd() const { return m_at == m_body.size(); }
    char16_t peek() const { return atEnd() ? u'\0' : m_body[m_at].unicode(); }
    bool skip(QStringView text)
    {
        const bool is = m_body.sliced(m_at).startsWith(text);
        m_at += is ? text.size() : 0;
        return is;
    }

    // The needs that rule out most.
    static void keepBetter(Words &best, const Words &words)
    {
        const auto shortest = [](const Words &all) {
            return all.isEmpty() ? 0 : std::ranges::min(all, {}, &QString::size).size();
        };
        const qsizetype old = shortest(best);
        const qsizetype now = shortest(words);
        if (now > old || (now == old && words.size() < best.size()))
            best = words;
    }

    std::optional<Words> alternatives(int depth)
    {
        if (depth > deepest)
            return std::nullopt;
        Words all;
        bool isKnown = true;
        do {
            const std::optional<Words> one = sequence(depth);
            if (!one)
                return std::nullopt;
            isKnown = isKnown && !one->isEmpty();
            all += *one;
        } while (skip(u"|"));
        return isKnown && all.size() <= mostWords ? all : Words();
    }

    // Units in a row become one word.
    std::optional<Words> sequence(int depth)
    {
        Words best;
        m_run.clear();
        const auto endRun = [&] {
            // A single letter stands everywhere; a single sign of a script that has thousands does not.
            if (m_run.size() > 1 || (m_run.size() == 1 && m_run.front().unicode() >= 0x2e80))
                keepBetter(best, {m_run});
            m_run.clear();
        };
        while (!atEnd() && peek() != u'|' && peek() != u')') {
            if (skip(u"^") || skip(u"$")) {
                m_looksAround = true;
                if (isRepeated())
                    return std::nullopt;
                endRun();
                continue;
            }
            if (skip(u"\\b") || skip(u"\\B")) {
                if (isRepeated())
                    return std::nullopt;
                continue;
            }
            std::optional<char16_t> unit; // this one and no other
            Words inner;
            if (peek() == u'(') {
                endRun();
                const bool isSeen =
                    !m_body.sliced(m_at).startsWith(u"(?=") && !m_body.sliced(m_at).startsWith(u"(?!") &&
                    !m_body.sliced(m_at).startsWith(u"(?<=") && !m_body.sliced(m_at).startsWith(u"(?<!");
                const std::optional<Words> words = group(depth);
                if (!words || (!isSeen && isRepeated()))
                    return std::nullopt;
                inner = isSeen ? *words : Words();
                m_run.clear();
            } else if (!atom(unit)) {
                return std::nullopt;
            }
            const std::optional<int> least = repeats();
            if (!least)
                return std::nullopt;
            if (!unit) {
                endRun();
                if (*least > 0 && !inner.isEmpty())
                    keepBetter(best, inner);
                continue;
            }
            if (*least == 0) {
                endRun();
                continue;
            }
            m_run += QChar(*unit);
            if (m_wasRepeated) { // what follows follows its last one
                endRun();
                m_run = QChar(*unit);
            }
        }
        endRun();
        return best;
    }

    std::optional<Words> group(int depth)
    {
        ++m_at;
        if (++m_groups > mostGroups)
            return std::nullopt;
        if (skip(u"?=") || skip(u"?!") || skip(u"?<=") || skip(u"?<!"))
            m_looksAround = true;
        else if (skip(u"?<")) {
            if (!groupName())
                return std::nullopt;
        } else if (peek() == u'?' && !skip(u"?:")) {
            return std::nullopt;
        }
        const std::optional<Words> words = alternatives(depth + 1);
        if (!words || !skip(u")"))
            return std::nullopt;
        return words;
    }

    bool groupName()
    {
        const qsizetype end = m_body.indexOf(u'>', m_at);
        if (end <= m_at)
            return false;
        const QStringView name = m_body.sliced(m_at, end - m_at);
        const auto isLetter = [](QChar c) {
            return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || c == u'_';
        };
        if (!isLetter(name.front()) ||
            !std::ranges::all_of(name, [&](QChar c) { return isLetter(c) || (c >= u'0' && c <= u'9'); }))
            return false;
        if (m_names.contains(name))
            return false;
        m_names.append(name.toString());
        m_at = end + 1;
        return true;
    }

    bool isRepeated() const { return !atEnd() && QStringView(u"*+?{").contains(QChar(peek())); }

    // How often at least the last atom stands there; nothing: no quantifier that is one for certain.
    std::optional<int> repeats()
    {
        m_wasRepeated = isRepeated();
        if (!m_wasRepeated)
            return 1;
        int least = 1;
        if (skip(u"*") || skip(u"?")) {
            least = 0;
        } else if (!skip(u"+")) {
            ++m_at;
            const std::optional<int> from = figures();
            if (!from)
                return std::nullopt;
            least = *from;
            if (skip(u",") && peek() != u'}') {
                const std::optional<int> to = figures();
                if (!to || *to < least)
                    return std::nullopt;
            }
            if (!skip(u"}"))
                return std::nullopt;
        }
        skip(u"?"); // as few as possible
        if (isRepeated())
            return std::nullopt;
        return least;
    }

    std::optional<int> figures()
    {
        int value = 0;
        const qsizetype from = m_at;
        for (; !atEnd() && peek() >= u'0' && peek() <= u'9' && value <= mostRepeats; ++m_at)
            value = value * 10 + (peek() - u'0');
        return m_at > from && value <= mostRepeats ? std::optional(value) : std::nullopt;
    }

    // `unit`: what it is when folded, if nothing else can stand there.
    bool atom(std::optional<char16_t> &unit)
    {
        const char16_t first = peek();
        if (first == u'[')
            return set(unit);
        if (first == u'\\') {
            ++m_at;
            return escape(unit, false);
        }
        ++m_at;
        if (first == u'.') {
            m_takesMark = true;
            m_takesNewline = m_takesNewline || m_flags.contains(u's');
            return true;
        }
        if (isSyntax(first) && first != u'/')
            return false;
        takeUnit(first, unit);
        return true;
    }

    void takeUnit(char16_t unit, std::optional<char16_t> &only)
    {
        if (unit < 0x20)
            m_takesMark = m_takesNewline = true;
        else if (isFolded(unit))
            only = folded(unit);
    }

    // Whether folding finds all that such a unit matches.
    bool isFolded(char16_t unit) const
    {
        const QChar c(unit);
        if (m_isUnicode && c.isSurrogate()) // a pair is repeated as one
            return false;
        if (!m_ignoresCase || unit < 0x80)
            return true;
        return (unit >= 0xc0 && unit < 0x180) || (unit >= 0x370 && unit < 0x530) ||
               c.category() == QChar::Letter_Other;
    }

    // Behind a backslash. In a set `\b` is a unit like any other.
    bool escape(std::optional<char16_t> &unit, bool isInSet)
    {
        if (atEnd())
            return false;
        const char16_t next = peek();
        ++m_at;
        switch (next) {
        case u'd':
        case u'w':
        case u'f':
        case u'r':
        case u't':
        case u'v':
            return true;
        case u'n':
        case u's':
            m_takesNewline = true;
            return true;
        case u'S':
            m_takesMark = true;
            return true;
        case u'D':
        case u'W':
            m_takesMark = m_takesNewline = true;
            return true;
        default:
            break;
        }
        const bool isSign = next > 0x20 && next < 0x7f && !QChar(next).isLetterOrNumber() && next != u'_';
        if (m_isUnicode ? !isSyntax(next) && !(isInSet && next == u'-') : !isSign)
            return false;
        unit = next;
        return true;
    }

    bool set(std::optional<char16_t> &unit)
    {
        ++m_at;
        const bool isNegated = skip(u"^");
        if (isNegated)
            m_takesMark = m_takesNewline = true;
        QString units; // folded
        bool isPlain = !isNegated;
        std::optional<char16_t> last; // what a range may begin with
        while (!atEnd() && peek() != u']') {
            const bool isRange =
                peek() == u'-' && last && m_at + 1 < m_body.size() && m_body[m_at + 1] != u']';
            if (isRange)
                ++m_at;
            else if (peek() == u'-' && !units.isEmpty() && m_at + 1 < m_body.size() &&
                     m_body[m_at + 1] != u']')
                return false; // behind a range or what stands for many
            std::optional<char16_t> one;
            if (peek() == u'\\') {
                ++m_at;
                if (!escape(one, true))
                    return false;
            } else {
                one = peek();
                ++m_at;
            }
            if (isRange) {
                if (!one || *one < *last)
                    return false;
                isPlain = false;
                last.reset();
                continue;
            }
            if (one && *one < 0x20)
                m_takesMark = m_takesNewline = true;
            if (one && m_isUnicode && QChar(*one).isSurrogate())
                return false;
            isPlain = isPlain && one && isFolded(*one) && !QChar(*one).isSurrogate();
            units += QChar(one ? folded(*one) : u'\0');
            last = one;
        }
        if (!skip(u"]"))
            return false;
        if (isPlain && !units.isEmpty() && units.count(units.front()) == units.size())
            unit = units.front().unicode();
        return true;
    }

    const QStringView m_body;
    const QStringView m_flags;
    const bool m_ignoresCase;
    const bool m_isUnicode;
    qsizetype m_at = 0;
    int m_groups = 0;
    QStringList m_names;
    QString m_run;
    bool m_wasRepeated = false;
    bool m_takesNewline = false; // "\n" stands behind each text, U+0001 before it
    bool m_takesMark = false;
    bool m_looksAround = false;
};

} // namespace

ExpressionNeeds needsOf(const RegexPattern &pattern)
{
    return Reader(pattern).read();
}

QString foldedUnits(QStringView text)
{
    QString result(text.size(), Qt::Uninitialized);
    std::ranges::transform(text, result.begin(), [](QChar c) { return QChar(folded(c.unicode())); });
    return result;
}

} // namespace snug
