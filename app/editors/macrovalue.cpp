#include "app/editors/macrovalue.h"

#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "core/guarded.h"
#include "core/prompt/typedtext.h"
#include "core/workspace/activecontent.h"

#include <QtConcurrentRun>

namespace snug {

void findMacroValue(const QString &macro, const ChatController *chat, const ActiveContent *prompt,
                    QObject *context, const std::function<void(const QString &value)> &tell)
{
    const ChatSession *session = chat->session();
    const PromptInputs inputs = session ? session->snapshot() : prompt->inputs();
    QtConcurrent::run(guarded([macro, inputs] { return expandMacros(macro, inputs); },
                              [](const Error &error) { return error.what; }))
        .then(context, tell);
}

} // namespace snug
