// Pictures of the preset editor, for the program that makes them.
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace snug {

class OpenProgram;

// `save` grabs the widget under that name.
void takePresetPictures(OpenProgram &program, const std::function<void(QWidget &, const QString &)> &save);

} // namespace snug
