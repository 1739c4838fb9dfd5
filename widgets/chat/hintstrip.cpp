#include "widgets/chat/hintstrip.h"

#include "widgets/theme/icons.h"
#include "widgets/theme/plainlabel.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QToolButton>

namespace snug {

HintStrip::HintStrip(QWidget *parent)
    : QWidget(parent)
    , m_label(new PlainLabel(this))
    , m_edit(new QLineEdit(this))
    , m_go(new QToolButton(this))
    , m_close(new QToolButton(this))
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_label->setBuddy(m_edit);
    m_go->setText(tr("Go"));
    m_go->setToolTip(tr("Ask for this reply; the hint is sent with this one request only"));
    m_close->setAccessibleName(tr("Close"));
    m_close->setToolTip(tr("Close"));
    for (QToolButton *button : {m_go, m_close}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
    }
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(18, 4, 10, 4);
    row->setSpacing(8);
    row->addWidget(m_label);
    row->addWidget(m_edit, 1);
    row->addWidget(m_go);
    row->addWidget(m_close);
    connect(m_edit, &QLineEdit::returnPressed, this, &HintStrip::accept);
    connect(m_go, &QToolButton::clicked, this, &HintStrip::accept);
    connect(m_close, &QToolButton::clicked, this, &HintStrip::putAway);
    setTheme(Theme::light());
    hide();
}

void HintStrip::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_label->setFont(theme.smallFont());
    m_go->setFont(theme.smallFont());
    QPalette field = theme.palette();
    field.setColor(QPalette::Base, theme.raised);
    m_edit->setPalette(field);
    m_close->setIcon(icon(IconName::Close, theme.textDim));
    update();
}

void HintStrip::ask(GenerationType type)
{
    m_type = type;
    switch (type) {
    case GenerationType::Continue:
        m_label->setText(tr("Go on, and…", "a hint for the continuation follows"));
        m_edit->setPlaceholderText(tr("end the scene at the door"));
        break;
    case GenerationType::Impersonate:
        m_label->setText(tr("Write for me:", "a hint for the user's next message follows"));
        m_edit->setPlaceholderText(tr("I say no, kindly"));
        break;
    default:
        m_label->setText(tr("Again, but…", "a hint for another reply follows"));
        m_edit->setPlaceholderText(tr("shorter, and she does not trust me yet"));
    }
    m_edit->setAccessibleName(m_label->text());
    show();
    m_edit->selectAll();
    m_edit->setFocus();
}

void HintStrip::accept()
{
    const QString hint = m_edit->text().trimmed();
    putAway();
    Q_EMIT given(m_type, hint);
}

void HintStrip::putAway()
{
    hide();
    Q_EMIT closed();
}

void HintStrip::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        putAway();
    else
        QWidget::keyPressEvent(event);
}

void HintStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.surface);
    painter.fillRect(QRect(0, 0, width(), 1), m_theme.line);
}

} // namespace snug
