#include "widgets/chat/markdownwriter.h"

#include "widgets/chat/codecolours.h"
#include "widgets/chat/markdown.h"
#include "widgets/chat/speech.h"

#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>
#include <QTextTable>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Deeper structure is shown at this depth: hostile nesting must not push text off the column.
constexpr int deepestList = 6;
constexpr int deepestQuote = 4;
constexpr qsizetype mostCells = 1'500;
constexpr qreal quoteStep = 18;
constexpr qreal codePadding = 12;

QTextCharFormat fontFormat(const QFont &font, const QColor &colour)
{
    QTextCharFormat format;
    format.setFont(font);
    format.setForeground(colour);
    return format;
}

} // namespace

QString entityText(const QString &entity)
{
    static constexpr std::array<std::pair<QLatin1StringView, char16_t>, 8> known{
        {{"&amp;"_L1, u'&'},
         {"&lt;"_L1, u'<'},
         {"&gt;"_L1, u'>'},
         {"&quot;"_L1, u'"'},
         {"&apos;"_L1, u'\''},
         {"&nbsp;"_L1, u'\u00A0'},
         {"&mdash;"_L1, u'\u2014'},
         {"&hellip;"_L1, u'\u2026'}}};
    for (const auto &[name, character] : known) {
        if (entity == name)
            return QString(QChar(character));
    }
    if (entity.startsWith("&#"_L1)) {
        const bool hex = entity.size() > 3 && (entity[2] == u'x' || entity[2] == u'X');
        bool good = false;
        const uint code = QStringView(entity).sliced(hex ? 3 : 2).chopped(1).toUInt(&good, hex ? 16 : 10);
        if (good && code >= 0x20 && code <= QChar::LastValidCodePoint && !QChar::isSurrogate(code)) {
            const char32_t character = code;
            return QString::fromUcs4(&character, 1);
        }
    }
    return entity;
}

MarkdownWriter::MarkdownWriter(QTextDocument &document, const TextStyle &style, CodeColours *colours,
                               const QByteArray &source, bool unfinished)
    : m_cursor(&document)
    , m_style(style)
    , m_colours(colours)
    , m_source(source)
    , m_unfinished(unfinished)
    , m_reuseBlock(document.isEmpty() && document.blockCount() == 1)
{
    m_cursor.movePosition(QTextCursor::End);
    m_cursor.beginEditBlock();
}

MarkdownWriter::~MarkdownWriter()
{
    m_cursor.endEditBlock();
}

QTextBlockFormat MarkdownWriter::blockFormat(qreal lineHeight, qreal gap) const
{
    QTextBlockFormat format;
    format.setLineHeight(lineHeight, QTextBlockFormat::FixedHeight);
    format.setTopMargin(gap);
    if (m_style.centred)
        format.setAlignment(Qt::AlignHCenter);
    if (m_quoteDepth > 0) {
        const int depth = std::min(m_quoteDepth, deepestQuote);
        format.setProperty(QuoteDepthProperty, depth);
        format.setLeftMargin(depth * quoteStep);
    }
    if (!m_lists.isEmpty())
        format.setIndent(int(std::min<qsizetype>(m_lists.size(), deepestList)));
    return format;
}

void MarkdownWriter::beginBlock(QTextBlockFormat format)
{
    if (!m_line.text.isEmpty())
        flush(m_cursor, m_line, true); // a tight item's text before the next block in it
    if (m_cursor.position() == 0)
        format.setTopMargin(0);
    const QTextCharFormat plain = fontFormat(m_style.font, m_style.text);
    if (m_reuseBlock) {
        m_cursor.setBlockFormat(format);
        m_cursor.setBlockCharFormat(plain);
        m_reuseBlock = false;
    } else {
        m_cursor.insertBlock(format, plain);
    }
    if (m_unfinished) // it is painted soon, and again: its glyphs need not be found anew for that
        m_cursor.block().layout()->setCacheEnabled(true);
}

void MarkdownWriter::changeQuote(int by)
{
    leaveText();
    m_quoteDepth += by;
}

void MarkdownWriter::enterList(std::optional<int> start)
{
    leaveText(); // a tight item's text stands before its nested list
    m_lists.append({start});
    m_newList = m_lists.size() == 1;
    m_itemFresh = false;
}

void MarkdownWriter::leaveList()
{
    m_lists.removeLast();
}

void MarkdownWriter::enterItem()
{
    const qreal gap = m_newList ? m_style.paragraphGap : std::round(m_style.lineHeight * 0.2);
    m_newList = false;
    QTextBlockFormat format = blockFormat(m_style.lineHeight, gap);
    OpenList &open = m_lists.last();
    if (open.next) {
        format.setProperty(MarkerProperty, u"%1."_s.arg(*open.next));
        open.next = *open.next < std::numeric_limits<int>::max() ? *open.next + 1 : *open.next;
    } else {
        format.setProperty(MarkerProperty, m_lists.size() % 2 ? u"\u2022"_s : u"\u25E6"_s);
    }
    beginBlock(format);
    m_itemFresh = true;
}

