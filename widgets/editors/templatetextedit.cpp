#include "widgets/editors/templatetextedit.h"

#include "core/templates/templatewords.h"
#include "widgets/editors/text/syntaxcolours.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QTextBlock>
#include <QToolTip>

using namespace Qt::StringLiterals;

namespace snug {

class TemplateTextEdit::Numbers : public QWidget
{
public:
    explicit Numbers(TemplateTextEdit *text)
        : QWidget(text)
        , m_text(text)
    {
    }

protected:
    void paintEvent(QPaintEvent *event) override { m_text->paintNumbers(event, this); }
    void wheelEvent(QWheelEvent *event) override { m_text->wheelEvent(event); }

private:
    TemplateTextEdit *m_text;
};

TemplateTextEdit::TemplateTextEdit(KSyntaxHighlighting::Repository *repository, QWidget *parent)
    : QPlainTextEdit(parent)
    , m_theme(Theme::light())
    , m_numbers(new Numbers(this))
    , m_completer(new QCompleter(this))
    , m_words(new QStandardItemModel(this))
{
    setLineWrapMode(QPlainTextEdit::WidgetWidth);
    setFrameShape(QFrame::NoFrame);
    setUndoRedoEnabled(false);
    setTabChangesFocus(false);
    if (repository)
        m_colours = new SyntaxColours(document(), repository, u"Snug Template"_s);
    m_completer->setWidget(this);
    m_completer->setModel(m_words);
    m_completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_completer->setCompletionMode(QCompleter::PopupCompletion);
    m_completer->setMaxVisibleItems(12);
    connect(m_completer, qOverload<const QString &>(&QCompleter::activated), this,
            &TemplateTextEdit::insertWord);
    connect(this, &QPlainTextEdit::blockCountChanged, this, &TemplateTextEdit::layOutNumbers);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect &rect, int dy) {
        if (dy != 0)
            m_numbers->scroll(0, dy);
        else
            m_numbers->update(0, rect.y(), m_numbers->width(), rect.height());
    });
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, &TemplateTextEdit::markLines);
    layOutNumbers();
}

void TemplateTextEdit::setTheme(const Theme &theme)
{
    m_theme = theme;
    setFont(theme.codeFont());
    setTabStopDistance(fontMetrics().horizontalAdvance(u' ') * 4);
    if (m_colours)
        m_colours->applyColours(theme);
    layOutNumbers();
    markLines();
}

void TemplateTextEdit::setVariables(const QList<TemplateWord> &variables)
{
    m_variables = variables;
}

void TemplateTextEdit::setErrorLine(int line, const QString &message)
{
    m_errorLine = line;
    m_errorMessage = message;
    markLines();
    m_numbers->update();
}

void TemplateTextEdit::goToLine(int line)
{
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    if (!block.isValid())
        return;
    setTextCursor(QTextCursor(block));
    centerCursor();
    setFocus(Qt::OtherFocusReason);
}

// The cursor's line faintly, the failing one in the colour of errors.
void TemplateTextEdit::markLines()
{
    QList<QTextEdit::ExtraSelection> marks;
    const auto mark = [&](const QTextCursor &cursor, const QColor &ground) {
        QTextEdit::ExtraSelection selection;
        selection.format.setBackground(ground);
        selection.format.setProperty(QTextFormat::FullWidthSelection, true);
        selection.cursor = cursor;
        selection.cursor.clearSelection();
        marks.append(selection);
    };
    mark(textCursor(), m_theme.hover);
    if (const QTextBlock block = document()->findBlockByNumber(m_errorLine - 1); block.isValid())
        mark(QTextCursor(block), m_theme.tint(m_theme.error, 0.18));
    setExtraSelections(marks);
}

int TemplateTextEdit::numbersWidth() const
{
    const int digits = std::max(2, int(QString::number(blockCount()).size()));
    return fontMetrics().horizontalAdvance(u'9') * digits + 18;
}

void TemplateTextEdit::layOutNumbers()
{
    setViewportMargins(numbersWidth(), 0, 0, 0);
    const QRect area = contentsRect();
    m_numbers->setGeometry(area.left(), area.top(), numbersWidth(), area.height());
}

void TemplateTextEdit::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    layOutNumbers();
}

