// How prompts are laid out where a form of prompt leaves a choice (docs/systems/together.md#switches).
#pragma once

#include "core/model/role.h"

#include <QList>

namespace snug {

struct LayoutSettings
{
    // Which neighbours become one message (`frame.merge`). Templates decide by `joinedInTemplates` alone.
    enum class Joining : quint8 {
        ByForm,          // merged: the preset's blocks; SillyTavern's: as the preset says; framing: none
        OneSystem,       // system messages, an empty line between them
        Separate,        // none
        Neighbours,      // all of one role, a line each
        SystemNeighbours // system messages, a line each
    };
    // Which of a preset's order lists counts (`frame.promptOrderId`).
    enum class Order : quint8 {
        ByForm,  // SillyTavern's: 100001; merged: 100000, else the first
        InUse,   // 100001
        Default, // 100000
        First    // of the file
    };

    Joining joining = Joining::ByForm;
    Order order = Order::ByForm;
    bool loreWhereMerged = true;  // merged form and No Preset carry lore, memories, side prompts
                                  // (`frame.markersFromLore`)
    bool keysSeeInjected = false; // keys of lore around the chat look at injected texts too
                                  // (`lore.frameKeysSeeInjected`)
    // A message that is continued has its speaker's name before it twice, as in SillyTavern; of story strings
    // without instruct marks (`story.nameTwice`).
    bool namesTwice = true;
    // A block's position and depth also count where the preset has them as text; SillyTavern does not read
    // those (`preset.textNumbers`).
    bool readsTextNumbers = false;
    // What replies have of other speakers, names and marks is taken off before they are stored
    // (docs/sillytavern/replies.md); off: they are stored as they come (`replies.clean`).
    bool cleansReplies = true;
    // Whose neighbouring messages from a template become one (`template.collapse`).
    QList<Role> joinedInTemplates{Role::System, Role::User, Role::Assistant};

    bool operator==(const LayoutSettings &) const = default;
};

} // namespace snug
