#include "widgets/chat/findbar.h"

#include "widgets/theme/icons.h"
#include "widgets/theme/plainlabel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QToolButton>

namespace snug {

static QToolButton *findButton(IconName name, const QString &text)
{
    auto *button = new QToolButton;
    button->setIcon(icon(name));
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setAutoRaise(true);
    return button;
}

FindBar::FindBar(QWidget *parent)
    : QWidget(parent)
    , m_field(new QLineEdit)
    , m_who(new QComboBox)
    , m_place(new PlainLabel)
    , m_previous(findButton(IconName::ChevronLeft, tr("Earlier message (Shift+Enter)")))
    , m_next(findButton(IconName::ChevronRight, tr("Later message (Enter)")))
{
    m_field->setPlaceholderText(tr("Find in this chat"));
    m_field->setAccessibleName(tr("Find in this chat"));
    m_field->setClearButtonEnabled(true);
    m_who->setAccessibleName(tr("Whose messages"));
    m_who->addItem(tr("Everybody"), int(ChatSearch::Who::Everybody));
    m_who->addItem(tr("You"), int(ChatSearch::Who::User));
    m_who->addItem(tr("The others"), int(ChatSearch::Who::Others));
    QToolButton *close = findButton(IconName::Close, tr("Close (Esc)"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(14, 6, 8, 6);
    row->addWidget(m_field, 1);
    row->addWidget(m_who);
    row->addWidget(m_place);
    row->addWidget(m_previous);
    row->addWidget(m_next);
    row->addWidget(close);
    hide();
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &FindBar::searchChanged);
    connect(m_who, &QComboBox::currentIndexChanged, this, &FindBar::searchChanged);
    connect(m_previous, &QToolButton::clicked, this, &FindBar::previousRequested);
    connect(m_next, &QToolButton::clicked, this, &FindBar::nextRequested);
    connect(close, &QToolButton::clicked, this, &FindBar::close);
    showPlace(-1, 0);
}

void FindBar::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_place->setFont(theme.figuresFont());
    update();
}

void FindBar::open()
{
    const bool wasOpen = isVisible();
    show();
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
    if (!wasOpen)
        Q_EMIT searchChanged();
}

void FindBar::close()
{
    hide();
    Q_EMIT closed();
}

ChatSearch FindBar::search() const
{
    return {.words = isVisible() ? m_field->text() : QString(),
            .who = ChatSearch::Who(m_who->currentData().toInt())};
}

void FindBar::showPlace(qsizetype current, qsizetype count)
{
    m_previous->setEnabled(count > 0);
    m_next->setEnabled(count > 0);
    if (m_field->text().isEmpty())
        m_place->clear();
    else if (count == 0)
        m_place->setText(tr("Not found"));
    else
        //: of the messages in which the words were found
        m_place->setText(tr("%1 of %2").arg(current + 1).arg(count));
}

void FindBar::showSearching()
{
    m_place->setText(tr("Looking…"));
}

bool FindBar::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_field)
        return QWidget::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    if (event->type() == QEvent::ShortcutOverride && key->key() == Qt::Key_Escape) {
        event->accept(); // it closes the bar, not the reply under way
        return true;
    }
    if (event->type() != QEvent::KeyPress)
        return false;
    switch (key->key()) {
    case Qt::Key_Escape:
        close();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (key->modifiers() & Qt::ShiftModifier)
            Q_EMIT previousRequested();
        else
            Q_EMIT nextRequested();
        return true;
    case Qt::Key_Up:
        Q_EMIT previousRequested();
        return true;
    case Qt::Key_Down:
        Q_EMIT nextRequested();
        return true;
    default:
        return false;
    }
}

void FindBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.pane);
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_theme.line);
}

} // namespace snug
