// Pictures of the Studio: nothing open, a preset, a lorebook and a character beside their prompt, while one
// looks for a document, narrow.
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace snug {

class OpenProgram;

void takeStudioPictures(OpenProgram &program, const std::function<void(QWidget &, const QString &)> &save);

} // namespace snug
