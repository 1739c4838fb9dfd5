// Menus that are filled anew each time they are opened.
#pragma once

class QMenu;

namespace snug {

// As QMenu::clear(), which leaves the menus below it behind, with all their actions.
void emptyMenu(QMenu *menu);

} // namespace snug
