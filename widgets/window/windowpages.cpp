#include "widgets/window/windowpages.h"

#include "widgets/window/chatpage.h"

#include <QStackedWidget>
#include <QVBoxLayout>

namespace snug {

WindowPages::WindowPages(ChatPage *chat, QWidget *notices, QWidget *parent)
    : QWidget(parent)
    , m_chat(chat)
    , m_stack(new QStackedWidget)
    , m_column(new QVBoxLayout(this))
    , m_notices(notices)
{
    if (notices && notices->parentWidget())
        m_noticesHome = qobject_cast<QBoxLayout *>(notices->parentWidget()->layout());
    m_stack->addWidget(chat);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_column->addWidget(m_stack, 1);
}

void WindowPages::setStudio(Studio *studio)
{
    m_studio = studio;
    m_stack->addWidget(studio);
    studio->becomePage();
    connect(studio, &Studio::wanted, this, &WindowPages::showStudio);
    connect(studio, &Studio::left, this, &WindowPages::leaveStudio);
    connect(studio, &Studio::placeRequested, this, [this] { setTornOff(!isTornOff()); });
    connect(studio, &Studio::titleChanged, this, [this] {
        if (isStudioInFront())
            Q_EMIT titleChanged();
    });
}

bool WindowPages::isStudioInFront() const
{
    return m_studio && m_stack->currentWidget() == m_studio.get();
}

bool WindowPages::isTornOff() const
{
    return m_studio && m_studio->isWindow();
}

void WindowPages::showChat()
{
    if (!isStudioInFront())
        return;
    m_stack->setCurrentWidget(m_chat);
    putNotices(m_noticesHome);
    m_chat->centralWidget()->setFocus(Qt::OtherFocusReason);
    Q_EMIT turned();
}

void WindowPages::showStudio()
{
    QWidget *seen = isTornOff() ? m_studio.get() : window();
    if (!isTornOff() && !isStudioInFront()) {
        m_stack->setCurrentWidget(m_studio);
        putNotices(m_column);
        Q_EMIT turned();
    }
    if (isTornOff())
        seen->show();
    seen->raise();
    seen->activateWindow();
}

// Nothing is open in it any more.
void WindowPages::leaveStudio()
{
    if (isTornOff())
        m_studio->hide();
    else
        showChat();
}

void WindowPages::setTornOff(bool isTornOff)
{
    if (!m_studio || isTornOff == this->isTornOff())
        return;
    const bool wasSeen = m_studio->isVisible();
    QWidget *focus = m_studio->focusWidget();
    showChat();
    if (isTornOff) {
        m_stack->removeWidget(m_studio);
        m_studio->becomeWindow();
    } else {
        m_studio->hide();
        m_stack->addWidget(m_studio);
        m_studio->becomePage();
    }
    Q_EMIT tornOffChanged(isTornOff);
    if (!wasSeen)
        return;
    showStudio();
    if (focus)
        focus->setFocus(Qt::OtherFocusReason);
}

// They keep to themselves whether there is anything to show.
void WindowPages::putNotices(QBoxLayout *column)
{
    if (!m_notices || !column)
        return;
    const bool areShown = !m_notices->isHidden();
    column->insertWidget(0, m_notices);
    m_notices->setVisible(areShown);
}

} // namespace snug
