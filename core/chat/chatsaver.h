// Keeps a chat's file in step with the chat: appends where it can, rewrites where it must, one
// write at a time, and says at any moment whether everything is on the disk.
#pragma once

#include "core/chat/chatchange.h"
#include "core/chat/chatstore.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QTimer>

#include <chrono>

namespace snug {

struct SaveStatus
{
    enum class Kind : quint8 {
        Saved, // all of it is on the disk
        Saving,
        Failed, // `error` says why; it is tried again, with longer and longer pauses
        Gone,   // another program removed the file, and nothing has changed since
    };
    Kind kind = Kind::Saved;
    Error error = {};
    QString keptIn = {}; // of Failed: the file that holds a copy meanwhile; empty = none does
    bool operator==(const SaveStatus &) const = default;
};

// What another program did to the file is merged with what is here; merged() tells of it.
class ChatSaver : public QObject
{
    Q_OBJECT

public:
    // `chat`: as its file holds it; without a file the first change makes one. `store` may be null:
    // then nothing is kept, and everything counts as saved.
    ChatSaver(ChatStore *store, const Chat &chat, bool hasFile, QObject *parent = nullptr);
    // What waits is handed to the store, whose business it is to finish.
    ~ChatSaver() override;

    const SaveStatus &state() const { return m_state; }
    // Or will have one soon.
    bool hasFile() const { return m_hasFile; }
    // The first pause after a failure; each next one is twice as long, up to thirty of it.
    void setRetryPause(std::chrono::milliseconds pause) { m_firstPause = pause; }

    // `chat` is what `change` made of it.
    void save(const Chat &chat, const ChatChange &change);
    // The whole of it.
    void rewrite(const Chat &chat);
    // Another chat, kept beside this one.
    void keepBeside(const Chat &other);
    // The file of a branch or checkpoint that was undone goes to the trash.
    void discard(const QString &name);

    // A chat of this name as it will be once what waits is written; the saver may be with a branch of it now.
    std::optional<Chat> waiting(const QString &name) const;

    void retry();
    // The library's watcher has seen it.
    void noteOutsideChange(const Chat &chat);

Q_SIGNALS:
    // `mine` is what was merged. Until this has been told nothing more is written.
    void merged(const snug::Chat &mine, const snug::ReconciledChat &reconciled);
    void stateChanged(const snug::SaveStatus &state);

private:
    struct Job
    {
        enum class Kind : quint8 { Append, Rewrite, Discard, Look };
        Kind kind = Kind::Rewrite;
        Chat chat;           // for Discard only its name
        qsizetype first = 0; // of Append
    };

    void enqueue(Job job);
    void startNext();
    ChatStore::Base baseOf(qsizetype job) const;
    void write(const Job &job, const ChatStore::Base &base, const ChatStore::Done &done);
    void finish(const StoreOutcome &outcome);
    void fail(const StoreOutcome &outcome);
    void noteOnDisk(const Chat &chat);
    void takeIn(const Job &job, const ReconciledChat &reconciled);
    void setState(SaveStatus state);

    ChatStore *m_store = nullptr;
    QString m_name;
    bool m_hasFile = false;
    QHash<QString, Chat> m_onDisk; // by name, as far as it is known
    QList<Job> m_jobs;             // the first one is under way while m_isWriting
    bool m_isWriting = false;
    bool m_isGone = false; // the file, and nothing has been written since
    SaveStatus m_state;
    QTimer m_retry;
    std::chrono::milliseconds m_firstPause = std::chrono::seconds(1);
    int m_failures = 0; // one after the other
};

} // namespace snug
