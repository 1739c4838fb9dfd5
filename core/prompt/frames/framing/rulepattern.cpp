#include "core/prompt/frames/framing/rulepattern.h"

#include "core/prompt/macrofailure.h"

using namespace Qt::StringLiterals;

namespace snug::framing {

// \Z is Python's very end, which is \z here. Escaped backslashes are passed over.
static QString translatedPattern(const QString &find)
{
    QString pattern;
    for (qsizetype i = 0; i < find.size(); ++i) {
        pattern += find[i];
        if (find[i] == u'\\' && i + 1 < find.size()) {
            ++i;
            pattern += find[i] == u'Z' ? QChar(u'z') : find[i];
        }
    }
    return pattern;
}

// "$12" as "\g<12>".
static QString withGroupReferences(const QString &replacement)
{
    static const QRegularExpression dollar(u"\\$(\\d+)"_s, QRegularExpression::UseUnicodePropertiesOption);
    return QString(replacement).replace(dollar, u"\\g<\\1>"_s);
}

std::optional<RulePattern> RulePattern::compiled(const QString &find, const QString &replacement)
{
    RulePattern pattern;
    pattern.m_find =
        QRegularExpression(translatedPattern(find), QRegularExpression::UseUnicodePropertiesOption);
    if (!pattern.m_find.isValid() || !pattern.readReplacement(withGroupReferences(replacement)))
        return std::nullopt;
    return pattern;
}

bool RulePattern::readReplacement(const QString &replacement)
{
    QString literal;
    const auto addGroup = [&](int group) {
        if (!literal.isEmpty())
            m_parts.append({literal, -1});
        literal.clear();
        m_parts.append({{}, group});
        return group >= 0 && group <= m_find.captureCount();
    };
    static const QHash<QChar, QChar> escapes{{u'n', u'\n'}, {u't', u'\t'}, {u'r', u'\r'}, {u'a', u'\a'},
                                             {u'b', u'\b'}, {u'f', u'\f'}, {u'v', u'\v'}, {u'\\', u'\\'}};
    for (qsizetype i = 0; i < replacement.size(); ++i) {
        if (replacement[i] != u'\\') {
            literal += replacement[i];
            continue;
        }
        if (++i == replacement.size())
            return false;
        const QChar c = replacement[i];
        const auto isDigit = [&](qsizetype at, QChar last) {
            return at < replacement.size() && replacement[at] >= u'0' && replacement[at] <= last;
        };
        if (c == u'g') {
            const qsizetype end = replacement.indexOf(u'>', i);
            if (i + 1 >= replacement.size() || replacement[i + 1] != u'<' || end < 0)
                return false;
            const QString name = replacement.sliced(i + 2, end - i - 2);
            bool isNumber = false;
            const int number = name.toInt(&isNumber);
            const qsizetype named = m_find.namedCaptureGroups().indexOf(name);
            if (name.isEmpty() || !addGroup(isNumber ? number : static_cast<int>(named)))
                return false;
            i = end;
        } else if (c == u'0' || (isDigit(i, u'3') && isDigit(i + 1, u'7') && isDigit(i + 2, u'7'))) {
            qsizetype length = 1; // octal
            while (length < 3 && isDigit(i + length, u'7'))
                ++length;
            literal += QChar(replacement.sliced(i, length).toUShort(nullptr, 8));
            i += length - 1;
        } else if (c.isDigit()) {
            const qsizetype length = isDigit(i + 1, u'9') ? 2 : 1;
            if (!addGroup(replacement.sliced(i, length).toInt()))
                return false;
            i += length - 1;
        } else if (escapes.contains(c)) {
            literal += escapes.value(c);
        } else if (c.unicode() < 128 && c.isLetter()) {
            return false;
        } else {
            literal += u'\\' + QString(c);
        }
    }
    if (!literal.isEmpty())
        m_parts.append({literal, -1});
    return true;
}

TracedText RulePattern::replaced(const TracedText &text, const Source &source, MacroBudget &budget) const
{
    const double before = budget.share();
    TracedText result;
    qsizetype done = 0;
    qsizetype growth = 0;
    qsizetype taken = 0;
    auto hits = m_find.globalMatch(text.text());
    if (!hits.isValid() || !budget.goesOn())
        return text;
    while (hits.hasNext()) {
        const QRegularExpressionMatch hit = hits.next();
        if (!hit.isValid())
            return text;
        QString replacement;
        for (const Part &part : m_parts) {
            if (replacement.size() <= budget.outputLeft())
                replacement += part.group < 0 ? part.literal : hit.captured(part.group);
        }
        growth += replacement.size() - hit.capturedLength();
        if (!budget.takeOutput(std::max<qsizetype>(0, growth - taken))) {
            const MacroPlace place = macroPlace(source);
            budget.note(place, budget.share() - before);
            budget.endIn(place);
            return text;
        }
        taken = std::max(taken, growth);
        result.append(text.mid(done, hit.capturedStart() - done));
        done = hit.capturedEnd();
        if (replacement == hit.captured()) {
            result.append(text.mid(hit.capturedStart(), hit.capturedLength()));
            continue;
        }
        const Span *span = text.spanAt(std::min(hit.capturedStart(), text.size() - 1));
        result.append(TracedText::computed(replacement, source.inside(span ? span->source : Source())));
    }
    result.append(text.mid(done));
    return result;
}

} // namespace snug::framing
