// The lived-in SillyTavern user folder under tests/data, as bytes.
#pragma once

#include <QByteArray>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QString>

namespace snug {

inline QString userFolder()
{
    return QStringLiteral(SNUG_SOURCE_DIR "/tests/data/sillytavern-user-folder");
}

inline QByteArray userFile(const QString &path)
{
    QFile file(userFolder() + u'/' + path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("test data is missing: %s", qPrintable(file.fileName()));
    return file.readAll();
}

// Paths below the user folder, sorted.
inline QStringList userFiles(const QString &folder, const QString &ending)
{
    QStringList paths;
    QDirIterator walk(userFolder() + u'/' + folder, {u'*' + ending}, QDir::Files,
                      QDirIterator::Subdirectories);
    while (walk.hasNext())
        paths.append(QDir(userFolder()).relativeFilePath(walk.next()));
    paths.sort();
    return paths;
}

// Where two byte arrays differ: equal head, equal tail, and what is between them.
struct Difference
{
    QByteArray before;
    QByteArray after;
};

inline Difference differenceOf(const QByteArray &before, const QByteArray &after)
{
    qsizetype head = 0;
    while (head < before.size() && head < after.size() && before[head] == after[head])
        ++head;
    qsizetype tail = 0;
    while (tail < before.size() - head && tail < after.size() - head &&
           before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    return {before.sliced(head, before.size() - head - tail), after.sliced(head, after.size() - head - tail)};
}

} // namespace snug
