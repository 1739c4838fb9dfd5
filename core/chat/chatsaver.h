// Keeps a chat's file in step with the chat: appends where it can, rewrites where it must, one
// write at a time, and says at any moment whether everything is on the disk.
#pragma once

#include "core/chat/chatchange.h"
#include "core/chat/chatstore.h"

#include <QList>
#include <QObject>

namespace snug {

struct SaveStatus
{
    enum class Kind : quint8 {
        Saved, // all of it is on the disk
        Saving,
        Failed,         // `error` says why; everything is kept here, retry() tries again
        ChangedOutside, // reload from the disk, or keepMine()
    };
    Kind kind = Kind::Saved;
    Error error = {};
    bool operator==(const SaveStatus &) const = default;
};

class ChatSaver : public QObject
{
    Q_OBJECT

public:
    // For the chat called `name`; without a file the first change makes one. `store` may be null:
    // then nothing is kept, and everything counts as saved.
    ChatSaver(ChatStore *store, const QString &name, bool hasFile, QObject *parent = nullptr);
    // What waits is handed to the store, whose business it is to finish.
    ~ChatSaver() override;

    const SaveStatus &state() const { return m_state; }

    // `chat` is what `change` made of it.
    void save(const Chat &chat, const ChatChange &change);
    // The file of a branch that was undone goes to the trash.
    void discard(const QString &name);

    void retry();
    // Over what another program wrote.
    void keepMine(const Chat &chat);
    // The library's watcher has seen it while nothing was being saved.
    void noteOutsideChange();
    // What is on the disk instead of what is here: reloaded(), and nothing is left to write.
    void reload();

Q_SIGNALS:
    void reloaded(const snug::Chat &chat);
    void stateChanged(const snug::SaveStatus &state);

private:
    struct Job
    {
        enum class Kind : quint8 { Append, Rewrite, Discard };
        Kind kind = Kind::Rewrite;
        Chat chat;           // for Discard only its name
        qsizetype first = 0; // of Append
    };

    void enqueue(Job job);
    void startNext(bool overForeign = false);
    void write(const Job &job, bool overForeign, const ChatStore::Done &done);
    void onLoaded(const Result<Chat> &loaded);
    void finish(const StoreOutcome &outcome);
    void setState(SaveStatus state);

    ChatStore *m_store = nullptr;
    QString m_name;
    bool m_hasFile = false;
    QList<Job> m_jobs; // the first one is under way while m_isWriting
    bool m_isWriting = false;
    SaveStatus m_state;
};

} // namespace snug
