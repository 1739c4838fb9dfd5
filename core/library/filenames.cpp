#include "core/library/filenames.h"

#include "core/model/unseencharacters.h"

#include <QDir>
#include <QSet>
#include <QStringDecoder>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

bool isDeviceName(QStringView name)
{
    const QStringView stem = name.first(name.indexOf(u'.') < 0 ? name.size() : name.indexOf(u'.'));
    for (const QStringView device : {u"con", u"prn", u"aux", u"nul"}) {
        if (stem.compare(device, Qt::CaseInsensitive) == 0)
            return true;
    }
    return stem.size() == 4 && stem[3].isDigit() && stem[3] != u'0' &&
           (stem.startsWith(u"com", Qt::CaseInsensitive) || stem.startsWith(u"lpt", Qt::CaseInsensitive));
}

void cutToBytes(QString &name, qsizetype limit)
{
    name.truncate(limit); // each unit is a byte at least
    if (!name.isEmpty() && name.back().isHighSurrogate())
        name.chop(1);
    while (name.toUtf8().size() > limit)
        name.chop(name.size() > 1 && name.back().isLowSurrogate() ? 2 : 1);
}

} // namespace

QString safeFileName(QStringView name, const QString &otherwise, qsizetype byteLimit)
{
    QString safe;
    // What does not show could make one name look like another, or "gpj.exe" like a picture.
    for (const QChar c : withoutUnseen(name)) {
        if (!QStringView(u"/\\?<>:*|\"").contains(c))
            safe += c;
    }
    cutToBytes(safe, byteLimit);
    // A leading dot would hide the file; Windows drops trailing dots and spaces.
    while (!safe.isEmpty() && (safe.endsWith(u'.') || safe.back().isSpace()))
        safe.chop(1);
    while (!safe.isEmpty() && (safe.startsWith(u'.') || safe.front().isSpace()))
        safe.remove(0, 1);
    if (safe.isEmpty() || isDeviceName(safe))
        return otherwise;
    return safe;
}

QString freeFileName(const QString &folder, const QString &base, const QString &suffix)
{
    QSet<QString> taken;
    const auto present =
        QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    for (const QString &name : present)
        taken.insert(name.toCaseFolded());
    QString name = base + suffix;
    for (int number = 2; taken.contains(name.toCaseFolded()); ++number)
        name = base + u" (%1)"_s.arg(number) + suffix;
    return name;
}

namespace {

// What some file system takes for something else.
bool isSpecialInFolder(QChar character, bool isEnd)
{
    static constexpr QByteArrayView special = "%/\\:*?\"<>|";
    return character.unicode() < 0x20 ||
           (character.unicode() < 0x80 && special.contains(character.toLatin1())) ||
           (isEnd && (character == u'.' || character == u' '));
}

} // namespace

QString folderNameFor(const QString &name)
{
    QString folder;
    for (qsizetype i = 0; i < name.size(); ++i) {
        const QChar character = name[i];
        if (isSpecialInFolder(character, i == 0 || i == name.size() - 1))
            folder += u"%%1"_s.arg(int(character.unicode()), 2, 16, QLatin1Char('0'));
        else
            folder += character;
    }
    return folder.isEmpty() ? u"%"_s : folder;
}

QString nameInFolder(const QString &folder)
{
    if (folder == u"%")
        return {};
    // A name may begin with what would be a byte order mark in a file.
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::ConvertInitialBom);
    return decoder(QByteArray::fromPercentEncoding(folder.toUtf8()));
}

} // namespace snug
