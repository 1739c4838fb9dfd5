#include "app/chat/closedchat.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"

namespace snug {

void actWithChatClosed(const AppContext &app, const std::function<bool(const ChatReference &)> &isMeant,
                       const std::function<void(const std::function<void()> &done)> &act)
{
    const std::optional<ChatReference> open = app.chat.reference();
    if (!open || !isMeant(*open))
        return act([] {});
    const QString owner = open->isGroup() ? app.chat.groupFile() : open->cardFile;
    app.chat.close();
    act([&app, reference = *open, owner] { app.chat.open(reference, owner); });
}

} // namespace snug
