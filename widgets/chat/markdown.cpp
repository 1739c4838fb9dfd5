#include "widgets/chat/markdown.h"

#include "widgets/chat/markdownwriter.h"

#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>

#include <md4c.h>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype longestMarkdown = 200'000;
constexpr qsizetype plainParagraph = 2'000;

MarkdownWriter &writer(void *data)
{
    return *static_cast<MarkdownWriter *>(data);
}

QString attributeText(const MD_ATTRIBUTE &attribute)
{
    QString text;
    if (!attribute.text)
        return text;
    for (int i = 0; attribute.substr_offsets[i] < attribute.size; ++i) {
        const MD_OFFSET from = attribute.substr_offsets[i];
        const QString part =
            QString::fromUtf8(attribute.text + from, qsizetype(attribute.substr_offsets[i + 1] - from));
        text += attribute.substr_types[i] == MD_TEXT_ENTITY ? entityText(part) : part;
    }
    return text;
}

int enterBlock(MD_BLOCKTYPE type, void *detail, void *data)
{
    MarkdownWriter &w = writer(data);
    switch (type) {
    case MD_BLOCK_QUOTE:
        w.changeQuote(1);
        break;
    case MD_BLOCK_UL:
        w.enterList({});
        break;
    case MD_BLOCK_OL:
        w.enterList(int(static_cast<MD_BLOCK_OL_DETAIL *>(detail)->start));
        break;
    case MD_BLOCK_LI:
        w.enterItem();
        break;
    case MD_BLOCK_HR:
        w.rule();
        break;
    case MD_BLOCK_H:
        w.enterHeading(int(static_cast<MD_BLOCK_H_DETAIL *>(detail)->level));
        break;
    case MD_BLOCK_CODE:
        w.enterCode(attributeText(static_cast<MD_BLOCK_CODE_DETAIL *>(detail)->lang));
        break;
    case MD_BLOCK_P:
        w.enterParagraph();
        break;
    case MD_BLOCK_TABLE:
        w.enterTable(int(static_cast<MD_BLOCK_TABLE_DETAIL *>(detail)->col_count));
        break;
    case MD_BLOCK_TR:
        w.enterRow();
        break;
    case MD_BLOCK_TH:
        w.enterCell(true);
        break;
    case MD_BLOCK_TD:
        w.enterCell(false);
        break;
    case MD_BLOCK_DOC:
    case MD_BLOCK_HTML:
    case MD_BLOCK_THEAD:
    case MD_BLOCK_TBODY:
        break;
    }
    return 0;
}

int leaveBlock(MD_BLOCKTYPE type, void *, void *data)
{
    MarkdownWriter &w = writer(data);
    switch (type) {
    case MD_BLOCK_QUOTE:
        w.changeQuote(-1);
        break;
    case MD_BLOCK_UL:
    case MD_BLOCK_OL:
        w.leaveList();
        break;
    case MD_BLOCK_LI:
    case MD_BLOCK_H:
    case MD_BLOCK_P:
        w.leaveText();
        break;
    case MD_BLOCK_CODE:
        w.leaveCode();
        break;
    case MD_BLOCK_TABLE:
        w.leaveTable();
        break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
        w.leaveCell();
        break;
    default:
        break;
    }
    return 0;
}

int enterSpan(MD_SPANTYPE type, void *detail, void *data)
{
    MarkdownWriter &w = writer(data);
    switch (type) {
    case MD_SPAN_EM:
        w.enterEmphasis();
        break;
    case MD_SPAN_STRONG:
        w.changeStrong(1);
        break;
    case MD_SPAN_DEL:
        w.changeStruck(1);
        break;
    case MD_SPAN_CODE:
        w.setInlineCode(true);
        break;
    case MD_SPAN_A:
        w.enterLink(attributeText(static_cast<MD_SPAN_A_DETAIL *>(detail)->href), false);
        break;
    case MD_SPAN_IMG:
        w.enterLink(attributeText(static_cast<MD_SPAN_IMG_DETAIL *>(detail)->src), true);
        break;
    default:
        break;
    }
    return 0;
}