void TemplateTextEdit::paintNumbers(QPaintEvent *event, QWidget *area)
{
    QPainter painter(area);
    painter.fillRect(event->rect(), m_theme.pane);
    painter.setFont(font());
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
        if (place.top() > event->rect().bottom())
            break;
        const bool isWrong = block.blockNumber() + 1 == m_errorLine;
        if (isWrong)
            painter.fillRect(QRectF(0, place.top(), 3, place.height()), m_theme.error);
        painter.setPen(isWrong ? m_theme.error : m_theme.textDim);
        painter.drawText(QRectF(0, place.top(), area->width() - 9, fontMetrics().height()),
                         Qt::AlignRight | Qt::AlignTop, QString::number(block.blockNumber() + 1));
    }
}

bool TemplateTextEdit::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo))
            return false; // the window's
    }
    if (event->type() == QEvent::ToolTip && !m_errorMessage.isEmpty()) {
        auto *help = static_cast<QHelpEvent *>(event);
        const QPoint place = viewport()->mapFrom(this, help->pos());
        if (cursorForPosition(place).blockNumber() + 1 == m_errorLine)
            QToolTip::showText(help->globalPos(), m_errorMessage, this);
        else
            QToolTip::hideText();
        return true;
    }
    return QPlainTextEdit::event(event);
}

void TemplateTextEdit::keyPressEvent(QKeyEvent *event)
{
    if (m_completer->popup()->isVisible()) {
        switch (event->key()) {
        case Qt::Key_Enter:
        case Qt::Key_Return:
        case Qt::Key_Escape:
        case Qt::Key_Tab:
        case Qt::Key_Backtab:
            event->ignore(); // the popup's
            return;
        default:
            break;
        }
    }
    const bool isAsked = event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier;
    if (!isAsked) {
        QPlainTextEdit::keyPressEvent(event);
        const QString typed = event->text();
        const bool isWord = !typed.isEmpty() && (typed[0].isLetterOrNumber() || typed[0] == u'_' ||
                                                 typed[0] == u'.' || typed[0] == u'|');
        if (!isWord && !(event->key() == Qt::Key_Backspace && m_completer->popup()->isVisible())) {
            m_completer->popup()->hide();
            return;
        }
    }
    offerWords(isAsked);
}

void TemplateTextEdit::offerWords(bool isAsked)
{
    using Kind = TemplatePlace::Kind;
    const TemplatePlace place = templatePlace(toPlainText(), textCursor().position());
    m_words->clear();
    const auto offer = [this](const QStringList &words) {
        for (const QString &word : words)
            m_words->appendRow(new QStandardItem(word));
    };
    switch (place.kind) {
    case Kind::Text:
        break;
    case Kind::Tag:
        offer(templateTagNames());
        break;
    case Kind::Filter:
        offer(templateFilterNames());
        break;
    case Kind::Test:
        offer(templateTestNames());
        break;
    case Kind::Variable:
        for (const TemplateWord &variable : std::as_const(m_variables)) {
            auto *item = new QStandardItem(variable.word);
            item->setToolTip(variable.meaning);
            m_words->appendRow(item);
        }
        offer(templateFunctionNames());
        break;
    }
    m_completer->setCompletionPrefix(place.prefix);
    const bool isWhole =
        m_completer->completionCount() == 1 && m_completer->currentCompletion() == place.prefix;
    const bool isEnough = isAsked || !place.prefix.isEmpty() || place.kind == Kind::Filter;
    if (place.kind == Kind::Text || !isEnough || isWhole || m_completer->completionCount() == 0) {
        m_completer->popup()->hide();
        return;
    }
    QAbstractItemView *popup = m_completer->popup();
    popup->setFont(font());
    popup->setCurrentIndex(m_completer->completionModel()->index(0, 0));
    QRect where = cursorRect().translated(numbersWidth(), 0);
    where.setWidth(popup->sizeHintForColumn(0) + popup->verticalScrollBar()->sizeHint().width() + 12);
    m_completer->complete(where);
}

void TemplateTextEdit::insertWord(const QString &word)
{
    QTextCursor cursor = textCursor();
    cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor,
                        int(m_completer->completionPrefix().size()));
    cursor.insertText(word);
    setTextCursor(cursor);
}

} // namespace snug
