// A process that plays (playedsession.h, playedwindow.h), and what it has said: for who kills it, and
// compares.
#pragma once

#include <QHash>
#include <QList>
#include <QProcess>
#include <QUrl>

#include <optional>

namespace snug::durability {

struct SaidState
{
    QString file; // of the chat, relative to the library
    QList<QByteArray> marks;
};

class PlayedProcess
{
public:
    using Environment = QMap<QString, QString>; // what it has beside this process's own

    // `program`: one that lies beside this one.
    PlayedProcess(const QString &program, const QStringList &arguments, const Environment &environment = {});
    ~PlayedProcess(); // killed, if it still runs

    void tell(const QStringList &commands);
    // Until it has said a line with this word, `times` of all; false: it has ended, or is silent for a
    // minute.
    bool waitFor(const QByteArray &word, int times = 1);
    // Until it has said so many lines; false likewise.
    bool waitForLines(qsizetype count);
    // Reads what it says for so long; false: it has ended.
    bool listen(int milliseconds);
    // Whether it plays these commands to their end.
    bool play(const QStringList &commands);

    // What it said before is read to its end.
    void kill();
    // The exit code; nothing: it has crashed, or did not end within a minute.
    std::optional<int> quit();
    std::optional<int> waitForEnd();

    // From 1, in order.
    const QHash<int, SaidState> &states() const { return m_states; }
    int newestState() const { return int(m_states.size()); }
    // The first state of this file, the newest, and the newest that was called saved; 0 = none.
    int firstOf(const QString &file) const { return m_first.value(file); }
    int newestOf(const QString &file) const { return m_newest.value(file); }
    int savedOf(const QString &file) const { return m_saved.value(file); }
    QStringList files() const { return m_newest.keys(); }
    bool isDiscarded(const QString &file) const { return m_discarded.contains(file); }
    int said(const QByteArray &word) const { return m_words.value(word); }
    const QList<QByteArray> &lines() const { return m_lines; }
    // The rest of the last line with this word.
    QString last(const QByteArray &word) const;
    qint64 processId() const { return m_process.processId(); }

private:
    bool readMore();
    void readLines();
    void take(const QByteArray &line);
    QString fileOf(const QByteArray &spelling) const;
    void setApart(const QString &file, const QString &other);

    QProcess m_process;
    QList<QByteArray> m_lines;
    QHash<QByteArray, int> m_words;
    QHash<int, SaidState> m_states;
    QHash<QString, int> m_first;
    QHash<QString, int> m_newest;
    QHash<QString, int> m_saved;
    QStringList m_discarded;
    QHash<QString, QString> m_apart; // chats that have another name than they were given
};

} // namespace snug::durability
