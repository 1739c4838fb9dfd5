#include "widgets/editors/lore/loreheatstrip.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr double leastZoom = 0.02;
constexpr double mostZoom = 32;
constexpr int beforeLane = 6; // pixels
constexpr int afterLane = 12;
constexpr int gap = 2;

// How much of a lane it fills: so it can be told without colours.
double heightOf(LoreFate fate)
{
    switch (fate) {
    case LoreFate::Fired:
        return 1;
    case LoreFate::Cut:
        return 0.7;
    case LoreFate::Lost:
        return 0.45;
    case LoreFate::Missed:
        return 0.15;
    case LoreFate::NotTried:
    case LoreFate::Absent:
        return 0;
    }
    Q_UNREACHABLE();
}

} // namespace

LoreHeatStrip::LoreHeatStrip(QWidget *parent)
    : QAbstractScrollArea(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setObjectName(u"loreHeatStrip"_s);
    setAccessibleName(tr("Lore entries by turns"));
    viewport()->setMouseTracking(true);
    setMinimumHeight(160);
}

int LoreHeatStrip::turns() const
{
    return m_replays ? m_replays->comparison.turns : 0;
}

int LoreHeatStrip::rowHeight() const
{
    return std::max(beforeLane + gap + afterLane + 8, QFontMetrics(m_theme.interfaceFont()).height() + 8);
}

int LoreHeatStrip::headWidth() const
{
    return std::clamp(viewport()->width() / 3, 120, 300);
}

int LoreHeatStrip::headHeight() const
{
    return QFontMetrics(m_theme.smallFont()).height() + 8;
}

QRect LoreHeatStrip::stripRect() const
{
    return viewport()->rect().adjusted(headWidth(), headHeight(), 0, 0);
}

void LoreHeatStrip::setTheme(const Theme &theme)
{
    m_theme = theme;
    updateBars();
}

void LoreHeatStrip::setReplays(const LoreReplayPairPtr &replays)
{
    const auto keyOf = [](const LoreReplayPairPtr &pair, int row) {
        const LoreReplayRow &at = pair->comparison.rows.at(row);
        return std::pair(at.book, at.uid);
    };
    Cell chosen;
    if (m_replays && replays && !m_chosen.isNothing()) {
        const auto key = keyOf(m_replays, m_chosen.row);
        for (int row = 0; row < replays->comparison.rows.size(); ++row) {
            if (keyOf(replays, row) == key)
                chosen = {row, std::min(m_chosen.turn, replays->comparison.turns - 1)};
        }
    }
    m_replays = replays;
    m_rows.clear();
    m_chosen = chosen;
    m_hovered = {};
    if (m_isFitted)
        fitZoom();
    updateBars();
}

void LoreHeatStrip::setRows(const QList<int> &rows)
{
    m_rows = rows;
    if (placeOf(m_chosen.row) < 0)
        m_chosen = {};
    m_hovered = {};
    updateBars();
    Q_EMIT lookedAtChanged();
}

int LoreHeatStrip::placeOf(int row) const
{
    return row < 0 ? -1 : int(m_rows.indexOf(row));
}

void LoreHeatStrip::updateBars()
{
    const QRect strip = stripRect();
    const int wide = int(std::ceil(turns() * m_zoom));
    horizontalScrollBar()->setRange(0, std::max(0, wide - strip.width()));
    horizontalScrollBar()->setPageStep(std::max(1, strip.width()));
    horizontalScrollBar()->setSingleStep(std::max(8, int(m_zoom)));
    verticalScrollBar()->setRange(0, std::max(0, int(m_rows.size()) * rowHeight() - strip.height()));
    verticalScrollBar()->setPageStep(std::max(1, strip.height()));
    verticalScrollBar()->setSingleStep(rowHeight());
    viewport()->update();
}

void LoreHeatStrip::setZoom(double pixels)
{
    const double zoom = std::clamp(pixels, leastZoom, mostZoom);
    m_isFitted = false;
    if (zoom == m_zoom)
        return;
    // What is in the middle stays there.
    const QRect strip = stripRect();
    const double middle = (horizontalScrollBar()->value() + strip.width() / 2.0) / m_zoom;
    m_zoom = zoom;
    updateBars();
    horizontalScrollBar()->setValue(int(middle * m_zoom - strip.width() / 2.0));
    if (!m_chosen.isNothing())
        reveal(m_chosen);
    Q_EMIT zoomChanged();
}

void LoreHeatStrip::zoomBy(int steps)
{
    setZoom(m_zoom * std::pow(1.5, steps));
}

void LoreHeatStrip::fitZoom()
{
    if (turns() > 0)
        setZoom(std::min(16.0, double(stripRect().width() - 2) / turns()));
    m_isFitted = true;
}

double LoreHeatStrip::left(int turn) const
{
    return stripRect().left() + turn * m_zoom - horizontalScrollBar()->value();
}