int leaveSpan(MD_SPANTYPE type, void *, void *data)
{
    MarkdownWriter &w = writer(data);
    switch (type) {
    case MD_SPAN_EM:
        w.leaveEmphasis();
        break;
    case MD_SPAN_STRONG:
        w.changeStrong(-1);
        break;
    case MD_SPAN_DEL:
        w.changeStruck(-1);
        break;
    case MD_SPAN_CODE:
        w.setInlineCode(false);
        break;
    case MD_SPAN_A:
    case MD_SPAN_IMG:
        w.leaveLink();
        break;
    default:
        break;
    }
    return 0;
}

int text(MD_TEXTTYPE type, const MD_CHAR *bytes, MD_SIZE size, void *data)
{
    MarkdownWriter &w = writer(data);
    switch (type) {
    case MD_TEXT_BR:
    case MD_TEXT_SOFTBR:
        w.lineBreak();
        break;
    case MD_TEXT_NULLCHAR:
        w.text(QString(QChar::ReplacementCharacter), nullptr);
        break;
    case MD_TEXT_ENTITY:
        w.text(entityText(QString::fromUtf8(bytes, qsizetype(size))), nullptr);
        break;
    default:
        w.text(QString::fromUtf8(bytes, qsizetype(size)), bytes);
        break;
    }
    return 0;
}

void appendPlain(QTextDocument &document, const QString &text, const TextStyle &style)
{
    MarkdownWriter w(document, style, nullptr, {}, false);
    // Few blocks of a bounded length: Qt's layout is slower than linear in both.
    qsizetype inBlock = 0;
    int emptyLines = 0;
    w.enterParagraph();
    for (QStringView line : QStringTokenizer(text, u'\n')) {
        emptyLines = line.isEmpty() ? emptyLines + 1 : 0;
        if (emptyLines > 1)
            continue;
        while (!line.isEmpty()) {
            const QStringView piece = line.first(std::min(plainParagraph, line.size()));
            line = line.sliced(piece.size());
            if (inBlock + piece.size() > plainParagraph) {
                w.leaveText();
                w.enterParagraph();
                inBlock = 0;
            }
            w.text(piece.toString(), nullptr);
            inBlock += piece.size();
        }
        w.lineBreak();
    }
    w.leaveText();
}

bool startsFence(QStringView line, QChar &mark, qsizetype &length)
{
    if (!line.startsWith(u"```") && !line.startsWith(u"~~~"))
        return false;
    mark = line[0];
    length = 0;
    while (length < line.size() && line[length] == mark)
        ++length;
    // Words with such a mark behind the backticks make it code within a line.
    return mark != u'`' || !line.sliced(length).contains(u'`');
}

bool startsContainer(QStringView line)
{
    if (line.isEmpty())
        return false;
    const QChar c = line[0];
    return c.isSpace() || c == u'>' || c == u'|' || c.isDigit() ||
           ((c == u'-' || c == u'*' || c == u'+') && line.size() > 1 && line[1].isSpace());
}

// A text under way with the asterisks that its last paragraph still owes: *so that this is emphasis at once.
QString withMissingMarks(const QString &markdown)
{
    qsizetype end = markdown.size();
    while (end > 0 && markdown[end - 1].isSpace())
        --end;
    const qsizetype blank = markdown.lastIndexOf(u"\n\n"_s);
    if (end <= blank + 2)
        return markdown;
    const QStringView paragraph = QStringView(markdown).first(end).sliced(blank < 0 ? 0 : blank + 2);
    // A mark at the end may be half of a pair; code has marks of its own.
    if (paragraph.trimmed().startsWith(u"* ") || paragraph.back() == u'*' || paragraph.contains(u'`') ||
        paragraph.contains(u"~~~"))
        return markdown;
    bool single = false;
    bool pair = false;
    for (qsizetype i = 0; i < paragraph.size(); ++i) {
        if (paragraph[i] == u'\\') {
            ++i;
        } else if (paragraph[i] == u'*') {
            const bool two = i + 1 < paragraph.size() && paragraph[i + 1] == u'*';
            (two ? pair : single) ^= true;
            i += two;
        }
    }
    const QString marks = (pair ? u"**"_s : QString()) + (single ? u"*"_s : QString());
    return markdown.first(end) + marks + markdown.sliced(end);
}

} // namespace

