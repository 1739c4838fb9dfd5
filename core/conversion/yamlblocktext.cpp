#include "core/conversion/yamlblocktext.h"

#include <algorithm>

namespace snug {

namespace {

qsizetype indentOf(QStringView line)
{
    return std::ranges::find_if(line, [](QChar c) { return c != u' '; }) - line.begin();
}

// The lines of a paragraph are one; an empty line is an end of line; what is indented further stays as it is.
QString folded(const QStringList &lines)
{
    QString text;
    qsizetype ends = 0; // since the last line that holds anything
    bool wasIndented = false;
    for (const QString &line : lines) {
        if (line.isEmpty()) {
            ++ends;
            continue;
        }
        const bool isIndented = line.front().isSpace();
        if (!text.isEmpty() && (isIndented || wasIndented))
            text += QString(ends + 1, u'\n');
        else if (ends > 0)
            text += QString(ends, u'\n');
        else if (!text.isEmpty())
            text += u' ';
        text += line;
        ends = 0;
        wasIndented = isIndented;
    }
    return text;
}

} // namespace

std::optional<YamlBlockHeader> yamlBlockHeader(QStringView text)
{
    if (text.isEmpty() || text.size() > 2 || (text[0] != u'|' && text[0] != u'>'))
        return {};
    YamlBlockHeader header{.isFolded = text[0] == u'>'};
    if (text.size() == 2)
        header.chomping = text[1];
    if (header.chomping != u' ' && header.chomping != u'-' && header.chomping != u'+')
        return {};
    return header;
}

QString yamlBlockText(const YamlBlockHeader &header, const QStringList &lines)
{
    const auto first =
        std::ranges::find_if(lines, [](const QString &line) { return indentOf(line) < line.size(); });
    const qsizetype indent = first == lines.end() ? 0 : indentOf(*first);
    QStringList texts;
    for (const QString &line : lines)
        texts << line.sliced(std::min(indentOf(line), indent));
    qsizetype ends = 0;
    while (!texts.isEmpty() && texts.last().isEmpty()) {
        texts.removeLast();
        ++ends;
    }
    QString text = header.isFolded ? folded(texts) : texts.join(u'\n');
    if (header.chomping == u'+')
        text += QString(texts.isEmpty() ? ends : ends + 1, u'\n');
    else if (header.chomping == u' ' && !texts.isEmpty())
        text += u'\n';
    return text;
}

} // namespace snug
