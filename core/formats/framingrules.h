// Files of SmartTavern's replacement rules, apart from presets and characters
// (docs/systems/smarttavern.md#files, docs/systems/smarttavern.md#replacement-rules): an array of rules,
// {regex_rules: […]}, {items: [files]}, or an object of files by name.
#pragma once

#include "core/formats/fields.h"
#include "core/model/json.h"
#include "core/result.h"

namespace snug {

bool isFramingRules(const Json &document);

struct FramingRulesReading
{
    QList<Json> rules; // as they stand in the file
    Warnings warnings; // of what is no rule
};

// An error where the bytes are no such file.
Result<FramingRulesReading> readFramingRules(const QByteArray &bytes);

// "name", else what the rule looks for.
QString ruleTitle(const Json &rule);

// A file while it is edited.
struct FramingRuleFile
{
    QList<Json> rules; // in their order
    Json source = {};  // the file as read

    bool operator==(const FramingRuleFile &) const = default;
};

struct FramingRuleFileReading
{
    FramingRuleFile value;
    Warnings warnings;
};

Result<FramingRuleFileReading> readFramingRuleFile(const QByteArray &bytes);
// Unchanged rules are written as the same bytes. Of several files in one each keeps its rules, and what else
// it says; what is no rule stays behind the rules.
QByteArray writeFramingRuleFile(const FramingRuleFile &file);

} // namespace snug
