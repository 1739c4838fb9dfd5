// A widget over another one, of one colour, that lets everything through.
#pragma once

#include <QColor>
#include <QWidget>

namespace snug {

// Follows the size of `over`, lets the mouse through, is hidden at first.
class Overlay : public QWidget
{
    Q_OBJECT

public:
    explicit Overlay(QWidget *over);
    void setColour(const QColor &colour);

protected:
    const QColor &colour() const { return m_colour; }
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QColor m_colour;
};

} // namespace snug
