// What of the story has to be painted again: what grew and what scrolled into view, the rest is moved.
#pragma once

#include <QRect>
#include <QSize>

class QWidget;

namespace snug {

class ReadingPlace;
class RowLayouts;

class StoryRepaint
{
public:
    // All outlive this. The view paints every pixel of what it is asked for.
    StoryRepaint(RowLayouts &rows, const ReadingPlace &place, QWidget *view);

    // Anything may have changed.
    void all() { m_isAll = true; }
    // What is behind the story does not move with it.
    void setGroundFixed(bool fixed) { m_isGroundFixed = fixed; }
    // The text of this row has gone on; its layout knows where.
    void grew(int row);
    // All is where it is to be, but for the view's children: they are told to stand where they stood.
    void settled();

private:
    struct Shown
    {
        QSize view;
        int count = 0;
        int row = 0; // the first one on screen
        int top = 0;
    };

    Shown shown() const;
    bool moveTo(const Shown &now); // false: nothing of what is on screen can stay

    RowLayouts &m_rows;
    const ReadingPlace &m_place;
    QWidget *m_view;
    Shown m_before;
    bool m_isAll = true;
    bool m_isGroundFixed = false;
    int m_grown = -1;
};

} // namespace snug
