#include "widgets/chat/chip.h"

#include <QKeyEvent>
#include <QPainter>

namespace snug {

Chip::Chip(const QString &text, QWidget *parent)
    : QAbstractButton(parent)
{
    setText(text);
    setAccessibleName(text);
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
    setTheme(Theme::light());
}

void Chip::setTheme(const Theme &theme)
{
    m_theme = theme;
    setFont(theme.smallFont());
    updateGeometry();
    update();
}

QSize Chip::sizeHint() const
{
    return {std::min(180, fontMetrics().horizontalAdvance(text()) + 22), fontMetrics().height() + 6};
}

void Chip::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        click();
        break;
    case Qt::Key_Left:
    case Qt::Key_Right:
        event->ignore(); // who has placed the chips knows their order
        break;
    default:
        QAbstractButton::keyPressEvent(event);
    }
}

void Chip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF shape = QRectF(rect()).adjusted(1, 1, -1, -1);
    const bool isLively = isEnabled() && (underMouse() || hasFocus());
    painter.setPen(QPen(isLively || isChecked() ? m_theme.accent : m_theme.line, hasFocus() ? 2 : 1));
    painter.setBrush(isChecked() ? m_theme.tint(m_theme.accent, 0.22) : m_theme.raised);
    painter.drawRoundedRect(shape, shape.height() / 2, shape.height() / 2);
    painter.setPen(isEnabled() ? (isChecked() ? m_theme.text : m_theme.textDim) : m_theme.line);
    const QRect room = rect().adjusted(10, 0, -10, 0);
    painter.drawText(room, Qt::AlignCenter, fontMetrics().elidedText(text(), Qt::ElideRight, room.width()));
}

} // namespace snug
