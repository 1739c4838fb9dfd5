#include "core/conversion/plainyaml.h"

#include "core/conversion/conversiontext.h"
#include "core/conversion/yamlblocktext.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int deepestYaml = 64;

struct YamlLine
{
    qsizetype indent = 0;
    QString text; // without indent, comment and white space at the end
    int number = 0;
};

class YamlReader
{
public:
    explicit YamlReader(QStringView text);
    Result<Json> read();

private:
    Json block(qsizetype indent, int depth);
    Json mapping(qsizetype indent, int depth);
    Json sequence(qsizetype indent, int depth);
    Json valueBehindKey(const QString &rest, qsizetype indent, int depth);
    QStringList linesBelow(qsizetype indent);
    Json flow(int depth);
    Json flowCollection(QChar close, int depth);
    QString quoted(QChar quote);
    Json scalar(const QString &text);
    void skipSpace();
    Json fail(const QString &what);

    QStringList m_raw; // as they stand there
    QList<YamlLine> m_lines;
    qsizetype m_line = 0;
    QString m_flow; // of the value that is being read
    qsizetype m_at = 0;
    std::optional<Error> m_error;
};

// Where a comment begins: a # at the start or behind white space, outside quotes.
QStringView withoutComment(QStringView line)
{
    QChar quote;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QChar c = line[i];
        if (!quote.isNull()) {
            if (c == u'\\' && quote == u'"')
                ++i;
            else if (c == quote)
                quote = QChar();
        } else if ((c == u'"' || c == u'\'') && (i == 0 || !line[i - 1].isLetterOrNumber())) {
            quote = c;
        } else if (c == u'#' && (i == 0 || line[i - 1].isSpace())) {
            return line.first(i);
        }
    }
    return line;
}

YamlReader::YamlReader(QStringView text)
{
    int number = 0;
    for (QStringView line : text.tokenize(u'\n')) {
        ++number;
        m_raw << line.toString();
        qsizetype indent = 0;
        while (indent < line.size() && line[indent] == u' ')
            ++indent;
        const QStringView content = withoutComment(line.sliced(indent)).trimmed();
        if (!content.isEmpty() && !(content == u"---" && m_lines.isEmpty()))
            m_lines.append({indent, content.toString(), number});
    }
}

Json YamlReader::fail(const QString &what)
{
    if (!m_error) {
        const int number = m_lines.isEmpty() ? 1 : m_lines.at(std::min(m_line, m_lines.size() - 1)).number;
        m_error = Error{.what = what, .place = ConversionText::tr("line %1").arg(number)};
    }
    m_line = m_lines.size();
    m_at = m_flow.size();
    return {};
}

Result<Json> YamlReader::read()
{
    if (m_lines.isEmpty())
        return Json();
    Json value;
    const QString &first = m_lines.first().text;
    static const QRegularExpression key(
        u"^(\"[^\"]*\"|'[^']*'|[^\\s\"'\\[{#&*!|>%@`-][^:]*|-[^\\s:][^:]*):(\\s|$)"_s);
    if (first.startsWith(u"- ") || first == u"-" || key.match(first).hasMatch()) {
        value = block(m_lines.first().indent, 0);
        if (!m_error && m_line < m_lines.size())
            fail(ConversionText::tr("the indentation fits nothing above it"));
    } else {
        QStringList lines;
        for (const YamlLine &line : m_lines)
            lines << line.text;
        value = valueBehindKey(lines.join(u' '), 0, 0);
    }
    if (m_error)
        return std::unexpected(*m_error);
    return value;
}

Json YamlReader::block(qsizetype indent, int depth)
{
    if (depth > deepestYaml)
        return fail(ConversionText::tr("nested too deeply"));
    const QString &text = m_lines.at(m_line).text;
    return text.startsWith(u"- ") || text == u"-" ? sequence(indent, depth) : mapping(indent, depth);
}

