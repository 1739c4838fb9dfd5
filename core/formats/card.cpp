#include "core/formats/card.h"

#include "core/formats/jsontext.h"
#include "core/formats/regexscripts.h"
#include "core/formats/scenecard.h"
#include "core/formats/worldinfo.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString trCard(const char *text)
{
    return QCoreApplication::translate("Card", text);
}

// The keys of a document, by the version that it turned out to be.
enum class Layout : quint8 { Flat, Pygmalion, InData };

Layout layoutOf(const Json &document)
{
    if (document.value(u"data").isObject())
        return Layout::InData;
    const bool isPygmalion = !document.contains(u"name") &&
                             (document.contains(u"char_name") || document.contains(u"char_persona"));
    return isPygmalion ? Layout::Pygmalion : Layout::Flat;
}

struct AssetsCodec
{
    static bool decode(const Json &json, QList<CardAsset> &value)
    {
        if (!json.isArray())
            return false;
        for (const Json &item : json.items()) {
            if (item.isObject())
                value.append({.type = item.value(u"type").toText(),
                              .uri = item.value(u"uri").toText(),
                              .name = item.value(u"name").toText(),
                              .extension = item.value(u"ext").toText()});
        }
        return true;
    }
    static Json encode(const QList<CardAsset> &value, const Json &old)
    {
        if (value.isEmpty() && old.isUndefined())
            return {};
        Json array = Json::array();
        for (const CardAsset &asset : value) {
            Json item = Json::object(); // an asset that was there keeps its unknown keys
            for (const Json &candidate : old.items()) {
                if (candidate.value(u"type").toText() == asset.type &&
                    candidate.value(u"name").toText() == asset.name &&
                    candidate.value(u"uri").toText() == asset.uri)
                    item = candidate;
            }
            const auto set = [&item](const QString &key, const QString &text) {
                if (item.value(key).toText() != text || !item.contains(key))
                    item.set(key, Json(text));
            };
            set(u"type"_s, asset.type);
            set(u"uri"_s, asset.uri);
            set(u"name"_s, asset.name);
            set(u"ext"_s, asset.extension);
            array.append(item);
        }
        return array;
    }
    static QString expected(const QList<CardAsset> &) { return Json::array().typeName(); }
};

// SillyTavern's form writes the talkativeness as a string.
struct NumberAsTextCodec : PlainCodec
{
    static Json encode(double value, const Json &old)
    {
        return old.isNumber() ? Json(value) : Json(QString::fromLatin1(Json::numberText(value)));
    }
};

template <typename Fields> void sharedFields(Fields &f) // the six of V1
{
    f.field(u"name"_s, &Card::name);
    f.field(u"description"_s, &Card::description);
    f.field(u"personality"_s, &Card::personality);
    f.field(u"scenario"_s, &Card::scenario);
    f.field(u"first_mes"_s, &Card::firstMessage);
    f.field(u"mes_example"_s, &Card::messageExamples);
}

template <typename Fields> void pygmalionFields(Fields &f)
{
    f.field(u"char_name"_s, &Card::name);
    f.field(u"char_persona"_s, &Card::description);
    f.field(u"world_scenario"_s, &Card::scenario);
    f.field(u"char_greeting"_s, &Card::firstMessage);
    f.field(u"example_dialogue"_s, &Card::messageExamples);
    f.field(u"personality"_s, &Card::personality, AbsentCodec());
}

// As JavaScript counts: true is 1, no text is 0.
struct DepthCodec : PlainCodec
{
    static bool decode(const Json &json, int &value)
    {
        if (json.isBool())
            value = json.toBool() ? 1 : 0;
        else if (json.isString() && json.toText().trimmed().isEmpty())
            value = 0;
        else
            return PlainCodec::decode(json, value);
        return true;
    }
};

// What SillyTavern keeps at the top level beside the V1 keys.
template <typename Fields> void topFields(Fields &f)
{
    f.field(u"creatorcomment"_s, &Card::creatorNotes);
    f.fixed(u"avatar"_s, Json(u"none"_s));
    f.field(u"talkativeness"_s, &Card::talkativeness, NumberAsTextCodec());
    f.field(u"fav"_s, &Card::favourite);
    f.field(u"tags"_s, &Card::tags);
}

template <typename Fields> void extensionFields(Fields &f)
{
    f.field(u"talkativeness"_s, &Card::talkativeness, NumberAsTextCodec());
    f.field(u"fav"_s, &Card::favourite);
    f.field(u"world"_s, &Card::linkedLorebook);
    f.inner(u"depth_prompt"_s, [](auto &inner) {
        inner.field(u"prompt"_s, [](auto &card) -> auto & { return card.depthPrompt.text; });
        inner.field(u"depth"_s, [](auto &card) -> auto & { return card.depthPrompt.depth; }, DepthCodec());
        inner.field(u"role"_s, [](auto &card) -> auto & { return card.depthPrompt.role; }, RoleWordCodec());
    });
}

