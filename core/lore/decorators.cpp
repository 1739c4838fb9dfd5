#include "core/lore/decorators.h"

#include <QStringTokenizer>

using namespace Qt::StringLiterals;

namespace snug {

static bool isKnown(QStringView line)
{
    return line.startsWith(u"@@activate") || line.startsWith(u"@@dont_activate");
}

QStringList loreDecorators(const QString &content)
{
    QStringList known;
    if (!content.startsWith(u"@@"_s))
        return known;
    bool isUnknownBefore = false;
    for (QStringView line : QStringTokenizer(content, u'\n')) {
        if (!line.startsWith(u"@@"))
            break;
        // "@@@x" stands in for an unknown decorator in front of it.
        if (line.startsWith(u"@@@")) {
            if (!isUnknownBefore)
                continue;
            line = line.sliced(1);
        }
        isUnknownBefore = !isKnown(line);
        if (!isUnknownBefore)
            known.append(line.toString());
    }
    return known;
}

QString contentWithoutDecorators(const QString &content)
{
    qsizetype position = 0;
    while (QStringView(content).sliced(position).startsWith(u"@@")) {
        const qsizetype end = content.indexOf(u'\n', position);
        if (end < 0)
            return content;
        position = end + 1;
    }
    return content.sliced(position);
}

} // namespace snug
