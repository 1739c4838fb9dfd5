// A chat-completion preset: sampler values, prompt blocks and their order.
// Keys and defaults: SillyTavern 1.19.
#pragma once

#include "core/model/json.h"
#include "core/model/role.h"

#include <QList>
#include <QString>

#include <optional>

namespace snug {

// One entry of a preset: text of its own, or a marker that stands for generated content.
struct PromptBlock
{
    enum class Placement : quint8 { Relative = 0, InChat = 1 };

    QString identifier;
    QString name;
    Role role = Role::System;
    QString content;
    bool systemPrompt = false; // built in
    bool marker = false;
    Placement placement = Placement::Relative;
    int depth = 4; // for InChat, here and below
    int order = 100;
    QStringList triggers; // generation types; empty = all
    bool forbidOverrides = false;
    Json source; // the object as read

    bool operator==(const PromptBlock &) const = default;
};

struct PromptOrderItem
{
    QString identifier;
    bool enabled = true;
    Json source;
    bool operator==(const PromptOrderItem &) const = default;
};

// The character id of the one order that SillyTavern 1.19 reads for chat completions; 100000 is a leftover
// that is kept.
inline constexpr qint64 presetOrderInUse = 100001;

// The order of one character id.
struct PromptOrder
{
    qint64 characterId = presetOrderInUse;
    QList<PromptOrderItem> items;
    Json source;
    bool operator==(const PromptOrder &) const = default;
};

// Nothing = the file does not say; then the value is not sent.
struct SamplerValues
{
    std::optional<double> temperature;
    std::optional<double> topP;
    std::optional<double> topK;
    std::optional<double> topA;
    std::optional<double> minP;
    std::optional<double> frequencyPenalty;
    std::optional<double> presencePenalty;
    std::optional<double> repetitionPenalty;
    std::optional<qint64> seed; // nothing for the file's -1
    bool operator==(const SamplerValues &) const = default;
};

struct Preset
{
    enum class NamesBehavior : qint8 { None = -1, Default = 0, Completion = 1, Content = 2 };

    QString name; // the file's name without ".json"
    SamplerValues samplers;
    int contextSize = 4095; // prompt and reply, tokens
    int maxTokens = 300;    // reply, tokens
    bool stream = true;

    QString sendIfEmpty;
    QString impersonationPrompt;
    QString newChatPrompt;
    QString newGroupChatPrompt;
    QString newExampleChatPrompt;
    QString continueNudgePrompt;
    QString groupNudgePrompt;
    QString worldInfoFormat;
    QString scenarioFormat;
    QString personalityFormat;
    NamesBehavior namesBehavior = NamesBehavior::Default;
    bool squashSystemMessages = false;
    bool continuePrefill = false;
    QString continuePostfix;
    QString assistantPrefill;
    QString assistantImpersonation;
    bool useSystemPrompt = false;

    QList<PromptBlock> prompts; // in file order
    QList<PromptOrder> orders;
    Json source; // the document as read

    bool operator==(const Preset &) const = default;
};

} // namespace snug