template <typename Fields> void dataFields(Fields &f)
{
    sharedFields(f);
    f.field(u"creator_notes"_s, &Card::creatorNotes);
    f.field(u"system_prompt"_s, &Card::systemPrompt);
    f.field(u"post_history_instructions"_s, &Card::postHistoryInstructions);
    f.field(u"tags"_s, &Card::tags);
    f.field(u"creator"_s, &Card::creator);
    f.field(u"character_version"_s, &Card::characterVersion);
    f.field(u"alternate_greetings"_s, &Card::alternateGreetings);
    f.inner(u"extensions"_s, [](auto &inner) { extensionFields(inner); });
    f.field(u"group_only_greetings"_s, &Card::groupOnlyGreetings, AbsentCodec());
    f.field(u"nickname"_s, &Card::nickname, AbsentCodec());
    f.field(u"assets"_s, &Card::assets, AssetsCodec());
}

// The version a document claims; a newer one is read as the newest known.
Card::Version versionOf(const Json &document, Warnings &warnings)
{
    const double number = document.value(u"spec_version").toDouble(0);
    const QString spec = document.value(u"spec").toText();
    if (number >= 4)
        warn(warnings, Place().in(u"spec_version"_s),
             QCoreApplication::translate("Card", "version %1 is newer than this program knows").arg(number));
    if (spec == "chara_card_v3"_L1 || (spec != "chara_card_v2"_L1 && number >= 3))
        return Card::Version::V3;
    return layoutOf(document) == Layout::InData ? Card::Version::V2 : Card::Version::V1;
}

// A V3 card without notes of its own may have them by language.
void readMultilingualNotes(const Json &data, Card &card)
{
    if (card.creatorNotes.isEmpty())
        card.creatorNotes = data.value(u"creator_notes_multilingual").value(u"en").toText();
}

void readData(const Json &document, Card &card, Warnings &warnings)
{
    const Place root;
    const Place place = root.in(u"data"_s);
    const Place extensionsPlace = place.in(u"extensions"_s);
    const Json data = document.value(u"data");
    FieldReader reader(data, card, place, warnings);
    dataFields(reader);
    readMultilingualNotes(data, card);
    // A list that the spec calls comma-separated in places, but greetings hold commas.
    for (const auto &[key, member] : {std::pair(u"alternate_greetings"_s, &Card::alternateGreetings),
                                      std::pair(u"group_only_greetings"_s, &Card::groupOnlyGreetings)}) {
        if (const Json text = data.value(key); text.isString())
            card.*member = text.toText().isEmpty() ? QStringList() : QStringList{text.toText()};
    }
    if (const Json book = data.value(u"character_book"); book.isObject()) {
        // One that is too large stays in the file, unread.
        if (const auto kept = keepEntryLimit(book.value(u"entries")); kept) {
            LorebookReading reading = readCardBook(book, place.in(u"character_book"_s));
            card.book = std::move(reading.book);
            warnings += reading.warnings;
        } else {
            warn(warnings, place.in(u"character_book"_s), kept.error().what);
        }
    } else if (!book.isUndefined() && !book.isNull()) {
        warnExpected(warnings, place.in(u"character_book"_s), Json::object().typeName(), book);
    }
    card.regexScripts = readRegexScriptList(data.value(u"extensions").value(u"regex_scripts"),
                                            extensionsPlace.in(u"regex_scripts"_s), warnings);
}

void writeBookAndScripts(Json &data, const Card &card)
{
    Json extensions = data.value(u"extensions");
    const Json oldScripts = extensions.value(u"regex_scripts");
    const Json scripts = writtenRegexScriptList(oldScripts, card.regexScripts);
    if (!scripts.isSameAs(oldScripts)) {
        extensions.set(u"regex_scripts"_s, scripts);
        data.set(u"extensions"_s, extensions);
    }
    const Json oldBook = data.value(u"character_book");
    if (!card.book) {
        if (oldBook.isObject() && keepEntryLimit(oldBook.value(u"entries")))
            data.remove(u"character_book");
        return;
    }
    Lorebook book = *card.book;
    if (oldBook.isObject() && !book.source.isObject())
        book.source = oldBook;
    if (const Json written = writtenCardBook(book); !written.isSameAs(oldBook))
        data.set(u"character_book"_s, written);
}

// The top-level copies that the file has, brought in step; only keys that are there.
struct MirrorWriter
{
    Json &top;
    const Card &before;
    const Card &now;

