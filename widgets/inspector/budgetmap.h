// The prompt as a map: every thing that it is made of is as large as what it costs.
#pragma once

#include "core/prompt/promptparts.h"
#include "widgets/theme/theme.h"

#include <QWidget>

namespace snug {

class BudgetMap : public QWidget
{
    Q_OBJECT

public:
    explicit BudgetMap(QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void setPrompt(const AssembledPrompt &prompt);

    // A thing and all that it says, wherever it stands.
    struct Area
    {
        QString name;
        QString title; // of its tile: what tells it from others of its kind
        int share = 0; // place in GroupShares
        int tokens = 0;
        int message = 0;     // where it stands first
        qsizetype start = 0; // in that message
        QRectF rect;
    };
    const QList<Area> &areas() const { return m_areas; }
    int current() const { return m_current; } // -1 = none

    QSize sizeHint() const override { return {300, 260}; }

Q_SIGNALS:
    void chosen(int message, qsizetype position); // Enter, or a click

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    bool event(QEvent *event) override;

private:
    void tellTitlesApart();
    void layOut();
    void setCurrent(int area);
    int areaAt(const QPointF &point) const;
    QString words(const Area &area) const;
    QString tokensOf(const Area &area) const;
    QColor colourOf(const Area &area) const;

    Theme m_theme = Theme::light();
    QList<Area> m_areas; // the largest first
    int m_total = 0;
    CountKind m_kind = CountKind::Estimate;
    int m_current = -1;
};

} // namespace snug
