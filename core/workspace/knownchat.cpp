#include "core/workspace/knownchat.h"

namespace snug {

Result<LoadedChat> loadKnownChat(LibraryStore &store, const ChatReference &reference, ChatCache &chats)
{
    Result<LoadedChat> loaded = loadChat(store, reference);
    if (loaded)
        chats.factsOf(loaded->chat.messages);
    return loaded;
}

} // namespace snug