    template <typename Member, typename Codec = PlainCodec>
    void field(const QString &key, Member member, Codec codec = {})
    {
        const auto &value = std::invoke(member, now);
        if (top.contains(key) && !(std::invoke(member, before) == value))
            top.set(key, codec.encode(value, top.value(key)));
    }
    void fixed(const QString &, const Json &) {}
};

bool needsData(const Card &card)
{
    Card flat;
    flat.version = card.version;
    flat.source = card.source;
    flat.name = card.name;
    flat.description = card.description;
    flat.personality = card.personality;
    flat.scenario = card.scenario;
    flat.firstMessage = card.firstMessage;
    flat.messageExamples = card.messageExamples;
    flat.creatorNotes = card.creatorNotes;
    flat.talkativeness = card.talkativeness;
    flat.favourite = card.favourite;
    flat.tags = card.tags;
    return !(flat == card);
}

Json newCard(const Card &card, const Json &top)
{
    Json document = top.isObject() ? top : Json::object();
    const bool isV2 = card.version == Card::Version::V2;
    const Card empty;
    FieldWriter topWriter(document, empty, card, true);
    sharedFields(topWriter);
    topFields(topWriter);
    document.set(u"spec"_s, Json(isV2 ? u"chara_card_v2"_s : u"chara_card_v3"_s));
    document.set(u"spec_version"_s, Json(isV2 ? u"2.0"_s : u"3.0"_s));
    Json data = Json::object();
    FieldWriter dataWriter(data, empty, card, true);
    dataFields(dataWriter);
    if (!isV2 && !data.contains(u"group_only_greetings")) // V3 requires the key
        data.set(u"group_only_greetings"_s, Json::array());
    writeBookAndScripts(data, card);
    document.set(u"data"_s, data);
    return document;
}

} // namespace

Result<CardReading> cardFromJson(const Json &document)
{
    if (isSceneCard(document))
        return cardFromSceneJson(document);
    CardReading reading;
    Card &card = reading.card;
    const Layout layout = layoutOf(document);
    const bool isCard = layout != Layout::Flat || document.contains(u"first_mes") ||
                        document.contains(u"description") ||
                        (document.contains(u"name") && document.contains(u"personality"));
    if (!document.isObject() || !isCard || document.value(u"spec").toText() == "lorebook_v3"_L1)
        return failure(trCard(QT_TRANSLATE_NOOP("Card", "this is not a character card")));
    card.version = versionOf(document, reading.warnings);
    if (layout == Layout::InData) {
        readData(document, card, reading.warnings);
        if (card.name.isEmpty() && !document.value(u"data").contains(u"name"))
            card.name = document.value(u"name").toText();
    } else {
        const Place root;
        FieldReader reader(document, card, root, reading.warnings);
        if (layout == Layout::Pygmalion) {
            pygmalionFields(reader);
        } else {
            sharedFields(reader);
            topFields(reader);
        }
    }
    card.source = document;
    return reading;
}

Result<CardReading> readCard(const QByteArray &bytes)
{
    return parseJson(bytes).and_then(cardFromJson);
}

Json writtenCard(const Card &card)
{
    const Result<CardReading> old = cardFromJson(card.source);
    if (!old)
        return newCard(card, Json());
    const Card &before = old->card;
    if (before == card)
        return card.source;
    Json document = card.source;
    document.remove(u"json_data"); // SillyTavern's copy of the whole card inside itself: never saved
    const Layout layout = layoutOf(document);
    if (layout == Layout::Pygmalion) {
        FieldWriter writer(document, before, card, false);
        pygmalionFields(writer);
        return needsData(card) ? newCard(card, document) : document;
    }
    if (layout == Layout::Flat) {
        if (needsData(card)) // what V1 cannot say makes it a newer card, the flat keys stay
            return newCard(card, document);
        FieldWriter writer(document, before, card, false);
        sharedFields(writer);
        topFields(writer);
        return document;
    }
    MirrorWriter mirror{document, before, card};
    sharedFields(mirror);
    topFields(mirror);
    Json data = document.value(u"data");
    FieldWriter writer(data, before, card, false);
    dataFields(writer);
    writeBookAndScripts(data, card);
    if (!data.isSameAs(document.value(u"data")))
        document.set(u"data"_s, data);
    if (card.version != before.version && card.version != Card::Version::V1) {
        const bool isV2 = card.version == Card::Version::V2;
        document.set(u"spec"_s, Json(isV2 ? u"chara_card_v2"_s : u"chara_card_v3"_s));
        document.set(u"spec_version"_s, Json(isV2 ? u"2.0"_s : u"3.0"_s));
    }
    return document;
}

QByteArray writeCard(const Card &card)
{
    return writeJson(writtenCard(card), JsonStyle::compact());
}

} // namespace snug
