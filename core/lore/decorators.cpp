#include "core/lore/lorescan.h"

namespace snug {

static qsizetype decoratorsEnd(const QString &content)
{
    qsizetype position = 0;
    while (QStringView(content).sliced(position).startsWith(u"@@")) {
        const qsizetype end = content.indexOf(u'\n', position);
        if (end < 0)
            return content.size();
        position = end + 1;
    }
    return position;
}

QStringList loreDecorators(const QString &content)
{
    QStringList result = content.left(decoratorsEnd(content)).split(u'\n', Qt::SkipEmptyParts);
    // "@@@x" stands in for an unknown decorator in front of it.
    QStringList known;
    bool isUnknownBefore = false;
    for (const QString &line : std::as_const(result)) {
        const bool isFallback = line.startsWith(QLatin1StringView("@@@"));
        if (isFallback && !isUnknownBefore)
            continue;
        const QString name = isFallback ? line.sliced(1) : line;
        const QString word = name.trimmed();
        isUnknownBefore =
            word != QLatin1StringView("@@activate") && word != QLatin1StringView("@@dont_activate");
        if (!isUnknownBefore)
            known.append(word);
    }
    return known;
}

QString contentWithoutDecorators(const QString &content)
{
    return content.sliced(decoratorsEnd(content));
}

} // namespace snug
