#include "core/editing/jsonplaces.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

QString itemTitle(const Json &item, const QString &otherwise)
{
    for (const QStringView key : {u"comment", u"name", u"scriptName"}) {
        if (const QString title = item.value(key).toText(); !title.isEmpty())
            return title;
    }
    return otherwise;
}

QHash<QString, QString> blockNames(const Json &document)
{
    QHash<QString, QString> names;
    const Json blocks = document.value(u"prompts");
    for (const Json &block : blocks.items()) {
        const QString identifier = block.value(u"identifier").toText();
        if (const QString name = block.value(u"name").toText(); !identifier.isEmpty() && !name.isEmpty())
            names.insert(identifier, name);
    }
    return names;
}

QString insidePlace(const QString &place, const QString &part)
{
    return place.isEmpty() ? part : QString(place + u" › " + part);
}

QString orderWord()
{
    return QCoreApplication::translate("JsonChanges", "order");
}

} // namespace snug
