// A SillyTavern regex script: find and replace on messages, stored, for the prompt or for display.
// Keys and meaning: SillyTavern 1.19; JavaScript regular expressions.
#pragma once

#include "core/model/json.h"

#include <QList>
#include <QString>

#include <optional>

namespace snug {

struct RegexScript
{
    enum class Placement : quint8 {
        UserInput = 1,
        AiOutput = 2,
        SlashCommand = 3,
        WorldInfo = 5,
        Reasoning = 6
    };
    enum class FindMacros : quint8 { None = 0, Raw = 1, Escaped = 2 };

    QString id;
    QString name;
    QString find; // "/body/flags", or a bare body without flags
    QString replacement;
    QStringList trimStrings;
    QList<int> placements; // Placement values; unknown numbers are kept
    bool disabled = false;
    bool displayOnly = false; // markdownOnly
    bool promptOnly = false;
    bool runOnEdit = false;
    FindMacros findMacros = FindMacros::None;
    std::optional<int> minDepth;
    std::optional<int> maxDepth;
    Json source; // the object as read
    // With which others it came, in the user's words; empty = it is the user's own. No part of the file:
    // scriptsInEffect() says it.
    QString owner = {};

    bool operator==(const RegexScript &) const = default;
};

} // namespace snug
