#include "widgets/theme/elidedlabel.h"

namespace snug {

ElidedLabel::ElidedLabel(QWidget *parent)
    : PlainLabel(parent)
{
}

void ElidedLabel::setWhole(const QString &text, const QString &brief)
{
    m_whole = text;
    m_brief = brief;
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
    const bool isCut = fontMetrics().horizontalAdvance(m_whole) > width();
    setText(
        fontMetrics().elidedText(isCut && !m_brief.isEmpty() ? m_brief : m_whole, Qt::ElideRight, width()));
}

} // namespace snug
