// A conformance case of smelt (docs/conformance-cases.md#smelt-cases): one JSON file that calls the
// assembler, the name substitution or the trimming.
#pragma once

#include "core/prompt/promptinputs.h"
#include "core/result.h"

#include <variant>

namespace snug {

struct SmeltSubstitution
{
    QString text;
    QString userName;
    QString characterName;
};

struct SmeltTrimming
{
    struct Item
    {
        qsizetype length = 0;
        bool isSystem = false;
    };
    QList<Item> items;
    int contextSize = 0;
};

struct SmeltCase
{
    std::variant<PromptInputs, SmeltSubstitution, SmeltTrimming> input;
    Json expected;
};

Result<SmeltCase> readSmeltCase(const QString &path);

} // namespace snug
