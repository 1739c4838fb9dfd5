// Lore entries by turns of a chat: a row an entry, a column a turn. In each row a narrow lane says what
// became of it before an edit, the one below what would have with it. Height says what colour says.
#pragma once

#include "core/prompt/lorereplaycomparison.h"
#include "widgets/theme/theme.h"

#include <QAbstractScrollArea>

#include <memory>

namespace snug {

// Two replays of one chat, compared.
struct LoreReplayPair
{
    LoreReplay before;
    LoreReplay after;
    LoreReplayComparison comparison;
};
using LoreReplayPairPtr = std::shared_ptr<const LoreReplayPair>;

class LoreHeatStrip : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit LoreHeatStrip(QWidget *parent = nullptr);

    // A cell: a row of the comparison and a turn; -1 = none.
    struct Cell
    {
        int row = -1;
        int turn = -1;
        bool isNothing() const { return row < 0 || turn < 0; }
        bool operator==(const Cell &) const = default;
    };

    void setTheme(const Theme &theme);
    // The chosen cell stays where it is, by entry and turn.
    void setReplays(const LoreReplayPairPtr &replays);
    // Rows of the comparison that are shown, in this order.
    void setRows(const QList<int> &rows);
    const QList<int> &rows() const { return m_rows; }

    Cell chosen() const { return m_chosen; }
    void choose(const Cell &cell);
    // What the pointer is on, else what is chosen.
    Cell lookedAt() const { return m_hovered.isNothing() ? m_chosen : m_hovered; }
    // Pixels a turn; less than one: several share a column.
    double zoom() const { return m_zoom; }
    void setZoom(double pixels);
    void zoomBy(int steps);
    void fitZoom(); // all turns side by side

    // "Inn, turn 12 of 40: missed before, fired now"
    QString words(const Cell &cell) const;

Q_SIGNALS:
    void lookedAtChanged();
    void turnRequested(int turn);
    void entryRequested(int row);
    void zoomChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    int turns() const;
    int rowHeight() const;
    int headWidth() const;
    int headHeight() const;
    QRect stripRect() const;
    Cell cellAt(const QPoint &point) const;
    int placeOf(int row) const;
    double left(int turn) const;
    LoreFate strongest(const LoreReplay &replay, qsizetype entry, int first, int last) const;
    void paintHead(QPainter &painter) const;
    void paintRow(QPainter &painter, int row, int top) const;
    void paintLane(QPainter &painter, const LoreReplay &replay, qsizetype entry, const QRectF &lane) const;
    void paintMarks(QPainter &painter, const LoreReplayRow &row, int top) const;
    void updateBars();
    void moveBy(int rowSteps, int turnSteps);
    void moveToChange(bool isForwards);
    void reveal(const Cell &cell);
    QColor colourOf(LoreFate fate) const;

    Theme m_theme = Theme::light();
    LoreReplayPairPtr m_replays;
    QList<int> m_rows;
    Cell m_chosen;
    Cell m_hovered;
    double m_zoom = 6;
    bool m_isFitted = true; // the zoom follows the width
};

} // namespace snug
