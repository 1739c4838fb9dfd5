#include "widgets/editors/templatepreview.h"

#include "core/prompt/joinedparts.h"
#include "core/prompt/promptaccount.h"

#include <QAbstractTextDocumentLayout>
#include <QHelpEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>

using namespace Qt::StringLiterals;

namespace snug {

TemplatePreview::TemplatePreview(QWidget *parent)
    : QTextEdit(parent)
    , m_theme(Theme::light())
{
    setReadOnly(true);
    setFrameShape(QFrame::NoFrame);
    setUndoRedoEnabled(false);
    setAccessibleName(tr("Messages that the template gives"));
    viewport()->setCursor(Qt::PointingHandCursor);
    document()->setDocumentMargin(12);
}

void TemplatePreview::setTheme(const Theme &theme)
{
    m_theme = theme;
    render();
}

void TemplatePreview::setMessages(const QList<OutboundMessage> &messages, const Budget &budget)
{
    m_messages = messages;
    m_budget = budget;
    m_hasHeads = true;
    m_why.clear();
    render();
}

void TemplatePreview::setText(const TracedText &text)
{
    OutboundMessage whole;
    whole.content = text;
    m_messages = {whole};
    m_hasHeads = false;
    m_why.clear();
    render();
}

void TemplatePreview::clearMessages(const QString &why)
{
    m_messages.clear();
    m_why = why;
    render();
}

void TemplatePreview::render()
{
    const int scrolled = verticalScrollBar()->value();
    m_stretches.clear();
    clear();
    QTextCursor cursor(document());
    cursor.beginEditBlock();
    QTextCharFormat head;
    head.setFont(m_theme.smallFont());
    head.setFontWeight(QFont::DemiBold);
    head.setForeground(m_theme.textDim);
    QTextBlockFormat headBlock;
    headBlock.setTopMargin(10);
    headBlock.setBottomMargin(3);
    QTextBlockFormat textBlock;
    QTextCharFormat plain;
    plain.setFont(m_theme.textFont());
    plain.setForeground(m_theme.text);
    if (m_messages.isEmpty()) {
        plain.setForeground(m_theme.textDim);
        cursor.insertText(m_why, plain);
    }
    for (qsizetype i = 0; i < m_messages.size(); ++i) {
        const OutboundMessage &message = m_messages[i];
        if (i > 0)
            cursor.insertBlock();
        if (m_hasHeads) {
            cursor.setBlockFormat(headBlock);
            cursor.setCharFormat(head);
            const QString sign = m_budget.kind == CountKind::Exact ? QString() : u"~"_s;
            const int tokens = wholePart(message, m_budget).message.tokens;
            cursor.insertText(roleName(message.role) + u" · "_s + sign + tr("%n token(s)", nullptr, tokens),
                              head);
            cursor.insertBlock(textBlock, plain);
        } else {
            cursor.setBlockFormat(textBlock);
        }
        for (const Span &span : message.content.spans()) {
            QTextCharFormat format = plain;
            format.setBackground(m_theme.sourceGround(span.source.group()));
            const int start = cursor.position();
            QString text = message.content.text().sliced(span.start, span.length);
            cursor.insertText(text.replace(u'\n', QChar::LineSeparator), format);
            m_stretches.append({start, cursor.position(), span});
        }
    }
    if (const QString rest = m_hasHeads ? restText() : QString(); !rest.isEmpty()) {
        cursor.insertBlock(headBlock, head);
        cursor.insertText(rest, head);
    }
    cursor.endEditBlock();
    verticalScrollBar()->setValue(scrolled);
}

QString TemplatePreview::restText() const
{
    int separators = 0;
    int overhead = 0;
    int thoughts = 0;
    for (const OutboundMessage &message : m_messages) {
        const JoinedPart whole = wholePart(message, m_budget);
        separators += whole.separator;
        overhead += overheadOf(message, m_budget);
        thoughts += thoughtsOf(message);
    }
    const QString sign = m_budget.kind == CountKind::Exact ? QString() : u"~"_s;
    QStringList parts;
    const auto add = [&](const QString &name, int tokens) {
        if (tokens > 0)
            parts << name + u' ' + sign + QLocale().toString(tokens);
    };
    //: Line breaks and the like that join the parts of a prompt
    add(tr("Between blocks"), separators);
    //: What messages cost beside their text: role, name, marks between messages
    add(tr("Overhead"), overhead);
    //: The model's own thoughts about its earlier replies, which are sent to it again
    add(tr("Thoughts that go back"), thoughts);
    return parts.join(u" · "_s);
}

const TemplatePreview::Stretch *TemplatePreview::stretchAt(const QPoint &position) const
{
    const int at = document()->documentLayout()->hitTest(
        QPointF(position) + QPointF(horizontalScrollBar()->value(), verticalScrollBar()->value()),
        Qt::ExactHit);
    for (const Stretch &stretch : m_stretches) {
        if (at >= stretch.start && at < stretch.end)
            return &stretch;
    }
    return nullptr;
}

void TemplatePreview::mouseReleaseEvent(QMouseEvent *event)
{
    QTextEdit::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton || textCursor().hasSelection())
        return;
    if (const Stretch *stretch = stretchAt(event->position().toPoint()))
        Q_EMIT sourceChosen(stretch->span.source, stretch->span.originStart);
}

bool TemplatePreview::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        auto *help = static_cast<QHelpEvent *>(event);
        if (const Stretch *stretch = stretchAt(viewport()->mapFrom(this, help->pos())))
            QToolTip::showText(help->globalPos(), stretch->span.source.path().join(u" › "_s), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QTextEdit::event(event);
}

} // namespace snug
