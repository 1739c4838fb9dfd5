#include "widgets/inspector/wirebody.h"

#include "widgets/inspector/jsoncolours.h"
#include "widgets/inspector/linechanges.h"

#include <QElapsedTimer>
#include <QMimeData>
#include <QTextBlock>

#include <ranges>

using namespace std::chrono_literals;

namespace snug {

// Below half a frame, so that typing goes on beside it.
constexpr auto stepTime = 6ms;
constexpr qsizetype stepLines = 40;

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
    m_filling.setInterval(0ms);
    connect(&m_filling, &QTimer::timeout, this, [this] {
        fillSome(stepTime);
        if (isFilled())
            Q_EMIT filled();
    });
}

WireBody::~WireBody() = default;

void WireBody::setTheme(const Theme &theme)
{
    setPalette(theme.palette());
    setFont(theme.codeFont());
    m_theme = theme;
    if (m_colours)
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
    QList<QStringView> before = QStringView(m_body.text).split(u'\n');
    QList<QStringView> after = QStringView(body.text).split(u'\n');
    before.resize(std::min(before.size(), m_filledLines));
    if (!isFilled()) // what the editor does not have yet is of no concern here
        after.resize(std::min(after.size(), m_filledLines));
    const QList<LineChange> changes = lineChanges(before, after);
    qsizetype replaced = 0;
    for (const LineChange &change : changes)
        replaced += change.oldCount + change.newCount;
    const bool isOther = before.isEmpty() || replaced > (before.size() + after.size()) / 2;
    if (isOther) {
        clear();
        after.clear();
    } else {
        // One edit each: in one block of edits the editor would lay out all between first and last.
        for (const LineChange &change : changes | std::views::reverse)
            replaceLines(change, after);
    }
    m_filledLines = after.size();
    m_filledText = after.isEmpty() ? 0 : after.last().end() - QStringView(body.text).begin() + 1;
    m_body = body;
    ++m_revision;
    fillSome(stepTime);
    colourVisible();
}

void WireBody::fillSome(std::chrono::milliseconds time)
{
    QElapsedTimer timer;
    timer.start();
    const QStringView text = m_body.text;
    QTextCursor cursor(document());
    while (!isFilled() && timer.durationElapsed() < time) {
        const qsizetype begin = m_filledText;
        qsizetype lines = 0;
        for (; lines < stepLines && m_filledText <= text.size(); ++lines) {
            const qsizetype stop = text.indexOf(u'\n', m_filledText);
            m_filledText = (stop < 0 ? text.size() : stop) + 1;
        }
        cursor.movePosition(QTextCursor::End);
        // The line break in front of the step belongs to it, but for the first line of all.
        const qsizetype from = m_filledLines == 0 ? begin : begin - 1;
        cursor.insertText(text.sliced(from, m_filledText - 1 - from).toString());
        m_filledLines += lines;
    }
    if (isFilled())
        m_filling.stop();
    else
        m_filling.start();
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
    if (!m_theme || !m_body.isJson || !isVisible())
        return;
    if (!m_colours) {
        m_colours = std::make_unique<JsonColours>();
        m_colours->setPalette(*m_theme);
    }
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
