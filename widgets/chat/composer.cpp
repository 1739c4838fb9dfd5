#include "widgets/chat/composer.h"

#include "widgets/chat/commandpopup.h"
#include "widgets/chat/draftedit.h"
#include "widgets/chat/messagelayout.h"
#include "widgets/chat/recipients.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/plainlabel.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace snug {

namespace {

QToolButton *smallButton(const QString &text, const QString &explanation, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setText(text);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setIconSize(QSize(14, 14));
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(text);
    button->setToolTip(explanation);
    return button;
}

} // namespace

Composer::Composer(QWidget *parent)
    : QWidget(parent)
    , m_recipients(new Recipients(this))
    , m_edit(new DraftEdit(this))
    , m_commands(new CommandPopup(m_edit))
    , m_send(new QPushButton(this))
    , m_impersonate(smallButton(tr("Impersonate"), tr("Let the model write your next message"), this))
    , m_continue(smallButton(tr("Continue"), tr("Let the last reply go on"), this))
    , m_tokens(new PlainLabel(this))
    , m_connection(smallButton({}, tr("The connection that answers"), this))
    , m_whyOff(new PlainLabel(this))
    , m_choose(new QPushButton(tr("Choose a Connection…"), this))
{
    m_edit->setAccessibleName(tr("Message"));
    m_send->setFocusPolicy(Qt::TabFocus);
    m_tokens->setAccessibleName(tr("Tokens of the draft"));
    m_connection->setAccessibleName(tr("Connection"));
    setFocusProxy(m_edit);

    auto *writing = new QHBoxLayout;
    writing->setSpacing(8);
    writing->addWidget(m_edit, 1);
    writing->addWidget(m_send, 0, Qt::AlignBottom);
    auto *below = new QHBoxLayout;
    below->setSpacing(4);
    below->addWidget(m_impersonate);
    below->addWidget(m_continue);
    below->addStretch();
    below->addWidget(m_tokens);
    below->addSpacing(8);
    below->addWidget(m_connection);
    auto *off = new QHBoxLayout;
    off->setSpacing(8);
    off->addWidget(m_whyOff, 1);
    off->addWidget(m_choose);
    auto *column = new QVBoxLayout(this);
    column->setSpacing(4);
    column->addLayout(off);
    column->addWidget(m_recipients);
    column->addLayout(writing);
    column->addLayout(below);

    connect(m_edit, &QPlainTextEdit::textChanged, this, [this] { Q_EMIT draftChanged(draft()); });
    connect(m_commands, &CommandPopup::chosen, m_edit, &DraftEdit::replaceAll);
    connect(m_edit, &DraftEdit::enterPressed, this, [this] {
        if (!m_streaming)
            sendOrStop();
    });
    connect(m_edit, &DraftEdit::escapePressed, this, [this] {
        if (m_streaming)
            Q_EMIT stopRequested();
    });
    connect(m_edit, &DraftEdit::upPressedWhileEmpty, this, &Composer::editLastRequested);
    connect(m_edit, &DraftEdit::pageRequested, this, &Composer::pageRequested);
    connect(m_edit, &DraftEdit::filesDropped, this, &Composer::filesDropped);
    connect(m_recipients, &Recipients::left, m_edit, qOverload<>(&QWidget::setFocus));
    connect(m_send, &QPushButton::clicked, this, &Composer::sendOrStop);
    connect(m_continue, &QToolButton::clicked, this, &Composer::continueRequested);
    connect(m_impersonate, &QToolButton::clicked, this, &Composer::impersonateRequested);
    for (QAbstractButton *button :
         {static_cast<QAbstractButton *>(m_connection), static_cast<QAbstractButton *>(m_choose)})
        connect(button, &QAbstractButton::clicked, this,
                [this, button] { Q_EMIT connectionRequested(button->mapToGlobal(QPoint(0, 0))); });
    setSendingOff({});
    setPersonaName({});
    setTokens(-1, false);
    setTheme(Theme::light());
}

