#pragma once

#include <QDateTime>
#include <QString>

#include <optional>

namespace snug {

// `snug assemble --library DIR --chat FILE [--draft TEXT] [--now TIME]`: the prompt that the window would
// send for this chat, and the request it would go out in, as JSON. Runs the event loop; gives the exit code.
int assembleInLibrary(const QString &library, const QString &chat, const std::optional<QString> &draft,
                      const QDateTime &now);

} // namespace snug
