#include "widgets/chat/quickbar.h"

#include "widgets/theme/icons.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr int quickMargin = 14;
static constexpr int quickGap = 4;

// Whatever it says are characters, an ampersand too.
static QString buttonText(const QString &label)
{
    return QString(label).replace(u'&', u"&&"_s);
}

QuickBar::QuickBar(QWidget *parent)
    : QWidget(parent)
    , m_more(new QToolButton(this))
    , m_add(new QToolButton(this))
    , m_rest(new QMenu(this))
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(tr("Quick replies"));
    m_more->setText(u"…"_s);
    m_more->setAccessibleName(tr("More quick replies"));
    m_more->setToolTip(tr("More quick replies"));
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setMenu(m_rest);
    m_rest->installEventFilter(this);
    m_add->setAccessibleName(tr("New quick reply"));
    m_add->setToolTip(tr("A new button of your own"));
    for (QToolButton *button : {m_more, m_add}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
    }
    connect(m_add, &QToolButton::clicked, this, &QuickBar::addRequested);
    setTheme(Theme::light());
    hide();
}

void QuickBar::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_add->setIcon(icon(IconName::Plus, theme.textDim));
    m_add->setIconSize(QSize(14, 14));
    for (qsizetype i = 0; i < m_shown.size(); ++i)
        dress(m_shown[i], m_buttons[i].isPossible);
    m_more->setFont(theme.smallFont());
    place();
    update();
}

// What cannot be done says why when it is clicked.
void QuickBar::dress(QToolButton *button, bool isPossible) const
{
    QFont font = m_theme.smallFont();
    font.setItalic(!isPossible);
    button->setFont(font);
    QPalette colours = m_theme.palette();
    if (!isPossible)
        colours.setColor(QPalette::ButtonText, m_theme.textDim);
    button->setPalette(colours);
}

void QuickBar::setButtons(const QList<QuickButton> &buttons)
{
    if (buttons == m_buttons && !m_shown.isEmpty())
        return;
    qsizetype focused = -1; // stays where it is, also when that button is gone
    for (qsizetype i = 0; i < m_shown.size(); ++i)
        focused = m_shown[i]->hasFocus() ? i : focused;
    m_buttons = buttons;
    for (QToolButton *old : std::exchange(m_shown, {})) {
        old->hide();
        old->deleteLater(); // it may be what was clicked
    }
    for (const QuickButton &button : std::as_const(m_buttons)) {
        auto *shown = new QToolButton(this);
        shown->setText(buttonText(button.label));
        shown->setAccessibleName(button.label);
        shown->setToolTip(button.toolTip);
        shown->setFocusPolicy(Qt::TabFocus);
        shown->setContextMenuPolicy(Qt::CustomContextMenu);
        shown->installEventFilter(this);
        shown->setEnabled(m_isAvailable);
        dress(shown, button.isPossible);
        connect(shown, &QToolButton::clicked, this, [this, button] { Q_EMIT pressed(button); });
        connect(shown, &QWidget::customContextMenuRequested, this,
                [this, shown, button](const QPoint &at) { showMenu(button, shown->mapToGlobal(at)); });
        m_shown.append(shown);
    }
    place();
    if (focused < 0)
        return;
    QToolButton *next = m_shown.isEmpty() ? m_add : m_shown[std::min(focused, m_shown.size() - 1)];
    (next->isHidden() ? m_more : next)->setFocus(Qt::OtherFocusReason);
}

// As in every list of things that can be edited: F2, Ctrl+D, Delete.
bool QuickBar::buttonKey(const QuickButton &button, QKeyEvent *event)
{
    const bool isPlain = event->modifiers() == Qt::NoModifier;
    const bool isCopying = event->key() == Qt::Key_D && event->modifiers() == Qt::ControlModifier;
    const bool isEditing = event->key() == Qt::Key_F2 && isPlain;
    const bool isDeleting = event->key() == Qt::Key_Delete && isPlain;
    if (!isCopying && !isEditing && !isDeleting)
        return false;
    if (event->type() == QEvent::ShortcutOverride)
        event->accept(); // no message is meant
    else if (isCopying)
        Q_EMIT copyRequested(button);
    else if (isEditing)
        Q_EMIT editRequested(button);
    else
        Q_EMIT deleteRequested(button);
    return true;
}

