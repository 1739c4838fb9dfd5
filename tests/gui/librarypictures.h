// Pictures of the library's pane and of finding everywhere, for eyes.
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace snug {

class OpenProgram;

void takeLibraryPictures(OpenProgram &program, const std::function<void(QWidget &, const QString &)> &save);

} // namespace snug
