#include "widgets/theme/wrappedlabel.h"

#include <QResizeEvent>

#include <algorithm>

namespace snug {

WrappedLabel::WrappedLabel(QWidget *parent)
    : PlainLabel(parent)
{
    setWordWrap(true);
}

QSize WrappedLabel::sizeHint() const
{
    const QSize hint = PlainLabel::sizeHint();
    return {hint.width(), std::min(hint.height(), heightForWidth(std::max(width(), hint.width())))};
}

void WrappedLabel::resizeEvent(QResizeEvent *event)
{
    PlainLabel::resizeEvent(event);
    if (event->oldSize().width() != width())
        updateGeometry();
}

} // namespace snug
