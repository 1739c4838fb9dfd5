// The one place where pictures that anybody may have made are decoded.
#pragma once

#include "core/pictures/pictureprotocol.h"

namespace snug {

// Takes any bytes. The first frame of what moves. Where memory is bounded, throws std::bad_alloc.
PictureReply decodePicture(const PictureRequest &request);

// Loads what decoding needs from the disk, for a process that will not be able to read it later.
void prepareToDecodePictures();

} // namespace snug
