#include "core/formats/framingcharacter.h"

#include "core/formats/framinglore.h"
#include "core/formats/loreentryfields.h"
#include "core/formats/worldinfo.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QStringList greetingsOf(const Json &document)
{
    QStringList greetings;
    const Json message = document.value(u"message");
    if (message.isString())
        greetings.append(message.toText());
    for (const Json &greeting : message.items())
        greetings.append(greeting.toText());
    return greetings;
}

QStringList greetingsOf(const Card &card)
{
    QStringList greetings = card.alternateGreetings;
    if (!card.firstMessage.isEmpty() || !greetings.isEmpty())
        greetings.prepend(card.firstMessage);
    return greetings;
}

// The book as a card's, each entry with its own form beside it.
std::optional<Lorebook> bookOf(const Json &document, Warnings &warnings)
{
    const Json book = document.value(u"world_book");
    const Json entries = book.value(u"entries");
    if (entries.size() == 0)
        return std::nullopt;
    Lorebook result;
    result.name = book.value(u"name").toText();
    const Place root;
    const Place outer = root.in(u"world_book"_s);
    const Place list = outer.in(u"entries"_s);
    for (qsizetype i = 0; i < entries.size(); ++i) {
        const Json json = entries.at(i);
        const Place here = list.at(i);
        if (!json.isObject()) {
            warnExpected(warnings, here, Json::object().typeName(), json);
            continue;
        }
        Json own = json;
        if (!own.contains(u"enabled")) // a character's lore is on unless it says otherwise
            own.set(u"enabled"_s, Json(true));
        LoreEntry entry = readLoreEntry(own, LoreShape::Framing, static_cast<int>(i), here, warnings);
        const auto isTaken = [&](int uid) {
            return std::ranges::find(result.entries, uid, &LoreEntry::uid) != result.entries.cend();
        };
        while (isTaken(entry.uid)) // an id that is a word, or none
            entry.uid = std::max(entry.uid, static_cast<int>(entries.size())) + 1;
        entry.displayIndex = entry.uid;
        entry.source = {};
        Json card = writtenLoreEntry(entry, LoreShape::Card);
        Json extensions = card.value(u"extensions");
        extensions.set(smartTavernKey.toString(), json);
        card.set(u"extensions"_s, extensions);
        entry.source = card;
        result.entries.append(entry);
    }
    return result;
}

} // namespace

bool isFramingCharacter(const Json &document)
{
    return document.value(u"name").isString() && !document.contains(u"spec") &&
           !document.contains(u"first_mes") && !document.contains(u"data") &&
           (document.value(u"message").isArray() ||
            document.value(u"world_book").value(u"entries").isArray());
}

CardReading framingCardFromJson(const Json &document)
{
    Warnings warnings;
    Card card;
    card.name = document.value(u"name").toText();
    card.description = document.value(u"description").toText();
    card.personality = document.value(u"personality").toText();
    card.scenario = document.value(u"scenario").toText();
    QStringList greetings = greetingsOf(document);
    if (!greetings.isEmpty())
        card.firstMessage = greetings.takeFirst();
    card.alternateGreetings = greetings;
    card.book = bookOf(document, warnings);

    Json written = writtenCard(card);
    Json data = written.value(u"data");
    Json extensions = data.value(u"extensions");
    extensions.set(smartTavernKey.toString(), document);
    data.set(u"extensions"_s, extensions);
    written.set(u"data"_s, data);
    if (auto reading = cardFromJson(written)) {
        reading->warnings = warnings + reading->warnings;
        return *reading;
    }
    return {.card = card, .warnings = warnings};
}

Json writtenFramingCharacter(const Card &card)
{
    const Json own = card.source.value(u"data").value(u"extensions").value(smartTavernKey);
    Json document = own.isObject() ? own : Json::object({{u"name"_s, Json(card.name)}});
    const auto set = [&](const QString &key, const QString &value) {
        const bool isWanted = key == u"name" || key == u"description" || !value.isEmpty();
        if (document.contains(key) ? document.value(key).toText() != value : isWanted)
            document.set(key, Json(value));
    };
    set(u"name"_s, card.name);
    set(u"description"_s, card.description);
    set(u"personality"_s, card.personality);
    set(u"scenario"_s, card.scenario);
    if (const QStringList greetings = greetingsOf(card);
        greetings != greetingsOf(document) || !document.contains(u"message"))
        document.set(u"message"_s, Json(greetings));

    const Json book = document.value(u"world_book");
    QList<Json> entries;
    if (card.book) {
        for (const LoreEntry &entry : card.book->entries)
            entries.append(writtenFramingLore(entry));
    }
    QList<Json> before;
    std::ranges::copy_if(book.value(u"entries").items(), std::back_inserter(before), &Json::isObject);
    if (entries != before || !book.isObject()) {
        Json changed = book.isObject() ? book : Json::object({{u"name"_s, Json(card.name)}});
        changed.set(u"entries"_s, Json::array(entries));
        document.set(u"world_book"_s, changed);
    }
    if (!document.contains(u"regex_rules"))
        document.set(u"regex_rules"_s, Json::array());
    return document;
}

bool isFramingPersona(const Json &document)
{
    return document.value(u"name").isString() &&
           (document.contains(u"persona_name") || document.contains(u"persona_badge"));
}

Json writtenFramingPersona(const Persona &persona)
{
    Json document = Json::object({{u"name"_s, Json(persona.name)}});
    static const QStringList others{u"position"_s, u"depth"_s,       u"role"_s,  u"lorebook"_s,
                                    u"title"_s,    u"connections"_s, u"avatar"_s};
    for (const Json::Member &member : persona.source.members()) {
        if (!others.contains(member.key) && member.key != u"name")
            document.set(member.key, member.value);
    }
    if (document.value(u"description").toText() != persona.description || !document.contains(u"description"))
        document.set(u"description"_s, Json(persona.description));
    return document;
}

} // namespace snug
