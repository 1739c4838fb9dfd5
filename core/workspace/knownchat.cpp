#include "core/workspace/knownchat.h"

namespace snug {

std::function<Result<LoadedChat>(LibraryStore &)> loadingChat(const ChatReference &reference,
                                                              const ChatCachePtr &chats)
{
    return [reference, chats](LibraryStore &store) {
        Result<LoadedChat> loaded = loadChat(store, reference);
        if (loaded)
            chats->factsOf(loaded->chat.messages);
        return loaded;
    };
}

} // namespace snug
