#include "core/memory/memorysettings.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Entries that wait for another one to bring them along never come where nothing does, so that one who
// has set up nothing gets entries that come by their keys.
MemoryProfile openConnectionProfile()
{
    const QString name = QCoreApplication::translate("MemorySettings", "Open connection");
    return memoryProfileFrom(
        Json::object({{u"name"_s, Json(name)},
                      {u"connection"_s, Json::object({{u"api"_s, Json(u"current_st"_s)}})},
                      {u"delayUntilRecursion"_s, Json(false)}}));
}

QString privateName(PrivateMessages choice)
{
    switch (choice) {
    case PrivateMessages::LeftOut:
        return u"off"_s;
    case PrivateMessages::Ask:
        return u"ask"_s;
    case PrivateMessages::Included:
        return u"on"_s;
    }
    Q_UNREACHABLE_RETURN({});
}

PrivateMessages privateFrom(QStringView name)
{
    if (name == u"on")
        return PrivateMessages::Included;
    return name == u"ask" ? PrivateMessages::Ask : PrivateMessages::LeftOut;
}

QString hideModeName(HideMode mode)
{
    switch (mode) {
    case HideMode::None:
        return u"none"_s;
    case HideMode::All:
        return u"all"_s;
    case HideMode::LastScene:
        return u"last"_s;
    }
    Q_UNREACHABLE_RETURN({});
}

Json profileNamed(const Json &document, const QString &name)
{
    const Json profiles = document.value(u"profiles");
    for (const Json &profile : profiles.items()) {
        if (profile.isObject() && memoryProfileName(profile) == name)
            return profile;
    }
    return Json::object();
}

Json writtenOver(Json json, const MemoryProfile &profile)
{
    MemoryProfile keyless = profile;
    keyless.apiKey.clear();
    const Json written = memoryProfileJson(keyless);
    for (const Json::Member &member : written.members()) {
        if (member.key != u"connection")
            json.set(member.key, member.value);
    }
    for (const QString &key : {u"titleFormat"_s, u"outletName"_s}) {
        if (!written.contains(key))
            json.remove(key);
    }
    Json connection = json.value(u"connection").isObject() ? json.value(u"connection") : Json::object();
    const Json described = written.value(u"connection");
    for (const QString &key : {u"apiKey"_s, u"model"_s, u"endpoint"_s, u"snugConnection"_s}) {
        if (!described.contains(key))
            connection.remove(key);
    }
    for (const Json::Member &member : described.members())
        connection.set(member.key, member.value);
    json.set(u"connection"_s, connection);
    json.remove(u"apiKey");
    return json;
}

} // namespace

const MemoryProfile &MemorySettings::profile(std::optional<int> index) const
{
    const int wanted = index.value_or(defaultProfile);
    return profiles.at(wanted >= 0 && wanted < profiles.size() ? wanted : defaultProfile);
}

QString MemorySettings::titleFormatOf(const MemoryProfile &profile) const
{
    return profile.titleFormat.isEmpty() ? titleFormat : profile.titleFormat;
}

