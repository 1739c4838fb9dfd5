// The template that lays out the prompt, and what goes with it.
#pragma once

#include "core/model/prompttemplate.h"
#include "core/templates/templateengine.h"

#include <QStringList>

#include <optional>

namespace snug {

struct TemplateInputs
{
    QString name;                       // what the user calls it; empty = the built-in layout
    std::optional<QString> text;        // nothing or empty: the built-in layout
    QString systemPrompt;               // a template too; empty = none
    std::optional<QString> historyRule; // how much history it is given; nothing = defaultContextRule
    bool isStrict = false;              // printing what is missing is an error
    bool isOfCharacter = false;         // chosen for this character: Auto takes it
    // What {% extends %} finds: the templates of characters by the characters' names, then all others by
    // their own.
    QList<NamedTemplate> others;
    // Pictures of the group's members who reply in this same request, besides the speaker.
    QStringList repliesToo;
    TemplateEnginePtr engine; // null = nothing can be rendered

    bool isBuiltIn() const { return !text || text->isEmpty(); }

    void use(const PromptTemplate &file)
    {
        name = file.name;
        text = file.text;
        systemPrompt = file.systemPrompt;
        historyRule = file.historyRule.isEmpty() ? std::nullopt : std::optional(file.historyRule);
        isStrict = file.isStrict;
    }
};

} // namespace snug
