// A yellow edge over a widget: what it shows is tried, not what the files make.
#pragma once

#include <QColor>
#include <QWidget>

namespace snug {

// Follows the size of `over`, lets the mouse through, is hidden at first.
class WhatIfEdge : public QWidget
{
    Q_OBJECT

public:
    explicit WhatIfEdge(QWidget *over);
    void setColour(const QColor &colour);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QColor m_colour;
};

} // namespace snug