void appendMarkdown(QTextDocument &document, const QString &markdown, const TextStyle &style,
                    CodeColours *colours, bool unfinished)
{
    if (markdown.size() > longestMarkdown) {
        appendPlain(document, markdown, style);
        return;
    }
    const QByteArray utf8 = (unfinished ? withMissingMarks(markdown) : markdown).toUtf8();
    MarkdownWriter w(document, style, colours, utf8, unfinished);
    MD_PARSER parser{};
    parser.flags = MD_FLAG_NOHTML | MD_FLAG_NOINDENTEDCODEBLOCKS | MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH |
                   MD_FLAG_PERMISSIVEURLAUTOLINKS | MD_FLAG_HARD_SOFT_BREAKS;
    parser.enter_block = enterBlock;
    parser.leave_block = leaveBlock;
    parser.enter_span = enterSpan;
    parser.leave_span = leaveSpan;
    parser.text = text;
    md_parse(utf8.constData(), MD_SIZE(utf8.size()), &parser, &w);
}

QString plainText(const QTextDocument &document, int from, int to)
{
    QStringList lines;
    for (QTextBlock block = document.findBlock(std::max(0, from)); block.isValid() && block.position() < to;
         block = block.next()) {
        const int start = std::max(0, from - block.position());
        QString line = block.text().mid(start, to - block.position() - start);
        const QString marker = block.blockFormat().stringProperty(MarkerProperty);
        if (start == 0 && !marker.isEmpty())
            line = QString((block.blockFormat().indent() - 1) * 2, u' ') + marker + u' ' + line;
        lines.append(line.replace(QChar::LineSeparator, u'\n'));
    }
    return lines.join(u'\n');
}

QString linkWords(const QTextDocument &document, int position, const QString &link)
{
    const QTextBlock block = document.findBlock(position);
    const QString text = block.text();
    qsizetype from = -1;
    qsizetype end = -1;
    for (auto each = block.begin(); !each.atEnd(); ++each) {
        const QTextFragment fragment = each.fragment();
        const qsizetype start = fragment.position() - block.position();
        if (fragment.charFormat().anchorHref() != link) {
            if (from >= 0 && position - block.position() <= end)
                break;
            from = -1;
            continue;
        }
        if (from < 0)
            from = start;
        end = start + fragment.length();
    }
    if (from < 0)
        return text;
    while (from > 0 && !text[from - 1].isSpace())
        --from;
    while (end < text.size() && !text[end].isSpace())
        ++end;
    return text.sliced(from, end - from);
}

// Markdown knows spaces and tabs for blanks, no others; a carriage return belongs to the line's end.
static QStringView withoutBlanks(QStringView line)
{
    const auto isBlank = [](QChar c) { return c == u' ' || c == u'\t' || c == u'\r'; };
    while (!line.isEmpty() && isBlank(line.first()))
        line.slice(1);
    while (!line.isEmpty() && isBlank(line.last()))
        line.chop(1);
    return line;
}

// Where the next line begins, behind a line feed, a carriage return, or both; -1: this one is the last.
static qsizetype lineAfter(QStringView markdown, qsizetype from)
{
    const auto isEnd = [](QChar c) { return c == u'\n' || c == u'\r'; };
    const auto end = std::find_if(markdown.begin() + from, markdown.end(), isEnd);
    if (end == markdown.end())
        return -1;
    const qsizetype at = end - markdown.begin();
    return at + (markdown.sliced(at).startsWith(u"\r\n") ? 2 : 1);
}

