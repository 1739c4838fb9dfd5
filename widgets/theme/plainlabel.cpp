#include "widgets/theme/plainlabel.h"

namespace snug {

PlainLabel::PlainLabel(QWidget *parent)
    : PlainLabel(QString(), parent)
{
}

PlainLabel::PlainLabel(const QString &text, QWidget *parent)
    : QLabel(parent)
{
    QLabel::setTextFormat(Qt::PlainText);
    setText(text);
}

} // namespace snug
