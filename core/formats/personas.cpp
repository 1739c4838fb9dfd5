#include "core/formats/personas.h"

#include "core/formats/jsontext.h"

#include <QCoreApplication>
#include <QSet>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString trPersonas(const char *text)
{
    return QCoreApplication::translate("Personas", text);
}

// 1 is an old spelling of 0.
struct PersonaPositionCodec
{
    static bool decode(const Json &json, Persona::Position &value)
    {
        int number = static_cast<int>(value);
        if (!PlainCodec::decode(json, number))
            return false;
        switch (number) {
        case 0:
        case 1:
            value = Persona::Position::InPrompt;
            return true;
        case 2:
        case 3:
        case 4:
        case 9:
            value = static_cast<Persona::Position>(number);
            return true;
        default:
            return false;
        }
    }
    static Json encode(Persona::Position value, const Json &) { return Json(static_cast<int>(value)); }
    static QString expected(Persona::Position) { return u"0, 2, 3, 4, 9"_s; }
};

struct ConnectionsCodec
{
    static bool decode(const Json &json, QList<Persona::Connection> &value)
    {
        if (!json.isArray())
            return false;
        for (const Json &item : json.items()) {
            if (item.isObject())
                value.append({.type = item.value(u"type").toText(), .id = item.value(u"id").toText()});
        }
        return true;
    }
    static Json encode(const QList<Persona::Connection> &value, const Json &)
    {
        Json array = Json::array();
        for (const Persona::Connection &connection : value) {
            array.append(Json::object({{.key = u"type"_s, .value = Json(connection.type)},
                                       {.key = u"id"_s, .value = Json(connection.id)}}));
        }
        return array;
    }
    static QString expected(const QList<Persona::Connection> &) { return Json::array().typeName(); }
};

template <typename Fields> void personaFields(Fields &f)
{
    f.field(u"description"_s, &Persona::description);
    f.field(u"position"_s, &Persona::position, PersonaPositionCodec());
    f.field(u"depth"_s, &Persona::depth);
    f.field(u"role"_s, &Persona::role, RoleNumberCodec());
    f.field(u"lorebook"_s, &Persona::lorebook);
    f.field(u"title"_s, &Persona::title);
    f.field(u"connections"_s, &Persona::connections, ConnectionsCodec());
}

Persona personaOf(const Json &json, const Place &place, Warnings &warnings)
{
    Persona persona;
    FieldReader reader(json, persona, place, warnings);
    personaFields(reader);
    persona.source = json;
    return persona;
}

Json writtenPersona(const Persona &persona)
{
    Warnings ignored;
    return writtenFields(persona, personaOf(persona.source, Place(), ignored),
                         [](auto &writer) { personaFields(writer); });
}

// An object by picture file name, with each persona's value set and those who are gone removed.
template <typename Encode> Json writtenByAvatar(Json object, const QList<Persona> &personas, Encode &&encode)
{
    QSet<QString> avatars;
    for (const Persona &persona : personas)
        avatars.insert(persona.avatar);
    const QList<Json::Member> old = object.members();
    for (const Json::Member &member : old) {
        if (!avatars.contains(member.key))
            object.remove(member.key);
    }
    bool isAfterNew = false;
    for (const Persona &persona : personas) {
        const Json before = object.value(persona.avatar);
        const Json now = encode(persona, before);
        if (isAfterNew && !before.isUndefined())
            object.remove(persona.avatar); // to stand behind the new one again
        if (before.isUndefined() ? !now.isUndefined() : isAfterNew || !now.isSameAs(before))
            object.set(persona.avatar, now.isSameAs(before) ? before : now);
        isAfterNew = isAfterNew || (before.isUndefined() && !now.isUndefined());
    }
    return object;
}

} // namespace

PersonasReading personasFromJson(const Json &object, const Place &place)
{
    PersonasReading reading;
    reading.source = object;
    const Json names = object.value(u"personas");
    const Json descriptions = object.value(u"persona_descriptions");
    const Place namesPlace = place.in(u"personas"_s);
    const Place descriptionsPlace = place.in(u"persona_descriptions"_s);
    QSet<QString> read;
    const auto add = [&](const QString &avatar, const Json &name) {
        if (read.contains(avatar))
            return;
        read.insert(avatar);
        const Place here = descriptionsPlace.in(avatar);
        const Json description = descriptions.value(avatar);
        if (!description.isUndefined() && !description.isNull() && !description.isObject())
            warnExpected(reading.warnings, here, Json::object().typeName(), description);
        Persona persona = personaOf(description, here, reading.warnings);
        persona.avatar = avatar;
        persona.name = name.toText();
        if (!name.isString())
            warnExpected(reading.warnings, namesPlace.in(avatar), Json(QString()).typeName(), name);
        reading.personas.append(persona);
    };
    for (const Json::Member &member : names.members())
        add(member.key, names.value(member.key));
    for (const Json::Member &member : descriptions.members())
        add(member.key, names.value(member.key));
    reading.defaultAvatar = object.value(u"default_persona").toText();
    return reading;
}

Json writtenPersonas(const QList<Persona> &personas, const QString &defaultAvatar, const Json &source)
{
    Json object = source.isObject() ? source : Json::object();
    const auto put = [&object](const QString &key, const Json &now) {
        const Json old = object.value(key);
        if (!now.isSameAs(old) && (old.isObject() || now.size() > 0))
            object.set(key, now);
    };
    const auto partOf = [&object](QStringView key) {
        const Json part = object.value(key);
        return part.isObject() ? part : Json::object();
    };
    put(u"personas"_s,
        writtenByAvatar(partOf(u"personas"), personas, [](const Persona &persona, const Json &old) {
            return old.toText() == persona.name ? old : Json(persona.name);
        }));
    put(u"persona_descriptions"_s, writtenByAvatar(partOf(u"persona_descriptions"), personas,
                                                   [](const Persona &persona, const Json &old) {
                                                       const Json now = writtenPersona(persona);
                                                       // A persona without a description object keeps going
                                                       // without.
                                                       const bool isStillNone =
                                                           !persona.source.isObject() && !old.isObject() &&
                                                           now == writtenPersona(Persona());
                                                       return isStillNone ? old : now;
                                                   }));
    if (object.value(u"default_persona").toText() != defaultAvatar)
        object.set(u"default_persona"_s, defaultAvatar.isEmpty() ? Json::null() : Json(defaultAvatar));
    return object;
}

Result<PersonasReading> readPersonas(const QByteArray &bytes)
{
    const Result<Json> document = parseJson(bytes);
    if (!document)
        return std::unexpected(document.error());
    if (document->value(u"personas").isObject())
        return personasFromJson(*document);
    if (!document->isObject() || !document->contains(u"name"))
        return failure(trPersonas(QT_TRANSLATE_NOOP("Personas", "there are no personas in it")));
    PersonasReading reading;
    reading.source = *document;
    Persona persona = personaOf(*document, Place(), reading.warnings);
    persona.name = document->value(u"name").toText();
    persona.avatar = document->value(u"avatar").toText();
    reading.personas.append(persona);
    return reading;
}

QByteArray writePersonas(const QList<Persona> &personas, const QString &defaultAvatar, const Json &source)
{
    const bool isBackup = !source.isObject() || source.value(u"personas").isObject();
    if (isBackup || personas.size() != 1)
        return writeJson(writtenPersonas(personas, defaultAvatar, isBackup ? source : Json()));
    Json document = writtenPersona(personas.first());
    if (document.value(u"name").toText() != personas.first().name)
        document.set(u"name"_s, Json(personas.first().name));
    return writeJson(document);
}

} // namespace snug
