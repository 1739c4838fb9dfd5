// A chat's file as another program would read it: lines of JSON, compared by their bytes. Nothing here is of
// the program's own reading, so that a fault of that cannot hide itself.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

namespace snug::durability {

struct ChatLines
{
    bool isThere = false;
    QList<QByteArray> marks;     // of each whole line, in order; see markOf()
    QByteArray tornTail;         // the last line, if it is not whole
    QList<qsizetype> unreadable; // lines before it that are no JSON object, from 1
    QList<QByteArray> saidTwice; // what the user sent once and the file has more often, see sentWord()

    bool isSound() const { return unreadable.isEmpty() && saidTwice.isEmpty(); }
};

ChatLines chatLinesOf(const QByteArray &bytes);
ChatLines readChatLines(const QString &path);

// Sixteen letters that stand for a line.
QByteArray markOf(QByteArrayView line);

// What a sent text begins with, unlike any other: "U17x".
QByteArray sentWord(int number);

} // namespace snug::durability
