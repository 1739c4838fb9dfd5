#include "core/memory/memoryprofile.h"

#include "core/model/whitespace.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

static QString trimmedText(const Json &value, const QString &otherwise = {})
{
    const QString text = javaScriptTrimmed(value.toText()).toString();
    return text.isEmpty() ? otherwise : text;
}

QString memoryProfileName(const Json &data)
{
    return trimmedText(data.value(u"name"), u"New Profile"_s);
}

MemoryProfile memoryProfileFrom(const Json &data)
{
    // A form gives the connection's fields beside the others, a file in an object of their own.
    const Json connection = data.value(u"connection");
    const auto field = [&](QStringView name) {
        const Json value = data.value(name);
        return value.isUndefined() ? connection.value(name) : value;
    };
    MemoryProfile profile;
    profile.name = memoryProfileName(data);
    profile.api = trimmedText(field(u"api"), u"openai"_s);
    profile.model = trimmedText(field(u"model"));
    profile.temperature = std::clamp(field(u"temperature").toDouble(profile.temperature), 0.0, 2.0);
    profile.endpoint = trimmedText(field(u"endpoint"));
    profile.connectionId = trimmedText(field(u"snugConnection"));
    profile.apiKey = trimmedText(field(u"apiKey"));
    profile.prompt = trimmedText(data.value(u"prompt"));
    if (profile.prompt.isEmpty())
        profile.preset = trimmedText(data.value(u"preset"), u"summary"_s);
    if (!profile.isCurrentConnection() && !data.value(u"isDynamicProfile").toBool())
        profile.titleFormat = data.value(u"titleFormat").toText(DefaultTitleFormat.toString());
    EntrySettings defaults;
    defaults.preventRecursion = true;
    profile.entry = entrySettingsFrom(data, defaults);
    return profile;
}

Json memoryProfileJson(const MemoryProfile &profile)
{
    Json connection =
        Json::object({{u"api"_s, Json(profile.api)}, {u"temperature"_s, Json(profile.temperature)}});
    const auto setUnlessEmpty = [](Json &object, const QString &key, const QString &text) {
        if (!text.isEmpty())
            object.set(key, Json(text));
    };
    setUnlessEmpty(connection, u"model"_s, profile.model);
    setUnlessEmpty(connection, u"endpoint"_s, profile.endpoint);
    setUnlessEmpty(connection, u"snugConnection"_s, profile.connectionId);
    setUnlessEmpty(connection, u"apiKey"_s, profile.apiKey);
    const EntrySettings &entry = profile.entry;
    Json json = Json::object({{u"name"_s, Json(profile.name)},
                              {u"connection"_s, connection},
                              {u"prompt"_s, Json(profile.prompt)},
                              {u"preset"_s, Json(profile.preset)},
                              {u"constVectMode"_s, Json(entryModeName(entry.mode))},
                              {u"position"_s, Json(entry.position)},
                              {u"orderMode"_s, Json(entry.isOrderManual ? u"manual"_s : u"auto"_s)},
                              {u"orderValue"_s, Json(entry.orderValue)},
                              {u"preventRecursion"_s, Json(entry.preventRecursion)},
                              {u"delayUntilRecursion"_s, Json(entry.delayUntilRecursion)}});
    if (entry.position == int(LoreEntry::Position::Outlet))
        setUnlessEmpty(json, u"outletName"_s, entry.outletName);
    setUnlessEmpty(json, u"titleFormat"_s, profile.titleFormat);
    return json;
}

Result<ProfileImport> withImportedProfiles(const QList<MemoryProfile> &existing, const Json &file)
{
    const Json profiles = file.value(u"profiles");
    if (!profiles.isArray())
        return failure(QCoreApplication::translate("MemoryProfile", "the file holds no memory profiles"),
                       u"profiles"_s);
    ProfileImport result{existing};
    for (const Json &item : profiles.items()) {
        const MemoryProfile profile = memoryProfileFrom(item);
        if (!item.isObject() || std::ranges::contains(result.profiles, profile.name, &MemoryProfile::name)) {
            ++result.skipped;
            continue;
        }
        result.profiles.append(profile);
        ++result.added;
    }
    return result;
}

} // namespace snug
