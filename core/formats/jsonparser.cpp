#include "core/formats/jsonbytes.h"
#include "core/formats/jsonlean.h"
#include "core/formats/jsonlines.h"
#include "core/formats/jsontext.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr QByteArrayView ByteOrderMark("\xEF\xBB\xBF");

QString trJson(const char *text)
{
    return QCoreApplication::translate("Json", text);
}

// Decodes valid UTF-8. QString::fromUtf8 would drop a leading U+FEFF.
void appendUtf8(QString &text, QByteArrayView bytes)
{
    while (bytes.startsWith(ByteOrderMark)) {
        text += QChar(0xFEFF);
        bytes = bytes.sliced(ByteOrderMark.size());
    }
    if (!bytes.isEmpty())
        text += QString::fromUtf8(bytes);
}

// What was decoded has room for as many letters as bytes, and twice that after escapes. A very long text
// would be in memory twice meanwhile.
void squeeze(QString &text)
{
    constexpr qsizetype most = 1 << 20;
    if (text.size() < most && text.capacity() - text.size() > text.size() / 8 + 16)
        text.squeeze();
}

} // namespace

// A recursive descent over the bytes; the depth limit bounds the stack.
class JsonParser
{
public:
    // Reads `part` of the origin's bytes.
    JsonParser(QExplicitlySharedDataPointer<JsonOrigin> origin, QByteArrayView part, int firstLine,
               JsonKeys &keys, const JsonLimits &limits = {})
        : m_origin(std::move(origin))
        , m_begin(part.begin())
        , m_end(part.end())
        , m_at(m_begin)
        , m_firstLine(firstLine)
        , m_keys(keys)
        , m_limits(limits)
    {
    }

    // The object at `span`, which was read before; one without members where that cannot be.
    static JsonData *objectAt(const JsonSpan &span)
    {
        if (isLean(span))
            return objectAt(wholeSpan(span));
        JsonKeys keys;
        JsonParser parser(span.origin, QByteArrayView(span.origin->bytes).sliced(span.begin, span.length), 1,
                          keys);
        Json value;
        if (!parser.readValue(value, span.depth) || !value.isObject())
            return new JsonData{{}, JsonObject{}};
        return new JsonData(*value.d);
    }

    static Json asleep(const Json &value, const std::function<JsonSpan(const JsonSpan &)> &moved)
    {
        const auto *object = value.d ? std::get_if<JsonObject>(&value.d->content) : nullptr;
        if (!object || object->span.length == 0)
            return value;
        static const Json empty = Json::object();
        if (object->span.length == 2) // "{}", of which chats have many
            return empty;
        auto *data = new JsonData;
        data->content.emplace<JsonAsleep>(moved ? moved(object->span) : object->span, &JsonParser::objectAt);
        return Json(data);
    }

    static bool mayContain(const Json &value, std::span<const QByteArrayView> keys)
    {
        if (const auto *asleep = value.d ? std::get_if<JsonAsleep>(&value.d->content) : nullptr) {
            const JsonSpan &span = asleep->span();
            return mayHaveKey(QByteArrayView(span.origin->bytes).sliced(span.begin, span.length), keys);
        }
        return std::ranges::any_of(value.members(), [keys](const Json::Member &member) {
            return std::ranges::any_of(
                keys, [&](QByteArrayView key) { return member.key == QLatin1StringView(key); });
        });
    }

    static Json readAnew(const Json &value)
    {
        const auto *asleep = value.d ? std::get_if<JsonAsleep>(&value.d->content) : nullptr;
        return asleep ? Json(objectAt(asleep->span())) : value;
    }

