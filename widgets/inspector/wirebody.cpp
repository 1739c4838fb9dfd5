#include "widgets/inspector/wirebody.h"

#include "widgets/inspector/jsoncolours.h"
#include "widgets/inspector/linechanges.h"

#include <QMimeData>
#include <QTextBlock>

#include <ranges>

namespace snug {

WireBody::WireBody(QWidget *parent)
    : QPlainTextEdit(parent)
{
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setFrameShape(NoFrame);
    document()->setDocumentMargin(10);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setTabChangesFocus(true);
    setAccessibleName(tr("Request body"));
}

WireBody::~WireBody() = default;

void WireBody::setTheme(const Theme &theme)
{
    setPalette(theme.palette());
    setFont(theme.codeFont());
    if (!m_colours)
        m_colours = std::make_unique<JsonColours>();
    m_colours->setPalette(theme);
    ++m_revision;
    colourVisible();
}

void WireBody::setBody(const BodyText &body)
{
    if (m_body.text == body.text && m_body.lines == body.lines) {
        m_body = body;
        return;
    }
    const QList<QStringView> before = QStringView(m_body.text).split(u'\n');
    const QList<QStringView> after = QStringView(body.text).split(u'\n');
    const QList<LineChange> changes = lineChanges(before, after);
    qsizetype replaced = 0;
    for (const LineChange &change : changes)
        replaced += change.oldCount + change.newCount;
    if (replaced > (before.size() + after.size()) / 2) {
        setPlainText(body.text);
    } else {
        // One edit each: in one block of edits the editor would lay out all between first and last.
        for (const LineChange &change : changes | std::views::reverse)
            replaceLines(change, after);
    }
    m_body = body;
    ++m_revision;
    colourVisible();
}

void WireBody::replaceLines(const LineChange &change, const QList<QStringView> &after)
{
    QString text;
    for (qsizetype i = 0; i < change.newCount; ++i)
        text += after.at(change.newLine + i).toString() + u'\n';
    QTextDocument &lines = *document();
    const bool toTheEnd = change.oldLine + change.oldCount >= lines.blockCount();
    QTextCursor cursor(&lines);
    if (change.oldLine >= lines.blockCount()) {
        cursor.movePosition(QTextCursor::End);
        cursor.insertText(u'\n' + text.chopped(1));
        return;
    }
    cursor.setPosition(lines.findBlockByNumber(int(change.oldLine)).position());
    if (!toTheEnd) {
        cursor.setPosition(lines.findBlockByNumber(int(change.oldLine + change.oldCount)).position(),
                           QTextCursor::KeepAnchor);
    } else {
        cursor.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
        // The last line has no line break behind it; without new lines the one before goes.
        if (change.newCount > 0) {
            text.chop(1);
        } else if (change.oldLine > 0) {
            const int end = cursor.position();
            cursor.setPosition(cursor.anchor() - 1);
            cursor.setPosition(end, QTextCursor::KeepAnchor);
        }
    }
    cursor.insertText(text);
}

void WireBody::colourVisible()
{
    if (!m_colours || !m_body.isJson || !isVisible())
        return;
    constexpr int longestColoured = 20000;
    qreal y = contentOffset().y();
    for (QTextBlock block = firstVisibleBlock(); block.isValid() && y <= viewport()->height();
         block = block.next()) {
        y += blockBoundingRect(block).height();
        if (block.userState() == m_revision || block.blockNumber() >= m_body.lines.size())
            continue;
        block.setUserState(m_revision);
        if (block.length() > longestColoured)
            continue;
        const BodyLine &line = m_body.lines.at(block.blockNumber());
        const auto ranges = m_colours->line(block.text(), line, m_body.containers.at(line.containers));
        if (ranges == block.layout()->formats())
            continue;
        block.layout()->setFormats(ranges);
        document()->markContentsDirty(block.position(), block.length());
    }
}

void WireBody::scrollContentsBy(int dx, int dy)
{
    QPlainTextEdit::scrollContentsBy(dx, dy);
    colourVisible();
}

void WireBody::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    colourVisible();
}

void WireBody::showEvent(QShowEvent *event)
{
    QPlainTextEdit::showEvent(event);
    colourVisible();
}

QMimeData *WireBody::createMimeDataFromSelection() const
{
    const QTextCursor cursor = textCursor();
    auto *mime = new QMimeData;
    mime->setText(m_body.textBetween(cursor.selectionStart(), cursor.selectionEnd()));
    return mime;
}

} // namespace snug
