// Pictures of the windows in which personas and regex scripts are kept.
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace snug {

class OpenProgram;

void takePersonaPictures(OpenProgram &program, const std::function<void(QWidget &, const QString &)> &save);
void takeScriptPictures(OpenProgram &program, const std::function<void(QWidget &, const QString &)> &save);

} // namespace snug
