#include "widgets/theme/richlabel.h"

namespace snug {

RichLabel::RichLabel(QWidget *parent)
    : QLabel(parent)
{
    QLabel::setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
}

void RichLabel::setMarkup(const QString &markup)
{
    QLabel::setText(markup);
}

QString RichLabel::escaped(const QString &foreign)
{
    return foreign.toHtmlEscaped();
}

} // namespace snug
