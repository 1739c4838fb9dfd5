#include "core/lint/presetlint.h"

#include "core/formats/framingpreset.h"
#include "core/lint/linttext.h"
#include "core/lint/macrolint.h"
#include "core/model/generationtype.h"
#include "core/model/whitespace.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Weight = LintFinding::Weight;

class PresetLinter
{
public:
    PresetLinter(const Preset &preset, const TokenCounterPtr &counter)
        : m_preset(preset)
        , m_counter(counter)
    {
        for (const PromptOrder &order : preset.orders) {
            if (order.characterId == presetOrderInUse)
                m_order = &order;
        }
        for (const PromptBlock &block : preset.prompts) {
            if (!m_blocks.contains(block.identifier)) // of two the first counts
                m_blocks.insert(block.identifier, &block);
        }
    }

    QList<LintFinding> run()
    {
        order();
        for (qsizetype i = 0; i < m_preset.prompts.size(); ++i)
            block(m_preset.prompts.at(i), i);
        sameTexts();
        for (const auto &[key, text] : texts())
            m_findings += macroFindings(*text, {.where = key});
        ending();
        roles();
        samplers();
        traffic();
        return m_findings;
    }

private:
    void add(const QString &rule, const QString &place, const QString &what, const QString &fix,
             const QString &block = {}, Weight weight = Weight::Warning)
    {
        m_findings.append(
            {.rule = rule, .where = place, .what = what, .fix = fix, .weight = weight, .block = block});
    }

    QList<std::pair<QString, const QString *>> texts() const
    {
        return {{u"impersonation_prompt"_s, &m_preset.impersonationPrompt},
                {u"new_chat_prompt"_s, &m_preset.newChatPrompt},
                {u"new_group_chat_prompt"_s, &m_preset.newGroupChatPrompt},
                {u"new_example_chat_prompt"_s, &m_preset.newExampleChatPrompt},
                {u"continue_nudge_prompt"_s, &m_preset.continueNudgePrompt},
                {u"group_nudge_prompt"_s, &m_preset.groupNudgePrompt},
                {u"assistant_prefill"_s, &m_preset.assistantPrefill},
                {u"assistant_impersonation"_s, &m_preset.assistantImpersonation}};
    }

    const PromptBlock *find(const QString &identifier) const { return m_blocks.value(identifier, nullptr); }

    static QString nameOf(const PromptBlock &block)
    {
        return block.name.isEmpty() ? block.identifier : block.name;
    }

    void order()
    {
        if (!m_order) {
            add(u"preset.no-history"_s, u"prompt_order"_s,
                LintText::tr("It has no prompt order for chat completion: the built-in one is used"),
                LintText::tr("Put its blocks in order in the preset editor and save it"));
            return;
        }
        const QString place = u"prompt_order.%1.order"_s.arg(m_order - m_preset.orders.constData());
        bool hasHistory = false;
        for (qsizetype i = 0; i < m_order->items.size(); ++i) {
            const PromptOrderItem &item = m_order->items.at(i);
            const QString at = place + u".%1"_s.arg(i);
            if (m_places.contains(item.identifier))
                add(u"preset.sent-twice"_s, at,
                    LintText::tr("“%1” is in the order twice").arg(titleOf(item.identifier)),
                    LintText::tr("Remove one of them"), item.identifier);
            else
                m_places.insert(item.identifier, i);
            if (!find(item.identifier))
                add(u"preset.missing-block"_s, at,
                    LintText::tr(
                        "The order names the block “%1”, which the preset does not have: nothing is sent")
                        .arg(item.identifier),
                    LintText::tr("Remove it from the order, or restore the block"), item.identifier);
            if (item.enabled)
                m_enabled.insert(item.identifier);
            if (item.identifier == u"chatHistory") {
                hasHistory = item.enabled;
                m_history = i;
            }
        }
        if (!hasHistory)
            add(u"preset.no-history"_s, place,
                LintText::tr("The chat history is not in the order, or is off: "
                             "the model does not see where it belongs"),
                LintText::tr("Put “Chat History” into the order and switch it on"), u"chatHistory"_s);
    }

    QString titleOf(const QString &identifier) const
    {
        const PromptBlock *block = find(identifier);
        return block ? nameOf(*block) : identifier;
    }

