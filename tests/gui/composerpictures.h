// Pictures of what stands around the composer: commands, the author's note, quick replies, a hint, and the
// report of what is taken from a folder.
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace snug {

class OpenProgram;

void takeComposerPictures(OpenProgram &program, const std::function<void(QWidget &, const QString &)> &save);

} // namespace snug
