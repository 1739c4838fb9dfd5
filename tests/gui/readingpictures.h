// Pictures of the story as one sets it and works on it: sizes, the mode for reading, messages chosen
// together, what was done with Undo, swipes as a list, an editor in its place, a long draft.
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace snug {

class OpenProgram;

void takeReadingPictures(OpenProgram &program, const std::function<void(QWidget &, const QString &)> &save);

} // namespace snug
