#include "app/chat/chatactions.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/transcript.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"

#include <QAction>

#include <algorithm>

namespace snug {

ChatActions::ChatActions(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    using enum ActionId;
    const auto on = [this](ActionId id, auto act) {
        connect(m_app.actions.action(id), &QAction::triggered, this, [this, act] {
            if (ChatSession *session = m_app.chat.session())
                act(*session);
        });
    };
    on(Send, [this](ChatSession &) {
        Q_EMIT m_app.chatPane.composer()->sendRequested(m_app.chatPane.composer()->draft());
    });
    on(Stop, [](ChatSession &session) { session.stop(); });
    on(Regenerate, [](ChatSession &session) { session.generate(GenerationType::Regenerate); });
    on(Continue, [](ChatSession &session) { session.generate(GenerationType::Continue); });
    on(Impersonate, [](ChatSession &session) { session.generate(GenerationType::Impersonate); });
    on(SwipePrevious, [this](ChatSession &session) { onRow([&](int row) { session.swipe(row, -1); }); });
    on(SwipeNext, [this](ChatSession &session) { onRow([&](int row) { session.swipe(row, 1); }); });
    on(EditMessage, [this](ChatSession &) {
        onRow([this](int row) {
            m_app.chatPane.transcript()->perform(MessageAction::Edit, m_app.chat.known()->shownRow(row));
        });
    });
    on(CopyMessage, [this](ChatSession &) {
        onRow([this](int row) {
            m_app.chatPane.transcript()->perform(MessageAction::CopyMarkdown,
                                                 m_app.chat.known()->shownRow(row));
        });
    });
    on(BranchHere, [this](ChatSession &session) { onRow([&](int row) { session.edits().branch(row); }); });
}

int ChatActions::currentRow() const
{
    const int messages = int(m_app.chat.session()->conversation().size());
    if (messages == 0)
        return -1;
    const KnownMessages *known = m_app.chat.known();
    const int current = known->sourceRow(m_app.chatPane.transcript()->currentRow());
    return std::min(current >= 0 ? current : known->sourceRow(known->rowCount() - 1), messages - 1);
}

void ChatActions::onRow(const std::function<void(int)> &act)
{
    if (const int row = currentRow(); row >= 0)
        act(row);
}

} // namespace snug
