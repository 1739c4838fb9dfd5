// Pictures of templates that lay out prompts: their editor, what it says of mistakes, and the prompt.
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace snug {

struct AppContext;

void takeTemplatePictures(const AppContext &app, const std::function<void(QWidget &, const QString &)> &save);

} // namespace snug
