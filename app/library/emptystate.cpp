#include "app/library/emptystate.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/emptystory.h"
#include "widgets/chat/transcript.h"
#include "widgets/inspector/inspector.h"
#include "widgets/library/chatlist.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"

#include <QAction>

namespace snug {

EmptyState::EmptyState(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    using enum ActionId;
    QList<QAction *> actions;
    for (const ActionId id : {NewCharacter, Import, OpenLibrary, NewModelChat})
        actions.append(app.actions.action(id));
    app.chatPane.emptyStory()->setContent(tr("Nobody is in this library yet."), actions);
    connect(&app.library, &Library::opened, this, &EmptyState::show);
    connect(&app.library, &Library::closed, this, &EmptyState::show);
    connect(&app.library, &Library::changed, this, [this](const LibraryChange &change) {
        if (change.kind == LibraryChange::Kind::Cards || change.kind == LibraryChange::Kind::Groups)
            show();
    });
    connect(&app.workspace.content, &ActiveContent::changed, this, &EmptyState::show);
    connect(&app.chat, &ChatController::sessionChanged, this, &EmptyState::show);
    connect(&app.chat, &ChatController::opened, this, &EmptyState::show);
    show();
}

void EmptyState::show()
{
    const bool hasChat = m_app.chat.reference().has_value();
    const LibraryContents &contents = m_app.library.contents();
    const bool hasNobody =
        m_app.library.isOpen() && contents.cards.isEmpty() && contents.groups.isEmpty() && !hasChat;
    m_app.chatPane.emptyStory()->setVisible(hasNobody);
    m_app.chatPane.composer()->setVisible(!hasNobody);
    m_app.chatPane.transcript()->setEmptyText(hasNobody ? QString() : storyText());
    // One place says what can be done.
    m_app.inspector.setSaysNothing(hasNobody);
    m_app.libraryPane.chats()->setSaysNothing(hasNobody);
}

QString EmptyState::storyText() const
{
    const auto &reference = m_app.chat.reference();
    if (!m_app.library.isOpen())
        return {};
    if (!reference)
        return tr("Choose somebody at the left, and the story appears here.");
    if (reference->isWithModelAlone())
        return tr("No character takes part here: what you write goes to the model itself.");
    const std::optional<Group> &group = m_app.workspace.content.loaded().group();
    const std::optional<Card> &card = m_app.workspace.content.card();
    const QString name = group ? group->name : card ? card->name : QString();
    //: %1 is a character or a group
    return name.isEmpty() ? tr("Write the first message below.")
                          : tr("Write the first message to %1.").arg(name);
}

} // namespace snug
