// The story string of a context template: as much of Handlebars as context templates use, without
// escaping (docs/sillytavern/text-completion.md#story-string).
//
// Known are {{name}}, {{{name}}} and {{&name}}, {{#if}}, {{#unless}}, {{#with}}, {{#each}}, {{#name}} and
// {{^name}} with {{else}} and {{else if}}, {{this}} and paths such as {{../name}}, comments, "~" and the rule
// that a block's tag alone on its line takes the line with it. Every other tag stays for the macros.
#pragma once

#include "core/prompt/tracedtext.h"

#include <QHash>
#include <QList>
#include <QString>

#include <functional>

namespace snug {

struct StoryRendering
{
    TracedText text; // macros unresolved
    QString problem; // in the user's words, if the template is broken; then its blocks stay as text
};

// What a story string can show.
enum class StoryPart : quint8 {
    System, // the system prompt
    Description,
    Personality,
    Persona,
    Scenario,
    LoreBefore,
    LoreAfter,
    NoteBefore, // the author's note, where it stands before or after the main prompt
    NoteAfter,
    Examples,
    RawExamples,
    Character, // names
    User,
};

struct StoryName
{
    QString name;
    StoryPart part;
};

// All names that a story string knows, some parts by two. Anything else in braces is a macro's.
const QList<StoryName> &storyNames();

// A value is inside the source of the template where its tag stands. Empty ones are false.
// `expandMacro`: what a tag that is none of the story string's own is replaced by; null: it stays. {{trim}}
// always stays, as it acts on what is around it.
StoryRendering renderStoryString(const TracedText &story, const QHash<QString, TracedText> &values,
                                 const std::function<TracedText(const TracedText &tag)> &expandMacro = {});

} // namespace snug
