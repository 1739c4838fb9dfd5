#include "widgets/inspector/jsoncolours.h"

#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Theme>

using namespace Qt::StringLiterals;

namespace snug {

JsonColours::JsonColours()
{
    setDefinition(m_repository.definitionForName(u"JSON"_s));
}

void JsonColours::setPalette(const Theme &palette)
{
    AbstractHighlighter::setTheme(m_repository.themeForPalette(palette.palette()));
    m_string.setForeground(palette.text);
}

KSyntaxHighlighting::State JsonColours::stateInside(const QByteArray &containers)
{
    const auto known = m_states.constFind(containers);
    if (known != m_states.constEnd())
        return *known;
    // Walk in through an opening line for each container.
    KSyntaxHighlighting::State state;
    char outer = 0;
    for (const char bracket : containers) {
        const QString opening = (outer == '{' ? u"\"k\": "_s : QString()) + QLatin1Char(bracket);
        state = highlightLine(opening, state);
        outer = bracket;
    }
    m_states.insert(containers, state);
    return state;
}

QList<QTextLayout::FormatRange> JsonColours::line(const QString &text, const BodyLine &line,
                                                  const QByteArray &containers)
{
    m_ranges.clear();
    qsizetype begin = 0;
    if (line.insideString) {
        while (begin < text.size() && text.at(begin) != u'"')
            begin += text.at(begin) == u'\\' ? 2 : 1;
        begin = std::min(begin + 1, text.size());
        m_ranges.append({0, int(begin), m_string});
    }
    const KSyntaxHighlighting::State state = stateInside(containers);
    m_collecting = begin == 0;
    if (m_collecting)
        highlightLine(text, state);
    m_collecting = false;
    return std::exchange(m_ranges, {});
}

void JsonColours::applyFormat(int offset, int length, const KSyntaxHighlighting::Format &format)
{
    if (!m_collecting || length == 0)
        return;
    QTextCharFormat characters;
    if (format.textStyle() == KSyntaxHighlighting::Theme::String)
        characters = m_string;
    else if (format.hasTextColor(theme()))
        characters.setForeground(format.textColor(theme()));
    if (format.isBold(theme()))
        characters.setFontWeight(QFont::DemiBold);
    if (format.isItalic(theme()))
        characters.setFontItalic(true);
    m_ranges.append({offset, length, characters});
}

} // namespace snug
