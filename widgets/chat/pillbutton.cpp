#include "widgets/chat/pillbutton.h"

#include "widgets/theme/icons.h"

#include <QPainter>

namespace snug {

PillButton::PillButton(QWidget *parent)
    : QAbstractButton(parent)
{
    setText(tr("New text below"));
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(text());
    hide();
}

void PillButton::setTheme(const Theme &theme)
{
    m_theme = theme;
    setFont(theme.interfaceFont());
    resize(sizeHint());
    update();
}

QSize PillButton::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(text()) + 52, fontMetrics().height() + 12};
}

void PillButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF shape = QRectF(rect()).adjusted(1, 1, -1, -1);
    const bool lively = underMouse() || hasFocus();
    painter.setPen(QPen(lively ? m_theme.accent : m_theme.line, 1));
    painter.setBrush(m_theme.raised);
    painter.drawRoundedRect(shape, shape.height() / 2, shape.height() / 2);
    const int size = fontMetrics().height() - 3;
    snug::icon(IconName::ChevronDown, m_theme.accent)
        .paint(&painter, QRect(14, (height() - size) / 2, size, size));
    painter.setPen(m_theme.text);
    painter.drawText(rect().adjusted(20 + size, 0, -14, 0), Qt::AlignVCenter | Qt::AlignLeft, text());
}

} // namespace snug
