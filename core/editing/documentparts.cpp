#include "core/editing/documentparts.h"

#include "core/formats/cardpng.h"
#include "core/formats/jsontext.h"
#include "core/formats/personas.h"
#include "core/formats/regexscripts.h"
#include "core/library/documentfiles.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

Json valueAt(const Json &document, const QStringList &path)
{
    Json value = document;
    for (const QString &key : path)
        value = Json(value.value(key));
    return value;
}

// Nothing on the way there changes unless the value does.
Json withValueAt(Json document, const QStringList &path, const Json &value)
{
    if (path.isEmpty())
        return value;
    const Json before = document.value(path.first());
    const Json now = withValueAt(before, path.sliced(1), value);
    if (!now.isSameAs(before) && !(now.isUndefined() && before.isUndefined()))
        document.set(path.first(), now);
    return document;
}

// What somebody changed stands in values that were read from an earlier state of the file: where they say the
// same as the file does now, its own values are taken, with the bytes that they were read from.
Json withBytesOf(const Json &before, const Json &now)
{
    if (now == before)
        return before;
    Json kept = now;
    if (now.isObject() && before.isObject()) {
        for (const Json::Member &member : now.members()) {
            const Json own = withBytesOf(before.value(member.key), member.value);
            if (!own.isSameAs(member.value))
                kept.set(member.key, own);
        }
    } else if (now.isArray() && before.isArray()) {
        const QList<Json> &items = before.items();
        for (qsizetype i = 0; i < now.size(); ++i) {
            const Json id = now.at(i).value(u"id");
            const auto same = std::ranges::find_if(items, [&](const Json &item) {
                return id.isUndefined() ? item == now.at(i) : item.value(u"id") == id;
            });
            if (same != items.cend())
                kept.setAt(i, withBytesOf(*same, now.at(i)));
        }
    }
    return kept;
}

// A file that is not there yet is an empty object.
Result<Json> parsedFile(const QByteArray &bytes)
{
    if (bytes.isEmpty())
        return Json::object();
    return parseJson(bytes).and_then([](const Json &document) -> Result<Json> {
        if (!document.isObject())
            return failure(QCoreApplication::translate("Editing", "expected an object, found %1")
                               .arg(document.typeName()));
        return document;
    });
}

QStringList personaPath()
{
    return {u"power_user"_s};
}

QStringList personaKeys()
{
    return {u"personas"_s, u"persona_descriptions"_s, u"default_persona"_s};
}

// A JSON file with a list of scripts in an object of its own.
DocumentFormat scriptsInFile(const QStringList &path)
{
    DocumentFormat format;
    format.read = [path](const QByteArray &bytes, const QString &) {
        return parsedFile(bytes).transform([&](const Json &document) {
            const Place root;
            const Place outer = root.in(path.first());
            DocumentReading reading;
            reading.value = DocumentValue::of(
                readRegexScriptList(valueAt(document, path), outer.in(path.last()), reading.warnings));
            return reading;
        });
    };
    format.write = [path](const DocumentValue &value, const QByteArray &present) {
        return parsedFile(present).transform([&](const Json &document) {
            const auto &scripts = value.as<QList<RegexScript>>();
            const Json before = valueAt(document, path);
            if (scripts.isEmpty() && before.isUndefined())
                return writeJson(document);
            const Json now = writtenRegexScriptList(before.isArray() ? before : Json::array(), scripts);
            return writeJson(withValueAt(document, path, withBytesOf(before, now)));
        });
    };
    format.document = [path](const QByteArray &bytes) {
        return parsedFile(bytes).transform([&](const Json &document) {
            const Json part = valueAt(document, path);
            return part.isArray() ? part : Json::array();
        });
    };
    format.file = [path](const Json &part, const QByteArray &present) {
        return parsedFile(present).transform([&](const Json &document) {
            if (part.size() == 0 && valueAt(document, path).isUndefined())
                return writeJson(document);
            return writeJson(withValueAt(document, path, withBytesOf(valueAt(document, path), part)));
        });
    };
    return format;
}

