// Draws what is on screen of a story.
#pragma once

#include "widgets/chat/scenemarks.h"
#include "widgets/chat/textselection.h"

#include <functional>

namespace snug {

class Pictures;

struct StoryLook
{
    RowLayouts &rows;
    const ReadingPlace &place;
    const SceneMarks &scene;
    const TextSelection &selection;
    Pictures &pictures;
    std::function<void(const QString &file)> pictureWanted;
    std::function<int(int row)> numberOf; // of the message in its chat
    int hoveredRow = -1;
    MessagePart hoveredPart = MessagePart::None;
    RowRange run;          // marked as far as it is longer than one
    int currentRow = -1;   // has the keyboard's attention
    int barRow = -1;       // the action bar stands there
    QString searched = {}; // words that are marked wherever they stand; empty: none
    qreal scale = 1;
};

// The painter's origin is the view's top left corner.
void paintEmptyStory(QPainter &painter, const QRect &view, const Theme &theme, const QString &text);
void paintStory(QPainter &painter, const QRect &exposed, const StoryLook &look);

} // namespace snug
