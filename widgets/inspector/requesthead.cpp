#include "widgets/inspector/requesthead.h"

#include "core/wire/wiretext.h"

#include <QTextBlock>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int mostLines = 9;

} // namespace

RequestHead::RequestHead(QWidget *parent)
    : QPlainTextEdit(parent)
    , m_theme(Theme::light())
{
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setFrameShape(NoFrame);
    setWordWrapMode(QTextOption::WrapAnywhere);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setTabChangesFocus(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(tr("Request line and headers"));
}

void RequestHead::setTheme(const Theme &theme)
{
    m_theme = theme;
    QPalette palette = theme.palette();
    palette.setColor(QPalette::Base, theme.pane);
    setPalette(palette);
    setFont(theme.codeFont());
    showText();
}

void RequestHead::setRequest(const WireRequest &request)
{
    const bool same = request.method == m_request.method && request.url == m_request.url &&
                      request.headers == m_request.headers;
    m_request = request;
    if (!same)
        showText();
}

void RequestHead::showText()
{
    clear();
    QTextCharFormat strong;
    strong.setForeground(m_theme.text);
    strong.setFontWeight(QFont::DemiBold);
    QTextCharFormat plain;
    plain.setForeground(m_theme.text);
    QTextCharFormat dim;
    dim.setForeground(m_theme.textDim);
    QTextCursor cursor(document());
    cursor.beginEditBlock();
    WireRequest head = m_request;
    head.body.clear();
    const QString text = wireText(head).trimmed(); // masked
    bool first = true;
    for (const QString &line : text.split(u'\n')) {
        if (!first)
            cursor.insertBlock();
        const qsizetype cut = first ? line.indexOf(u' ') : line.indexOf(u": "_s) + 1;
        cursor.insertText(line.first(std::max<qsizetype>(0, cut)), first ? strong : dim);
        cursor.insertText(line.sliced(std::max<qsizetype>(0, cut)), plain);
        first = false;
    }
    cursor.endEditBlock();
    fitHeight();
}

void RequestHead::fitHeight()
{
    int lines = 0;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        (void)blockBoundingRect(block); // lays it out
        lines += std::max(1, block.lineCount());
    }
    const int height = int(std::ceil(fontMetrics().lineSpacing() * std::min(lines, mostLines) +
                                     2 * document()->documentMargin())) +
                       2;
    setFixedHeight(height);
}

void RequestHead::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    fitHeight();
}

} // namespace snug
