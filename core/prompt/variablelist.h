// Every variable that a prompt has to do with: what it holds, which texts set it and which read it.
#pragma once

#include "core/prompt/assembledprompt.h"

#include <QStringList>

#include <optional>

namespace snug {

// A place in a text that sets or reads a variable.
struct VariableUse
{
    Source source;
    qsizetype position = 0; // UTF-16 units into that source's text

    bool operator==(const VariableUse &) const = default;
};

struct ListedVariable
{
    enum class Scope : quint8 {
        Chat,
        Everywhere,
        Template, // lives while the template is rendered
    };

    QString name;
    Scope scope = Scope::Chat;
    std::optional<QString> before = {}; // as stored; nothing: it does not exist
    // Once the prompt is assembled. Of a template's, what is assigned to it first, as it is written.
    std::optional<QString> after = {};
    QList<VariableUse> setBy = {}; // one a text
    QList<VariableUse> readBy = {};

    bool isEditable() const { return scope != Scope::Template; }
    bool operator==(const ListedVariable &) const = default;
};

// By scope, then by name. Texts in effect are searched as they are written, in the order in which a prompt is
// made: blocks that are switched on, the card's and the persona's texts, lore that fired, the note, the chat.
// A name that macros make up is found where it comes out as one of a variable that there is.
QList<ListedVariable> listVariables(const PromptInputs &inputs, const AssembledPrompt &prompt);

} // namespace snug
