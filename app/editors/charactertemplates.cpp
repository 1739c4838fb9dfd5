#include "app/editors/charactertemplates.h"

#include "app/appcontext.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/editors/chattemplateeditorcontroller.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/actions.h"

#include <QAction>

#include <algorithm>

namespace snug {

CharacterTemplates::CharacterTemplates(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    for (const auto &[id, part] : {std::pair(ActionId::EditPromptTemplate, TemplatePart::Layout),
                                   std::pair(ActionId::EditSystemPromptTemplate, TemplatePart::SystemPrompt)})
        connect(app.actions.action(id), &QAction::triggered, this,
                [this, part] { open(m_app.workspace.content.cardFile(), part); });
    connect(&app.libraryPane, &LibraryPane::templateRequested, this, &CharacterTemplates::open);
    connect(&app.cardEditor, &CardEditorController::templateRequested, this, &CharacterTemplates::open);
}

QString CharacterTemplates::nameOf(const QString &cardFile) const
{
    const QList<CardSummary> &cards = m_app.library.contents().cards;
    const auto found = std::ranges::find(cards, cardFile, &CardSummary::file);
    return found == cards.end() ? QString() : found->name;
}

void CharacterTemplates::open(const QString &cardFile, TemplatePart part)
{
    ChatTemplateEditorController &editor = m_app.chatTemplateEditor;
    const ChatTemplates &templates = m_app.workspace.content.promptTemplates();
    const QString own = templates.choices().characters.value(cardFile);
    const QString character = nameOf(cardFile);
    if (character.isEmpty())
        editor.open({}, part == TemplatePart::SystemPrompt);
    else if (templates.find(own) || editor.edited().contains(own))
        editor.open(own, part == TemplatePart::SystemPrompt);
    else
        editor.beginFor(cardFile, character, part);
}

} // namespace snug
