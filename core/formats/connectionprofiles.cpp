#include "core/formats/connectionprofiles.h"

#include "core/formats/jsontext.h"

using namespace Qt::StringLiterals;

namespace snug {

// "true", "false", or nothing where the profile does not say.
static std::optional<bool> profileState(const Json &value)
{
    return value.isUndefined() || value.isNull() || value.toText().isEmpty() ? std::nullopt
                                                                             : std::optional(value.toBool());
}

static ConnectionProfile profileOf(const Json &json)
{
    const auto text = [&](QStringView key) { return json.value(key).toText(); };
    ConnectionProfile profile{.id = text(u"id"),
                              .name = text(u"name"),
                              .completesText = text(u"mode") == u"tc",
                              .api = text(u"api"),
                              .url = text(u"api-url"),
                              .model = text(u"model"),
                              .preset = text(u"preset"),
                              .systemPrompt = text(u"sysprompt"),
                              .contextTemplate = text(u"context"),
                              .instructTemplate = text(u"instruct"),
                              .usesSystemPrompt = profileState(json.value(u"sysprompt-state")),
                              .usesInstruct = profileState(json.value(u"instruct-state")),
                              .tokenizer = text(u"tokenizer"),
                              .stopStrings = {},
                              .startReplyWith = {},
                              .reasoningTemplate = text(u"reasoning-template"),
                              .regexPreset = text(u"regex-preset"),
                              .postProcessing = text(u"prompt-post-processing"),
                              .proxy = text(u"proxy"),
                              .keyId = text(u"secret-id"),
                              .excluded = json.value(u"exclude").toTextList(),
                              .source = json};
    if (json.value(u"start-reply-with").isString())
        profile.startReplyWith = text(u"start-reply-with");
    if (!json.value(u"stop-strings").isString())
        return profile;
    if (const Result<Json> stops = parseJson(text(u"stop-strings").toUtf8()); stops && stops->isArray())
        profile.stopStrings = stops->toTextList();
    else if (text(u"stop-strings").trimmed().isEmpty())
        profile.stopStrings = QStringList();
    return profile;
}

ConnectionProfiles connectionProfilesOf(const Json &settings)
{
    const Json manager = settings.value(u"extension_settings").value(u"connectionManager");
    const Json list = manager.value(u"profiles");
    ConnectionProfiles profiles{.profiles = {}, .selected = manager.value(u"selectedProfile").toText()};
    for (const Json &json : list.items()) {
        if (!json.value(u"id").toText().isEmpty())
            profiles.profiles.append(profileOf(json));
    }
    return profiles;
}

} // namespace snug
