// A template that lays out prompts: `snug/templates/*.json` in the library.
#pragma once

#include "core/model/json.h"

#include <QString>

namespace snug {

// The two texts of a template; either may be empty.
enum class TemplatePart : quint8 { Layout, SystemPrompt };

struct PromptTemplate
{
    QString name;          // the file's, without ".json"; not in the file
    QString text;          // "template"
    QString systemPrompt;  // "system_prompt": a template too
    QString historyRule;   // "history": how much of the chat it is given; empty = the default rule
    bool isStrict = false; // "strict": printing what is missing is an error
    Json source = {};      // the file as read

    bool operator==(const PromptTemplate &) const = default;
};

} // namespace snug
