#include "widgets/inspector/bodytext.h"

#include <QHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype comfortableLine = 600; // cut behind the next comma
constexpr qsizetype longestLine = 4000;    // cut wherever it stands

// Collects lines and knows what each begins inside of.
class LineWriter
{
public:
    explicit LineWriter(qsizetype expected)
    {
        m_result.text.reserve(expected);
        begin(false);
    }

    void put(QChar c)
    {
        // The editor would take these for paragraph ends of its own.
        if (c == u'\r')
            return;
        if (c == QChar::ParagraphSeparator)
            c = QChar::LineSeparator;
        if (column() >= longestLine && !c.isLowSurrogate())
            cut();
        m_result.text.append(c);
    }
    // Characters without a meaning of their own.
    void putRun(QStringView run)
    {
        while (!run.isEmpty()) {
            qsizetype room = longestLine - column();
            if (room <= 0) {
                cut();
                room = longestLine;
            }
            if (room < run.size() && run.at(room).isLowSurrogate())
                ++room;
            m_result.text.append(run.first(std::min(room, run.size())));
            run = run.sliced(std::min(room, run.size()));
        }
    }
    void newLine() { end(false); }
    void cut() { end(true); }
    qsizetype column() const { return m_result.text.size() - m_lineStart; }

    void setInsideString(bool inside) { m_insideString = inside; }
    void open(char bracket) { m_open.append(bracket); }
    // False when nothing like it is open.
    bool close(char bracket)
    {
        const char opening = bracket == '}' ? '{' : '[';
        if (!m_open.endsWith(opening))
            return false;
        m_open.chop(1);
        return true;
    }
    qsizetype depth() const { return m_open.size(); }

    BodyText take(bool isJson)
    {
        m_result.isJson = isJson;
        return std::move(m_result);
    }

private:
    void end(bool soft)
    {
        m_result.lines.last().soft = soft;
        m_result.text.append(u'\n');
        begin(m_insideString);
    }
    void begin(bool insideString)
    {
        m_lineStart = m_result.text.size();
        auto found = m_numbers.constFind(m_open);
        if (found == m_numbers.constEnd()) {
            found = m_numbers.insert(m_open, int(m_result.containers.size()));
            m_result.containers.append(m_open);
        }
        m_result.lines.append({false, insideString, *found});
    }

    BodyText m_result;
    QByteArray m_open;
    QHash<QByteArray, int> m_numbers;
    qsizetype m_lineStart = 0;
    bool m_insideString = false;
};

// Copies a string from its opening quote on; returns the place behind its closing quote.
qsizetype putString(LineWriter &writer, QStringView text, qsizetype at, bool *closed)
{
    writer.put(text.at(at++));
    writer.setInsideString(true);
    *closed = false;
    const auto isPlain = [](QChar c) {
        return c != u'"' && c != u'\\' && c != u'\r' && c != u'\n' && c != QChar::ParagraphSeparator;
    };
    while (at < text.size() && !*closed) {
        const auto end = std::find_if_not(text.cbegin() + at, text.cend(), isPlain) - text.cbegin();
        writer.putRun(text.sliced(at, end - at));
        at = end;
        if (at == text.size())
            break;
        const QChar c = text.at(at++);
        if (c == u'\n') { // not JSON, but there it is
            writer.newLine();
            continue;
        }
        writer.put(c);
        if (c == u'\\' && at < text.size())
            writer.put(text.at(at++));
        else if (c == u'"')
            *closed = true;
    }
    writer.setInsideString(false);
    return at;
}

bool isSpace(QChar c)
{
    return c == u' ' || c == u'\n' || c == u'\t' || c == u'\r';
}

void indent(LineWriter &writer, qsizetype depth)
{
    writer.newLine();
    for (qsizetype i = 0; i < 2 * depth; ++i)
        writer.put(u' ');
}

} // namespace

BodyText exactBody(const QByteArray &body)
{
    const QString text = QString::fromUtf8(body);
    LineWriter writer(text.size() + text.size() / comfortableLine + 1);
    bool fits = true;
    qsizetype at = 0;
    while (at < text.size()) {
        const QChar c = text.at(at);
        if (c == u'"') {
            bool closed = false;
            at = putString(writer, text, at, &closed);
            fits = fits && closed;
            continue;
        }
        ++at;
        if (c == u'\n') {
            writer.newLine();
            continue;
        }
        writer.put(c);
        if (c == u'{' || c == u'[')
            writer.open(char(c.unicode()));
        else if (c == u'}' || c == u']')
            fits = writer.close(char(c.unicode())) && fits;
        else if (c == u',' && writer.column() >= comfortableLine && at < text.size())
            writer.cut();
    }
    return writer.take(fits && writer.depth() == 0);
}

BodyText prettyBody(const QByteArray &body)
{
    const QString text = QString::fromUtf8(body);
    LineWriter writer(text.size() + text.size() / 4);
    qsizetype at = 0;
    bool fits = true;
    while (at < text.size() && fits) {
        const QChar c = text.at(at);
        if (c == u'"') {
            at = putString(writer, text, at, &fits);
            continue;
        }
        ++at;
        if (isSpace(c))
            continue;
        if (c == u'{' || c == u'[') {
            writer.put(c);
            writer.open(char(c.unicode()));
            qsizetype next = at;
            while (next < text.size() && isSpace(text.at(next)))
                ++next;
            const QChar closing = c == u'{' ? u'}' : u']';
            if (next < text.size() && text.at(next) == closing) {
                writer.put(closing);
                writer.close(char(closing.unicode()));
                at = next + 1;
            } else {
                indent(writer, writer.depth());
            }
        } else if (c == u'}' || c == u']') {
            // The line of a closing bracket begins inside of what it closes.
            indent(writer, std::max<qsizetype>(0, writer.depth() - 1));
            fits = writer.close(char(c.unicode()));
            writer.put(c);
        } else {
            writer.put(c);
            if (c == u',')
                indent(writer, writer.depth());
            else if (c == u':')
                writer.put(u' ');
        }
    }
    if (fits && writer.depth() == 0 && !text.isEmpty())
        return writer.take(true);
    BodyText plain = exactBody(body);
    plain.isJson = false;
    return plain;
}

QString BodyText::textBetween(qsizetype start, qsizetype end) const
{
    QString result;
    qsizetype line = text.first(start).count(u'\n');
    qsizetype at = start;
    while (at < end) {
        qsizetype stop = text.indexOf(u'\n', at);
        if (stop < 0 || stop > end)
            stop = end;
        result += QStringView(text).sliced(at, stop - at);
        if (stop < end && !lines.at(line).soft)
            result += u'\n';
        at = stop + 1;
        ++line;
    }
    return result;
}

} // namespace snug
