// Pictures of a chat in which not all know the same: Alice, Bob and Carl on one card. Alice tells Bob
// something, and Carl does not see it.
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace snug {

class OpenProgram;

void takeSecretPictures(OpenProgram &program, const std::function<void(QWidget &, const QString &)> &save);

} // namespace snug
