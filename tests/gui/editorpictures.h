// Pictures of the editors of text templates, of a card that came as an archive, and of versions.
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace snug {

class OpenProgram;

void takeEditorPictures(OpenProgram &program, const std::function<void(QWidget &, const QString &)> &save);

} // namespace snug
