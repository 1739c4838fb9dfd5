// Pictures of the editors of cards and of lorebooks.
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace snug {

struct AppContext;

void takeLorePictures(const AppContext &app, const std::function<void(QWidget &, const QString &)> &save);
void takeCardPictures(const AppContext &app, const std::function<void(QWidget &, const QString &)> &save);

} // namespace snug
