// What a message of a chat carries besides its text, in the shapes that templates read
// (docs/systems/hologram.md#context).
#pragma once

#include "core/model/json.h"

namespace snug {

struct CarriedLists
{
    Json embeds = Json::array();
    Json stickers = Json::array();
    // Pictures and other media first, then files; as they stand in the message: url, filename, content_type,
    // description, size, each only where it is known.
    Json attachments = Json::array();
};

// Of a message's `extra`: image, video, media, file, files; embeds and stickers are taken as they are.
CarriedLists carriedBy(const Json &extra);

} // namespace snug
