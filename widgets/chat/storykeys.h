// The keys of the story: moving through it, and commands on the message that has their attention. What is
// typed is for the composer.
#pragma once

#include "widgets/chat/rowrange.h"

#include <QKeyCombination>

class QKeyEvent;

namespace snug {

class Transcript;

class StoryKeys
{
public:
    explicit StoryKeys(Transcript &story); // which outlives this

    // Not a shortcut of the window.
    static bool isCommand(const QKeyEvent &event);
    bool press(const QKeyEvent &event); // false: it is for somebody else

private:
    bool moves(int key, RowRange::Extent extent);
    void moveCurrent(int by, RowRange::Extent extent);
    bool acts(QKeyCombination key, int row);
    bool hasNextSwipe() const;

    Transcript &m_story;
};

} // namespace snug
