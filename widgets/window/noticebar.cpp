#include "widgets/window/noticebar.h"

#include "widgets/theme/icons.h"
#include "widgets/theme/plainlabel.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace snug {

namespace {

constexpr auto timeToRead = 30s;

bool goesByItself(const Notice &notice)
{
    return notice.kind == Notice::Kind::Done || notice.until == Notice::Until::Told;
}

// A text with its buttons beside it, or below it where there is no room.
class NoticeLine : public QFrame
{
public:
    NoticeLine(const QString &text, QWidget *parent)
        : QFrame(parent)
    {
        m_text = new PlainLabel(text);
        m_text->setWordWrap(true);
        m_text->setMinimumWidth(textRoom);
        m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
        QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        policy.setHeightForWidth(true);
        m_text->setSizePolicy(policy);
        m_buttons->setSpacing(0);
        m_body->addWidget(m_text, 1);
        m_body->addLayout(m_buttons);
        m_body->setAlignment(m_buttons, Qt::AlignLeft | Qt::AlignVCenter);
        m_row = new QHBoxLayout(this);
        m_row->setContentsMargins(14, 6, 8, 6);
        m_row->addLayout(m_body, 1);
    }

    void setText(const QString &text) { m_text->setText(text); }
    // Once it has been on screen for a while and nobody reaches for it.
    void endByItself(const std::function<void()> &end)
    {
        m_time = new QTimer(this);
        m_time->setSingleShot(true);
        m_time->setInterval(timeToRead);
        QObject::connect(m_time, &QTimer::timeout, this, [this, end] {
            if (focusWidget() && focusWidget()->hasFocus())
                m_time->start();
            else
                end();
        });
    }
    void addButton(QWidget *button) { m_buttons->addWidget(button, 0, Qt::AlignLeft); }
    void addCorner(QWidget *corner) { m_row->addWidget(corner, 0, Qt::AlignTop); }
    // In front of the corner.
    void showBeside(QWidget *more)
    {
        if (more->parentWidget() != this)
            m_row->insertWidget(m_row->count() - 1, more, 0, Qt::AlignTop);
    }

protected:
    void showEvent(QShowEvent *event) override
    {
        QFrame::showEvent(event);
        if (m_time)
            m_time->start();
    }

    void hideEvent(QHideEvent *event) override
    {
        QFrame::hideEvent(event);
        if (m_time)
            m_time->stop();
    }

    void enterEvent(QEnterEvent *event) override
    {
        QFrame::enterEvent(event);
        if (m_time)
            m_time->stop();
    }

    void leaveEvent(QEvent *event) override
    {
        QFrame::leaveEvent(event);
        if (m_time && isVisible())
            m_time->start();
    }

