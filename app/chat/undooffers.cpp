#include "app/chat/undooffers.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "widgets/chat/transcript.h"
#include "widgets/chat/undoline.h"
#include "widgets/window/chatpane.h"

namespace snug {

QString UndoOffers::doneText(const UndoStep &step)
{
    switch (step.action) {
    case UndoAction::Delete:
        return tr("%n message(s) deleted", nullptr, step.count);
    case UndoAction::Hide:
        return tr("%n message(s) hidden from the prompt", nullptr, step.count);
    case UndoAction::Unhide:
        return tr("%n message(s) shown in the prompt", nullptr, step.count);
    case UndoAction::Edit:
        return tr("Message edited");
    case UndoAction::EditReasoning:
        return tr("Reasoning edited");
    case UndoAction::RunScript:
        return tr("%n message(s) changed by the script", nullptr, step.count);
    case UndoAction::Continue:
        return tr("Reply continued");
    case UndoAction::Regenerate:
        return tr("Reply replaced");
    case UndoAction::DeleteSwipe:
        return tr("Swipe deleted");
    case UndoAction::Move:
        return tr("Message moved");
    case UndoAction::Split:
        return tr("Message split");
    case UndoAction::Merge:
        return tr("Messages merged");
    case UndoAction::Checkpoint:
        return tr("Checkpoint kept; it is in the list of chats");
    case UndoAction::Write:
        return tr("Message added");
    case UndoAction::Knowers:
        return tr("%n message(s) known to others now", nullptr, step.count);
    case UndoAction::Send:
    case UndoAction::Reply:
    case UndoAction::Swipe:
    case UndoAction::Branch:
    case UndoAction::Reload:
    case UndoAction::MarkScene:
    case UndoAction::Memory:
    case UndoAction::Knowledge:
    case UndoAction::PersonaLock:
    case UndoAction::AuthorsNote:
    case UndoAction::InjectedText:
    case UndoAction::Variable:
        break;
    }
    return {};
}

UndoOffers::UndoOffers(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.chat, &ChatController::sessionChanged, this, &UndoOffers::follow);
    connect(&app.chatPane.transcript()->editing(), &EditInPlace::abandoned, this, &UndoOffers::offerEdit);
}

void UndoOffers::follow()
{
    if (m_session == m_app.chat.session())
        return;
    m_app.chatPane.undoLine()->clear();
    m_session = m_app.chat.session();
    m_made = 0;
    if (!m_session)
        return;
    m_made = m_session->record().history().made();
    connect(m_session, &ChatSession::historyChanged, this, &UndoOffers::historyMoved);
}

void UndoOffers::historyMoved()
{
    const UndoHistory &history = m_session->record().history();
    const bool isNew = history.made() > m_made;
    m_made = history.made();
    m_app.chatPane.undoLine()->clear();
    const QString text = isNew && history.last() ? doneText(*history.last()) : QString();
    if (text.isEmpty())
        return;
    m_app.chatPane.undoLine()->tell(text, [this] {
        if (m_session)
            m_session->undo();
    });
}

// The text that was left is in the editor when it opens again.
void UndoOffers::offerEdit(int row)
{
    if (!m_app.chat.known())
        return;
    m_app.chatPane.undoLine()->tell(
        tr("Edit not saved; it is kept as a draft"),
        [this, message = QPersistentModelIndex(m_app.chat.known()->index(row, 0))] {
            if (message.isValid())
                m_app.chatPane.transcript()->perform(MessageAction::Edit, message.row());
        });
}

} // namespace snug
