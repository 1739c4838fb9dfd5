#include "tests/durability/chatlines.h"

#include <QCryptographicHash>
#include <QFile>
#include <QHash>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace snug::durability {

namespace {

// Empty, if the text is not one that was sent.
QByteArray sentWordOf(const QString &text)
{
    const QString first = text.section(u' ', 0, 0);
    const bool isOne = first.size() > 2 && first.startsWith(u'U') && first.endsWith(u'x');
    return isOne ? first.toUtf8() : QByteArray();
}

} // namespace

QByteArray markOf(QByteArrayView line)
{
    return QCryptographicHash::hash(line, QCryptographicHash::Sha1).first(8).toHex();
}

QByteArray sentWord(int number)
{
    return 'U' + QByteArray::number(number) + 'x';
}

ChatLines chatLinesOf(const QByteArray &bytes)
{
    ChatLines read;
    read.isThere = true;
    QHash<QByteArray, int> sent;
    const QList<QByteArray> lines = bytes.split('\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QByteArray &line = lines.at(i);
        if (line.trimmed().isEmpty())
            continue;
        const QJsonDocument document = QJsonDocument::fromJson(line);
        if (!document.isObject() && i == lines.size() - 1) {
            read.tornTail = line;
            break;
        }
        if (!document.isObject())
            read.unreadable.append(i + 1);
        const QByteArray word = sentWordOf(document.object().value(u"mes"_s).toString());
        if (!word.isEmpty() && ++sent[word] == 2)
            read.saidTwice.append(word);
        read.marks.append(markOf(line));
    }
    return read;
}

ChatLines readChatLines(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? chatLinesOf(file.readAll()) : ChatLines();
}

} // namespace snug::durability