Json YamlReader::mapping(qsizetype indent, int depth)
{
    static const QRegularExpression pattern(u"^(\"(?:[^\"\\\\]|\\\\.)*\"|'[^']*'|[^:]*?):(?:\\s+(.*))?$"_s);
    Json object = Json::object();
    while (m_line < m_lines.size() && m_lines.at(m_line).indent == indent) {
        const YamlLine line = m_lines.at(m_line);
        const QRegularExpressionMatch match = pattern.match(line.text);
        if (!match.hasMatch())
            return fail(ConversionText::tr("expected “name: value”"));
        QString key = match.captured(1).trimmed();
        if (key.startsWith(u'"') || key.startsWith(u'\''))
            key = key.sliced(1, key.size() - 2);
        if (object.contains(key))
            return fail(ConversionText::tr("“%1” is here twice").arg(key));
        object.set(key, valueBehindKey(match.captured(2), indent, depth));
        if (m_error)
            return {};
    }
    return object;
}

Json YamlReader::sequence(qsizetype indent, int depth)
{
    Json list = Json::array();
    while (m_line < m_lines.size() && m_lines.at(m_line).indent == indent &&
           (m_lines.at(m_line).text.startsWith(u"- ") || m_lines.at(m_line).text == u"-")) {
        const QString rest = m_lines.at(m_line).text.sliced(1).trimmed();
        static const QRegularExpression key(u"^(\"[^\"]*\"|'[^']*'|[^\\s\"'\\[{][^:]*):(\\s|$)"_s);
        if (key.match(rest).hasMatch() || rest.startsWith(u"- ")) {
            const qsizetype inner = indent + (m_lines.at(m_line).text.size() - rest.size());
            m_lines[m_line].indent = inner;
            m_lines[m_line].text = rest;
            list.append(block(inner, depth + 1));
        } else {
            list.append(valueBehindKey(rest, indent, depth));
        }
        if (m_error)
            return {};
    }
    return list;
}

// A value that stands in the line, or the block under it.
Json YamlReader::valueBehindKey(const QString &rest, qsizetype indent, int depth)
{
    ++m_line;
    if (rest.isEmpty()) {
        if (m_line >= m_lines.size())
            return Json::null();
        const YamlLine &next = m_lines.at(m_line);
        const bool isList = next.text.startsWith(u"- ") || next.text == u"-";
        return next.indent > indent || (next.indent == indent && isList) ? block(next.indent, depth + 1)
                                                                         : Json::null();
    }
    if (const std::optional<YamlBlockHeader> header = yamlBlockHeader(rest))
        return Json(yamlBlockText(*header, linesBelow(indent)));
    if (rest.startsWith(u'&') || rest.startsWith(u'*') || rest.startsWith(u'!') || rest.startsWith(u'|') ||
        rest.startsWith(u'>'))
        return fail(ConversionText::tr("this kind of YAML is not read; write the value in one line"));
    m_flow = rest;
    m_at = 0;
    // A flow collection may go on in the lines below.
    Json value = flow(depth);
    skipSpace();
    if (!m_error && m_at < m_flow.size())
        return fail(ConversionText::tr("expected the end of the line at “%1”")
                        .arg(m_flow.sliced(m_at, std::min<qsizetype>(20, m_flow.size() - m_at))));
    return value;
}

// Of a block scalar, whose header stands in the line before the next; they are read by that.
QStringList YamlReader::linesBelow(qsizetype indent)
{
    QStringList lines;
    qsizetype number = m_lines.at(m_line - 1).number; // of the first one, from 0
    for (; number < m_raw.size(); ++number) {
        QString line = m_raw.at(number);
        if (line.endsWith(u'\r'))
            line.chop(1);
        const auto end = std::ranges::find_if(line, [](QChar c) { return c != u' '; });
        if (end != line.end() && end - line.begin() <= indent)
            break;
        lines << line;
    }
    while (m_line < m_lines.size() && m_lines.at(m_line).number <= number)
        ++m_line;
    if (number == m_raw.size() && m_raw.last().isEmpty() && !lines.isEmpty())
        lines.removeLast(); // what stands behind the last end of line is no line
    return lines;
}

void YamlReader::skipSpace()
{
    while (m_at < m_flow.size() && m_flow.at(m_at).isSpace())
        ++m_at;
}

