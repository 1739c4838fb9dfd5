// What a connection brings along (BroughtChoices) in effect: choices in the library that are made with it,
// and settings that count while it is in use.
#pragma once

#include "core/library/librarycontents.h"
#include "core/model/broughtchoices.h"
#include "core/prompt/promptinputs.h"

namespace snug {

class ActiveContent;

// The names of what is in effect; empty = none.
struct ChosenAlong
{
    QString preset;
    QString context;
    QString instruct;
    QString systemPrompt;
    QString textPreset;

    bool operator==(const ChosenAlong &) const = default;
};

ChosenAlong chosenAlong(ActiveContent &content);
// Chooses what differs from what is in effect.
void chooseAlong(ActiveContent &content, const ChosenAlong &wanted);

// `now`, with what the connection brings. What the library does not have stays as it is; its names are told.
struct TakenAlong
{
    ChosenAlong chosen;
    QStringList missing;
};
TakenAlong takenAlong(const ChosenAlong &now, const BroughtChoices &brought, bool completesText,
                      const LibraryContents &contents);

// While the connection is in use.
void applyBrought(const BroughtChoices &brought, PromptSettings &settings);

} // namespace snug
