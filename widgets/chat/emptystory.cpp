#include "widgets/chat/emptystory.h"

#include "widgets/theme/plainlabel.h"

#include <QAction>
#include <QEvent>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace snug {

static constexpr int widestText = 460;

EmptyStory::EmptyStory(QWidget *story)
    : QWidget(story)
    , m_text(new PlainLabel)
{
    setCursor(Qt::ArrowCursor);
    m_text->setAlignment(Qt::AlignCenter);
    m_text->setWordWrap(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addWidget(m_text);
    story->installEventFilter(this);
    hide();
}

void EmptyStory::setTheme(const Theme &theme)
{
    QPalette palette = theme.palette();
    palette.setColor(QPalette::WindowText, theme.textDim);
    setPalette(palette);
    m_text->setFont(theme.textFont());
    place();
}

void EmptyStory::setContent(const QString &text, const QList<QAction *> &actions)
{
    m_text->setText(text);
    delete m_buttons;
    m_buttons = new QWidget;
    auto *column = new QVBoxLayout(m_buttons);
    column->setContentsMargins(0, 0, 0, 0);
    for (QAction *action : actions) {
        auto *button = new QPushButton(action->text().remove(u'&'));
        button->setAutoDefault(false);
        button->setCursor(Qt::PointingHandCursor);
        column->addWidget(button);
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
    }
    layout()->addWidget(m_buttons);
    layout()->setAlignment(m_buttons, Qt::AlignHCenter);
    place();
}

bool EmptyStory::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize)
        place();
    return QWidget::eventFilter(watched, event);
}

void EmptyStory::place()
{
    const QRect story = parentWidget()->rect();
    const int words = m_text->fontMetrics()
                          .boundingRect(QRect(0, 0, widestText, 1), Qt::TextWordWrap, m_text->text())
                          .width();
    const int width =
        std::min(std::max(m_buttons ? m_buttons->sizeHint().width() : 0, words + 2), story.width());
    const int height = std::max(layout()->heightForWidth(width), sizeHint().height());
    QRect own(0, 0, width, std::min(height, story.height()));
    own.moveCenter(story.center());
    setGeometry(own);
}

} // namespace snug