void QuickBar::setAvailable(bool available)
{
    m_isAvailable = available;
    for (QToolButton *button : std::as_const(m_shown))
        button->setEnabled(available);
    m_more->setEnabled(available);
}

void QuickBar::showMenu(const QuickButton &button, const QPoint &position)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Edit…"), QKeySequence(Qt::Key_F2), this,
                    [this, button] { Q_EMIT editRequested(button); });
    menu->addAction(tr("Duplicate"), QKeySequence(Qt::CTRL | Qt::Key_D), this,
                    [this, button] { Q_EMIT copyRequested(button); });
    menu->addAction(tr("Delete"), QKeySequence(Qt::Key_Delete), this,
                    [this, button] { Q_EMIT deleteRequested(button); });
    menu->addSeparator();
    // Buttons of a set stand together.
    const qsizetype place = m_buttons.indexOf(button);
    const auto hasNeighbour = [&](qsizetype at) {
        return at >= 0 && at < m_buttons.size() && m_buttons[at].set == button.set;
    };
    QAction *left = menu->addAction(tr("Move to the Left"));
    left->setEnabled(hasNeighbour(place - 1));
    connect(left, &QAction::triggered, this, [this, button] { Q_EMIT moveRequested(button, -1); });
    QAction *right = menu->addAction(tr("Move to the Right"));
    right->setEnabled(hasNeighbour(place + 1));
    connect(right, &QAction::triggered, this, [this, button] { Q_EMIT moveRequested(button, 1); });
    menu->addSeparator();
    connect(menu->addAction(tr("New Button…")), &QAction::triggered, this, &QuickBar::addRequested);
    menu->popup(position);
}

bool QuickBar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride) {
        for (qsizetype i = 0; i < m_shown.size(); ++i) {
            if (m_shown[i] == watched)
                return buttonKey(QuickButton(m_buttons[i]), static_cast<QKeyEvent *>(event));
        }
    }
    if (watched != m_rest || event->type() != QEvent::ContextMenu)
        return QWidget::eventFilter(watched, event);
    const auto *asked = static_cast<QContextMenuEvent *>(event);
    QAction *action = asked->reason() == QContextMenuEvent::Keyboard ? m_rest->activeAction()
                                                                     : m_rest->actionAt(asked->pos());
    if (!action)
        return true;
    const QuickButton button = action->data().value<QuickButton>();
    const QPoint at = m_rest->actionGeometry(action).bottomLeft();
    const QPoint place = m_rest->mapToGlobal(at);
    m_rest->close();
    showMenu(button, place);
    return true;
}

QSize QuickBar::sizeHint() const
{
    return {200, m_add->sizeHint().height() + 8};
}

QSize QuickBar::minimumSizeHint() const
{
    return {m_add->sizeHint().width() + m_more->sizeHint().width() + 2 * quickMargin, sizeHint().height()};
}

void QuickBar::place()
{
    const int height = m_add->sizeHint().height();
    const int top = (this->height() - height) / 2;
    const int right = width() - quickMargin - m_add->sizeHint().width() - quickGap;
    int x = quickMargin;
    m_rest->clear();
    for (qsizetype i = 0; i < m_shown.size(); ++i) {
        const int wanted = m_shown[i]->sizeHint().width();
        const bool isLast = i + 1 == m_shown.size();
        const int limit = isLast ? right : right - m_more->sizeHint().width() - quickGap;
        const bool fits = m_rest->isEmpty() && x + wanted <= limit;
        m_shown[i]->setVisible(fits);
        if (fits) {
            m_shown[i]->setGeometry(x, top, wanted, height);
            x += wanted + quickGap;
            continue;
        }
        QAction *action = m_rest->addAction(buttonText(m_buttons[i].label));
        action->setToolTip(m_buttons[i].toolTip);
        action->setData(QVariant::fromValue(m_buttons[i]));
        connect(action, &QAction::triggered, this, [this, button = m_buttons[i]] { Q_EMIT pressed(button); });
    }
    m_more->setVisible(!m_rest->isEmpty());
    m_more->setGeometry(x, top, m_more->sizeHint().width(), height);
    if (!m_rest->isEmpty())
        x += m_more->sizeHint().width() + quickGap;
    m_add->setGeometry(x, top, m_add->sizeHint().width(), height);
}

void QuickBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    place();
}

void QuickBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.surface);
    painter.fillRect(QRect(0, 0, width(), 1), m_theme.line);
}

} // namespace snug
