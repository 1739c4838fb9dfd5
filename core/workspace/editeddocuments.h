// What open editors hold and files do not have yet, of every kind, as one value: for threads that make
// prompts of a library's files.
#pragma once

#include "core/editing/documentparts.h"
#include "core/library/librarylayout.h"
#include "core/model/card.h"
#include "core/model/lorebook.h"
#include "core/model/preset.h"
#include "core/model/prompttemplate.h"
#include "core/model/textpreset.h"
#include "core/model/texttemplates.h"

#include <QMap>

#include <optional>
#include <variant>

namespace snug {

class ActiveContent;

struct EditedDocuments
{
    QMap<QString, Preset> presets;
    QMap<QString, Lorebook> lorebooks;
    QMap<QString, Card> cards; // by file
    std::optional<PersonaList> personas;
    QMap<QString, QList<RegexScript>> scripts; // by folderOf()
    QMap<std::pair<LibraryLayout::Folder, QString>,
         std::variant<ContextTemplate, InstructTemplate, SystemPrompt, TextPreset>>
        textTemplates;
    QMap<QString, PromptTemplate> promptTemplates;
    QMap<QString, QList<Json>> rules;

    bool isEmpty() const
    {
        return presets.isEmpty() && lorebooks.isEmpty() && cards.isEmpty() && !personas &&
               scripts.isEmpty() && textTemplates.isEmpty() && promptTemplates.isEmpty() && rules.isEmpty();
    }
};

EditedDocuments editedDocuments(ActiveContent &content);

} // namespace snug
