#include "widgets/chat/composer.h"

#include "core/wire/serverwords.h"
#include "widgets/chat/commandpopup.h"
#include "widgets/chat/draftedit.h"
#include "widgets/chat/messagelayout.h"
#include "widgets/chat/recipients.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/plainlabel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr qsizetype longestModel = 40; // beside the connection's name

namespace {

QToolButton *smallButton(const QString &text, const QString &explanation, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setText(text);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setIconSize(QSize(14, 14));
    button->setFocusPolicy(Qt::TabFocus);
    button->setMinimumWidth(24); // the window may be narrower than all words are
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
    , m_continue(smallButton(tr("Continue"), tr("Continue the last reply"), this))
    , m_note(smallButton(tr("Note"), tr("The author's note: what the model is told in every prompt"), this))
    , m_tokens(new PlainLabel(this))
    , m_connection(smallButton({}, tr("The connection that answers"), this))
    , m_whyOff(new PlainLabel(this))
    , m_tooLong(new PlainLabel(this))
    , m_choose(new QPushButton(tr("Choose a Connection…"), this))
{
    m_edit->setAccessibleName(tr("Message"));
    m_send->setFocusPolicy(Qt::TabFocus);
    m_choose->setFocusPolicy(Qt::TabFocus);
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
    below->addWidget(m_note);
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
    column->addWidget(m_tooLong);
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
    offerHint(m_continue, GenerationType::Continue, tr("Continue with a Hint…"));
    offerHint(m_impersonate, GenerationType::Impersonate, tr("Impersonate with a Hint…"));
    m_note->setCheckable(true);
    connect(m_note, &QToolButton::clicked, this, &Composer::noteRequested);
    for (QAbstractButton *button :
         {static_cast<QAbstractButton *>(m_connection), static_cast<QAbstractButton *>(m_choose)})
        connect(button, &QAbstractButton::clicked, this,
                [this, button] { Q_EMIT connectionRequested(button->mapToGlobal(QPoint(0, 0))); });
    m_tooLong->setWordWrap(true);
    m_tooLong->setObjectName(u"tooLong"_s);
    m_tooLong->hide();
    setSendingOff({});
    setPersonaName({});
    setTokens(-1, false);
    setTheme(Theme::light());
}

void Composer::setTheme(const Theme &theme)
{
    m_style = TextStyle::from(theme, m_style.look);
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
    m_tooLong->setFont(theme.smallFont());
    QPalette alarm = theme.palette();
    alarm.setColor(QPalette::WindowText, theme.error);
    m_tooLong->setPalette(alarm);
    for (QToolButton *button : {m_impersonate, m_continue, m_note, m_connection})
        button->setFont(theme.smallFont());
    m_impersonate->setIcon(icon(IconName::Impersonate, theme.textDim));
    m_continue->setIcon(icon(IconName::Continue, theme.textDim));
    m_note->setIcon(icon(IconName::Pin, theme.textDim));
    m_connection->setIcon(icon(IconName::Plug, theme.textDim));
    refreshLook();
    measureActions();
    alignWithColumn();
}

void Composer::setReading(const ReadingLook &look)
{
    m_style = TextStyle::from(m_style.theme, look);
    m_edit->setFont(m_style.font);
    alignWithColumn();
}

void Composer::setPersonaName(const QString &name)
{
    m_edit->setPlaceholderText(name.isEmpty() ? tr("Write…") : tr("Write as %1…").arg(name));
}

// Behind the button's arrow.
void Composer::offerHint(QToolButton *button, GenerationType type, const QString &text)
{
    auto *action = new QAction(text, button);
    connect(action, &QAction::triggered, this, [this, type] { Q_EMIT hintRequested(type); });
    button->addAction(action);
    button->setPopupMode(QToolButton::MenuButtonPopup);
}

void Composer::setNote(bool isShown, bool isInEffect)
{
    m_note->setChecked(isShown);
    m_note->setText(isInEffect ? tr("Note •", "the author's note, and there is one") : tr("Note"));
    m_note->setAccessibleDescription(isInEffect ? tr("There is an author's note") : QString());
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

void Composer::forgetDraft()
{
    m_edit->setPlainText({});
    m_commands->hide();
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
    foldActions();
}

void Composer::setConnectionName(const QString &name, const QString &model, const QString &shortName)
{
    // Of "vendor/model" the model; all of it is in the tool tip.
    const QString shortModel = shownWords(model.section(u'/', -1), longestModel);
    const QString text = model.isEmpty() || shortModel.compare(name, Qt::CaseInsensitive) == 0
                             ? name
                             : name + u" · "_s + shortModel;
    m_connectionText = QString(text).replace(u'&', u"&&"_s);
    m_connectionShort = shortName.isEmpty() ? m_connectionText : QString(shortName).replace(u'&', u"&&"_s);
    m_connection->setToolTip(model.isEmpty() ? tr("Who answers")
                                             //: %1 is a model's whole name
                                             : tr("Who answers: %1").arg(shownWords(model, 200)));
    m_connection->setVisible(!name.isEmpty());
    m_connection->setAccessibleDescription(text);
    foldActions();
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
    if (why.isEmpty() && m_choose->hasFocus())
        m_edit->setFocus(); // else Qt gives it to whatever comes next
    m_choose->setVisible(!why.isEmpty());
    refreshLook();
}

void Composer::setTooLong(const QString &why)
{
    if (m_tooLong->text() == why)
        return;
    m_tooLong->setText(why);
    m_tooLong->setVisible(!why.isEmpty());
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
    m_note->setEnabled(m_writing);
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
    layout()->setContentsMargins(composerMargins(width(), m_style));
    const int line = m_edit->fontMetrics().lineSpacing() + 14;
    m_send->setFixedHeight(line);
    m_send->setMinimumWidth(84);
    foldActions();
}

void Composer::measureActions()
{
    m_actionsWidth = 0;
    for (QToolButton *button : {m_impersonate, m_continue}) {
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        m_actionsWidth += button->sizeHint().width();
    }
}

// Where there is no room for all words, two of them are left to their pictures and tool tips, and then the
// connection is called by its short name.
void Composer::foldActions()
{
    constexpr int gaps = 40;
    m_connection->setText(m_connectionText);
    int others = m_note->sizeHint().width() + gaps;
    for (const QWidget *other : {static_cast<QWidget *>(m_tokens), static_cast<QWidget *>(m_connection)}) {
        if (!other->isHidden())
            others += other->sizeHint().width();
    }
    const QMargins margins = layout()->contentsMargins();
    const int room = width() - margins.left() - margins.right();
    const bool fits = m_actionsWidth + others <= room;
    int pictures = 0;
    for (QToolButton *button : {m_impersonate, m_continue}) {
        button->setToolButtonStyle(fits ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
        pictures += button->sizeHint().width();
    }
    if (!fits && pictures + others > room)
        m_connection->setText(m_connectionShort);
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
