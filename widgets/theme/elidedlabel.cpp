#include "widgets/theme/elidedlabel.h"

namespace snug {

ElidedLabel::ElidedLabel(QWidget *parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
}

void ElidedLabel::setWhole(const QString &text)
{
    m_whole = text;
    setToolTip(text.toHtmlEscaped());
    elide();
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {0, QLabel::minimumSizeHint().height()};
}

void ElidedLabel::resizeEvent(QResizeEvent *event)
{
    QLabel::resizeEvent(event);
    elide();
}

void ElidedLabel::elide()
{
    setText(fontMetrics().elidedText(m_whole, Qt::ElideRight, width()));
}

} // namespace snug