    Result<Json> document()
    {
        const QByteArrayView part(m_begin, m_end - m_begin);
        if (const auto kept = keepJsonLimits(part, m_limits); !kept)
            return std::unexpected(kept.error());
        if (!part.isValidUtf8()) {
            m_at = m_begin + invalidUtf8At(part);
            fail(QT_TRANSLATE_NOOP("Json", "the text is not UTF-8"));
            return std::unexpected(*m_error);
        }
        if (part.startsWith(ByteOrderMark))
            m_at += ByteOrderMark.size();
        skipSpace();
        if (m_at == m_end) {
            m_error = Error{trJson(QT_TRANSLATE_NOOP("Json", "there is nothing in it")), {}, {}, {}};
            return std::unexpected(*m_error);
        }
        Json value;
        if (!readValue(value, 0))
            return std::unexpected(*m_error);
        skipSpace();
        if (m_at != m_end) {
            fail(QT_TRANSLATE_NOOP("Json", "there is more text after the end of the value"));
            return std::unexpected(*m_error);
        }
        return value;
    }

private:
    bool fail(const char *what)
    {
        // Columns are characters, so continuation bytes do not count.
        int line = m_firstLine;
        int column = 1;
        for (const char *c = m_begin; c < m_at; ++c) {
            if (*c == '\n') {
                ++line;
                column = 1;
            } else if ((static_cast<unsigned char>(*c) & 0xC0) != 0x80) {
                ++column;
            }
        }
        m_error = Error{trJson(what),
                        {},
                        QCoreApplication::translate("Json", "line %1, column %2").arg(line).arg(column),
                        {}};
        return false;
    }

    bool failAtEnd() { return fail(QT_TRANSLATE_NOOP("Json", "the text ends in the middle of a value")); }

    void skipSpace()
    {
        while (m_at < m_end && (*m_at == ' ' || *m_at == '\n' || *m_at == '\r' || *m_at == '\t'))
            ++m_at;
    }

    bool readValue(Json &value, int depth)
    {
        if (m_at == m_end)
            return failAtEnd();
        switch (*m_at) {
        case '{':
            return readObject(value, depth);
        case '[':
            return readArray(value, depth);
        case '"': {
            JsonString string;
            if (!readString(string.text, string.spelling))
                return false;
            auto *data = new JsonData;
            data->content = std::move(string);
            value = Json(data);
            return true;
        }
        case 't':
            return readWord("true", Json(true), value);
        case 'f':
            return readWord("false", Json(false), value);
        case 'n':
            return readWord("null", Json::null(), value);
        default:
            if (*m_at == '-' || isDigit(*m_at))
                return readNumber(value);
            return fail(QT_TRANSLATE_NOOP("Json", "expected a value"));
        }
    }

    bool readWord(const char *word, Json meaning, Json &value)
    {
        const QByteArrayView expected(word);
        if (!QByteArrayView(m_at, m_end - m_at).startsWith(expected))
            return fail(QT_TRANSLATE_NOOP("Json", "expected a value"));
        m_at += expected.size();
        value = std::move(meaning);
        return true;
    }

    bool readDigits()
    {
        const char *const from = m_at;
        while (m_at < m_end && isDigit(*m_at))
            ++m_at;
        return m_at != from || fail(QT_TRANSLATE_NOOP("Json", "expected a digit"));
    }

    bool readNumber(Json &value)
    {
        const char *const from = m_at;
        if (*m_at == '-')
            ++m_at;
        if (m_at + 1 < m_end && *m_at == '0' && isDigit(m_at[1]))
            return fail(QT_TRANSLATE_NOOP("Json", "a number begins with 0"));
        if (!readDigits())
            return false;
        if (m_at < m_end && *m_at == '.') {
            ++m_at;
            if (!readDigits())
                return false;
        }
        if (m_at < m_end && (*m_at == 'e' || *m_at == 'E')) {
            ++m_at;
            if (m_at < m_end && (*m_at == '+' || *m_at == '-'))
                ++m_at;
            if (!readDigits())
                return false;
        }
        value = Json::numberSpelt(QByteArray(from, m_at - from));
        return true;
    }

