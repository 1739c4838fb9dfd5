#include "core/chat/leftchats.h"

#include "core/chat/takeover.h"

#include <algorithm>

namespace snug {

LeftChats::LeftChats(QObject *parent)
    : QObject(parent)
{
}

LeftChats::~LeftChats() = default;

void LeftChats::keep(LeftChat left)
{
    if (!left.saver || left.saver->state().kind == SaveStatus::Kind::Saved)
        return; // the saver goes before the store
    m_chats.push_back(std::make_unique<LeftChat>(std::move(left)));
    follow(m_chats.back().get());
    Q_EMIT changed();
}

void LeftChats::follow(LeftChat *left)
{
    ChatSaver *saver = left->saver.get();
    connect(saver, &ChatSaver::merged, this, [left](const Chat &mine, const ReconciledChat &reconciled) {
        left->chat = mergedWithNewer(left->chat, mine, reconciled);
        left->reference.name = left->chat.name;
        if (left->chat != reconciled.merge.chat)
            left->saver->rewrite(left->chat);
    });
    connect(saver, &ChatSaver::stateChanged, this, [this, left](const SaveStatus &state) {
        if (state.kind == SaveStatus::Kind::Saved)
            drop(left);
        Q_EMIT changed();
    });
}

// From inside a signal of its saver.
void LeftChats::drop(const LeftChat *left)
{
    const auto place = std::ranges::find(m_chats, left, &std::unique_ptr<LeftChat>::get);
    if (place == m_chats.end())
        return;
    (*place)->saver->disconnect(this);
    QMetaObject::invokeMethod(
        this, [gone = std::make_shared<LeftChat>(std::move(**place))] {}, Qt::QueuedConnection);
    m_chats.erase(place);
}

std::optional<LeftChat> LeftChats::take(const ChatReference &reference)
{
    const auto place =
        std::ranges::find_if(m_chats, [&](const auto &each) { return each->reference == reference; });
    if (place == m_chats.end())
        return std::nullopt;
    LeftChat left = std::move(**place);
    m_chats.erase(place);
    left.saver->disconnect(this);
    Q_EMIT changed();
    return left;
}

std::optional<Chat> LeftChats::waiting(const ChatReference &reference) const
{
    for (const auto &left : m_chats) {
        ChatReference other = left->reference;
        other.name = reference.name;
        if (other == reference) { // of the same folder
            if (auto chat = left->saver->waiting(reference.name))
                return chat;
        }
    }
    return std::nullopt;
}

void LeftChats::forget(const std::function<bool(const ChatReference &)> &which)
{
    if (std::erase_if(m_chats, [&](const auto &each) { return which(each->reference); }) > 0)
        Q_EMIT changed();
}

void LeftChats::retry()
{
    for (const auto &left : m_chats)
        left->saver->retry();
}

} // namespace snug
