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

KnowledgeSettings knowledgeFromJson(const Json &object)
{
    KnowledgeSettings settings;
    settings.isEnabled = flagIn(object, u"enabled").value_or(settings.isEnabled);
    settings.tag = object.value(u"tag").toText();
    settings.autoTurn = flagIn(object, u"auto_turn").value_or(settings.autoTurn);
    settings.roundLimit = roundsIn(object).value_or(settings.roundLimit);
    if (object.value(u"queue").toText() == u"first-only")
        settings.queue = KnowledgeSettings::Queue::FirstOnly;
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
    const bool isFirstOnly = settings.queue == KnowledgeSettings::Queue::FirstOnly;
    object.set(u"queue"_s, isFirstOnly ? u"first-only"_s : u"all-recipients"_s);
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
            .roundLimit = roundsIn(own)};
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
    return own.members().isEmpty() ? Json() : own;
}

} // namespace snug
