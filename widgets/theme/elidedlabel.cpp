#include "widgets/theme/elidedlabel.h"

namespace snug {

ElidedLabel::ElidedLabel(QWidget *parent)
    : PlainLabel(parent)
{
}

void ElidedLabel::setWhole(const QString &text)
{
    m_whole = text;
    setToolTip(text);
    elide();
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {0, PlainLabel::minimumSizeHint().height()};
}

void ElidedLabel::resizeEvent(QResizeEvent *event)
{
    PlainLabel::resizeEvent(event);
    elide();
}

void ElidedLabel::elide()
{
    setText(fontMetrics().elidedText(m_whole, Qt::ElideRight, width()));
}

} // namespace snug
