#include "widgets/chat/actionbar.h"

#include "widgets/chat/messagelayout.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace snug {

ActionBar::ActionBar(QWidget *parent)
    : QWidget(parent)
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(2, 2, 2, 2);
    row->setSpacing(0);
    setCursor(Qt::ArrowCursor);
    setAccessibleName(tr("Message actions"));
    hide();
}

void ActionBar::setTheme(const Theme &theme)
{
    m_theme = theme;
    const auto actions = std::exchange(m_actions, {});
    setActions(actions); // the icons' colour
    update();
}

void ActionBar::setActions(const QList<MessageAction> &actions)
{
    if (actions == m_actions)
        return;
    m_actions = actions;
    const auto before = findChildren<QToolButton *>();
    for (QToolButton *button : before) {
        button->hide();
        button->deleteLater();
    }
    for (const MessageAction action : actions) {
        auto *button = new QToolButton(this);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setIcon(icon(actionIcon(action), m_theme.textDim));
        button->setIconSize(QSize(16, 16));
        button->setFixedSize(26, 24);
        button->setAccessibleName(actionText(action));
        const QString key = actionKey(action).toString(QKeySequence::NativeText);
        button->setToolTip(key.isEmpty() ? actionText(action)
                                         //: an action and its key: "Edit (E)"
                                         : tr("%1 (%2)").arg(actionText(action), key));
        connect(button, &QToolButton::clicked, this, [this, action] { Q_EMIT triggered(action); });
        layout()->addWidget(button);
        button->show(); // a layout leaves no room for what is not to be seen
    }
    resize(sizeHint());
}

void ActionBar::showOn(const MessageLayout &message, const QRect &rect)
{
    const int right = message.geometryRight() + 6;
    const int wanted = rect.top() + message.ground.top() + 8;
    const int lowest = rect.bottom() - height() - 4;
    move(right - width(), std::max(wanted, std::min(4, lowest)));
    show();
    raise();
}

void ActionBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(m_theme.line);
    painter.setBrush(m_theme.raised);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
}

} // namespace snug
