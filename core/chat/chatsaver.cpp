#include "core/chat/chatsaver.h"

#include <QPointer>

#include <algorithm>

namespace snug {

ChatSaver::ChatSaver(ChatStore *store, const QString &name, bool hasFile, QObject *parent)
    : QObject(parent)
    , m_store(store)
    , m_name(name)
    , m_hasFile(hasFile)
{
}

ChatSaver::~ChatSaver()
{
    if (m_state.kind == SaveStatus::Kind::ChangedOutside)
        return; // nobody has decided whose text it shall be
    for (qsizetype i = m_isWriting ? 1 : 0; i < m_jobs.size(); ++i)
        write(m_jobs.at(i), false, [](const StoreOutcome &) {});
}

void ChatSaver::save(const Chat &chat, const ChatChange &change)
{
    if (!m_store || change.isEmpty())
        return;
    const bool isAppend = m_hasFile && change.kind() == ChatChange::Kind::Insert && !change.header &&
                          !change.name && change.index + change.inserted.size() == chat.messages.size();
    m_name = chat.name;
    // From here on the file exists, or a job that makes it is in the queue.
    m_hasFile = true;
    enqueue({isAppend ? Job::Kind::Append : Job::Kind::Rewrite, chat, change.index});
}

void ChatSaver::discard(const QString &name)
{
    if (m_store)
        enqueue({Job::Kind::Discard, Chat{.name = name, .header = {}, .messages = {}}, 0});
}

// A job that waits takes the newer one in: only the newest state of a file matters.
void ChatSaver::enqueue(Job job)
{
    const qsizetype waiting = m_jobs.size() - (m_isWriting ? 1 : 0);
    if (waiting > 0 && m_jobs.last().chat.name == job.chat.name && m_jobs.last().kind != Job::Kind::Discard &&
        job.kind != Job::Kind::Discard) {
        Job &last = m_jobs.last();
        const bool bothAppend = last.kind == Job::Kind::Append && job.kind == Job::Kind::Append;
        last = {bothAppend ? Job::Kind::Append : Job::Kind::Rewrite, job.chat,
                std::min(last.first, job.first)};
    } else {
        m_jobs.append(std::move(job));
    }
    // A conflict waits for the user; a failure is tried again with each change.
    if (!m_isWriting && m_state.kind != SaveStatus::Kind::ChangedOutside)
        startNext();
}

void ChatSaver::retry()
{
    if (!m_isWriting && m_state.kind == SaveStatus::Kind::Failed)
        startNext();
}

void ChatSaver::keepMine(const Chat &chat)
{
    if (m_isWriting || m_state.kind != SaveStatus::Kind::ChangedOutside)
        return;
    if (m_jobs.isEmpty())
        m_jobs.append({Job::Kind::Rewrite, chat, 0});
    startNext(true);
}

void ChatSaver::noteOutsideChange()
{
    if (!m_isWriting && m_jobs.isEmpty())
        setState({SaveStatus::Kind::ChangedOutside, {}});
}

void ChatSaver::reload()
{
    if (!m_store || m_isWriting)
        return;
    m_store->load(m_name, [guard = QPointer<ChatSaver>(this)](const Result<Chat> &loaded) {
        if (guard && !guard->m_isWriting)
            guard->onLoaded(loaded);
    });
}

void ChatSaver::onLoaded(const Result<Chat> &loaded)
{
    if (!loaded)
        return setState({m_state.kind, loaded.error()});
    m_jobs.removeIf([&](const Job &job) { return job.chat.name == loaded->name; });
    Q_EMIT reloaded(*loaded);
    startNext();
}

void ChatSaver::startNext(bool overForeign)
{
    if (m_isWriting)
        return;
    if (m_jobs.isEmpty())
        return setState({});
    m_isWriting = true;
    setState({SaveStatus::Kind::Saving, {}});
    const auto done = [guard = QPointer<ChatSaver>(this)](const StoreOutcome &outcome) {
        if (guard)
            guard->finish(outcome);
    };
    write(m_jobs.first(), overForeign, done);
}

void ChatSaver::write(const Job &job, bool overForeign, const ChatStore::Done &done)
{
    if (job.kind == Job::Kind::Discard)
        m_store->discard(job.chat.name, done);
    else if (job.kind == Job::Kind::Append && !overForeign)
        m_store->append(job.chat, job.first, done);
    else
        m_store->rewrite(job.chat, overForeign, done);
}

void ChatSaver::finish(const StoreOutcome &outcome)
{
    m_isWriting = false;
    switch (outcome.kind) {
    case StoreOutcome::Kind::Done:
        m_jobs.removeFirst();
        return startNext();
    case StoreOutcome::Kind::Failed:
        return setState({SaveStatus::Kind::Failed, outcome.error});
    case StoreOutcome::Kind::ChangedOutside:
        return setState({SaveStatus::Kind::ChangedOutside, outcome.error});
    }
}

void ChatSaver::setState(SaveStatus state)
{
    if (m_state == state)
        return;
    m_state = std::move(state);
    Q_EMIT stateChanged(m_state);
}

} // namespace snug
