#include "core/formats/knowledgesettings.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

static std::optional<int> roundsIn(const Json &object)
{
    const std::optional<qint64> rounds = object.value(u"rounds").asInteger();
    if (!rounds)
        return std::nullopt;
    return int(std::clamp<qint64>(*rounds, 1, KnowledgeSettings::mostRounds));
}

static std::optional<bool> flagIn(const Json &object, QStringView key)
{
    const Json value = object.value(key);
    return value.isBool() ? std::optional(value.toBool()) : std::nullopt;
}

static QString queueName(KnowledgeSettings::Queue queue)
{
    switch (queue) {
    case KnowledgeSettings::Queue::AllRecipients:
        return u"all-recipients"_s;
    case KnowledgeSettings::Queue::UpToUser:
        return u"up-to-user"_s;
    case KnowledgeSettings::Queue::FirstOnly:
        return u"first-only"_s;
    }
    Q_UNREACHABLE_RETURN({});
}

KnowledgeSettings knowledgeFromJson(const Json &object)
{
    KnowledgeSettings settings;
    settings.isEnabled = flagIn(object, u"enabled").value_or(settings.isEnabled);
    settings.tag = object.value(u"tag").toText();
    settings.autoTurn = flagIn(object, u"auto_turn").value_or(settings.autoTurn);
    settings.roundLimit = roundsIn(object).value_or(settings.roundLimit);
    const QString queue = object.value(u"queue").toText();
    if (queue == u"first-only")
        settings.queue = KnowledgeSettings::Queue::FirstOnly;
    else if (queue == u"up-to-user")
        settings.queue = KnowledgeSettings::Queue::UpToUser;
    if (object.value(u"chain_end").toText() == u"nobody-waits")
        settings.chainEnd = KnowledgeSettings::ChainEnd::NobodyWaits;
    if (object.value(u"stop_names").toText() == u"all")
        settings.stopNames = KnowledgeSettings::StopNames::All;
    settings.namesInMessages = flagIn(object, u"names_in_messages").value_or(settings.namesInMessages);
    return settings;
}

Json withKnowledge(Json object, const KnowledgeSettings &settings)
{
    if (!object.isObject())
        object = Json::object();
    object.set(u"enabled"_s, settings.isEnabled);
    object.set(u"tag"_s, settings.tag);
    object.set(u"auto_turn"_s, settings.autoTurn);
    object.set(u"rounds"_s, settings.roundLimit);
    object.set(u"queue"_s, queueName(settings.queue));
    const bool goesOn = settings.chainEnd == KnowledgeSettings::ChainEnd::NobodyWaits;
    object.set(u"chain_end"_s, goesOn ? u"nobody-waits"_s : u"public-reply"_s);
    const bool stopsAtAll = settings.stopNames == KnowledgeSettings::StopNames::All;
    object.set(u"stop_names"_s, stopsAtAll ? u"all"_s : u"others"_s);
    object.set(u"names_in_messages"_s, settings.namesInMessages);
    return object;
}

KnowledgeOverrides knowledgeOverrides(const Json &metadata)
{
    const Json own = metadata.value(u"known_to");
    return {.isEnabled = flagIn(own, u"enabled"),
            .tag = own.value(u"tag").asString(),
            .autoTurn = flagIn(own, u"auto_turn"),
            .roundLimit = roundsIn(own),
            .leavesEarlier = own.value(u"earlier").toText() == u"public"};
}

Json knowledgeOverridesJson(const Json &metadata, const KnowledgeOverrides &overrides)
{
    Json own = metadata.value(u"known_to");
    if (!own.isObject())
        own = Json::object();
    const auto put = [&own](const QString &key, const auto &value) {
        own.set(key, value ? Json(*value) : Json());
    };
    put(u"enabled"_s, overrides.isEnabled);
    put(u"tag"_s, overrides.tag);
    put(u"auto_turn"_s, overrides.autoTurn);
    put(u"rounds"_s, overrides.roundLimit);
    if (overrides.leavesEarlier)
        own.set(u"earlier"_s, Json(u"public"_s));
    else if (own.value(u"earlier").toText() == u"public")
        own.remove(u"earlier"_s);
    return own.members().isEmpty() ? Json() : own;
}

} // namespace snug
