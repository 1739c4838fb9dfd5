#include "core/wire/broughtchoicesfile.h"

#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr std::array broughtNames{std::pair{&BroughtChoices::preset, QStringView(u"preset")},
                                  std::pair{&BroughtChoices::context, QStringView(u"context")},
                                  std::pair{&BroughtChoices::instruct, QStringView(u"instruct")},
                                  std::pair{&BroughtChoices::systemPrompt, QStringView(u"systemPrompt")},
                                  std::pair{&BroughtChoices::replyStart, QStringView(u"startReplyWith")}};

// Members that say the same already keep their spelling.
void sayBrought(Json &object, const QString &key, const std::optional<Json> &value)
{
    if (!value)
        object.remove(key);
    else if (object.value(key) != *value)
        object.set(key, *value);
}

} // namespace

BroughtChoices readBroughtChoices(const Json &object)
{
    BroughtChoices choices;
    choices.isOff = object.value(u"off").toBool();
    for (const auto &[member, name] : broughtNames) {
        if (const Json value = object.value(name); value.isString())
            choices.*member = value.toText();
    }
    if (const Json stops = object.value(u"stopStrings"); stops.isArray())
        choices.stopStrings = stops.toTextList();
    choices.notTaken = object.value(u"notTaken").toTextList();
    return choices;
}

Json withBroughtChoices(const Json &stored, const BroughtChoices &choices)
{
    Json object = stored.isObject() ? stored : Json::object();
    sayBrought(object, u"off"_s, choices.isOff ? std::optional(Json(true)) : std::nullopt);
    for (const auto &[member, name] : broughtNames) {
        const std::optional<QString> &value = choices.*member;
        sayBrought(object, name.toString(), value ? std::optional(Json(*value)) : std::nullopt);
    }
    sayBrought(object, u"stopStrings"_s,
               choices.stopStrings ? std::optional(Json(*choices.stopStrings)) : std::nullopt);
    sayBrought(object, u"notTaken"_s,
               choices.notTaken.isEmpty() ? std::nullopt : std::optional(Json(choices.notTaken)));
    return object;
}

} // namespace snug