    void resizeEvent(QResizeEvent *event) override
    {
        QFrame::resizeEvent(event);
        const int beside =
            m_buttons->sizeHint().width() + textRoom + 2 * m_row->contentsMargins().left() + 40;
        m_body->setDirection(width() < beside ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    }

private:
    static constexpr int textRoom = 150;
    PlainLabel *m_text;
    QHBoxLayout *m_row;
    QTimer *m_time = nullptr;
    QBoxLayout *m_body = new QBoxLayout(QBoxLayout::TopToBottom);
    QHBoxLayout *m_buttons = new QHBoxLayout;
};

} // namespace

NoticeBar::NoticeBar(QWidget *parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
    , m_more(new QPushButton(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(1);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_more->setFlat(true);
    m_more->setCursor(Qt::PointingHandCursor);
    m_more->setFocusPolicy(Qt::TabFocus);
    m_more->hide();
    connect(m_more, &QPushButton::clicked, this, [this] {
        m_showsAll = !m_showsAll;
        arrange();
    });
    hide();
}

void NoticeBar::setTheme(const Theme &theme)
{
    m_theme = theme;
    for (const Line &line : std::as_const(m_lines))
        paintLine(line.widget, line.notice.kind);
}

void NoticeBar::post(const QString &id, const Notice &notice)
{
    const qsizetype place = m_order.indexOf(id);
    dismiss(id);
    QWidget *line = makeLine(id, notice);
    m_lines.insert(id, {line, notice});
    m_order.insert(std::max<qsizetype>(place, 0), id);
    paintLine(line, notice.kind);
    arrange();
    Q_EMIT posted(id, notice);
}

void NoticeBar::take(const QString &id)
{
    const QList<NoticeAction> actions = m_lines.value(id).notice.actions;
    dismiss(id);
    if (!actions.isEmpty() && actions.first().act)
        actions.first().act();
}

void NoticeBar::reword(const QString &id, const QString &text)
{
    const auto found = m_lines.find(id);
    if (found == m_lines.end() || found->notice.text == text)
        return;
    found->notice.text = text;
    static_cast<NoticeLine *>(found->widget)->setText(text);
}

void NoticeBar::dismiss(const QString &id)
{
    const auto found = m_lines.constFind(id);
    if (found == m_lines.cend())
        return;
    if (found->widget->isAncestorOf(m_more))
        m_more->setParent(this);
    const bool hasKeys = found->widget->isAncestorOf(QApplication::focusWidget());
    found->widget->hide();
    found->widget->deleteLater(); // its own button may be what called
    m_lines.erase(found);
    m_order.removeOne(id);
    arrange();
    if (hasKeys) // Qt gives them to whatever button comes next, which a space would press
        Q_EMIT keysReleased();
    Q_EMIT gone(id);
}

void NoticeBar::leaveChat()
{
    dismissWhere([](const Notice &notice) { return notice.until == Notice::Until::Chat; });
}

void NoticeBar::leaveLibrary()
{
    dismissWhere(
        [](const Notice &notice) { return notice.until != Notice::Until::Cause || goesByItself(notice); });
}

void NoticeBar::dismissWhere(const std::function<bool(const Notice &)> &isOver)
{
    const QStringList ids = m_order;
    for (const QString &id : ids) {
        if (isOver(m_lines.value(id).notice))
            dismiss(id);
    }
}

// The newest, and below it what has gone wrong last, else the one before.
QStringList NoticeBar::idsOnScreen() const
{
    if (m_showsAll || m_order.size() <= 2)
        return m_order;
    const auto second = std::find_if(m_order.cbegin() + 1, m_order.cend(), [this](const QString &id) {
        return m_lines.value(id).notice.kind == Notice::Kind::Problem;
    });
    return {m_order.first(), second == m_order.cend() ? m_order.at(1) : *second};
}

void NoticeBar::arrange()
{
    m_showsAll = m_showsAll && m_order.size() > 2;
    const QStringList shown = idsOnScreen();
    for (const Line &line : std::as_const(m_lines))
        m_layout->removeWidget(line.widget);
    for (const QString &id : std::as_const(m_order)) {
        QWidget *line = m_lines.value(id).widget;
        line->setVisible(shown.contains(id));
        if (shown.contains(id))
            m_layout->addWidget(line);
    }
    const int more = int(m_order.size() - shown.size());
    if (!shown.isEmpty())
        static_cast<NoticeLine *>(m_lines.value(shown.first()).widget)->showBeside(m_more);
    m_more->setVisible(more > 0 || m_showsAll);
    m_more->setText(m_showsAll ? tr("Fewer") : tr("%n more", "notices", more));
    m_more->setAccessibleName(m_showsAll ? tr("Show fewer notices")
                                         : tr("Show %n more notice(s)", nullptr, more));
    setVisible(!m_order.isEmpty());
}

QString NoticeBar::textOf(const QString &id) const
{
    return m_lines.value(id).notice.text;
}

QWidget *NoticeBar::makeLine(const QString &id, const Notice &notice)
{
    auto *line = new NoticeLine(notice.text, this);
    if (goesByItself(notice))
        line->endByItself([this, id] { dismiss(id); });
    line->setObjectName(u"notice"_s);
    line->setAutoFillBackground(true);
    for (const NoticeAction &action : notice.actions) {
        auto *button = new QPushButton(action.text);
        button->setFlat(true);
        button->setCursor(Qt::PointingHandCursor);
        button->setFocusPolicy(Qt::TabFocus); // a click leaves the keys where they were
        line->addButton(button);
        connect(button, &QPushButton::clicked, this, [this, id, action] {
            const auto act = action.act; // its notice may go by it
            if (!action.keepsNotice)
                dismiss(id);
            if (act)
                act();
        });
    }
    auto *close = new QToolButton;
    close->setIcon(icon(IconName::Close));
    close->setAutoRaise(true);
    close->setFocusPolicy(Qt::TabFocus);
    close->setToolTip(tr("Hide"));
    close->setAccessibleName(tr("Hide this notice"));
    line->addCorner(close);
    connect(close, &QToolButton::clicked, this, [this, id] {
        dismiss(id);
        Q_EMIT putAway(id);
    });
    line->setAccessibleName(notice.text);
    return line;
}

void NoticeBar::paintLine(QWidget *line, Notice::Kind kind)
{
    const QColor colour = kind == Notice::Kind::Problem ? m_theme.error
                          : kind == Notice::Kind::Done  ? m_theme.positive
                                                        : m_theme.accent;
    QPalette palette = m_theme.palette();
    palette.setColor(QPalette::Window, m_theme.tint(colour, 0.10));
    palette.setColor(QPalette::ButtonText, m_theme.accent);
    line->setPalette(palette);
}

} // namespace snug