Json YamlReader::flow(int depth)
{
    if (depth > deepestYaml)
        return fail(ConversionText::tr("nested too deeply"));
    skipSpace();
    if (m_at >= m_flow.size())
        return Json::null();
    const QChar first = m_flow.at(m_at);
    if (first == u'"' || first == u'\'')
        return Json(quoted(first));
    if (first == u'[' || first == u'{') {
        ++m_at;
        return flowCollection(first == u'[' ? u']' : u'}', depth + 1);
    }
    const bool isInside = m_flow.startsWith(u'[') || m_flow.startsWith(u'{');
    const qsizetype start = m_at;
    while (m_at < m_flow.size()) {
        const QChar c = m_flow.at(m_at);
        if (isInside && (c == u',' || c == u']' || c == u'}' || c == u':'))
            break;
        ++m_at;
    }
    return scalar(m_flow.sliced(start, m_at - start).trimmed());
}

Json YamlReader::flowCollection(QChar close, int depth)
{
    Json list = Json::array();
    Json object = Json::object();
    while (!m_error) {
        skipSpace();
        while (m_at >= m_flow.size() && m_line < m_lines.size()) // goes on below
            m_flow += u' ' + m_lines.at(m_line++).text;
        skipSpace();
        if (m_at >= m_flow.size())
            return fail(ConversionText::tr("a bracket is not closed"));
        if (m_flow.at(m_at) == close) {
            ++m_at;
            break;
        }
        Json value = flow(depth);
        if (close == u'}') {
            skipSpace();
            if (m_at >= m_flow.size() || m_flow.at(m_at) != u':')
                return fail(ConversionText::tr("expected “name: value”"));
            ++m_at;
            skipSpace();
            while (m_at >= m_flow.size() && m_line < m_lines.size())
                m_flow += u' ' + m_lines.at(m_line++).text;
            object.set(value.toText(), flow(depth));
        } else {
            list.append(value);
        }
        skipSpace();
        while (m_at >= m_flow.size() && m_line < m_lines.size())
            m_flow += u' ' + m_lines.at(m_line++).text;
        skipSpace();
        if (m_at < m_flow.size() && m_flow.at(m_at) == u',')
            ++m_at;
        else if (m_at >= m_flow.size() || m_flow.at(m_at) != close)
            return fail(ConversionText::tr("a bracket is not closed"));
    }
    return close == u']' ? list : object;
}

QString YamlReader::quoted(QChar quote)
{
    QString text;
    for (++m_at; m_at < m_flow.size(); ++m_at) {
        const QChar c = m_flow.at(m_at);
        if (c == quote) {
            ++m_at;
            if (quote == u'\'' && m_at < m_flow.size() && m_flow.at(m_at) == u'\'') {
                text += u'\'';
                continue;
            }
            return text;
        }
        if (c != u'\\' || quote == u'\'' || m_at + 1 >= m_flow.size()) {
            text += c;
            continue;
        }
        const QChar escaped = m_flow.at(++m_at);
        switch (escaped.unicode()) {
        case u'n':
            text += u'\n';
            break;
        case u't':
            text += u'\t';
            break;
        case u'r':
            text += u'\r';
            break;
        case u'u':
            text += QChar(char16_t(m_flow.mid(m_at + 1, 4).toUShort(nullptr, 16)));
            m_at += 4;
            break;
        default:
            text += escaped;
        }
    }
    fail(ConversionText::tr("a quotation mark is not closed"));
    return {};
}

Json YamlReader::scalar(const QString &text)
{
    static const QRegularExpression number(u"^[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?$"_s);
    if (text.isEmpty() || text == u"~" || text == u"null" || text == u"Null" || text == u"NULL")
        return Json::null();
    if (text == u"true" || text == u"True" || text == u"TRUE")
        return Json(true);
    if (text == u"false" || text == u"False" || text == u"FALSE")
        return Json(false);
    static const QRegularExpression otherBase(u"^0(x[0-9a-fA-F]+|o[0-7]+)$"_s);
    if (otherBase.match(text).hasMatch()) {
        bool isWhole = false;
        const qint64 value = text.sliced(2).toLongLong(&isWhole, text.at(1) == u'x' ? 16 : 8);
        return isWhole ? Json(value) : Json(text);
    }
    if (number.match(text).hasMatch()) {
        bool isInteger = false;
        const qint64 integer = text.toLongLong(&isInteger);
        return isInteger ? Json(integer) : Json(text.toDouble());
    }
    return Json(text);
}

} // namespace

Result<Json> parsePlainYaml(QStringView text)
{
    constexpr qsizetype longest = 256 * 1024;
    if (text.size() > longest)
        return failure(ConversionText::tr("the text is too long"));
    return YamlReader(text).read();
}

} // namespace snug
