#include "core/memory/memorybookname.h"

#include "core/model/whitespace.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace snug {

std::optional<QString> memoryBookName(QStringView nameTemplate, const BookNameValues &values,
                                      const QStringList &existing)
{
    static const QRegularExpression reserved(uR"([/\\:*?"<>|]+)"_s);
    if (javaScriptTrimmed(nameTemplate).isEmpty())
        nameTemplate = DefaultBookNameTemplate;
    QString name = nameTemplate.toString();
    name.replace(u"{{char}}"_s, values.character);
    name.replace(u"{{user}}"_s, values.user);
    name.replace(u"{{chat}}"_s, values.chat);
    name = javaScriptTrimmed(name.replace(reserved, u"_"_s)).toString();
    qsizetype length = std::min<qsizetype>(name.size(), 60);
    if (length < name.size() && name.at(length).isLowSurrogate())
        --length; // never half a character
    name = javaScriptTrimmed(QStringView(name).first(length)).toString();
    if (name.isEmpty())
        name = u"Memories"_s;
    if (!existing.contains(name))
        return name;
    for (int count = 2; count <= 999; ++count) {
        const QString candidate = name + u' ' + QString::number(count);
        if (!existing.contains(candidate))
            return candidate;
    }
    return {};
}

} // namespace snug
