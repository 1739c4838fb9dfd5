#include "core/formats/scenecard.h"

using namespace Qt::StringLiterals;

namespace snug {

bool isSceneCard(const Json &document)
{
    return document.contains(u"sys_prompt") && document.contains(u"role") && !document.contains(u"spec") &&
           !document.contains(u"data");
}

Result<CardReading> cardFromSceneJson(const Json &document)
{
    // All but what has a place of its own in a card.
    Json rest = document;
    for (const QStringView key : {u"sys_prompt", u"role", u"first_msg"})
        rest.remove(key);
    rest.set(u"chars"_s, document.value(u"chars").toTextList());
    const Json data = Json::object({{u"name"_s, document.value(u"role").toText()},
                                    {u"description"_s, document.value(u"sys_prompt").toText()},
                                    {u"first_mes"_s, document.value(u"first_msg").toText()},
                                    {u"extensions"_s, Json::object({{u"gf_lt"_s, rest}})}});
    return cardFromJson(Json::object(
        {{u"spec"_s, Json(u"chara_card_v3"_s)}, {u"spec_version"_s, Json(u"3.0"_s)}, {u"data"_s, data}}));
}

QStringList sceneCast(const Card &card)
{
    return card.source.value(u"data").value(u"extensions").value(u"gf_lt").value(u"chars").toTextList();
}

Card withSceneCast(Card card, const QStringList &names)
{
    if (!card.source.isObject())
        card.source = Json::object();
    const auto objectIn = [](const Json &json, QStringView key) {
        return json.value(key).isObject() ? json.value(key) : Json::object();
    };
    Json data = objectIn(card.source, u"data");
    Json extensions = objectIn(data, u"extensions");
    Json scene = objectIn(extensions, u"gf_lt");
    scene.set(u"chars"_s, names.isEmpty() ? Json() : Json(names));
    extensions.set(u"gf_lt"_s, scene.members().isEmpty() ? Json() : scene);
    data.set(u"extensions"_s, extensions);
    card.source.set(u"data"_s, data);
    return card;
}

// Go's ReplaceAll puts text between all characters where there is nothing to replace; that helps nobody.
static QString replaced(QString text, const QString &old, const QString &with)
{
    return old.isEmpty() ? text : text.replace(old, with);
}

Json sceneCardJson(const Card &card, const QString &userName, const QString &filePath)
{
    const auto named = [&](const QString &text) {
        return replaced(replaced(text, u"{{char}}"_s, card.name), u"{{user}}"_s, userName);
    };
    const QStringList cast = sceneCast(card);
    Json scene = Json::object({{u"sys_prompt"_s, Json(named(card.description))},
                               {u"role"_s, Json(card.name)},
                               {u"filepath"_s, Json(filePath)},
                               {u"chars"_s, Json(cast.isEmpty() ? QStringList{card.name, userName} : cast)},
                               {u"first_msg"_s, Json(named(card.firstMessage))}});
    const Json rest = card.source.value(u"data").value(u"extensions").value(u"gf_lt");
    for (const Json::Member &member : rest.members()) {
        if (!scene.contains(member.key))
            scene.set(member.key, member.value);
    }
    return scene;
}

Json cardJsonFromScene(const Json &scene, const QString &userName)
{
    const QString role = scene.value(u"role").toText();
    const QString description =
        replaced(replaced(scene.value(u"sys_prompt").toText(), role, u"{{char}}"_s), userName, u"{{user}}"_s);
    const Json empty{QString(u""_s)};
    return Json::object({{u"name"_s, Json(role)},
                         {u"description"_s, Json(description)},
                         {u"personality"_s, empty},
                         {u"first_mes"_s, Json(scene.value(u"first_msg").toText())},
                         {u"avatar"_s, empty},
                         {u"chat"_s, empty},
                         {u"mes_example"_s, empty},
                         {u"scenario"_s, empty},
                         {u"create_date"_s, empty},
                         {u"talkativeness"_s, empty},
                         {u"fav"_s, Json(false)},
                         {u"creatorcomment"_s, empty},
                         {u"spec"_s, Json(u"chara_card_v2"_s)},
                         {u"spec_version"_s, Json(u"2.0"_s)},
                         {u"tags"_s, Json::null()},
                         {u"extentions"_s, Json(u"e30="_s)}}); // spelt so; an empty object in base64
}

} // namespace snug
