// Pictures of what editors say is doubtful.
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace snug {

class OpenProgram;

void takeFindingsPictures(OpenProgram &program, const std::function<void(QWidget &, const QString &)> &save);

} // namespace snug