DocumentFormat scriptsInCard()
{
    const auto cardIn = [](const QByteArray &bytes) -> Result<Card> {
        if (bytes.isEmpty())
            return Card();
        return readCardPng(bytes).transform([](const CardReading &reading) { return reading.card; });
    };
    const auto written = [](const Card &card, const QByteArray &present) {
        return writeCardPng(card, present.isEmpty() ? placeholderPicture() : present);
    };
    DocumentFormat format;
    format.read = [cardIn](const QByteArray &bytes, const QString &) {
        return cardIn(bytes).transform(
            [](const Card &card) { return DocumentReading{DocumentValue::of(card.regexScripts), {}}; });
    };
    format.write = [cardIn, written](const DocumentValue &value, const QByteArray &present) {
        return cardIn(present).and_then([&](Card card) {
            card.regexScripts = value.as<QList<RegexScript>>();
            return written(card, present);
        });
    };
    format.document = [cardIn](const QByteArray &bytes) {
        return cardIn(bytes).transform(
            [](const Card &card) { return writtenRegexScriptList(Json::array(), card.regexScripts); });
    };
    format.file = [cardIn, written](const Json &part, const QByteArray &present) {
        return cardIn(present).and_then([&](Card card) {
            Warnings ignored; // they are told when the file is read
            card.regexScripts = readRegexScriptList(part, Place(), ignored);
            return written(card, present);
        });
    };
    return format;
}

} // namespace

QString settingsDocument()
{
    return u"settings"_s;
}

DocumentFormat personasFormat()
{
    DocumentFormat format;
    format.kind = DocumentKind::Persona;
    format.changeKind = LibraryChange::Kind::Settings;
    format.isPart = true;
    format.isPlainJson = false;
    format.withoutFile = "{}";
    format.path = [](const LibraryLayout &layout, const QString &) { return layout.settingsFile(); };
    format.read = [](const QByteArray &bytes, const QString &) {
        return parsedFile(bytes).transform([](const Json &document) {
            const Place root;
            const PersonasReading reading =
                personasFromJson(valueAt(document, personaPath()), root.in(personaPath().constFirst()));
            return DocumentReading{DocumentValue::of(PersonaList{reading.personas, reading.defaultAvatar}),
                                   reading.warnings};
        });
    };
    format.write = [](const DocumentValue &value, const QByteArray &present) {
        return parsedFile(present).transform([&](const Json &document) {
            const auto &list = value.as<PersonaList>();
            const Json before = valueAt(document, personaPath());
            const Json now = writtenPersonas(list.personas, list.defaultAvatar, before);
            return writeJson(before.isUndefined() && now.size() == 0
                                 ? document
                                 : withValueAt(document, personaPath(), withBytesOf(before, now)));
        });
    };
    format.document = [](const QByteArray &bytes) {
        return parsedFile(bytes).transform([](const Json &document) {
            const Json whole = valueAt(document, personaPath());
            Json part = Json::object();
            for (const QString &key : personaKeys()) {
                if (whole.contains(key))
                    part.set(key, whole.value(key));
            }
            return part;
        });
    };
    format.file = [](const Json &part, const QByteArray &present) {
        return parsedFile(present).transform([&](Json document) {
            for (const QString &key : personaKeys()) {
                const QStringList path = personaPath() + QStringList{key};
                document = withValueAt(document, path, withBytesOf(valueAt(document, path), part.value(key)));
            }
            return writeJson(document);
        });
    };
    return format;
}

DocumentFormat scriptsFormat(ScriptScope scope)
{
    DocumentFormat format;
    switch (scope) {
    case ScriptScope::Global:
        format = scriptsInFile({u"extension_settings"_s, u"regex"_s});
        format.kind = DocumentKind::Script;
        format.changeKind = LibraryChange::Kind::Settings;
        format.withoutFile = "{}";
        format.path = [](const LibraryLayout &layout, const QString &) { return layout.settingsFile(); };
        break;
    case ScriptScope::Preset:
        format = scriptsInFile({u"extensions"_s, u"regex_scripts"_s});
        format.kind = DocumentKind::PresetScripts;
        format.changeKind = LibraryChange::Kind::Presets;
        format.path = [](const LibraryLayout &layout, const QString &name) { return layout.preset(name); };
        break;
    case ScriptScope::Card:
        format = scriptsInCard();
        format.kind = DocumentKind::CardScripts;
        format.changeKind = LibraryChange::Kind::Cards;
        format.path = [](const LibraryLayout &layout, const QString &name) { return layout.card(name); };
        break;
    }
    format.isPart = true;
    format.isPlainJson = false;
    return format;
}

} // namespace snug
