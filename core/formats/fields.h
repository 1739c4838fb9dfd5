// Binds the keys of a JSON object to the members of a value, once for reading and writing:
//
//     template <typename Fields> void fieldsOf(Fields &fields)
//     {
//         fields.field(u"order"_s, &LoreEntry::order);
//     }
//
// Reading is tolerant (null, "" and a missing key leave the member's default; types may drift) and
// notes what it did not understand; writing sets only the keys whose member differs from what
// reading the object gives, so everything else keeps its bytes.
#pragma once

#include "core/formats/fieldcodecs.h"
#include "core/formats/jsonitems.h"
#include "core/model/json.h"
#include "core/result.h"

#include <QList>

#include <functional>

namespace snug {

// What a reader did not understand; `place` is a path such as "entries.3.key".
using Warnings = QList<Error>;
// What comes after so many is not told one by one.
inline constexpr qsizetype WarningLimit = 1'000;

// Where in the document a reader is. A chain on the stack: spelt out only for a warning.
struct Place
{
    const Place *outer = nullptr;
    QString key = {};
    qsizetype index = -1;
    qsizetype line = 0; // of a file of lines, from 1

    Place in(const QString &innerKey) const { return {.outer = this, .key = innerKey}; }
    Place at(qsizetype innerIndex) const { return {.outer = this, .key = {}, .index = innerIndex}; }
    QString text() const;
};

void warn(Warnings &warnings, const Place &place, const QString &what);
// "expected an array, found a string"
void warnExpected(Warnings &warnings, const Place &place, const QString &expected, const Json &found);

template <typename T> class FieldReader
{
public:
    FieldReader(const Json &object, T &target, const Place &place, Warnings &warnings)
        : m_object(object)
        , m_target(target)
        , m_place(place)
        , m_warnings(warnings)
    {
    }

    template <typename Member, typename Codec = PlainCodec>
    void field(const QString &key, Member member, Codec codec = {})
    {
        const Json json = m_object.value(key);
        if (json.isUndefined() || json.isNull())
            return;
        auto &target = std::invoke(member, m_target);
        if (!codec.decode(json, target))
            warnExpected(m_warnings, m_place.in(key), codec.expected(target), json);
    }

    // A key that is only written, into new objects.
    void fixed(const QString &, const Json &) {}

    template <typename Inner> void inner(const QString &key, Inner &&fields)
    {
        const Json object = m_object.value(key);
        const Place place = m_place.in(key);
        if (object.isObject()) {
            FieldReader reader(object, m_target, place, m_warnings);
            fields(reader);
        } else if (!object.isUndefined() && !object.isNull()) {
            warnExpected(m_warnings, place, Json::object().typeName(), object);
        }
    }

private:
    const Json m_object;
    T &m_target;
    const Place &m_place;
    Warnings &m_warnings;
};

template <typename T> class FieldWriter
{
public:
    // `before` is what reading `object` gives. A new object gets all keys.
    FieldWriter(Json &object, const T &before, const T &now, bool isNew)
        : m_object(object)
        , m_before(before)
        , m_now(now)
        , m_isNew(isNew)
    {
    }

    template <typename Member, typename Codec = PlainCodec>
    void field(const QString &key, Member member, Codec codec = {})
    {
        const auto &now = std::invoke(member, m_now);
        if (m_isNew || !(std::invoke(member, m_before) == now))
            m_object.set(key, codec.encode(now, m_object.value(key)));
    }

    void fixed(const QString &key, const Json &value)
    {
        if (m_isNew && !m_object.contains(key))
            m_object.set(key, value);
    }

    template <typename Inner> void inner(const QString &key, Inner &&fields)
    {
        const Json old = m_object.value(key);
        Json object = old.isObject() ? old : Json::object();
        FieldWriter writer(object, m_before, m_now, m_isNew);
        fields(writer);
        if (!object.isSameAs(old) && (old.isObject() || object.size() > 0))
            m_object.set(key, object);
    }

private:
    Json &m_object;
    const T &m_before;
    const T &m_now;
    const bool m_isNew;
};

// The object that `value` came from with what `fields` names as it is now; a new one when it came from none.
// `before` is what reading its source gives.
template <typename T, typename Fields> Json writtenFields(const T &value, const T &before, Fields &&fields)
{
    const bool isNew = !value.source.isObject();
    Json object = isNew ? Json::object() : value.source;
    FieldWriter writer(object, before, value, isNew);
    fields(writer);
    return object;
}

// A list's items: objects are written by `writeItem`, what could not be read stays where it stood.
// Gives `source` itself when nothing changed.
template <typename T, typename WriteItem>
Json writtenList(const Json &source, const QList<T> &list, WriteItem &&writeItem)
{
    const QList<Json> &old = source.items();
    QList<Json> items;
    items.reserve(list.size());
    qsizetype next = 0;
    const auto keepUnread = [&] {
        while (next < old.size() && !old[next].isObject())
            items.append(old[next++]);
    };
    for (const T &value : list) {
        keepUnread();
        items.append(writeItem(value));
        ++next;
    }
    for (; next < old.size(); ++next)
        keepUnread();
    const bool isSame =
        std::ranges::equal(items, old, [](const Json &a, const Json &b) { return a.isSameAs(b); });
    return isSame ? source : withItems(source, items);
}

} // namespace snug
