// The token budget: the sum in words, a bar by source, a legend.
//
// Colour is never the only sign: the legend names the groups in the bar's order, and pointing at a
// piece of the bar tells what it is.
#pragma once

#include "core/prompt/assembledprompt.h"
#include "widgets/inspector/groupshares.h"
#include "widgets/inspector/measuredcount.h"
#include "widgets/theme/theme.h"

#include <QList>
#include <QTimer>
#include <QWidget>

#include <optional>

class QPainter;

namespace snug {

class BudgetBar : public QWidget
{
    Q_OBJECT

public:
    explicit BudgetBar(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    // What has become more or less since the last one is marked for a moment, where that can be seen.
    void setBudget(const Budget &budget, const GroupShares &shares);
    // The groups that are marked so just now; empty: none.
    QStringList marked() const;
    // Of the model that it is for; told to those who point at the sum.
    void setMeasured(const MeasuredCount &measured);

    // At most so many lines; what has no room is told to those who point at the legend, or at the sum where
    // there is none.
    void setLegendLines(int lines);
    // As low as it can be and still be read.
    void setLow(bool isLow);
    int leastHeight(bool isLow) const; // without a legend
    static int legendLineHeight(const Theme &theme);
    // What the service itself counts for this very prompt, and its name; until the next setBudget().
    void setCounted(int tokens, const QString &by);

    QString sumText() const;  // "3,412 / 8,192"
    QString restText() const; // "4,268 left", "173 too many", empty without a limit
    bool isOver() const;
    // What is written beside the sum: "exact · o200k_base"
    QString kindText() const;
    // Who counted, and how far off that was.
    QString countingText() const;
    // What stands at this place of the widget, in words: the sum, a piece of the bar, or all of the legend.
    QString textAt(const QPoint &point) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    struct Piece
    {
        int share; // place in GroupShares
        int tokens;
        QString text; // "Card ~1,204"
    };
    void lay();
    QList<int> changedShares(const Budget &budget, const GroupShares &shares) const;
    CountKind kind() const { return m_counted ? CountKind::Exact : m_budget.kind; }
    int used() const { return m_counted.value_or(m_budget.used); }
    void paintGrounds(QPainter &painter) const;
    QString shareText(int share, int tokens) const;
    QColor colourOf(const Piece &piece) const;
    QRect barRect() const;
    QList<std::pair<QRectF, int>> pieceRects() const; // index into m_pieces
    QRectF reserveRect() const;
    double scale() const; // pixels a token
    // Lays the legend out in lines; `place` is called with each entry's place, and with piece -2 for the mark
    // that some have none. Says the height.
    template <typename Function> int layoutLegend(int width, Function &&place) const;
    int gap() const; // between its parts
    void describe();

    Theme m_theme;
    Budget m_budget; // as it was counted
    GroupShares m_shares{};
    MeasuredCount m_measured;
    std::optional<int> m_counted;
    QString m_countedBy;
    QList<Piece> m_pieces;
    int m_legendLines = 99;
    bool m_isLow = false;
    QList<int> m_marked; // places in GroupShares
    QTimer m_markTime;
};

} // namespace snug