void Composer::setTheme(const Theme &theme)
{
    m_style = TextStyle::from(theme);
    m_recipients->setTheme(theme);
    m_edit->setFont(m_style.font);
    // A field to write in stands out from the surface that one reads on.
    QPalette field = theme.palette();
    field.setColor(QPalette::Base, theme.raised);
    m_edit->setPalette(field);
    m_commands->setTheme(theme);
    m_tokens->setFont(theme.smallFont());
    m_tokens->setForegroundRole(QPalette::PlaceholderText);
    m_whyOff->setFont(theme.smallFont());
    m_whyOff->setWordWrap(true);
    for (QToolButton *button : {m_impersonate, m_continue, m_connection})
        button->setFont(theme.smallFont());
    m_impersonate->setIcon(icon(IconName::Impersonate, theme.textDim));
    m_continue->setIcon(icon(IconName::Continue, theme.textDim));
    m_connection->setIcon(icon(IconName::Plug, theme.textDim));
    refreshLook();
    alignWithColumn();
}

void Composer::setPersonaName(const QString &name)
{
    m_edit->setPlaceholderText(name.isEmpty() ? tr("Write…") : tr("Write as %1…").arg(name));
}

QString Composer::draft() const
{
    return m_edit->toPlainText();
}

void Composer::type(const QString &text)
{
    m_edit->setFocus();
    m_edit->insertPlainText(text);
}

void Composer::setDraft(const QString &text)
{
    if (text != draft())
        m_edit->replaceAll(text);
    m_commands->hide(); // nobody is writing it
}

void Composer::setStreaming(bool streaming)
{
    if (m_streaming == streaming)
        return;
    m_streaming = streaming;
    refreshLook();
}

void Composer::setTokens(int count, bool exact)
{
    m_tokens->setVisible(count >= 0);
    const QString figure = QLocale().toString(count);
    m_tokens->setText(exact ? tr("%1 tokens").arg(figure)
                            //: an estimate
                            : tr("~%1 tokens").arg(figure));
}

void Composer::setConnectionName(const QString &name)
{
    m_connection->setText(name);
    m_connection->setVisible(!name.isEmpty());
    m_connection->setAccessibleDescription(name);
}

void Composer::setCommands(const QList<ComposerCommand> &commands)
{
    m_commands->setCommands(commands);
}

void Composer::setAvailable(bool writing, bool continuing)
{
    m_writing = writing;
    m_continuing = continuing;
    refreshLook();
}

void Composer::setSendingOff(const QString &why)
{
    m_whyOff->setText(why);
    m_whyOff->setVisible(!why.isEmpty());
    m_choose->setVisible(!why.isEmpty());
    refreshLook();
}

void Composer::refreshLook()
{
    const bool canSend = m_writing && m_whyOff->text().isEmpty();
    m_send->setText(m_streaming ? tr("Stop") : tr("Send"));
    m_send->setAccessibleName(m_send->text());
    m_send->setIcon(icon(m_streaming ? IconName::Stop : IconName::Send));
    m_send->setEnabled(m_streaming ? m_writing : canSend);
    m_edit->setEnabled(m_writing);
    m_impersonate->setEnabled(canSend && !m_streaming);
    m_continue->setEnabled(canSend && m_continuing && !m_streaming);
}

void Composer::sendOrStop()
{
    if (!m_writing)
        return;
    if (m_streaming)
        Q_EMIT stopRequested();
    else if (m_send->isEnabled())
        Q_EMIT sendRequested(draft());
}

// The field stands under the transcript's column.
void Composer::alignWithColumn()
{
    const ColumnGeometry geometry = ColumnGeometry::forWidth(width(), m_style);
    const int right = width() - geometry.left - geometry.width;
    layout()->setContentsMargins(std::max(8, geometry.pictureLeft - 2), 10, std::max(8, right - 2), 8);
    const int line = m_edit->fontMetrics().lineSpacing() + 14;
    m_send->setFixedHeight(line);
    m_send->setMinimumWidth(84);
}

void Composer::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    alignWithColumn();
}

void Composer::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_style.theme.surface);
    painter.fillRect(QRect(0, 0, width(), 1), m_style.theme.line);
}

} // namespace snug
