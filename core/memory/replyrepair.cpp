#include "core/memory/replyrepair.h"

#include "core/memory/replytext.h"
#include "core/model/whitespace.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int depthLimit = 64;

bool isQuote(QChar unit)
{
    return QStringView(u"\"'\u201c\u201d\u201e\u2018\u2019").contains(unit);
}

// What closes a text that was opened so. Models mix the typographic ones up.
bool closes(QChar opening, QChar unit)
{
    if (opening == u'"' || opening == u'\'')
        return unit == opening;
    if (opening == u'\u2018' || opening == u'\u2019')
        return unit == u'\u2019' || unit == u'\u2018';
    return unit == u'\u201d' || unit == u'\u201c';
}

class LenientReader
{
public:
    explicit LenientReader(QStringView text)
        : m_text(text)
    {
    }

    Json value(int depth = 0)
    {
        skipBlanks();
        if (depth > depthLimit || atEnd())
            return {};
        if (peek() == u'{')
            return object(depth);
        if (peek() == u'[')
            return array(depth);
        if (isQuote(peek()))
            return Json(quoted());
        return bareValue();
    }

private:
    bool atEnd() const { return m_at >= m_text.size(); }
    QChar peek() const { return m_text[m_at]; }
    void skipBlanks()
    {
        while (!atEnd() && isJavaScriptSpace(peek().unicode()))
            ++m_at;
    }
    void skipBlanksAndCommas()
    {
        while (!atEnd() && (isJavaScriptSpace(peek().unicode()) || peek() == u','))
            ++m_at;
    }

    Json object(int depth)
    {
        Json result = Json::object();
        ++m_at;
        for (;;) {
            skipBlanksAndCommas();
            if (atEnd())
                return result;
            if (peek() == u'}' || peek() == u']') {
                if (peek() == u'}')
                    ++m_at;
                return result; // a bracket of the other kind is the outer one's
            }
            const qsizetype start = m_at;
            const QString key = isQuote(peek()) ? quoted() : bareText();
            skipBlanks();
            if (!atEnd() && peek() == u':') {
                ++m_at;
                const Json read = value(depth + 1);
                result.set(key, read.isUndefined() ? Json::null() : read);
            }
            if (m_at == start)
                ++m_at; // nothing that could be read: go on behind it
        }
    }

    Json array(int depth)
    {
        Json result = Json::array();
        ++m_at;
        for (;;) {
            skipBlanksAndCommas();
            if (atEnd())
                return result;
            if (peek() == u']' || peek() == u'}') {
                if (peek() == u']')
                    ++m_at;
                return result;
            }
            const qsizetype start = m_at;
            const Json item = value(depth + 1);
            if (!item.isUndefined())
                result.append(item);
            if (m_at == start)
                ++m_at;
        }
    }

    // A quote inside the text counts as its end only where JSON could go on behind it.
    bool isEndOfText(QChar opening) const
    {
        if (!closes(opening, peek()))
            return false;
        const QStringView rest = trimmedStart(m_text.sliced(m_at + 1));
        return rest.isEmpty() || QStringView(u",:}]").contains(rest.front()) || isQuote(rest.front());
    }

    QString quoted()
    {
        const QChar opening = m_text[m_at++];
        QString text;
        while (!atEnd() && !isEndOfText(opening)) {
            if (peek() != u'\\' || m_at + 1 >= m_text.size()) {
                text += m_text[m_at++];
                continue;
            }
            ++m_at;
            text += escaped();
        }
        if (!atEnd())
            ++m_at;
        return text;
    }

    QChar escaped()
    {
        const QChar unit = m_text[m_at++];
        switch (unit.unicode()) {
        case u'n':
            return u'\n';
        case u't':
            return u'\t';
        case u'r':
            return u'\r';
        case u'b':
            return u'\b';
        case u'f':
            return u'\f';
        case u'u': {
            bool isHex = false;
            const QStringView digits =
                m_text.sliced(m_at).first(std::min<qsizetype>(4, m_text.size() - m_at));
            const ushort code = digits.toUShort(&isHex, 16);
            if (!isHex || digits.size() < 4)
                return unit;
            m_at += 4;
            return QChar(code);
        }
        default:
            return unit;
        }
    }

    // Up to what ends a name or a word.
    QString bareText()
    {
        const qsizetype start = m_at;
        while (!atEnd() && !QStringView(u":,{}[]\n").contains(peek()) && !isQuote(peek()))
            ++m_at;
        return javaScriptTrimmed(m_text.sliced(start, m_at - start)).toString();
    }

    Json bareValue()
    {
        const QString text = bareText();
        if (text.isEmpty())
            return {};
        if (text == u"true" || text == u"false")
            return Json(text == u"true");
        if (text == u"null")
            return Json::null();
        bool isNumber = false;
        const double number = text.toDouble(&isNumber);
        return isNumber && qIsFinite(number) ? Json(number) : Json(text);
    }

    const QStringView m_text;
    qsizetype m_at = 0;
};

// Keywords may be one text or missing; the rest has to be there.
Json withKeywordList(const Json &object)
{
    Json result = object;
    const Json keywords = object.value(u"keywords");
    if (keywords.isArray())
        return result;
    Json list = Json::array();
    for (const QString &keyword : keywords.isString() ? keywords.toTextList() : QStringList())
        list.append(Json(keyword));
    result.set(u"keywords"_s, list);
    return result;
}

std::optional<MemoryReply> memoryInside(const Json &value, int depth = 0)
{
    if (depth > 4)
        return {};
    if (value.isObject()) {
        if (const auto memory = memoryFromJson(withKeywordList(value)))
            return *memory;
        for (const Json::Member &member : value.members()) {
            if (const auto memory = memoryInside(member.value, depth + 1))
                return memory;
        }
    }
    for (const Json &item : value.items()) {
        if (const auto memory = memoryInside(item, depth + 1))
            return memory;
    }
    return {};
}

} // namespace

std::optional<MemoryReply> repairedReply(const QString &text)
{
    const QString cleaned = cleanedReply(text);
    QStringList candidates = jsonCandidates(cleaned);
    // Cut off, or with brackets in the prose: from each of the first opening braces on.
    qsizetype at = -1;
    for (int i = 0; i < 4 && (at = cleaned.indexOf(u'{', at + 1)) >= 0; ++i)
        candidates.append(cleaned.sliced(at));
    for (const QString &candidate : std::as_const(candidates)) {
        const QString plain = withoutCommentsAndCommas(candidate);
        if (!plain.startsWith(u'{') && !plain.startsWith(u'['))
            continue;
        if (const auto memory = memoryInside(LenientReader(plain).value()))
            return memory;
    }
    return {};
}

} // namespace snug
