#include "core/formats/jsonparts.h"

#include "core/formats/jsonbytes.h"
#include "core/formats/jsontext.h"

#include <QHash>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr double ExactIntegers = 9007199254740992.0; // beyond, two numbers can share a double

// Of valid JSON; stops at the end of anything else.
class PartsWalk
{
public:
    PartsWalk(QByteArrayView bytes, qsizetype begin, const QList<JsonExtent> &known)
        : m_bytes(bytes)
        , m_at(begin)
        , m_known(known)
    {
    }

    std::optional<JsonParts> parts()
    {
        JsonParts all;
        if (!isIn() || (now() != '{' && now() != '['))
            return std::nullopt;
        const bool isObject = now() == '{';
        const char closing = isObject ? '}' : ']';
        all.begin = m_at;
        const qsizetype inside = ++m_at;
        skipSpace();
        if (isIn() && now() == closing) {
            all.end = m_at + 1;
            return all;
        }
        for (m_at = inside; isIn(); ++m_at) {
            JsonPart part{.from = m_at};
            skipSpace();
            part.key = part.keyEnd = m_at;
            if (isObject) {
                skipValue();
                part.keyEnd = m_at;
                skipSpace();
                ++m_at; // the colon
                skipSpace();
            }
            part.value = m_at;
            skipValue();
            part.valueEnd = m_at;
            skipSpace();
            part.to = m_at;
            all.parts.append(part);
            if (isIn() && now() == closing) {
                all.end = m_at + 1;
                return all;
            }
            if (part.valueEnd == part.value)
                break;
        }
        return std::nullopt;
    }

private:
    bool isIn() const { return m_at < m_bytes.size(); }
    char now() const { return m_bytes[m_at]; }

    void skipSpace()
    {
        while (isIn() && (now() == ' ' || now() == '\n' || now() == '\r' || now() == '\t'))
            ++m_at;
    }

    void skipText()
    {
        const char *const end = m_bytes.end();
        const char *at = endOfPlainText(m_bytes.begin() + m_at + 1, end);
        while (at < end && *at != '"')
            at = endOfPlainText(std::min(at + (*at == '\\' ? 2 : 1), end), end);
        m_at = std::min(qsizetype(at - m_bytes.begin() + 1), m_bytes.size());
    }

    void skipValue()
    {
        while (m_next < m_known.size() && m_known[m_next].begin < m_at)
            ++m_next;
        if (m_next < m_known.size() && m_known[m_next].begin == m_at) {
            m_at += m_known[m_next].length;
            return;
        }
        int depth = 0;
        while (isIn()) {
            const char c = now();
            if (c == '"') {
                skipText();
            } else if (c == '{' || c == '[') {
                ++depth;
                ++m_at;
            } else if (depth > 0) {
                depth -= c == '}' || c == ']' ? 1 : 0;
                ++m_at;
            } else { // a number or word
                while (isIn() && !QByteArrayView(",]} \t\r\n:").contains(now()))
                    ++m_at;
            }
            if (depth == 0)
                return;
        }
    }

    const QByteArrayView m_bytes;
    qsizetype m_at;
    const QList<JsonExtent> &m_known;
    qsizetype m_next = 0;
};

// One way to say each text, number and word: equal for those that are.
QByteArray plainToken(QByteArrayView token)
{
    if (token.startsWith('"') && token.contains('\\')) {
        const Result<Json> read = parseJsonLine(token.toByteArray());
        return read ? jsonStringSpelling(read->toText()) : token.toByteArray();
    }
    if (token.startsWith('-') || (!token.isEmpty() && isDigit(token.front()))) {
        const double number = Json::numberSpelt(token.toByteArray()).toDouble();
        if (std::abs(number) < ExactIntegers)
            return Json::numberText(number);
    }
    return token.toByteArray();
}

QByteArray plainToken(const Json &value)
{
    switch (value.type()) {
    case Json::Type::Bool:
        return value.toBool() ? "true"_ba : "false"_ba;
    case Json::Type::Number:
        return plainToken(value.spelling().isEmpty() ? Json::numberText(value.toDouble()) : value.spelling());
    case Json::Type::String:
        return jsonStringSpelling(value.toText());
    default:
        return "null"_ba;
    }
}

bool isTextToken(QStringView text, QByteArrayView token)
{
    if (token.contains('\\'))
        return plainToken(token) == jsonStringSpelling(text);
    return token.size() >= 2 &&
           QAnyStringView(QUtf8StringView(token.sliced(1, token.size() - 2))) == QAnyStringView(text);
}

// Gives the old parts away, each once.
class Places
{
public:
    Places(qsizetype children, qsizetype parts)
        : m_places(children, -1)
        , m_isGiven(parts, false)
    {
    }

    bool isFree(qsizetype part) const { return part >= 0 && part < m_isGiven.size() && !m_isGiven[part]; }
    bool has(qsizetype child) const { return m_places[child] >= 0; }
    void give(qsizetype child, qsizetype part)
    {
        m_places[child] = part;
        m_isGiven[part] = true;
    }

    // The first that is free: of those behind `last`, if there is one.
    qsizetype firstFree(const QList<qsizetype> &parts, qsizetype last) const
    {
        qsizetype first = -1;
        for (const qsizetype part : parts) {
            if (!isFree(part))
                continue;
            if (part > last)
                return part;
            if (first < 0)
                first = part;
        }
        return first;
    }

