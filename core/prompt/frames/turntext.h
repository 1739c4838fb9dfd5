// Turns of a text completion: names, the instruct template's marks, the last line
// (docs/sillytavern/text-completion.md#turns-with-instruct).
#pragma once

#include "core/prompt/stages/draft.h"

namespace snug {

// A message or an injection on its way into the text.
struct StoryTurn
{
    Role role = Role::User; // System: a narrator, or an injected system text
    QString name = {};      // empty: nobody's
    TracedText text = {};   // macros resolved
    Source source = {};
    bool isInjected = false;
    bool hasForcedAvatar = false;
};

class TurnText
{
public:
    // Which of a template's marks a turn gets.
    enum class Position : quint8 { Common, First, Last };

    // Both must outlive this; macros are resolved with the draft's.
    TurnText(const PromptInputs &inputs, Draft &draft);

    TracedText turn(const StoryTurn &turn, Position position) const;
    // Without what ends the turn: the reply goes on in it.
    TracedText continuedTurn(const StoryTurn &turn) const;

    // The story string between its marks.
    TracedText story(const TracedText &story) const;
    // One text for each separator and each line, or for each block where lines are not told apart.
    QList<TracedText> examples(const QList<TracedText> &blocks) const;
    // The blocks as they are written: below the example separator, or for a story string with instruct marks
    // below "<START>".
    QList<TracedText> rawExamples(const QList<TracedText> &blocks) const;
    QList<TracedText> examplesAsWritten(const QList<TracedText> &blocks) const;

    // What stands behind the last turn, where the reply begins. `before` is the text it is put behind.
    TracedText ending(GenerationType type, const TracedText &before) const;
    // A turn that is continued gets its speaker's name once more, as SillyTavern has it, unless the layout
    // says otherwise.
    bool repeatsName() const;
    // The quiet prompt behind everything.
    TracedText quiet(const TracedText &text) const;
    // The same where it goes along with a reply: marks of instruct mode break the line themselves.
    TracedText hint(const TracedText &text) const;
    // Of the turn that stands last: without the line break that the ending brings itself.
    TracedText lastTurn(const TracedText &turn, GenerationType type) const;

private:
    const InstructTemplate *instruct() const
    {
        return m_templates.instruct ? &*m_templates.instruct : nullptr;
    }
    TracedText value(const QString &text, const QString &key, const QString &speaker) const;
    TracedText wrap() const;
    TracedText nameMark(const QString &name, const Source &source) const;
    TracedText prefix(const StoryTurn &turn, Position position) const;
    TracedText ownSuffix(const StoryTurn &turn) const;
    TracedText suffix(const StoryTurn &turn) const;
    bool showsName(const StoryTurn &turn) const;
    TracedText marked(const TracedText &prefix, const TracedText &words) const;
    TracedText separator() const;
    static QList<TracedText> headed(const QList<TracedText> &blocks, const TracedText &heading);
    TracedText instructEnding(GenerationType type) const;
    bool endsWithName(GenerationType type) const;
    TracedText namedTurn(const StoryTurn &turn) const;
    TracedText namedTurnLine(const StoryTurn &turn) const;
    TracedText namedEnding(GenerationType type) const;

    const PromptInputs &m_inputs;
    const TextCompletion &m_templates;
    Draft &m_draft;
    const bool m_isNamed; // PromptMode::Names (docs/systems/gf-lt.md#prompt-text)
};

} // namespace snug
