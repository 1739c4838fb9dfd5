// Pictures of the window of documents and of the dialog for a new character.
#pragma once

#include <functional>

class QString;
class QWidget;

namespace snug {

class OpenProgram;

void takeDocumentPictures(OpenProgram &program,
                          const std::function<void(QWidget &window, const QString &name)> &save);

} // namespace snug