    // Leaves `spelling` empty where JSON.stringify would spell the text the same way.
    bool readString(QString &text, QByteArray &spelling)
    {
        const char *const from = m_at++;
        const char *stop = endOfPlainText(m_at, m_end);
        if (stop < m_end && *stop == '"') { // the common case: nothing escaped
            appendUtf8(text, QByteArrayView(m_at, stop - m_at));
            m_at = stop + 1;
            squeeze(text);
            return true;
        }
        bool isExpected = true;
        for (;; stop = endOfPlainText(m_at, m_end)) {
            appendUtf8(text, QByteArrayView(m_at, stop - m_at));
            m_at = stop;
            if (m_at == m_end)
                return fail(QT_TRANSLATE_NOOP("Json", "the text ends inside a string"));
            if (*m_at == '"')
                break;
            if (*m_at != '\\')
                return fail(*m_at == '\n' || *m_at == '\r'
                                ? QT_TRANSLATE_NOOP("Json", "a line ends inside a string")
                                : QT_TRANSLATE_NOOP("Json", "a control character inside a string"));
            if (!readEscape(text, isExpected))
                return false;
        }
        ++m_at;
        squeeze(text);
        if (!isExpected)
            spelling = QByteArray(from, m_at - from);
        return true;
    }

    bool readEscape(QString &text, bool &isExpected)
    {
        if (m_end - m_at < 2)
            return fail(QT_TRANSLATE_NOOP("Json", "the text ends inside a string"));
        const char letter = m_at[1];
        constexpr QByteArrayView letters("\"\\bfnrt/");
        constexpr QByteArrayView meanings("\"\\\b\f\n\r\t/");
        if (letter == 'u')
            return readUnicodeEscape(text, isExpected);
        const qsizetype index = letters.indexOf(letter);
        if (index < 0)
            return fail(QT_TRANSLATE_NOOP("Json", "an unknown escape inside a string"));
        if (letter == '/')
            isExpected = false;
        text += QLatin1Char(meanings[index]);
        m_at += 2;
        return true;
    }

    bool readUnicodeEscape(QString &text, bool &isExpected)
    {
        const int unit = escapedUnit(m_at);
        if (unit < 0)
            return fail(QT_TRANSLATE_NOOP("Json", "expected four hexadecimal digits after \\u"));
        const QChar c(static_cast<char16_t>(unit));
        // Expected only for what must be escaped and has no letter: controls, lone surrogates.
        bool isNeeded = unit < 0x20 && !QByteArrayView("\b\f\n\r\t").contains(static_cast<char>(unit));
        if (c.isSurrogate()) {
            const int next = c.isHighSurrogate() ? escapedUnit(m_at + 6) : -1;
            const bool isPair = next >= 0 && QChar(static_cast<char16_t>(next)).isLowSurrogate();
            const bool endsPair = c.isLowSurrogate() && !text.isEmpty() && text.back().isHighSurrogate();
            isNeeded = !isPair && !endsPair;
        }
        if (!isNeeded || std::any_of(m_at + 2, m_at + 6, [](char d) { return d >= 'A' && d <= 'F'; }))
            isExpected = false;
        text += c;
        m_at += 6;
        return true;
    }

    // The value of "\uXXXX" at `at`, or -1.
    int escapedUnit(const char *at) const
    {
        if (m_end - at < 6 || at[0] != '\\' || at[1] != 'u')
            return -1;
        int unit = 0;
        for (int i = 2; i < 6; ++i) {
            const int digit = hexValue(at[i]);
            if (digit < 0)
                return -1;
            unit = unit * 16 + digit;
        }
        return unit;
    }

    JsonSpan spanFrom(const char *from, int depth) const
    {
        return {.origin = m_origin,
                .begin = from - m_origin->bytes.constBegin(),
                .length = m_at - from,
                .depth = depth};
    }

    // After an item: true with `more` set as a comma or the closing bracket says.
    bool readSeparator(char closing, bool &more)
    {
        skipSpace();
        if (m_at == m_end)
            return failAtEnd();
        more = *m_at == ',';
        if (!more && *m_at != closing)
            return fail(closing == '}' ? QT_TRANSLATE_NOOP("Json", "expected a comma or }")
                                       : QT_TRANSLATE_NOOP("Json", "expected a comma or ]"));
        ++m_at;
        if (!more)
            return true;
        skipSpace();
        if (m_at < m_end && *m_at == closing)
            return fail(QT_TRANSLATE_NOOP("Json", "a comma before the closing bracket"));
        return true;
    }

