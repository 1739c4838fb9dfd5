#include "app/rooms/macrovalue.h"

#include "app/rooms/chatroom.h"
#include "app/rooms/promptroom.h"
#include "core/chat/chatsession.h"
#include "core/guarded.h"
#include "core/prompt/typedtext.h"

#include <QtConcurrentRun>

namespace snug {

void findMacroValue(const QString &macro, const ChatRoom *chat, const PromptRoom *prompt, QObject *context,
                    const std::function<void(const QString &value)> &tell)
{
    const ChatSession *session = chat->session();
    const PromptInputs inputs = session ? session->snapshot() : prompt->inputs();
    QtConcurrent::run(guarded([macro, inputs] { return expandMacros(macro, inputs); },
                              [](const Error &error) { return error.what; }))
        .then(context, tell);
}

} // namespace snug