LoreHeatStrip::Cell LoreHeatStrip::cellAt(const QPoint &point) const
{
    const QRect strip = stripRect();
    const int place = (point.y() - strip.top() + verticalScrollBar()->value()) / rowHeight();
    if (point.y() < strip.top() || place >= m_rows.size())
        return {};
    const int turn = int(std::floor((point.x() - strip.left() + horizontalScrollBar()->value()) / m_zoom));
    if (point.x() < strip.left() || turn >= turns())
        return {m_rows.at(place), -1};
    return {m_rows.at(place), turn};
}

QColor LoreHeatStrip::colourOf(LoreFate fate) const
{
    switch (fate) {
    case LoreFate::Fired:
        return m_theme.source(SourceGroup::Lorebook);
    case LoreFate::Cut:
        return m_theme.error;
    case LoreFate::Lost:
        return m_theme.warning;
    case LoreFate::Missed:
    case LoreFate::NotTried:
    case LoreFate::Absent:
        break;
    }
    return mixed(m_theme.surface, m_theme.textDim, 0.7);
}

// Of turns that share a column the one that says most counts.
LoreFate LoreHeatStrip::strongest(const LoreReplay &replay, qsizetype entry, int first, int last) const
{
    LoreFate result = LoreFate::Absent;
    const std::vector<LoreRun> &runs = replay.entries.at(entry).runs;
    auto run = std::ranges::upper_bound(runs, first, {}, &LoreRun::turn);
    if (run != runs.begin())
        --run;
    for (; run != runs.end() && run->turn <= last; ++run)
        result = std::max(result, loreFate(run->gate));
    return result;
}

void LoreHeatStrip::paintLane(QPainter &painter, const LoreReplay &replay, qsizetype entry,
                              const QRectF &lane) const
{
    if (entry < 0)
        return;
    const auto fill = [&](LoreFate fate, double from, double to) {
        const double high = heightOf(fate) * lane.height();
        if (high > 0)
            painter.fillRect(QRectF(from, lane.bottom() - high, to - from, high), colourOf(fate));
    };
    const int first = std::max(0, int(std::floor((lane.left() - left(0)) / m_zoom)));
    if (m_zoom >= 1) {
        const double space = m_zoom >= 4 ? 1 : 0;
        for (int turn = first; turn < turns() && left(turn) < lane.right(); ++turn)
            fill(fateAt(replay, entry, turn), left(turn), left(turn + 1) - space);
        return;
    }
    for (double x = std::floor(lane.left()); x < lane.right(); ++x) {
        const int from = std::max(0, int(std::floor((x - left(0)) / m_zoom)));
        const int to = int(std::floor((x + 1 - left(0)) / m_zoom)) - 1;
        if (from >= turns())
            break;
        fill(strongest(replay, entry, from, std::clamp(to, from, turns() - 1)), x, x + 1);
    }
}

// What an edit adds and loses: a mark at the row's edge, below what fires anew and above what does not any
// more.
void LoreHeatStrip::paintMarks(QPainter &painter, const LoreReplayRow &row, int top) const
{
    if (row.gained == 0 && row.lost == 0)
        return;
    const QRect strip = stripRect();
    const int first = std::max(0, int(std::floor((strip.left() - left(0)) / m_zoom)));
    for (int turn = first; turn < turns() && left(turn) < strip.right(); ++turn) {
        const bool before = fateAt(m_replays->before, row.before, turn) == LoreFate::Fired;
        const bool after = fateAt(m_replays->after, row.after, turn) == LoreFate::Fired;
        if (before == after)
            continue;
        const double wide = std::max(1.0, m_zoom - (m_zoom >= 4 ? 1 : 0));
        if (after)
            painter.fillRect(QRectF(left(turn), top + rowHeight() - 3, wide, 2), m_theme.added);
        else
            painter.fillRect(QRectF(left(turn), top + 1, wide, 2), m_theme.removed);
    }
}