    void block(const PromptBlock &block, qsizetype index)
    {
        const QString place = u"prompts.%1"_s.arg(index);
        for (const QString &trigger : block.triggers) {
            if (!generationTypeFromName(trigger))
                add(u"preset.unknown-trigger"_s, place + u".injection_trigger"_s,
                    LintText::tr("“%1” is not a kind of request: the block is never sent because of it")
                        .arg(trigger),
                    LintText::tr("Use normal, continue, impersonate, swipe, regenerate or quiet"),
                    block.identifier);
        }
        if (block.marker) {
            if (!standsForSomething(block) && m_enabled.contains(block.identifier))
                add(u"preset.empty-marker"_s, place,
                    LintText::tr("“%1” is a marker without content: nothing is sent").arg(nameOf(block)),
                    LintText::tr("Delete it, or make a block with text of it"), block.identifier);
            return;
        }
        const bool isEmpty = javaScriptTrimmed(block.content).isEmpty();
        if (m_order && !m_places.contains(block.identifier)) {
            if (!block.systemPrompt && !isEmpty)
                add(u"preset.unused-block"_s, place,
                    LintText::tr("“%1” is in no order: it is never sent").arg(nameOf(block)),
                    LintText::tr("Put it into the order, or delete it"), block.identifier, Weight::Hint);
            return;
        }
        if (m_order && !m_enabled.contains(block.identifier))
            return;
        // Cards replace the built-in ones' texts.
        if (isEmpty && !block.systemPrompt)
            add(u"preset.empty-block"_s, place + u".content"_s,
                LintText::tr("“%1” is on and has no text: nothing is sent").arg(nameOf(block)),
                LintText::tr("Write its text, or switch it off"), block.identifier);
        const qsizetype at = m_places.value(block.identifier, -1);
        m_findings += macroFindings(block.content,
                                    {.where = place + u".content"_s,
                                     .block = block.identifier,
                                     .isAboveHistory = block.placement == PromptBlock::Placement::Relative &&
                                                       m_history >= 0 && at >= 0 && at < m_history});
    }

    void sameTexts()
    {
        QHash<QString, QString> first; // text -> the block's name
        for (qsizetype i = 0; i < m_preset.prompts.size(); ++i) {
            const PromptBlock &block = m_preset.prompts.at(i);
            const QString text = javaScriptTrimmed(block.content).toString();
            if (block.marker || text.isEmpty() || !m_enabled.contains(block.identifier) ||
                text.startsWith(u"{{"_s))
                continue;
            if (first.contains(text))
                add(u"preset.sent-twice"_s, u"prompts.%1.content"_s.arg(i),
                    LintText::tr("“%1” says the same as “%2”: it is sent twice")
                        .arg(nameOf(block), first.value(text)),
                    LintText::tr("Switch one of them off"), block.identifier);
            else
                first.insert(text, nameOf(block));
        }
    }

    // What a provider reads last.
    void ending()
    {
        for (qsizetype i = 0; i < m_preset.prompts.size(); ++i) {
            const PromptBlock &block = m_preset.prompts.at(i);
            if (block.marker || block.role != Role::Assistant || !m_enabled.contains(block.identifier) ||
                javaScriptTrimmed(block.content).isEmpty())
                continue;
            const bool isLast =
                block.placement == PromptBlock::Placement::InChat
                    ? block.depth == 0
                    : m_order && m_places.value(block.identifier) == m_order->items.size() - 1;
            if (isLast)
                add(u"preset.assistant-last"_s, u"prompts.%1.role"_s.arg(i),
                    LintText::tr("“%1” ends the prompt with an assistant message: some servers continue it, "
                                 "others reject it")
                        .arg(nameOf(block)),
                    LintText::tr("Send it as system or user, or use the assistant prefill"), block.identifier,
                    Weight::Hint);
        }
    }

    // Those that SillyTavern fills, examples are the chat's as well; or SmartTavern, in a preset of its own.
    bool standsForSomething(const PromptBlock &block) const
    {
        if (isFramingPreset(m_preset) &&
            (block.identifier == u"charBefore" || block.identifier == u"charAfter"))
            return true;
        static const QSet<QString> filled{u"chatHistory"_s,    u"charDescription"_s,   u"charPersonality"_s,
                                          u"scenario"_s,       u"dialogueExamples"_s,  u"worldInfoBefore"_s,
                                          u"worldInfoAfter"_s, u"personaDescription"_s};
        return filled.contains(block.identifier);
    }

    // Many servers know one system text, at the front, and then turns that alternate and begin with the
    // user's.
    void roles()
    {
        bool isUserFirst = false;
        const QList<PromptOrderItem> items = m_order ? m_order->items : QList<PromptOrderItem>();
        for (qsizetype i = 0; i < items.size() && (m_history < 0 || i < m_history) && !isUserFirst; ++i) {
            const PromptBlock *block = find(items.at(i).identifier);
            if (!block || !isSaid(*block) || block->placement == PromptBlock::Placement::InChat)
                continue;
            isUserFirst = block->role == Role::User;
            if (block->role != Role::Assistant)
                continue;
            add(u"preset.assistant-first"_s, u"prompts.%1.role"_s.arg(block - m_preset.prompts.constData()),
                LintText::tr("“%1” makes the assistant speak first: some servers and templates refuse that, "
                             "or add an empty message before it")
                    .arg(nameOf(*block)),
                LintText::tr("Send it as system, or put a user's block before it"), block->identifier,
                Weight::Hint);
            break;
        }
        for (qsizetype i = 0; i < m_preset.prompts.size(); ++i) {
            const PromptBlock &block = m_preset.prompts.at(i);
            if (isSaid(block) && block.role == Role::System && block.depth > 0 &&
                block.placement == PromptBlock::Placement::InChat)
                add(u"preset.system-in-chat"_s, u"prompts.%1.role"_s.arg(i),
                    LintText::tr("“%1” is a system text in the middle of the chat: servers that know only "
                                 "one system text refuse it, move it to the start or send it as the user's")
                        .arg(nameOf(block)),
                    LintText::tr("Send it as user if the server does not take it"), block.identifier,
                    Weight::Hint);
        }
    }

