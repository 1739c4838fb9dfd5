// What can be done to a tag as such: entries for its menus.
#pragma once

#include <QtTypes>

#include <functional>

class QMenu;

namespace snug {

enum class TagAct : quint8 { Rename, Colour, NoColour, Delete };

// `act` is called with what is chosen.
void addTagActs(QMenu *menu, const std::function<void(TagAct)> &act);

} // namespace snug