void MarkdownWriter::enterParagraph()
{
    if (m_itemFresh)
        m_itemFresh = false;
    else
        beginBlock(blockFormat(m_style.lineHeight, m_style.paragraphGap));
}

void MarkdownWriter::enterHeading(int level)
{
    m_headingLevel = level;
    const qreal factor = level == 1 ? 1.3 : level == 2 ? 1.15 : 1.05;
    QTextBlockFormat format =
        blockFormat(std::round(m_style.lineHeight * factor), std::round(m_style.paragraphGap * 1.6));
    format.setHeadingLevel(level);
    m_itemFresh = false;
    beginBlock(format);
}

void MarkdownWriter::leaveText()
{
    if (!m_line.text.isEmpty())
        flush(m_cursor, m_line, true);
    m_headingLevel = 0;
    m_itemFresh = false;
}

void MarkdownWriter::rule()
{
    QTextBlockFormat format = blockFormat(m_style.lineHeight, m_style.paragraphGap * 0.5);
    format.setProperty(RuleProperty, true);
    beginBlock(format);
}

void MarkdownWriter::enterCode(const QString &language)
{
    m_inCode = true;
    m_language = language;
    m_code.clear();
    m_itemFresh = false;
}

void MarkdownWriter::leaveCode()
{
    m_inCode = false;
    if (m_code.endsWith(u'\n'))
        m_code.chop(1);
    const QStringList lines = m_code.split(u'\n');
    QList<QList<CodeSpan>> spans(lines.size());
    if (m_colours)
        spans = m_colours->spans(m_language, lines, m_style.theme);
    const QTextCharFormat plain = fontFormat(m_style.codeFont, m_style.theme.text);
    const int number = m_cursor.block().blockNumber() + 2;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        QTextBlockFormat format = blockFormat(m_style.codeLineHeight, 0);
        format.setAlignment(Qt::AlignLeft | Qt::AlignAbsolute);
        format.setProperty(CodeBlockProperty, number);
        format.setLeftMargin(format.leftMargin() + codePadding);
        format.setRightMargin(codePadding);
        if (i == 0)
            format.setTopMargin(m_style.paragraphGap + codePadding * 0.75);
        if (i == lines.size() - 1)
            format.setBottomMargin(codePadding * 0.75 + m_style.paragraphGap);
        beginBlock(format);
        m_cursor.insertText(lines[i], plain);
        const int start = m_cursor.block().position();
        for (const CodeSpan &span : spans[i]) {
            QTextCursor part(m_cursor);
            part.setPosition(start + span.start);
            part.setPosition(start + std::min<int>(span.start + span.length, int(lines[i].size())),
                             QTextCursor::KeepAnchor);
            part.mergeCharFormat(span.format);
        }
    }
}

void MarkdownWriter::enterTable(int columns)
{
    leaveText();
    m_columns = columns;
    m_rows.clear();
}

void MarkdownWriter::enterRow()
{
    m_rows.append(QList<Line>());
}

void MarkdownWriter::enterCell(bool header)
{
    m_headerCell = header;
}

void MarkdownWriter::leaveCell()
{
    m_rows.last().append(std::exchange(m_line, {}));
    m_headerCell = false;
}

void MarkdownWriter::leaveTable()
{
    if (m_rows.size() * m_columns > mostCells) {
        for (QList<Line> &row : m_rows) {
            beginBlock(blockFormat(m_style.lineHeight, 0));
            for (Line &cell : row) {
                flush(m_cursor, cell, false);
                m_cursor.insertText(u"   "_s);
            }
        }
        return;
    }
    // A table stands between two blocks; both are made next to invisible.
    QTextBlockFormat spacer = blockFormat(1, m_style.paragraphGap * 0.5);
    beginBlock(spacer);
    QTextTableFormat format;
    format.setBorder(0);
    format.setCellPadding(5);
    format.setCellSpacing(0);
    QTextTable *table = m_cursor.insertTable(int(m_rows.size()), m_columns, format);
    for (int row = 0; row < int(m_rows.size()); ++row) {
        for (int column = 0; column < std::min<int>(m_columns, int(m_rows[row].size())); ++column) {
            QTextTableCell tableCell = table->cellAt(row, column);
            if (row == 0) {
                QTextTableCellFormat head;
                head.setBottomBorder(1);
                head.setBottomBorderStyle(QTextFrameFormat::BorderStyle_Solid);
                head.setBottomBorderBrush(m_style.theme.textDim);
                head.setPadding(5);
                tableCell.setFormat(head);
            }
            QTextCursor cell = tableCell.firstCursorPosition();
            QTextBlockFormat cellFormat;
            cellFormat.setLineHeight(m_style.lineHeight, QTextBlockFormat::FixedHeight);
            cell.setBlockFormat(cellFormat);
            flush(cell, m_rows[row][column], false);
        }
    }
    m_cursor.movePosition(QTextCursor::End);
    spacer.setTopMargin(0);
    m_cursor.setBlockFormat(spacer); // the next block comes after it: Qt places the first one badly
}

