#include "core/lore/entryhash.h"

#include "core/formats/loreentryfields.h"
#include "core/lore/decorators.h"
#include "core/model/stringhash.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// JSON as JavaScript's JSON.stringify() writes it.
class CompactText
{
public:
    static QString of(const Json &json)
    {
        CompactText text;
        text.write(json);
        return text.m_text;
    }

private:
    void write(const Json &json);
    void writeString(QStringView text);
    void writeObject(const Json &json);

    QString m_text;
};

void CompactText::writeString(QStringView text)
{
    m_text += u'"';
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        const bool isPair = c.isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate();
        if (isPair) {
            m_text += c;
            m_text += text[++i];
        } else if (c == u'"' || c == u'\\') {
            m_text += u'\\';
            m_text += c;
        } else if (c == u'\n') {
            m_text += u"\\n";
        } else if (c == u'\r') {
            m_text += u"\\r";
        } else if (c == u'\t') {
            m_text += u"\\t";
        } else if (c == u'\b') {
            m_text += u"\\b";
        } else if (c == u'\f') {
            m_text += u"\\f";
        } else if (c.unicode() < 0x20 || c.isSurrogate()) {
            m_text += u"\\u%1"_s.arg(uint(c.unicode()), 4, 16, QChar(u'0'));
        } else {
            m_text += c;
        }
    }
    m_text += u'"';
}

// A property name that JavaScript takes for a number; such ones come first, in ascending order.
std::optional<quint32> arrayIndex(const QString &key)
{
    bool isNumber = false;
    const quint32 index = key.toUInt(&isNumber);
    return isNumber && index != 0xffffffffU && QString::number(index) == key ? std::optional(index)
                                                                             : std::nullopt;
}

void CompactText::writeObject(const Json &json)
{
    QList<Json::Member> members;
    for (const Json::Member &member : json.members()) {
        const auto same = std::ranges::find(members, member.key, &Json::Member::key);
        if (same != members.end())
            same->value = member.value;
        else
            members.append(member);
    }
    std::ranges::stable_sort(members, [](const Json::Member &a, const Json::Member &b) {
        const std::optional<quint32> first = arrayIndex(a.key);
        const std::optional<quint32> second = arrayIndex(b.key);
        return first && (!second || *first < *second);
    });
    m_text += u'{';
    for (qsizetype i = 0; i < members.size(); ++i) {
        if (i > 0)
            m_text += u',';
        writeString(members[i].key);
        m_text += u':';
        write(members[i].value);
    }
    m_text += u'}';
}

void CompactText::write(const Json &json)
{
    switch (json.type()) {
    case Json::Type::Undefined:
    case Json::Type::Null:
        m_text += u"null";
        break;
    case Json::Type::Bool:
        m_text += json.toBool() ? u"true" : u"false";
        break;
    case Json::Type::Number:
        m_text += QLatin1StringView(Json::numberText(json.toDouble()));
        break;
    case Json::Type::String:
        writeString(json.toText());
        break;
    case Json::Type::Array: {
        m_text += u'[';
        const QList<Json> items = json.items();
        for (qsizetype i = 0; i < items.size(); ++i) {
            if (i > 0)
                m_text += u',';
            write(items[i]);
        }
        m_text += u']';
        break;
    }
    case Json::Type::Object:
        writeObject(json);
        break;
    }
}

} // namespace

quint64 loreEntryHash(const QString &book, const LoreEntry &entry)
{
    const Json written = writtenLoreEntry(entry, LoreShape::World);
    Json object = Json::object({{u"uid"_s, Json(entry.uid)}, {u"world"_s, Json(book)}});
    for (const Json::Member &member : written.members()) {
        if (member.key != u"uid")
            object.set(member.key, member.value);
    }
    object.set(u"content"_s, Json(contentWithoutDecorators(entry.content)));
    object.remove(u"decorators");
    object.set(u"decorators"_s, Json(loreDecorators(entry.content)));
    return stringHash(CompactText::of(object));
}

} // namespace snug
