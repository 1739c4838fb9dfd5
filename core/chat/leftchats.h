// Chats that were left before all of them was on the disk: they go on being saved here, and whoever opens one
// again gets it from here.
#pragma once

#include "core/chat/chatsaver.h"
#include "core/library/librarycontents.h"

#include <QObject>

#include <memory>
#include <vector>

namespace snug {

struct LeftChat
{
    ChatReference reference;
    QString owner; // the card's file, or the group's
    Chat chat;
    std::unique_ptr<ChatStore> store;
    std::unique_ptr<ChatSaver> saver; // saves in `store`
};

class LeftChats : public QObject
{
    Q_OBJECT

public:
    explicit LeftChats(QObject *parent = nullptr);
    ~LeftChats() override;

    // Goes by itself once it is saved.
    void keep(LeftChat left);
    std::optional<LeftChat> take(const ChatReference &reference);
    // What a chat says that was branched before its last words were saved: they wait with the branch.
    std::optional<Chat> waiting(const ChatReference &reference) const;
    // Those whose saver is not done; in the order in which they were left.
    const std::vector<std::unique_ptr<LeftChat>> &chats() const { return m_chats; }
    bool isEmpty() const { return m_chats.empty(); }
    void retry();
    // What can be written is written; nobody waits for it any more. Of chats that are about to be deleted, or
    // when the library closes.
    void forget(const std::function<bool(const ChatReference &)> &which);

Q_SIGNALS:
    void changed();

private:
    void follow(LeftChat *left);
    void drop(const LeftChat *left);

    std::vector<std::unique_ptr<LeftChat>> m_chats;
};

} // namespace snug