MemorySettings memorySettingsFrom(const Json &document)
{
    const Json module = document.value(u"moduleSettings");
    MemorySettings settings;
    const auto flag = [&](QStringView name, bool otherwise) { return module.value(name).toBool(otherwise); };
    settings.asksBeforeSending = flag(u"askBeforeSending", settings.asksBeforeSending);
    settings.showsPreviews = flag(u"showMemoryPreviews", settings.showsPreviews);
    settings.showsNotices = flag(u"showNotifications", settings.showsNotices);
    settings.tokenWarning =
        std::max(LeastTokenWarningThreshold,
                 module.value(u"tokenWarningThreshold").toInt(DefaultTokenWarningThreshold));
    settings.previousMemories = std::clamp(module.value(u"defaultMemoryCount").toInt(), 0, 7);
    settings.clearsScene = flag(u"autoClearSceneAfterMemory", settings.clearsScene);
    settings.choosesBook = flag(u"manualModeEnabled", settings.choosesBook);
    settings.createsBook = flag(u"autoCreateLorebook", settings.createsBook) && !settings.choosesBook;
    settings.bookName = module.value(u"lorebookNameTemplate").toText(settings.bookName);
    settings.allowsOverlap = flag(u"allowSceneOverlap", settings.allowsOverlap);
    settings.hiding = hidingSettingsFrom(module);
    settings.autoSummary = autoSummarySettingsFrom(module);
    settings.usesScripts = flag(u"useRegex", settings.usesScripts);
    settings.outgoingScripts = module.value(u"selectedRegexOutgoing").toTextList();
    settings.incomingScripts = module.value(u"selectedRegexIncoming").toTextList();
    settings.sidePromptsAtOnce =
        std::clamp(module.value(u"sidePromptsMaxConcurrent").toInt(DefaultSidePromptsAtOnce), 1, 5);
    settings.privateMessages = privateFrom(module.value(u"includePrivate").toText());
    settings.answerTokens = std::max(0, module.value(u"answerTokens").toInt());
    settings.titleFormat = document.value(u"titleFormat").toText(settings.titleFormat);
    const Json profiles = document.value(u"profiles");
    for (const Json &profile : profiles.items()) {
        if (profile.isObject())
            settings.profiles.append(memoryProfileFrom(profile));
    }
    if (settings.profiles.isEmpty())
        settings.profiles.append(openConnectionProfile());
    const int chosen = document.value(u"defaultProfile").toInt();
    settings.defaultProfile = chosen >= 0 && chosen < settings.profiles.size() ? chosen : 0;
    return settings;
}

Json withMemorySettings(const Json &document, const MemorySettings &settings)
{
    Json module = document.value(u"moduleSettings");
    if (!module.isObject())
        module = Json::object();
    module.set(u"askBeforeSending"_s, settings.asksBeforeSending);
    module.set(u"showMemoryPreviews"_s, settings.showsPreviews);
    module.set(u"showNotifications"_s, settings.showsNotices);
    module.set(u"tokenWarningThreshold"_s, settings.tokenWarning);
    module.set(u"defaultMemoryCount"_s, settings.previousMemories);
    module.set(u"autoClearSceneAfterMemory"_s, settings.clearsScene);
    module.set(u"manualModeEnabled"_s, settings.choosesBook);
    module.set(u"autoCreateLorebook"_s, settings.createsBook);
    module.set(u"lorebookNameTemplate"_s, settings.bookName);
    module.set(u"allowSceneOverlap"_s, settings.allowsOverlap);
    module.set(u"autoHideMode"_s, hideModeName(settings.hiding.mode));
    module.set(u"unhiddenEntriesCount"_s, settings.hiding.keptVisible);
    module.set(u"unhideBeforeMemory"_s, settings.hiding.unhideBeforeMemory);
    module.set(u"autoSummaryEnabled"_s, settings.autoSummary.isEnabled);
    module.set(u"autoSummaryInterval"_s, settings.autoSummary.interval);
    module.set(u"autoSummaryBuffer"_s, settings.autoSummary.buffer);
    module.set(u"useRegex"_s, settings.usesScripts);
    module.set(u"selectedRegexOutgoing"_s, Json(settings.outgoingScripts));
    module.set(u"selectedRegexIncoming"_s, Json(settings.incomingScripts));
    module.set(u"sidePromptsMaxConcurrent"_s, settings.sidePromptsAtOnce);
    module.set(u"includePrivate"_s, privateName(settings.privateMessages));
    module.set(u"answerTokens"_s, settings.answerTokens);
    Json changed = document.isObject() ? document : Json::object();
    changed.set(u"moduleSettings"_s, module);
    changed.set(u"titleFormat"_s, settings.titleFormat);
    Json profiles = Json::array();
    for (const MemoryProfile &profile : settings.profiles)
        profiles.append(writtenOver(profileNamed(document, profile.name), profile));
    changed.set(u"profiles"_s, profiles);
    changed.set(u"defaultProfile"_s, settings.defaultProfile);
    return changed;
}

} // namespace snug
