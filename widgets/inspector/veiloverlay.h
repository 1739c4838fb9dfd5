// A veil over a widget: what lies under it is readable but visibly not current.
#pragma once

#include <QColor>
#include <QWidget>

namespace snug {

// Follows the size of `over`, lets the mouse through, is hidden at first.
class VeilOverlay : public QWidget
{
    Q_OBJECT

public:
    explicit VeilOverlay(QWidget *over);
    void setColour(const QColor &colour);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QColor m_colour;
};

} // namespace snug
