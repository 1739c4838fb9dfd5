#include "core/chat/chatsaver.h"

#include <QPointer>

#include <algorithm>
#include <ranges>

namespace snug {

ChatSaver::ChatSaver(ChatStore *store, const Chat &chat, bool hasFile, QObject *parent)
    : QObject(parent)
    , m_store(store)
    , m_name(chat.name)
    , m_hasFile(hasFile)
{
    if (hasFile)
        m_onDisk.insert(chat.name, chat);
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &ChatSaver::retry);
}

ChatSaver::~ChatSaver()
{
    const auto nobody = [](const StoreOutcome &) {};
    for (qsizetype i = m_isWriting ? 1 : 0; i < m_jobs.size(); ++i)
        write(m_jobs.at(i), baseOf(i), nobody);
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
    // A greeting that nobody has written yet goes along with what is said first.
    const auto known = m_jobs.isEmpty() ? m_onDisk.constFind(chat.name) : m_onDisk.cend();
    const qsizetype first =
        known == m_onDisk.cend() ? change.index : std::min(change.index, known->messages.size());
    enqueue({isAppend ? Job::Kind::Append : Job::Kind::Rewrite, chat, first});
}

void ChatSaver::rewrite(const Chat &chat)
{
    if (!m_store)
        return;
    m_name = chat.name;
    m_hasFile = true;
    enqueue({Job::Kind::Rewrite, chat, 0});
}

void ChatSaver::keepBeside(const Chat &other)
{
    if (m_store)
        enqueue({Job::Kind::Rewrite, other, 0});
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
    const auto isWrite = [](const Job &each) {
        return each.kind == Job::Kind::Append || each.kind == Job::Kind::Rewrite;
    };
    if (waiting > 0 && m_jobs.last().chat.name == job.chat.name && isWrite(m_jobs.last()) && isWrite(job)) {
        Job &last = m_jobs.last();
        const bool bothAppend = last.kind == Job::Kind::Append && job.kind == Job::Kind::Append;
        last = {bothAppend ? Job::Kind::Append : Job::Kind::Rewrite, job.chat,
                std::min(last.first, job.first)};
    } else {
        m_jobs.append(std::move(job));
    }
    if (!m_isWriting) // a failure is tried again with each change
        startNext();
}

std::optional<Chat> ChatSaver::waiting(const QString &name) const
{
    for (const Job &job : m_jobs | std::views::reverse) {
        if (job.chat.name != name)
            continue;
        if (job.kind == Job::Kind::Append || job.kind == Job::Kind::Rewrite)
            return job.chat;
        if (job.kind == Job::Kind::Discard)
            return std::nullopt;
    }
    return std::nullopt;
}

void ChatSaver::retry()
{
    if (!m_isWriting && m_state.kind == SaveStatus::Kind::Failed)
        startNext();
}

void ChatSaver::noteOutsideChange(const Chat &chat)
{
    if (m_store && m_hasFile && !m_isWriting && m_jobs.isEmpty()) // else the next write notices it
        enqueue({Job::Kind::Look, chat, 0});
}

void ChatSaver::startNext()
{
    if (m_isWriting)
        return;
    m_retry.stop();
    if (m_jobs.isEmpty()) {
        m_failures = 0;
        return setState({.kind = m_isGone ? SaveStatus::Kind::Gone : SaveStatus::Kind::Saved});
    }
    m_isWriting = true;
    if (m_jobs.first().kind != Job::Kind::Look)
        setState({.kind = SaveStatus::Kind::Saving});
    write(m_jobs.first(), baseOf(0), [guard = QPointer<ChatSaver>(this)](const StoreOutcome &outcome) {
        if (guard)
            guard->finish(outcome);
    });
}

// What its file holds when its turn comes.
ChatStore::Base ChatSaver::baseOf(qsizetype job) const
{
    const QString &name = m_jobs.at(job).chat.name;
    for (qsizetype before = job - 1; before >= 0; --before) {
        if (m_jobs.at(before).chat.name == name && m_jobs.at(before).kind != Job::Kind::Discard)
            return m_jobs.at(before).chat;
    }
    const auto known = m_onDisk.constFind(name);
    return known == m_onDisk.cend() ? std::nullopt : std::optional(*known);
}

void ChatSaver::write(const Job &job, const ChatStore::Base &base, const ChatStore::Done &done)
{
    switch (job.kind) {
    case Job::Kind::Discard:
        return m_store->discard(job.chat.name, done);
    case Job::Kind::Append:
        return m_store->append(base, job.chat, job.first, done);
    case Job::Kind::Rewrite:
        return m_store->rewrite(base, job.chat, done);
    case Job::Kind::Look:
        return m_store->look(base, job.chat, done);
    }
}

void ChatSaver::finish(const StoreOutcome &outcome)
{
    m_isWriting = false;
    // A look that fails has nothing to save; the next write looks again.
    if (outcome.kind == StoreOutcome::Kind::Failed && m_jobs.first().kind != Job::Kind::Look)
        return fail(outcome);
    const Job job = m_jobs.takeFirst();
    if (outcome.reconciled)
        takeIn(job, *outcome.reconciled);
    else if (job.kind == Job::Kind::Discard)
        m_onDisk.remove(job.chat.name);
    else
        noteOnDisk(job.chat);
    startNext();
}

void ChatSaver::fail(const StoreOutcome &outcome)
{
    m_retry.start(m_firstPause * std::min(30, 1 << std::min(m_failures++, 5)));
    setState({.kind = SaveStatus::Kind::Failed, .error = outcome.error, .keptIn = outcome.keptIn});
}

void ChatSaver::takeIn(const Job &job, const ReconciledChat &reconciled)
{
    m_onDisk.remove(job.chat.name);
    if (reconciled.fate == ReconciledChat::Fate::Gone) {
        m_isGone = true;
        return;
    }
    const Chat &chat = reconciled.merge.chat;
    noteOnDisk(chat);
    if (job.chat.name != m_name)
        return;
    // What waits was made of what is no more; who hears of it has the newest state.
    m_jobs.removeIf([this](const Job &each) { return each.chat.name == m_name; });
    m_name = chat.name;
    Q_EMIT merged(job.chat, reconciled);
}

void ChatSaver::noteOnDisk(const Chat &chat)
{
    m_onDisk.insert(chat.name, chat);
    m_isGone = false;
}

void ChatSaver::setState(SaveStatus state)
{
    if (m_state == state)
        return;
    m_state = std::move(state);
    Q_EMIT stateChanged(m_state);
}

} // namespace snug