    bool isSaid(const PromptBlock &block) const
    {
        return !block.marker && m_enabled.contains(block.identifier) &&
               !javaScriptTrimmed(block.content).isEmpty();
    }

    void range(const QString &key, const std::optional<double> &value, double least, double most)
    {
        if (value && (*value < least || *value > most))
            add(u"preset.sampler-range"_s, key,
                LintText::tr("%1 is outside %2 to %3: a server may refuse it")
                    .arg(*value)
                    .arg(least)
                    .arg(most),
                LintText::tr("Choose a value inside"));
    }

    void samplers()
    {
        const SamplerValues &values = m_preset.samplers;
        range(u"temperature"_s, values.temperature, 0, 2);
        range(u"top_p"_s, values.topP, 0, 1);
        range(u"min_p"_s, values.minP, 0, 1);
        range(u"top_a"_s, values.topA, 0, 1);
        range(u"frequency_penalty"_s, values.frequencyPenalty, -2, 2);
        range(u"presence_penalty"_s, values.presencePenalty, -2, 2);
        if (m_preset.maxTokens >= m_preset.contextSize)
            add(u"preset.context-overflow"_s, u"openai_max_tokens"_s,
                LintText::tr(
                    "The reply may take %1 tokens of a context of %2: no room is left for the prompt")
                    .arg(m_preset.maxTokens)
                    .arg(m_preset.contextSize),
                LintText::tr("Shorten the reply, or raise the context size"));
        else if (m_counter)
            fixedText();
    }

    void fixedText()
    {
        int sum = 0;
        for (const PromptBlock &block : m_preset.prompts) {
            if (!block.marker && m_enabled.contains(block.identifier) && block.triggers.isEmpty())
                sum += m_counter->count(block.content);
        }
        const int room = m_preset.contextSize - m_preset.maxTokens;
        if (sum > room)
            add(u"preset.context-overflow"_s, u"openai_max_context"_s,
                LintText::tr("Its blocks need %1 tokens, and the context leaves %2 for the prompt")
                    .arg((m_counter->kind() == CountKind::Exact ? QString() : u"~"_s) + QString::number(sum))
                    .arg(room),
                LintText::tr("Raise the context size, or switch blocks off"));
    }

    void traffic()
    {
        static const std::pair<QString, QString> keys[] = {
            {u"reverse_proxy"_s, u"preset.redirect"_s},
            {u"custom_url"_s, u"preset.redirect"_s},
            {u"custom_include_body"_s, u"preset.redirect"_s},
            {u"custom_exclude_body"_s, u"preset.redirect"_s},
            {u"custom_include_headers"_s, u"preset.redirect"_s},
            {u"proxy_password"_s, u"preset.secret"_s}};
        for (const auto &[key, rule] : keys) {
            if (javaScriptTrimmed(m_preset.source.value(key).toText()).isEmpty())
                continue;
            if (rule == u"preset.secret")
                add(rule, key, LintText::tr("The file contains a password: whoever gets the preset has it"),
                    LintText::tr(
                        "Remove it before you share the preset. Snug keeps keys in the system's keyring"));
            else
                add(rule, key,
                    LintText::tr(
                        "In other programs it would change where requests go, or what is in them. Snug does "
                        "not use it"),
                    LintText::tr("Remove it unless it is your own"));
        }
        for (const Json::Member &member : m_preset.source.members()) {
            const QString name = member.key.toLower();
            if ((name.startsWith(u"api_key") || name.endsWith(u"api_key") || name.endsWith(u"apikey")) &&
                !javaScriptTrimmed(member.value.toText()).isEmpty())
                add(u"preset.secret"_s, member.key,
                    LintText::tr("The file contains a key: whoever gets the preset has it"),
                    LintText::tr("Remove it, and revoke it at the provider if it was shared"));
        }
    }

    const Preset &m_preset;
    const TokenCounterPtr &m_counter;
    const PromptOrder *m_order = nullptr;
    QHash<QString, const PromptBlock *> m_blocks; // by identifier
    QHash<QString, qsizetype> m_places;           // identifier -> place in the order
    QSet<QString> m_enabled;
    qsizetype m_history = -1;
    QList<LintFinding> m_findings;
};

} // namespace

QList<LintFinding> presetFindings(const Preset &preset, const TokenCounterPtr &counter)
{
    return PresetLinter(preset, counter).run();
}

} // namespace snug