void MarkdownWriter::enterEmphasis()
{
    m_emphasis.append(true);
    ++m_italic;
    m_emphasisPending = true;
}

// Where marks of several kinds overlap, md4c may leave what it has not entered; here and below.
void MarkdownWriter::leaveEmphasis()
{
    if (m_emphasis.isEmpty())
        return;
    if (m_emphasis.takeLast())
        --m_italic;
    else
        append(u"*"_s, charFormat(), false);
    m_emphasisPending = false;
}

void MarkdownWriter::changeStrong(int by)
{
    m_strong = std::max(0, m_strong + by);
    m_emphasisPending = false;
}

void MarkdownWriter::changeStruck(int by)
{
    m_struck = std::max(0, m_struck + by);
    m_emphasisPending = false;
}

void MarkdownWriter::setInlineCode(bool on)
{
    m_inlineCode = on;
    m_emphasisPending = false;
}

void MarkdownWriter::enterLink(const QString &address, bool image)
{
    m_links.append({image ? u'!' + address : address, m_line.text.size()});
    m_emphasisPending = false;
}

void MarkdownWriter::leaveLink()
{
    if (m_links.isEmpty())
        return;
    const auto [address, began] = m_links.last();
    if (address.startsWith(u'!') && m_line.text.size() == began)
        append(address.sliced(1), charFormat(), false);
    m_links.removeLast();
}

void MarkdownWriter::text(const QString &text, const char *bytes)
{
    if (m_inCode) {
        m_code += text;
        return;
    }
    // 2*3*4: asterisks between digits are no emphasis, whatever CommonMark says.
    if (std::exchange(m_emphasisPending, false) && bytes && bytes - m_source.constData() >= 2 &&
        bytes < m_source.constData() + m_source.size() && bytes[-1] == '*' && bytes[-2] >= '0' &&
        bytes[-2] <= '9' && bytes[0] >= '0' && bytes[0] <= '9') {
        m_emphasis.last() = false;
        --m_italic;
        append(u"*"_s, charFormat(), false);
    }
    append(text, charFormat(), m_inlineCode);
}

void MarkdownWriter::lineBreak()
{
    append(QString(QChar::LineSeparator), charFormat(), false);
}

QTextCharFormat MarkdownWriter::charFormat() const
{
    QTextCharFormat format =
        fontFormat(m_inlineCode ? m_style.codeFont : m_style.font, m_italic > 0       ? m_style.action
                                                                   : m_quoteDepth > 0 ? m_style.action
                                                                                      : m_style.text);
    if ((m_italic > 0) != m_style.italic)
        format.setFontItalic(true);
    if (m_strong > 0 || m_headingLevel > 0 || m_headerCell)
        format.setFontWeight(QFont::DemiBold);
    if (m_headingLevel == 1 || m_headingLevel == 2) {
        const qreal factor = m_headingLevel == 1 ? 1.3 : 1.15;
        if (m_style.font.pointSizeF() > 0)
            format.setFontPointSize(m_style.font.pointSizeF() * factor);
    }
    if (m_struck > 0)
        format.setFontStrikeOut(true);
    if (m_inlineCode)
        format.setBackground(m_style.theme.codeGround);
    if (!m_links.isEmpty()) {
        QString address = m_links.last().first;
        if (address.startsWith(u'!'))
            address.remove(0, 1);
        if (!address.isEmpty()) { // or it leads nowhere: plain words
            format.setAnchor(true);
            format.setAnchorHref(address);
            format.setForeground(m_style.theme.accent);
            format.setFontUnderline(true);
        }
    }
    return format;
}

void MarkdownWriter::append(const QString &text, const QTextCharFormat &format, bool code)
{
    m_line.text += text;
    m_line.runs.append({text.size(), format, code});
}

// Writes the gathered text with speech in its colour. `last`: nothing of this paragraph follows.
void MarkdownWriter::flush(QTextCursor &cursor, Line &line, bool last)
{
    QString words = line.text;
    qsizetype position = 0;
    for (const Run &run : std::as_const(line.runs)) {
        if (run.code) // marks inside code are no speech
            std::fill_n(words.begin() + position, run.length, QChar(u'x'));
        position += run.length;
    }
    const bool more = m_unfinished && last;
    const QList<SpeechRange> speech = speechRanges(words, more);
    position = 0;
    qsizetype next = 0;
    for (const Run &run : std::as_const(line.runs)) {
        qsizetype from = position;
        const qsizetype end = position + run.length;
        while (from < end) {
            while (next < speech.size() && speech[next].start + speech[next].length <= from)
                ++next;
            const bool inside = next < speech.size() && speech[next].start <= from;
            const qsizetype change = next >= speech.size() ? end
                                     : inside              ? speech[next].start + speech[next].length
                                                           : speech[next].start;
            const qsizetype until = std::min(end, change);
            QTextCharFormat format = run.format;
            if (inside && !run.code && !format.isAnchor())
                format.setForeground(m_style.speech);
            cursor.insertText(line.text.sliced(from, until - from), format);
            from = until;
        }
        position = end;
    }
    line = {};
}

} // namespace snug
