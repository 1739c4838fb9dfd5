#include "core/editing/documentkey.h"

#include <QUrl>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// What some file system takes for something else.
constexpr QByteArrayView Special = "%/\\:*?\"<>|";

bool isSpecial(QChar character, bool isEnd)
{
    return character.unicode() < 0x20 ||
           (character.unicode() < 0x80 && Special.contains(character.toLatin1())) ||
           (isEnd && (character == u'.' || character == u' '));
}

} // namespace

QString folderOf(const DocumentKey &key)
{
    QString name;
    for (qsizetype i = 0; i < key.name.size(); ++i) {
        const QChar character = key.name[i];
        if (isSpecial(character, i == 0 || i == key.name.size() - 1))
            name += u"%%1"_s.arg(int(character.unicode()), 2, 16, QLatin1Char('0'));
        else
            name += character;
    }
    return documentKindName(key.kind) + u'/' + (name.isEmpty() ? u"%"_s : name);
}

QString nameInFolder(const QString &folder)
{
    return folder == u"%" ? QString() : QUrl::fromPercentEncoding(folder.toUtf8());
}

} // namespace snug