    // What stands where something else stood takes its place.
    QList<qsizetype> withTakenPlaces()
    {
        for (qsizetype i = 0; i < m_places.size(); ++i) {
            const qsizetype part = i == 0 ? 0 : m_places[i - 1] + 1;
            if (!has(i) && (i == 0 || has(i - 1)) && isFree(part))
                give(i, part);
        }
        return m_places;
    }

private:
    QList<qsizetype> m_places;
    QList<bool> m_isGiven;
};

// Same spelling, same list: many equal items would make looking for a free one slow.
constexpr qsizetype MostAlike = 64;

void placeByKeys(Places &places, const QList<Json::Member> &members, QByteArrayView bytes,
                 const JsonParts &parts)
{
    const auto keyOf = [&](const JsonPart &part) { return bytes.sliced(part.key, part.keyEnd - part.key); };
    QHash<QByteArray, QList<qsizetype>> byKey;
    qsizetype next = 0;
    for (qsizetype i = 0; i < members.size(); ++i) {
        if (places.isFree(next) && isTextToken(members[i].key, keyOf(parts.parts[next]))) {
            places.give(i, next++);
            continue;
        }
        if (byKey.isEmpty()) {
            for (qsizetype j = 0; j < parts.parts.size(); ++j) {
                QList<qsizetype> &alike = byKey[plainToken(keyOf(parts.parts[j]))];
                if (alike.size() < MostAlike)
                    alike.append(j);
            }
        }
        const auto found = byKey.constFind(jsonStringSpelling(members[i].key));
        if (found == byKey.cend())
            continue;
        if (const qsizetype part = places.firstFree(*found, -1); part >= 0) {
            places.give(i, part);
            next = part + 1;
        }
    }
}

void placeByOrigins(Places &places, const QList<qsizetype> &origins, const JsonParts &parts)
{
    QHash<qsizetype, qsizetype> byOrigin;
    for (qsizetype i = 0; i < origins.size(); ++i) {
        if (origins[i] < 0 || places.has(i))
            continue;
        if (byOrigin.isEmpty()) {
            for (qsizetype j = 0; j < parts.parts.size(); ++j)
                byOrigin.insert(parts.parts[j].value, j);
        }
        if (const qsizetype part = byOrigin.value(origins[i], -1); places.isFree(part))
            places.give(i, part);
    }
}

void placeItems(Places &places, const QList<Json> &items, const QList<qsizetype> &origins,
                QByteArrayView bytes, const JsonParts &parts)
{
    const auto tokenOf = [&](qsizetype part) {
        return bytes.sliced(parts.parts[part].value, parts.parts[part].valueEnd - parts.parts[part].value);
    };
    const auto isContainer = [](const Json &item) { return item.isArray() || item.isObject(); };
    const auto isAt = [&](qsizetype i, qsizetype part) {
        return isContainer(items[i]) ? origins[i] == parts.parts[part].value
                                     : isJsonToken(items[i], tokenOf(part));
    };
    const qsizetype shorter = std::min(items.size(), parts.parts.size());
    qsizetype front = 0;
    for (; front < shorter && isAt(front, front); ++front)
        places.give(front, front);
    qsizetype back = 0;
    for (; back < shorter - front && isAt(items.size() - 1 - back, parts.parts.size() - 1 - back); ++back)
        places.give(items.size() - 1 - back, parts.parts.size() - 1 - back);
    if (front + back == items.size() || front + back == parts.parts.size())
        return;

    placeByOrigins(places, origins, parts);
    QHash<QByteArray, QList<qsizetype>> byToken;
    for (qsizetype j = front; j < parts.parts.size() - back; ++j) {
        const char first = bytes[parts.parts[j].value];
        if (first == '{' || first == '[')
            continue;
        QList<qsizetype> &alike = byToken[plainToken(tokenOf(j))];
        if (alike.size() < MostAlike)
            alike.append(j);
    }
    qsizetype last = -1;
    for (qsizetype i = front; i < items.size() - back; ++i) {
        if (places.has(i) || isContainer(items[i]))
            continue;
        const qsizetype part = places.firstFree(byToken.value(plainToken(items[i])), last);
        if (part < 0)
            continue;
        places.give(i, part);
        last = part;
    }
}

} // namespace

std::optional<JsonParts> jsonPartsAt(QByteArrayView bytes, qsizetype begin, const QList<JsonExtent> &known)
{
    return PartsWalk(bytes, begin, known).parts();
}

QList<qsizetype> placesInParts(const Json &container, const QList<qsizetype> &origins, QByteArrayView bytes,
                               const JsonParts &parts)
{
    Places places(container.size(), parts.parts.size());
    if (container.isArray()) {
        placeItems(places, container.items(), origins, bytes, parts);
    } else {
        placeByKeys(places, container.members(), bytes, parts);
        placeByOrigins(places, origins, parts); // a renamed one
    }
    return places.withTakenPlaces();
}

bool isJsonToken(const Json &value, QByteArrayView token)
{
    if (token.isEmpty())
        return false;
    switch (value.type()) {
    case Json::Type::String:
        return token.startsWith('"') && isTextToken(value.toText(), token);
    case Json::Type::Number: {
        const bool isNumber = token.front() == '-' || isDigit(token.front());
        return isNumber && Json::numberSpelt(token.toByteArray()) == value;
    }
    case Json::Type::Array:
    case Json::Type::Object:
        return false;
    default:
        return plainToken(value) == token;
    }
}

} // namespace snug
