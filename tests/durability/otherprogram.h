// A program that works on the same chats as a session: it appends, rewrites, renames and removes their files,
// whole and half, as sync tools, editors and other chat programs do.
#pragma once

#include <QByteArray>
#include <QRandomGenerator>
#include <QSet>
#include <QString>

namespace snug::durability {

class OtherProgram
{
public:
    // `folder`: with the files of one character's chats.
    OtherProgram(QString folder, quint32 seed);

    // One thing, to one of the files; its name.
    QString act();
    // What it has said (see otherWord()), and has taken away from nobody.
    const QSet<QByteArray> &words() const { return m_words; }

private:
    QString file();
    QByteArray line();
    QByteArray changed(QByteArray bytes);
    void append(const QString &path, bool isInHalves);
    void rewrite(const QString &path, bool isInPlace);
    void forget(const QByteArray &before, const QByteArray &after);

    QString m_folder;
    QRandomGenerator m_random;
    QSet<QByteArray> m_words;
    int m_said = 0;
    int m_names = 0;
};

// All words of its in the bytes: "F17x".
QSet<QByteArray> otherWords(const QByteArray &bytes);

} // namespace snug::durability
