#include "widgets/chat/undoline.h"

#include "widgets/chat/messagelayout.h"
#include "widgets/theme/fieldlook.h"
#include "widgets/theme/plainlabel.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

using namespace std::chrono_literals;

namespace snug {

static constexpr auto timeToThink = 8s;
static constexpr int beside = 12; // the words, within the border

UndoLine::UndoLine(QWidget *parent)
    : QWidget(parent)
    , m_text(new PlainLabel(this))
    , m_undo(new QPushButton(tr("Undo"), this))
    , m_time(this)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_text->setMinimumWidth(60); // it wraps before it makes the window wider
    setCursor(Qt::ArrowCursor);
    m_undo->setFlat(true);
    m_undo->setAutoDefault(false);
    m_undo->setFocusPolicy(Qt::TabFocus); // a click leaves the keys where they were
    m_undo->setCursor(Qt::PointingHandCursor);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(24, 8, 16, 6);
    row->addWidget(m_text);
    row->addWidget(m_undo);
    row->addStretch(1);
    hide();
    m_time.setSingleShot(true);
    m_time.setInterval(timeToThink);
    connect(&m_time, &QTimer::timeout, this, &UndoLine::clear);
    connect(m_undo, &QPushButton::clicked, this, [this] {
        const auto act = std::exchange(m_act, nullptr);
        clear();
        if (act)
            act();
    });
    setTheme(Theme::light());
}

void UndoLine::setTheme(const Theme &theme)
{
    m_theme = theme;
    QPalette palette = theme.palette();
    palette.setColor(QPalette::ButtonText, theme.readable(theme.accent, theme.raised));
    palette.setColor(QPalette::WindowText, theme.text);
    setPalette(palette);
    place();
    update();
}

void UndoLine::setReading(const ReadingLook &look)
{
    m_reading = look;
    place();
}

void UndoLine::place()
{
    if (!m_reading)
        return;
    const int left = composerMargins(width(), TextStyle::from(m_theme, *m_reading)).left();
    layout()->setContentsMargins(left + beside, 8, 16, 6);
}

void UndoLine::tell(const QString &text, const std::function<void()> &act)
{
    m_text->setText(text);
    m_act = act;
    setAccessibleName(text);
    wrap();
    show();
    if (!underMouse())
        m_time.start();
    QAccessibleEvent said(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&said);
}

void UndoLine::clear()
{
    m_time.stop();
    m_act = nullptr;
    m_text->clear();
    hide();
}

QString UndoLine::text() const
{
    return m_text->text();
}

// Who reaches for it has the time that it takes.
void UndoLine::enterEvent(QEnterEvent *event)
{
    QWidget::enterEvent(event);
    m_time.stop();
}

void UndoLine::leaveEvent(QEvent *event)
{
    QWidget::leaveEvent(event);
    if (isVisible())
        m_time.start();
}

void UndoLine::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    place();
    wrap();
}

// In one line where it has room for it.
void UndoLine::wrap()
{
    const QMargins around = layout()->contentsMargins();
    const int room =
        width() - around.left() - around.right() - m_undo->sizeHint().width() - 2 * layout()->spacing();
    m_text->setWordWrap(m_text->fontMetrics().horizontalAdvance(m_text->text()) > room);
}

void UndoLine::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.surface);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(m_theme.outline());
    painter.setBrush(m_theme.raised);
    const QRect around = m_text->geometry().united(m_undo->geometry()).adjusted(-beside, -4, 4, 4);
    painter.drawRoundedRect(QRectF(around).adjusted(0.5, 0.5, -0.5, -0.5), fieldRadius, fieldRadius);
}

} // namespace snug
