// What decisions about the prompt's content look at: files as they were read, what editors hold instead, and
// what the user chose.
#pragma once

#include "core/library/library.h"
#include "core/workspace/activechoices.h"
#include "core/workspace/editoverlay.h"
#include "core/workspace/loadedcontent.h"

namespace snug {

// All of it outlives this.
struct ContentInPlay
{
    const Library &library;
    const LoadedContent &loaded;
    const EditOverlay &edited;
    const ActiveChoices &choices;

    const LibraryContents &contents() const { return library.contents(); }
    QString presetName() const { return choices.preset.value_or(contents().settings.presetName); }
    // As edited, where an editor is open on them; here and below.
    std::optional<Preset> preset() const { return edited.preset(presetName(), loaded.preset()); }
    std::optional<Card> card() const { return edited.card(loaded.cardFile(), loaded.card()); }
    std::optional<Card> member(const QString &cardFile) const
    {
        return edited.card(cardFile, loaded.members().value(cardFile));
    }
};

} // namespace snug
