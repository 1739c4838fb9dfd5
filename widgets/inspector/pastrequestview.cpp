#include "widgets/inspector/pastrequestview.h"

#include "widgets/inspector/historytexts.h"
#include "widgets/inspector/probabilitytext.h"
#include "widgets/inspector/promptlist.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/inspector/wirepane.h"
#include "widgets/theme/plainlabel.h"

#include <QHBoxLayout>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTextCursor>
#include <QToolTip>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int edge = 4; // pixels at the left that say that this is past

// What the server sent may be long; more than this is for the export.
constexpr qsizetype longestReceived = 64 * 1024;

// With line ends as the page has them, so that places in the text are places on it.
QString pageText(QString text)
{
    return text.replace(u"\r\n"_s, u"\n"_s).replace(u'\r', u'\n');
}

QString pageDivider()
{
    return u"\n\n———\n\n"_s;
}

} // namespace

PastRequestView::PastRequestView(QWidget *parent)
    : QWidget(parent)
    , m_title(new PlainLabel(this))
    , m_detail(new PlainLabel(this))
    , m_back(makeButton(tr("Back"), tr("To the list of requests (Esc)")))
    , m_compare(makeButton(tr("Compare"), tr("Show what is different now")))
    , m_send(makeButton(tr("Send Again"), tr("The same bytes once more; the chat stays as it is")))
    , m_export(makeButton(tr("Export…"), tr("Save all of it as one file")))
    , m_tabs(new QTabWidget(this))
    , m_prompt(new PromptPane)
    , m_wire(new WirePane)
    , m_answer(new QPlainTextEdit)
{
    m_title->setWordWrap(true);
    m_title->setObjectName(u"pastTitle"_s);
    m_detail->setWordWrap(true);
    m_prompt->hideMode();
    m_answer->setReadOnly(true);
    m_answer->setFrameShape(QFrame::NoFrame);
    m_answer->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_answer->setAccessibleName(tr("Answer"));
    m_answer->viewport()->installEventFilter(this);
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Pages of the past request"));
    m_tabs->setObjectName(u"pastPages"_s);
    m_tabs->addTab(m_prompt, tr("Prompt"));
    m_tabs->addTab(m_wire, tr("Wire"));
    m_tabs->addTab(m_answer, tr("Answer"));

    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(6);
    for (QPushButton *button : {m_back, m_compare, m_send, m_export})
        buttons->addWidget(button);
    buttons->addStretch(1);
    auto *head = new QVBoxLayout;
    head->setContentsMargins(12, 8, 12, 6);
    head->setSpacing(4);
    head->addWidget(m_title);
    head->addWidget(m_detail);
    head->addLayout(buttons);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(edge, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(m_tabs, 1);

    connect(m_back, &QPushButton::clicked, this, &PastRequestView::backRequested);
    connect(m_compare, &QPushButton::clicked, this, [this] { Q_EMIT compareRequested(m_id); });
    connect(m_send, &QPushButton::clicked, this, [this] { Q_EMIT againRequested(m_id); });
    connect(m_export, &QPushButton::clicked, this, [this] { Q_EMIT exportRequested(m_id); });
    connect(m_prompt, &PromptPane::sourceRequested, this, &PastRequestView::sourceRequested);
    connect(m_prompt, &PromptPane::copied, this, &PastRequestView::copied);
    connect(m_wire, &WirePane::copied, this, &PastRequestView::copied);
}

QPushButton *PastRequestView::makeButton(const QString &text, const QString &tip)
{
    auto *button = new QPushButton(text, this);
    button->setToolTip(tip);
    return button;
}

void PastRequestView::setTheme(const Theme &theme)
{
    m_theme = theme;
    m_prompt->setTheme(theme);
    m_wire->setTheme(theme);
    QFont bold = theme.interfaceFont();
    bold.setWeight(QFont::DemiBold);
    m_title->setFont(bold);
    QPalette dim = theme.palette();
    dim.setColor(QPalette::WindowText, theme.textDim);
    m_detail->setPalette(dim);
    m_detail->setFont(theme.smallFont());
    m_answer->setFont(theme.textFont());
    m_answer->document()->setDocumentMargin(12);
    update();
}

void PastRequestView::setRequest(const PastRequest &past)
{
    if (past.entry.head.id != m_id) {
        m_again.clear();
        m_againNote.clear();
    }
    m_id = past.entry.head.id;
    m_entry = past.entry;
    m_logProbs = past.logProbs;
    m_prompt->setPrompt(past.prompt, past.prompt.mode);
    m_wire->setRequest(past.entry.request);
    const bool isReply =
        !isBesideReplies(past.entry.head.kind); // others have no prompt, and go out by themselves
    m_send->setVisible(isReply);
    m_compare->setVisible(isReply);
    setHead(past.entry.head);
    showAnswer();
}

void PastRequestView::setHead(const LedgerHead &head)
{
    m_entry.head = head;
    //: %1 says what it was for: "Reply · Mira"; %2 when it was: "22:11:58 · gpt-4o"
    m_title->setText(tr("Past request: %1, %2").arg(historyTitle(head), historyTime(head, {})));
    m_detail->setText(historyResult(head));
    m_detail->setVisible(!m_detail->text().isEmpty());
}

void PastRequestView::showAgain(const QString &text, const QString &note)
{
    m_again = text;
    m_againNote = note;
    m_tabs->setCurrentWidget(m_answer);
    showAnswer();
}

void PastRequestView::setCanSend(bool can)
{
    if (!can && m_send->hasFocus()) // or it would be the next button's
        (m_answer->isVisible() ? static_cast<QWidget *>(m_answer) : m_tabs)->setFocus();
    m_send->setEnabled(can);
}

void PastRequestView::showAnswer()
{
    const LedgerAnswer &answer = m_entry.answer;
    const QString reply = pageText(answer.text);
    QStringList parts;
    if (!m_againNote.isEmpty())
        parts += tr("Sent again: %1").arg(m_againNote) + u"\n\n"_s + pageText(m_again);
    m_replyStart = 0;
    if (!reply.isEmpty()) {
        parts += (m_againNote.isEmpty() ? QString() : QString(tr("The first time:") + u"\n\n"_s)) + reply;
        m_replyStart = parts.join(pageDivider()).size() - reply.size();
    }
    m_replyEnd = m_replyStart + reply.size();
    m_probabilities = ReplyProbabilities(m_logProbs, reply);
    if (!answer.reasoning.isEmpty())
        parts += tr("Thoughts:") + u'\n' + answer.reasoning;
    parts += historyFigures(m_entry.head).join(u'\n');
    if (!m_logProbs.isEmpty())
        parts += tr("How likely each word was (• less than 50 %):") + u'\n' + probabilityText(m_logProbs);
    if (!answer.received.isEmpty()) {
        QString received =
            QString::fromUtf8(answer.received.first(std::min(answer.received.size(), longestReceived)));
        if (answer.received.size() > longestReceived)
            received += u"\n…"_s;
        parts += tr("As it came:") + u'\n' + received;
    }
    m_answer->setPlainText(parts.join(pageDivider()));
}

// How likely the word of the reply was that is there.
QString PastRequestView::answerToolTip(QPoint at) const
{
    const QTextCursor nearest = m_answer->cursorForPosition(at);
    qsizetype character = nearest.position();
    if (at.x() < m_answer->cursorRect(nearest).left()) // the nearest gap may be the one behind it
        --character;
    if (character < m_replyStart || character >= m_replyEnd ||
        m_answer->document()->characterAt(int(character)) == QChar::ParagraphSeparator)
        return {};
    return m_probabilities.words(character - m_replyStart);
}

bool PastRequestView::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_answer->viewport() || event->type() != QEvent::ToolTip)
        return QWidget::eventFilter(watched, event);
    const auto *help = static_cast<QHelpEvent *>(event);
    if (const QString words = answerToolTip(help->pos()); words.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), words, m_answer->viewport());
    return true;
}

void PastRequestView::paintEvent(QPaintEvent *event)
{
    QWidget::paintEvent(event);
    QPainter painter(this);
    painter.fillRect(QRect(0, 0, edge, height()), m_theme.textDim);
}

void PastRequestView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape || event->matches(QKeySequence::Back))
        Q_EMIT backRequested();
    else
        QWidget::keyPressEvent(event);
}

} // namespace snug
