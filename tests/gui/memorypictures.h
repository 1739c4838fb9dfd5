// Pictures of memories: a scene marked, its request, the memory kept, what was broken; the windows about
// memories.
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace snug {

struct AppContext;

void takeMemoryPictures(const AppContext &app, const std::function<void(QWidget &, const QString &)> &save);

} // namespace snug
