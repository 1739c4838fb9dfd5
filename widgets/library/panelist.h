// The lists and buttons of the library's pane, which all look alike.
#pragma once

#include "widgets/theme/icons.h"

#include <QString>

class QListView;
class QToolButton;

namespace snug {

QListView *newPaneList(const QString &accessibleName);
QToolButton *newPaneButton(const QString &text, IconName name);

} // namespace snug
