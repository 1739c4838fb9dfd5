// What a template is given of a chat (docs/systems/hologram.md#context), and where
// each text of it came from.
#pragma once

#include "core/prompt/stages/draft.h"
#include "core/templates/templateprompt.h"

namespace snug {

// Numbers for sources: TemplateData::origin is an index.
class TemplateOrigins
{
public:
    struct Origin
    {
        Source source;
        QString text; // the whole of it
    };

    int add(const Source &source, const QString &text);
    // Nothing for numbers that were never given.
    const Origin *find(int origin) const;

private:
    QList<Origin> m_origins;
};

// After the stages up to placementStage.
TemplatePromptInputs templatePromptInputs(const PromptInputs &inputs, const Draft &draft,
                                          TemplateOrigins &origins);

// A line "$freeform" among a card's facts: those who reply with it write one text together, without names in
// front (docs/systems/hologram.md#replies-for-several).
bool isFreeform(const Card &card);

// The names that every template sees, in the order of the documentation; for completion.
struct TemplateVariable
{
    QString name; // "char.description"
    QString meaning;
};
QList<TemplateVariable> templateVariables();

} // namespace snug
