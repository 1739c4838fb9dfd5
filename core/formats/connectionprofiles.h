// SillyTavern's connection profiles: what its Connection Manager keeps in settings.json
// (docs/formats/settings.md#connection-profiles). Read only; keys are elsewhere, and only named here.
#pragma once

#include "core/model/json.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace snug {

struct ConnectionProfile
{
    QString id;
    QString name;
    bool completesText = false; // mode "tc"; otherwise chat completion
    QString api;                // the service: "custom", "openai", "llamacpp", …
    QString url;                // api-url
    QString model;
    QString preset; // names of files, here and below; empty = the profile says nothing
    QString systemPrompt;
    QString contextTemplate;
    QString instructTemplate;
    std::optional<bool> usesSystemPrompt; // sysprompt-state
    std::optional<bool> usesInstruct;     // instruct-state
    QString tokenizer;                    // SillyTavern's word for it: "llama3"
    // These two may be there and empty; a text that holds a list.
    std::optional<QStringList> stopStrings;
    std::optional<QString> startReplyWith;
    QString reasoningTemplate;
    QString regexPreset;    // its id
    QString postProcessing; // "none", "merge", "semi", "strict", "single", …; empty = as it is
    QString proxy;          // a name in `proxies`
    QString keyId;          // secret-id: which key, never the key
    QStringList excluded;   // what the profile leaves alone
    Json source;

    bool operator==(const ConnectionProfile &) const = default;
};

struct ConnectionProfiles
{
    QList<ConnectionProfile> profiles;
    QString selected; // id; empty = none
    bool operator==(const ConnectionProfiles &) const = default;
};

// `settings`: the whole of settings.json. Profiles without an id are left out.
ConnectionProfiles connectionProfilesOf(const Json &settings);

} // namespace snug
