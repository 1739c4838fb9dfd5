#include "widgets/chat/undoline.h"

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
static constexpr int distance = 12; // from the story's edges

UndoLine::UndoLine(QWidget *story)
    : QWidget(story)
    , m_text(new PlainLabel(this))
    , m_undo(new QPushButton(tr("Undo"), this))
{
    setCursor(Qt::ArrowCursor);
    m_undo->setFlat(true);
    m_undo->setAutoDefault(false);
    m_undo->setFocusPolicy(Qt::TabFocus); // a click leaves the keys where they were
    m_undo->setCursor(Qt::PointingHandCursor);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 4, 4, 4);
    row->addWidget(m_text);
    row->addWidget(m_undo);
    hide();
    story->installEventFilter(this);
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

void UndoLine::tell(const QString &text, const std::function<void()> &act)
{
    m_text->setText(text);
    m_act = act;
    setAccessibleName(text);
    place();
    show();
    raise();
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

void UndoLine::place()
{
    const QWidget *story = parentWidget();
    layout()->invalidate();
    const QSize size = sizeHint().boundedTo(story->size() - QSize(2 * distance, 2 * distance));
    setGeometry(distance, story->height() - size.height() - distance, size.width(), size.height());
}

bool UndoLine::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize)
        place();
    return QWidget::eventFilter(watched, event);
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

void UndoLine::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(m_theme.outline());
    painter.setBrush(m_theme.raised);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), fieldRadius, fieldRadius);
}

} // namespace snug