void LoreHeatStrip::paintRow(QPainter &painter, int number, int top) const
{
    const LoreReplayRow &row = m_replays->comparison.rows.at(number);
    const QRect strip = stripRect();
    const QRect whole(0, top, viewport()->width(), rowHeight());
    if (number == m_hovered.row)
        painter.fillRect(whole, m_theme.hover);
    if (number == m_chosen.row)
        painter.fillRect(whole, m_theme.selection);
    const QLocale locale;
    QStringList numbers{locale.toString(row.firedAfter)};
    if (row.gained > 0)
        numbers.prepend(u"+"_s + locale.toString(row.gained));
    if (row.lost > 0)
        numbers.prepend(u"−"_s + locale.toString(row.lost));
    const QRect head(8, top, headWidth() - 16, rowHeight());
    const QFontMetrics figures(m_theme.figuresFont());
    int right = head.right();
    painter.setFont(m_theme.figuresFont());
    for (auto text = numbers.crbegin(); text != numbers.crend(); ++text) {
        const int wide = figures.horizontalAdvance(*text);
        painter.setPen(text->startsWith(u'+')   ? m_theme.added
                       : text->startsWith(u'−') ? m_theme.removed
                                                : m_theme.textDim);
        painter.drawText(QRect(right - wide, top, wide + 1, rowHeight()), Qt::AlignVCenter, *text);
        right -= wide + 8;
    }
    const QFont font = m_theme.interfaceFont();
    painter.setFont(font);
    painter.setPen(row.after < 0 ? m_theme.textDim : m_theme.text);
    const QString title = row.title.isEmpty() ? tr("Entry %1").arg(row.uid) : row.title;
    painter.drawText(QRect(head.left(), top, std::max(0, right - head.left()), rowHeight()), Qt::AlignVCenter,
                     QFontMetrics(font).elidedText(title, Qt::ElideRight, right - head.left()));

    painter.save();
    painter.setClipRect(strip.intersected(whole));
    const double lanes = top + (rowHeight() - beforeLane - gap - afterLane) / 2.0;
    painter.setOpacity(0.55);
    paintLane(painter, m_replays->before, row.before, QRectF(strip.left(), lanes, strip.width(), beforeLane));
    painter.setOpacity(1);
    paintLane(painter, m_replays->after, row.after,
              QRectF(strip.left(), lanes + beforeLane + gap, strip.width(), afterLane));
    paintMarks(painter, row, top);
    painter.restore();
}

// Above the strips: the messages that the turns wrote, as many as have room.
void LoreHeatStrip::paintHead(QPainter &painter) const
{
    const QRect strip = stripRect();
    painter.fillRect(QRect(0, 0, viewport()->width(), headHeight()), m_theme.pane);
    painter.setFont(m_theme.smallFont());
    painter.setPen(m_theme.textDim);
    const QFontMetrics metrics(m_theme.smallFont());
    painter.drawText(QRect(8, 0, headWidth() - 16, headHeight()), Qt::AlignVCenter, tr("Entry"));
    painter.drawText(QRect(8, 0, headWidth() - 16, headHeight()), Qt::AlignVCenter | Qt::AlignRight,
                     //: Heading of a column: how often an entry fired
                     tr("fired"));
    painter.setClipRect(QRect(strip.left(), 0, strip.width(), headHeight()));
    double free = strip.left();
    for (int turn = std::max(0, int(-(left(0) - strip.left()) / m_zoom));
         turn < turns() && left(turn) < strip.right(); ++turn) {
        if (left(turn) < free)
            continue;
        const QString text = u"#%1"_s.arg(m_replays->after.turns.at(turn));
        painter.fillRect(QRectF(left(turn), headHeight() - 4, 1, 4), m_theme.textDim);
        painter.drawText(QPointF(left(turn) + 3, headHeight() - 5), text);
        free = left(turn) + metrics.horizontalAdvance(text) + 24;
    }
    painter.setClipping(false);
    painter.fillRect(QRect(0, headHeight() - 1, viewport()->width(), 1), m_theme.line);
}

void LoreHeatStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), m_theme.surface);
    if (!m_replays)
        return;
    const QRect strip = stripRect();
    const int first = verticalScrollBar()->value() / rowHeight();
    for (int place = first; place < m_rows.size(); ++place) {
        const int top = strip.top() + place * rowHeight() - verticalScrollBar()->value();
        if (top > strip.bottom())
            break;
        paintRow(painter, m_rows.at(place), top);
    }
    if (const int place = placeOf(m_chosen.row); place >= 0 && m_chosen.turn >= 0) {
        const int top = strip.top() + place * rowHeight() - verticalScrollBar()->value();
        painter.save();
        painter.setClipRect(strip);
        painter.setPen(QPen(hasFocus() ? m_theme.accent : m_theme.textDim, 2));
        painter.drawRect(
            QRectF(left(m_chosen.turn) - 1, top + 1, std::max(4.0, m_zoom + 1), rowHeight() - 2));
        painter.restore();
    }
    paintHead(painter);
}

QString LoreHeatStrip::words(const Cell &cell) const
{
    if (!m_replays || cell.isNothing() || cell.row >= m_replays->comparison.rows.size() ||
        cell.turn >= turns())
        return {};
    const LoreReplayRow &row = m_replays->comparison.rows.at(cell.row);
    const LoreFate before = fateAt(m_replays->before, row.before, cell.turn);
    const LoreFate after = fateAt(m_replays->after, row.after, cell.turn);
    const QString title = row.title.isEmpty() ? tr("Entry %1").arg(row.uid) : row.title;
    const QString place = tr("%1, reply #%2").arg(title).arg(m_replays->after.turns.at(cell.turn));
    if (before == after)
        //: %1: "Inn, reply #12"; %2: "fired", "missed" …
        return tr("%1: %2").arg(place, loreFateName(after));
    //: %1: "Inn, reply #12"; %2, %3: "fired", "missed" …
    return tr("%1: before %2, now %3").arg(place, loreFateName(before), loreFateName(after));
}

} // namespace snug
