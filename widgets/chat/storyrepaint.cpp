#include "widgets/chat/storyrepaint.h"

#include "widgets/chat/readingplace.h"
#include "widgets/chat/rowlayouts.h"

#include <QWidget>

#include <cstdlib>

namespace snug {

StoryRepaint::StoryRepaint(RowLayouts &rows, const ReadingPlace &place, QWidget *view)
    : m_rows(rows)
    , m_place(place)
    , m_view(view)
{
    m_view->setAttribute(Qt::WA_OpaquePaintEvent); // else it cannot be scrolled without painting it
}

void StoryRepaint::grew(int row)
{
    m_isAll = m_isAll || (m_grown >= 0 && m_grown != row);
    m_grown = row;
}

StoryRepaint::Shown StoryRepaint::shown() const
{
    const int row = m_place.visibleRows().first;
    return {m_view->size(), m_rows.heights().count(), row, m_place.rect(row).top()};
}

bool StoryRepaint::moveTo(const Shown &now)
{
    const auto [first, last] = m_place.visibleRows();
    if (m_isAll || now.view != m_before.view || now.count != m_before.count)
        return false;
    // What grows pushes down what follows it: then only what stands above moves together.
    if (m_grown >= 0 && (m_grown != now.count - 1 || m_before.row > m_grown))
        return false;
    const int by = m_place.rect(m_before.row).top() - m_before.top;
    if (std::abs(by) >= now.view.height() || (m_isGroundFixed && by != 0))
        return false;
    if (by != 0) {
        m_view->scroll(0, by, m_view->rect());
        for (const QObject *child : m_view->children()) {
            const auto *widget = qobject_cast<const QWidget *>(child);
            if (!widget || !widget->isVisible())
                continue;
            m_view->update(widget->geometry());
            m_view->update(widget->geometry().translated(0, by));
        }
    }
    if (m_grown >= first && m_grown < last) {
        const int top = m_place.rect(m_grown).top() + m_rows.at(m_grown).takeChangedFrom();
        m_view->update(QRect(0, top, now.view.width(), now.view.height() - top).intersected(m_view->rect()));
    }
    return true;
}

void StoryRepaint::settled()
{
    const Shown now = shown();
    if (!moveTo(now))
        m_view->update();
    m_before = now;
    m_isAll = false;
    m_grown = -1;
}

} // namespace snug
