// `snug demo`: sends a turn through the Understudy, prints the streamed reply and the inspector's table, and
// saves a picture of the window. Needs neither a display nor a network.
#pragma once

#include <QStringList>

class QApplication;

namespace snug {

// Arguments: [--picture FILE.png] [--text TEXT]. The picture is snug-demo.png in the current folder
// otherwise.
int demoCommand(QApplication &application, const QStringList &arguments);

} // namespace snug