qsizetype settledLength(QStringView markdown)
{
    qsizetype settled = 0;
    qsizetype position = 0;
    QChar fence;
    qsizetype fenceLength = 0;
    bool inFence = false;
    bool inContainer = false;
    bool afterBlank = false;
    bool mayBeTable = false; // whose rows take what would begin something else
    while (position < markdown.size()) {
        const qsizetype next = lineAfter(markdown, position);
        if (next < 0)
            break; // the last line may still become anything
        const QStringView line = markdown.sliced(position, next - 1 - position);
        const QStringView content = withoutBlanks(line);
        QChar mark;
        qsizetype length = 0;
        if (inFence) {
            if (startsFence(content, mark, length) && mark == fence && length >= fenceLength &&
                length == content.size())
                inFence = false;
        } else if (content.isEmpty()) {
            afterBlank = true;
            mayBeTable = false;
            position = next;
            continue;
        } else {
            const bool container = startsContainer(line);
            if (afterBlank && !container && !inContainer)
                settled = position;
            else if (afterBlank && !container) {
                // The first ordinary paragraph after a list or quote closes it.
                settled = position;
                inContainer = false;
            }
            if (container)
                inContainer = true;
            if (startsFence(content, mark, length)) {
                if (mayBeTable)
                    break; // a row or a fence: all that follows hangs on it
                inFence = true;
                fence = mark;
                fenceLength = length;
            }
            mayBeTable = mayBeTable || line.contains(u'|');
        }
        afterBlank = false;
        position = next;
    }
    return settled;
}

QString openFence(QStringView markdown)
{
    QString opening;
    QChar fence;
    qsizetype fenceLength = 0;
    qsizetype next = 0;
    for (qsizetype position = 0; position >= 0 && position <= markdown.size(); position = next) {
        next = lineAfter(markdown, position);
        const QStringView line =
            markdown.sliced(position, (next < 0 ? markdown.size() : next - 1) - position);
        const QStringView content = withoutBlanks(line);
        QChar mark;
        qsizetype length = 0;
        if (!startsFence(content, mark, length))
            continue;
        if (opening.isEmpty()) {
            opening = line.toString() + u'\n';
            fence = mark;
            fenceLength = length;
        } else if (mark == fence && length >= fenceLength && length == content.size()) {
            opening.clear();
        }
    }
    return opening;
}

// A definition of a link ("[name]: address") counts in all of its text.
static bool mayDefineLinks(const QString &markdown)
{
    return markdown.contains("]:"_L1);
}

int GrowingMarkdown::setText(const QString &markdown, const TextStyle &style, CodeColours *colours,
                             bool unfinished)
{
    int changedFrom = 0;
    m_document.setUndoRedoEnabled(false);
    QTextCursor edit(&m_document);
    const bool hadTail = m_document.blockCount() > m_settledBlocks;
    const bool continues = (unfinished || !mayDefineLinks(markdown)) && style == m_style &&
                           !m_settled.isEmpty() && markdown.startsWith(m_settled) &&
                           m_settledBlocks <= m_document.blockCount();
    if (!continues) {
        m_document.clear();
        m_settled.clear();
        m_settledBlocks = 0;
        m_style = style;
    } else {
        edit.beginEditBlock(); // with what is appended: laid out once
        const QTextBlock last = m_document.findBlockByNumber(m_settledBlocks - 1);
        changedFrom = last.position() + last.length() - 1;
        edit.setPosition(changedFrom);
        edit.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
        const QTextBlockFormat format = last.blockFormat();
        edit.removeSelectedText();
        if (edit.blockFormat() != format) // an empty block takes that of what was behind it
            edit.setBlockFormat(format);
    }
    const int settledBefore = m_settledBlocks;
    const qsizetype settled = unfinished ? settledLength(markdown) : 0;
    if (settled > m_settled.size()) {
        appendMarkdown(m_document, markdown.sliced(m_settled.size(), settled - m_settled.size()), style,
                       colours, false);
        // A rule alone has no words: what follows would be put in its place.
        if (m_document.isEmpty()) {
            m_document.clear();
        } else {
            m_settled = markdown.first(settled);
            m_settledBlocks = m_document.blockCount();
        }
    }
    appendMarkdown(m_document, markdown.sliced(m_settled.size()), style, colours, unfinished);
    if (!continues)
        return 0;
    edit.endEditBlock();
    // Where nothing follows what is settled, its last block bears the mark of what is being written.
    const bool hasTail = m_document.blockCount() > settledBefore;
    return hadTail && hasTail ? changedFrom + 1 : changedFrom;
}

} // namespace snug
