// A character card: V1, V2 and V3 in one shape. What a version lacks has its default here;
// keys that this program does not know stay in `source` and are written back.
#pragma once

#include "core/model/json.h"
#include "core/model/lorebook.h"
#include "core/model/regexscript.h"
#include "core/model/role.h"

#include <QList>
#include <QString>

#include <optional>

namespace snug {

struct DepthPrompt
{
    QString text;
    int depth = 4;
    Role role = Role::System;
    bool operator==(const DepthPrompt &) const = default;
};

struct CardAsset
{
    QString type;
    QString uri;
    QString name;
    QString extension;
    bool operator==(const CardAsset &) const = default;
};

struct Card
{
    enum class Version : quint8 { V1, V2, V3 };

    Version version = Version::V3;
    QString name;
    QString description;
    QString personality;
    QString scenario;
    QString firstMessage;
    QString messageExamples;
    QString creatorNotes;
    QString systemPrompt;
    QString postHistoryInstructions;
    QStringList alternateGreetings;
    QStringList groupOnlyGreetings;
    QStringList tags;
    QString creator;
    QString characterVersion;
    QString nickname;        // V3: {{char}} gives this instead of `name` unless empty
    QString linkedLorebook;  // extensions.world
    DepthPrompt depthPrompt; // extensions.depth_prompt
    double talkativeness = 0.5;
    bool favourite = false;
    std::optional<Lorebook> book;    // character_book
    QList<RegexScript> regexScripts; // extensions.regex_scripts; need the user's consent
    QList<CardAsset> assets;
    Json source; // the whole document as read

    bool operator==(const Card &) const = default;
};

} // namespace snug
