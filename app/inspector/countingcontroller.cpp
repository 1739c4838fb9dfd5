#include "app/inspector/countingcontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/wire/serverwords.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/promptpane.h"

namespace snug {

CountingController::CountingController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.chat, &ChatController::sessionChanged, this, &CountingController::follow);
    connect(&m_counting, &WholeCounting::counted, this, &CountingController::show);
}

void CountingController::follow()
{
    if (ChatSession *session = m_app.chat.session()) {
        connect(&session->preview(), &PromptPreview::ready, this, &CountingController::look,
                Qt::UniqueConnection);
        look();
    }
}

void CountingController::look()
{
    if (const ChatSession *session = m_app.chat.session())
        m_counting.follow(m_app.chat.shownPrompt().value_or(PreparedPrompt()), session->upcoming().link());
}

// Only of the prompt that is shown: a newer one has other words.
void CountingController::show(quint64 generation, int tokens)
{
    const ChatSession *session = m_app.chat.session();
    if (session && m_app.chat.shownPrompt().value_or(PreparedPrompt()).generation == generation)
        m_app.inspector.prompt()->setCounted(tokens,
                                             shownWords(session->upcoming().link().connection.name, 40));
}

} // namespace snug
