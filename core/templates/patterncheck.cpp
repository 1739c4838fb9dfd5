#include "core/templates/patterncheck.h"

#include <QCoreApplication>

#include <vector>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype lengthLimit = 500;

class PatternCheck
{
public:
    explicit PatternCheck(QStringView pattern)
        : m_pattern(pattern)
    {
    }

    std::optional<UnsafePattern> run()
    {
        if (m_pattern.size() > lengthLimit)
            return wrong(u"too_long",
                         QT_TRANSLATE_NOOP("PatternCheck", "the pattern is longer than 500 characters"));
        m_groups.push_back({});
        while (m_at < m_pattern.size()) {
            if (auto unsafe = step())
                return unsafe;
        }
        if (m_groups.size() > 1)
            return wrong(u"unterminated_group", QT_TRANSLATE_NOOP("PatternCheck", "a group has no end"));
        return {};
    }

private:
    enum class Last : quint8 { Nothing, Atom, QuantifiedAtom, Anchor, Quantifier };
    struct Group
    {
        bool hasQuantifier = false; // in any of its alternatives
        Last last = Last::Nothing;
    };

    static std::optional<UnsafePattern> wrong(QStringView rule, const char *reason)
    {
        return UnsafePattern{rule.toString(), QCoreApplication::translate("PatternCheck", reason)};
    }

    bool at(QStringView text) const { return m_pattern.sliced(m_at).startsWith(text); }

    std::optional<UnsafePattern> step()
    {
        Group &group = m_groups.back();
        const QChar current = m_pattern[m_at];
        if (current == u'(')
            return open();
        if (current == u')') {
            if (m_groups.size() == 1)
                return wrong(u"unmatched_close",
                             QT_TRANSLATE_NOOP("PatternCheck", "a group ends here that did not begin"));
            const bool quantified = group.hasQuantifier;
            m_groups.pop_back();
            m_groups.back().last = quantified ? Last::QuantifiedAtom : Last::Atom;
            m_groups.back().hasQuantifier = m_groups.back().hasQuantifier || quantified;
            ++m_at;
            return {};
        }
        if (const qsizetype length = quantifierLength())
            return quantify(length);
        if (current == u'[')
            return characterClass();
        if (current == u'\\')
            return escape();
        ++m_at;
        group.last = current == u'^' || current == u'$' ? Last::Anchor
                     : current == u'|'                  ? Last::Nothing
                                                        : Last::Atom;
        return {};
    }

    std::optional<UnsafePattern> open()
    {
        if (!at(u"(?"))
            return wrong(u"capturing_group", QT_TRANSLATE_NOOP("PatternCheck", "use (?:…) instead of (…)"));
        if (at(u"(?="))
            return wrong(u"lookahead", QT_TRANSLATE_NOOP("PatternCheck", "lookahead cannot be used"));
        if (at(u"(?!"))
            return wrong(u"negative_lookahead",
                         QT_TRANSLATE_NOOP("PatternCheck", "lookahead cannot be used"));
        if (at(u"(?<="))
            return wrong(u"lookbehind", QT_TRANSLATE_NOOP("PatternCheck", "lookbehind cannot be used"));
        if (at(u"(?<!"))
            return wrong(u"negative_lookbehind",
                         QT_TRANSLATE_NOOP("PatternCheck", "lookbehind cannot be used"));
        if (at(u"(?<"))
            return wrong(u"named_group",
                         QT_TRANSLATE_NOOP("PatternCheck", "use (?:…) instead of a named group"));
        if (!at(u"(?:"))
            return wrong(u"unknown_group",
                         QT_TRANSLATE_NOOP("PatternCheck", "this kind of group cannot be used"));
        m_at += 3;
        m_groups.push_back({});
        return {};
    }

    // *, +, ?, {n}, {n,}, {n,m}; 0 for anything else.
    qsizetype quantifierLength() const
    {
        const QChar current = m_pattern[m_at];
        if (current == u'*' || current == u'+' || current == u'?')
            return 1;
        if (current != u'{')
            return 0;
        qsizetype end = m_at + 1;
        const auto digits = [&] {
            const qsizetype before = end;
            while (end < m_pattern.size() && m_pattern[end] >= u'0' && m_pattern[end] <= u'9')
                ++end;
            return end > before;
        };
        if (!digits())
            return 0;
        if (end < m_pattern.size() && m_pattern[end] == u',') {
            ++end;
            digits();
        }
        return end < m_pattern.size() && m_pattern[end] == u'}' ? end + 1 - m_at : 0;
    }

    std::optional<UnsafePattern> quantify(qsizetype length)
    {
        Group &group = m_groups.back();
        switch (group.last) {
        case Last::Nothing:
        case Last::Quantifier:
            return wrong(u"dangling_quantifier",
                         QT_TRANSLATE_NOOP("PatternCheck", "a repetition has nothing to repeat"));
        case Last::Anchor:
            return wrong(u"quantified_anchor",
                         QT_TRANSLATE_NOOP("PatternCheck", "an anchor cannot be repeated"));
        case Last::QuantifiedAtom:
            return wrong(
                u"nested_quantifier",
                QT_TRANSLATE_NOOP("PatternCheck", "a repetition inside a repetition cannot be used"));
        case Last::Atom:
            break;
        }
        m_at += length;
        if (m_at < m_pattern.size() && m_pattern[m_at] == u'?')
            ++m_at; // lazy
        group.hasQuantifier = true;
        group.last = Last::Quantifier;
        return {};
    }

    std::optional<UnsafePattern> characterClass()
    {
        ++m_at;
        if (m_at < m_pattern.size() && m_pattern[m_at] == u'^')
            ++m_at;
        // A bracket that comes first is a member.
        for (bool first = true; m_at < m_pattern.size() && (first || m_pattern[m_at] != u']');
             first = false) {
            if (m_pattern[m_at] != u'\\') {
                ++m_at;
                continue;
            }
            if (auto unsafe = escape())
                return unsafe;
        }
        if (m_at >= m_pattern.size())
            return wrong(u"unterminated_class", QT_TRANSLATE_NOOP("PatternCheck", "a [ has no ]"));
        ++m_at;
        m_groups.back().last = Last::Atom;
        return {};
    }

    std::optional<UnsafePattern> escape()
    {
        if (m_at + 1 >= m_pattern.size())
            return wrong(u"trailing_backslash",
                         QT_TRANSLATE_NOOP("PatternCheck", "the pattern ends with a backslash"));
        const QChar escaped = m_pattern[m_at + 1];
        if ((escaped >= u'1' && escaped <= u'9') || escaped == u'k')
            return wrong(u"backreference",
                         QT_TRANSLATE_NOOP("PatternCheck", "backreferences cannot be used"));
        const bool isPunctuation = escaped.unicode() > 0x20 && escaped.unicode() < 0x7f &&
                                   !escaped.isLetterOrNumber() && escaped != u'_';
        if (!isPunctuation && !u"dDwWsStnrb"_s.contains(escaped))
            return wrong(u"unknown_escape", QT_TRANSLATE_NOOP("PatternCheck", "this escape cannot be used"));
        m_at += 2;
        m_groups.back().last = escaped == u'b' ? Last::Anchor : Last::Atom;
        return {};
    }

    QStringView m_pattern;
    qsizetype m_at = 0;
    std::vector<Group> m_groups;
};

} // namespace

std::optional<UnsafePattern> unsafePattern(QStringView pattern)
{
    return PatternCheck(pattern).run();
}

} // namespace snug
