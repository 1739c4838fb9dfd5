// The small bar of actions at the top right of the message under the pointer or the keyboard.
#pragma once

#include "widgets/chat/messageaction.h"
#include "widgets/theme/theme.h"

#include <QWidget>

namespace snug {

class MessageLayout;

class ActionBar : public QWidget
{
    Q_OBJECT
public:
    explicit ActionBar(QWidget *parent);

    void setTheme(const Theme &theme);
    void setActions(const QList<MessageAction> &actions);
    // At the top right of a message that lies there in the parent; where that is off the screen, as low as it
    // may be.
    void showOn(const MessageLayout &message, const QRect &rect);

Q_SIGNALS:
    void triggered(snug::MessageAction action);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Theme m_theme;
    QList<MessageAction> m_actions;
};

} // namespace snug
