#include "core/templates/contextrule.h"

#include <QCoreApplication>

#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

class RuleReader
{
public:
    RuleReader(QStringView rule, const RuleVariables &variables)
        : m_rule(rule)
        , m_variables(variables)
    {
    }

    Result<bool> read()
    {
        const double value = choice();
        skipBlanks();
        if (m_wrong.isEmpty() && m_at < m_rule.size())
            wrong(QCoreApplication::translate("ContextRule", "unexpected “%1”").arg(m_rule.sliced(m_at)));
        if (!m_wrong.isEmpty())
            return failure(m_wrong,
                           QCoreApplication::translate("ContextRule", "column %1").arg(m_wrongAt + 1));
        return isTrue(value);
    }

private:
    static bool isTrue(double value) { return value != 0 && !std::isnan(value); }

    double wrong(const QString &what)
    {
        if (m_wrong.isEmpty()) {
            m_wrong = what;
            m_wrongAt = m_at;
        }
        m_at = m_rule.size();
        return 0;
    }

    void skipBlanks()
    {
        while (m_at < m_rule.size() && m_rule[m_at].isSpace())
            ++m_at;
    }

    bool skip(QStringView sign)
    {
        skipBlanks();
        const bool there = m_rule.sliced(m_at).startsWith(sign);
        m_at += there ? sign.size() : 0;
        return there;
    }

    double choice()
    {
        if (++m_depth > 100)
            return wrong(QCoreApplication::translate("ContextRule", "this is nested too deeply"));
        double value = either();
        if (skip(u"?")) {
            const double yes = choice();
            if (!skip(u":"))
                return wrong(QCoreApplication::translate("ContextRule", "expected a colon"));
            const double no = choice();
            value = isTrue(value) ? yes : no;
        }
        --m_depth;
        return value;
    }

    double either()
    {
        double value = both();
        while (skip(u"||")) {
            const double right = both();
            value = isTrue(value) ? value : right;
        }
        return value;
    }

    double both()
    {
        double value = equality();
        while (skip(u"&&")) {
            const double right = equality();
            value = isTrue(value) ? right : value;
        }
        return value;
    }

    double equality()
    {
        double value = order();
        while (true) {
            if (skip(u"===") || skip(u"=="))
                value = value == order();
            else if (skip(u"!==") || skip(u"!="))
                value = value != order();
            else
                return value;
        }
    }

    double order()
    {
        double value = sum();
        while (true) {
            if (skip(u"<="))
                value = value <= sum();
            else if (skip(u">="))
                value = value >= sum();
            else if (skip(u"<"))
                value = value < sum();
            else if (skip(u">"))
                value = value > sum();
            else
                return value;
        }
    }

    double sum()
    {
        double value = product();
        while (true) {
            if (skip(u"+"))
                value += product();
            else if (skip(u"-"))
                value -= product();
            else
                return value;
        }
    }

    double product()
    {
        double value = single();
        while (true) {
            if (skip(u"*"))
                value *= single();
            else if (skip(u"/"))
                value /= single();
            else if (skip(u"%"))
                value = std::fmod(value, single());
            else
                return value;
        }
    }

    double single()
    {
        if (++m_depth > 100)
            return wrong(QCoreApplication::translate("ContextRule", "this is nested too deeply"));
        const double value = operand();
        --m_depth;
        return value;
    }

    double operand()
    {
        if (skip(u"!"))
            return !isTrue(single());
        if (skip(u"-"))
            return -single();
        if (skip(u"(")) {
            const double value = choice();
            return skip(u")") ? value : wrong(QCoreApplication::translate("ContextRule", "a ) is missing"));
        }
        const qsizetype start = m_at;
        while (m_at < m_rule.size() &&
               (m_rule[m_at].isLetterOrNumber() || m_rule[m_at] == u'_' || m_rule[m_at] == u'.'))
            ++m_at;
        const QStringView word = m_rule.sliced(start, m_at - start);
        bool isNumber = false;
        const double number = word.toDouble(&isNumber);
        if (isNumber)
            return number;
        if (word == u"true" || word == u"false")
            return word == u"true";
        for (const auto &[name, value] : m_variables) {
            if (name == word)
                return value;
        }
        m_at = start;
        return wrong(word.isEmpty()
                         ? QCoreApplication::translate("ContextRule", "a value is missing")
                         : QCoreApplication::translate("ContextRule", "there is no “%1”").arg(word));
    }

    QStringView m_rule;
    const RuleVariables &m_variables;
    qsizetype m_at = 0;
    int m_depth = 0;
    QString m_wrong;
    qsizetype m_wrongAt = 0;
};

} // namespace

Result<bool> askContextRule(const QString &rule, const RuleVariables &variables)
{
    return RuleReader(rule, variables).read();
}

} // namespace snug
