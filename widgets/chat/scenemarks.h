// The scene that a memory is to be made of: a line beside its messages with a handle at each end, to be
// dragged.
#pragma once

#include "widgets/chat/readingplace.h"

#include <QCoreApplication>

class QPainter;

namespace snug {

// The rows marked, and their numbers in the whole chat, of which some messages may not be shown here; -1 =
// not marked.
struct SceneShown
{
    int first = -1;
    int last = -1;
    int startNumber = -1;
    int endNumber = -1;
    bool operator==(const SceneShown &) const = default;
};

class SceneMarks
{
    Q_DECLARE_TR_FUNCTIONS(SceneMarks)
public:
    enum class Handle : quint8 { None, Start, End };
    struct Drop
    {
        Handle handle = Handle::None;
        int row = -1;
    };

    // Both outlive this.
    SceneMarks(RowLayouts &rows, const ReadingPlace &place);

    bool set(const SceneShown &scene); // false: it was so
    QRect rect(Handle handle) const;   // in the view's coordinates; null = not marked
    Handle handleAt(const QPoint &point) const;
    QString toolTip(Handle handle) const;
    void paint(QPainter &painter, int row) const;

    // False: there is no handle.
    bool press(const QPoint &point);
    bool isDragged() const { return m_dragged != Handle::None; }
    bool drag(int row); // false: it was there; -1 = beside all rows
    // Nothing: it was dropped where it was.
    std::optional<Drop> release();

private:
    int centreOf(int row) const;

    RowLayouts &m_rows;
    const ReadingPlace &m_place;
    SceneShown m_scene;
    Handle m_dragged = Handle::None;
    int m_target = -1;
};

} // namespace snug
