// Pictures of a group: a round of replies, and its dialog.
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace snug {

struct AppContext;

void takeGroupPictures(const AppContext &app, const std::function<void(QWidget &, const QString &)> &save);

} // namespace snug
