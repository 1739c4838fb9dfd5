// Keys that act by themselves: with Ctrl or the like they belong to somebody else.
#pragma once

#include <QKeyEvent>

namespace snug {

// Those of the number pad count.
inline bool isPlain(const QKeyEvent &event)
{
    return (event.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
}

} // namespace snug