    bool enter(int depth)
    {
        if (depth >= JsonDepthLimit)
            return fail(QT_TRANSLATE_NOOP("Json", "the values are nested too deeply"));
        ++m_at;
        skipSpace();
        return m_at < m_end || failAtEnd();
    }

    bool readArray(Json &value, int depth)
    {
        const char *const from = m_at;
        if (!enter(depth))
            return false;
        JsonArray array;
        bool more = *m_at != ']';
        if (!more)
            ++m_at;
        while (more) {
            Json item;
            if (!readValue(item, depth + 1) || !readSeparator(']', more))
                return false;
            array.items.append(std::move(item));
        }
        array.span = spanFrom(from, depth);
        auto *data = new JsonData;
        data->content = std::move(array);
        value = Json(data);
        return true;
    }

    bool readObject(Json &value, int depth)
    {
        const char *const from = m_at;
        if (!enter(depth))
            return false;
        JsonObject object;
        bool more = *m_at != '}';
        if (!more)
            ++m_at;
        while (more) {
            Json::Member member;
            if (!readKey(member))
                return false;
            skipSpace();
            if (!readValue(member.value, depth + 1) || !readSeparator('}', more))
                return false;
            object.members.append(std::move(member));
        }
        object.span = spanFrom(from, depth);
        auto *data = new JsonData;
        data->content = std::move(object);
        value = Json(data);
        return true;
    }

    bool readKey(Json::Member &member)
    {
        if (*m_at != '"')
            return fail(QT_TRANSLATE_NOOP("Json", "expected a key in double quotes"));
        const char *const stop = endOfPlainText(m_at + 1, m_end);
        if (stop < m_end && *stop == '"') {
            const QByteArrayView token(m_at + 1, stop - m_at - 1);
            QString &known = m_keys[token]; // the same few keys, again and again
            if (known.isNull()) {
                known = u""_s;
                appendUtf8(known, token);
            }
            member.key = known;
            m_at = stop + 1;
        } else if (!readString(member.key, member.keySpelling)) {
            return false;
        }
        skipSpace();
        if (m_at == m_end)
            return failAtEnd();
        if (*m_at != ':')
            return fail(QT_TRANSLATE_NOOP("Json", "expected a colon after the key"));
        ++m_at;
        return true;
    }

    const QExplicitlySharedDataPointer<JsonOrigin> m_origin;
    const char *const m_begin;
    const char *const m_end;
    const char *m_at;
    const int m_firstLine;
    JsonKeys &m_keys;
    const JsonLimits m_limits;
    std::optional<Error> m_error;
};

Result<Json> parseJson(const QByteArray &bytes)
{
    return parseJsonWithin({}, bytes);
}

Result<Json> parseJsonWithin(const JsonLimits &limits, const QByteArray &bytes)
{
    QExplicitlySharedDataPointer<JsonOrigin> origin(new JsonOrigin);
    origin->bytes = bytes;
    origin->style = styleOf(bytes);
    JsonKeys keys;
    return JsonParser(origin, origin->bytes, 1, keys, limits).document();
}

Result<Json> parseJsonLine(const QByteArray &line, int lineNumber)
{
    return JsonLineReader(line).read(0, line.size(), lineNumber);
}

JsonLineReader::JsonLineReader(const QByteArray &file)
    : m_origin(new JsonOrigin)
{
    m_origin->bytes = file;
    m_origin->style = JsonStyle::compact();
    m_origin->isWholeDocument = false;
}

Json asleep(const Json &value)
{
    return JsonParser::asleep(value, {});
}

Json asleep(const Json &value, const std::function<JsonSpan(const JsonSpan &)> &moved)
{
    return JsonParser::asleep(value, moved);
}

Json readAnew(const Json &value)
{
    return JsonParser::readAnew(value);
}

bool mayContainAny(const Json &object, std::span<const QByteArrayView> keys)
{
    return JsonParser::mayContain(object, keys);
}

Result<Json> JsonLineReader::read(qsizetype begin, qsizetype length, int lineNumber)
{
    const QByteArrayView part = QByteArrayView(m_origin->bytes).sliced(begin, length);
    return JsonParser(m_origin, part, lineNumber, m_keys).document();
}

} // namespace snug
