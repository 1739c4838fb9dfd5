// What fills the main window: the chat with its panes, or the Studio in their place. The Studio can be torn
// off into a window of its own, beside the chat, and put back.
#pragma once

#include "widgets/window/studio.h"

#include <QPointer>
#include <QWidget>

class QBoxLayout;
class QStackedWidget;

namespace snug {

class ChatPage;

class WindowPages : public QWidget
{
    Q_OBJECT

public:
    // `notices`, which stand first in a column of the chat, stand above the Studio while that is in front.
    WindowPages(ChatPage *chat, QWidget *notices, QWidget *parent = nullptr);

    ChatPage *chat() const { return m_chat; }
    // As a page, behind the chat. It outlives the program's work, not necessarily this.
    void setStudio(Studio *studio);
    Studio *studio() const { return m_studio; }

    bool isStudioInFront() const; // as a page
    bool isTornOff() const;
    // The chat, with the focus where one writes; the Studio's editors stay open behind it.
    void showChat();
    void showStudio(); // as a page or as its own window
    void setTornOff(bool isTornOff);

Q_SIGNALS:
    void turned();       // another page is in front
    void titleChanged(); // of the Studio, while it is in front
    void tornOffChanged(bool isTornOff);

private:
    void putNotices(QBoxLayout *column);
    void leaveStudio();

    ChatPage *m_chat;
    QStackedWidget *m_stack;
    QBoxLayout *m_column;
    QWidget *m_notices;
    QBoxLayout *m_noticesHome = nullptr;
    QPointer<Studio> m_studio;
};

} // namespace snug
