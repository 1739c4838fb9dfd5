#include "app/cases/sillytavernsettings.h"

#include "core/formats/jsontext.h"
#include "core/formats/replysettings.h"

using namespace Qt::StringLiterals;

namespace snug {

static Result<void> applyNote(const Json &settings, NoteSettings &note)
{
    for (const Json::Member &member : settings.members()) {
        if (member.key == u"default") {
            note.text = member.value.toText();
        } else if (member.key == u"defaultInterval") {
            note.interval = member.value.toInt(1);
        } else if (member.key == u"defaultPosition") {
            note.position = member.value.toInt(1);
        } else if (member.key == u"defaultDepth") {
            note.depth = member.value.toInt(4);
        } else if (member.key == u"defaultRole") {
            note.role = roleFromNumber(member.value.toInt(0));
        } else if (member.key == u"allowWIScan") {
            note.isScanned = member.value.toBool();
        } else if (member.key == u"chara") {
            for (const Json &each : member.value.items()) {
                CharacterNote own;
                own.avatar = each.value(u"name").toText();
                own.text = each.value(u"prompt").toText();
                own.isUsed = each.value(u"useChara").toBool();
                const int placement = each.value(u"position").toInt(0);
                own.placement = placement == 1   ? CharacterNote::Placement::Before
                                : placement == 2 ? CharacterNote::Placement::After
                                                 : CharacterNote::Placement::Replaces;
                note.characterNotes.append(own);
            }
        } else {
            return failure(u"this setting is not known"_s, u"settings.note."_s + member.key);
        }
    }
    return {};
}

Result<void> applySettings(const Json &settings, PromptInputs &inputs)
{
    PromptSettings &prompt = inputs.settings;
    LoreSettings &lore = prompt.lore;
    const auto flag = [](bool &target) {
        return [&target](const Json &value) { target = value.toBool(target); };
    };
    const auto number = [](int &target) {
        return [&target](const Json &value) { target = value.toInt(target); };
    };
    const auto elsewhere = [](const Json &) {}; // read by others, or says nothing about the prompt
    // SillyTavern has these beside the context template and in it.
    const auto ofContext = [&inputs](bool ContextTemplate::*member) {
        return [&inputs, member](const Json &value) {
            if (inputs.textCompletion)
                inputs.textCompletion->context.*member = value.toBool();
        };
    };
    const QMap<QString, std::function<void(const Json &)>> known{
        {u"prefer_character_prompt"_s, flag(prompt.preferCharacterPrompt)},
        {u"prefer_character_jailbreak"_s, flag(prompt.preferCharacterPostHistory)},
        {u"pin_examples"_s, flag(prompt.pinExamples)},
        {u"trim_spaces"_s, flag(prompt.trimSpaces)},
        {u"collapse_newlines"_s, flag(prompt.collapseNewlines)},
        {u"strip_examples"_s, flag(prompt.stripExamples)},
        {u"custom_stopping_strings_macro"_s, flag(prompt.expandsStopStrings)},
        {u"custom_stopping_strings"_s,
         [&](const Json &value) {
             const Result<Json> list = parseJson(value.toText().toUtf8());
             prompt.stopStrings = list && list->isArray() ? list->toTextList() : QStringList();
         }},
        {u"single_line"_s, ofContext(&ContextTemplate::isSingleLine)},
        {u"always_force_name2"_s, ofContext(&ContextTemplate::alwaysAddsName)},
        {u"memory"_s, [&](const Json &value) { prompt.replies.summary = summarySettingsOf(value); }},
        {u"show_user_prompt_bias"_s, elsewhere},
        {u"continue_on_send"_s, elsewhere},
        {u"message_token_count_enabled"_s, elsewhere},
        {u"console_log_prompts"_s, elsewhere},
        {u"auto_swipe"_s, elsewhere},
        {u"chat_truncation"_s, elsewhere},
        {u"timestamps_enabled"_s, elsewhere},
        {u"markdown_escape_strings"_s, elsewhere},
        {u"encode_tags"_s, elsewhere},
        {u"world_info_depth"_s, number(lore.depth)},
        {u"world_info_budget"_s, number(lore.budgetPercent)},
        {u"world_info_budget_cap"_s, number(lore.budgetCap)},
        {u"world_info_min_activations"_s, number(lore.minActivations)},
        {u"world_info_min_activations_depth_max"_s, number(lore.minActivationsDepthMax)},
        {u"world_info_max_recursion_steps"_s, number(lore.maxRecursionSteps)},
        {u"world_info_include_names"_s, flag(lore.includeNames)},
        {u"world_info_recursive"_s, flag(lore.isRecursive)},
        {u"world_info_case_sensitive"_s, flag(lore.isCaseSensitive)},
        {u"world_info_match_whole_words"_s, flag(lore.matchesWholeWords)},
        {u"world_info_use_group_scoring"_s, flag(lore.usesGroupScoring)},
        {u"world_info_character_strategy"_s,
         [&](const Json &value) {
             lore.strategy = static_cast<LoreSettings::Strategy>(std::clamp(value.toInt(1), 0, 2));
         }},
        {u"global_variables"_s,
         [&](const Json &value) {
             for (const Json::Member &member : value.members())
                 inputs.globalVariables.insert(member.key, member.value);
         }},
        {u"allow_scoped_regex"_s, elsewhere},
        {u"tag_map"_s,
         [&](const Json &value) {
             for (const Json::Member &tags : value.members())
                 inputs.tagMap.insert(tags.key, tags.value.toTextList());
         }},
        {u"tags"_s, elsewhere},
        {u"extra_books"_s, elsewhere},
        {u"import_embedded_book"_s, elsewhere},
        {u"note"_s, elsewhere},
    };
    for (const Json::Member &member : settings.members()) {
        const auto setting = known.constFind(member.key);
        const bool isOfReplies = readReplySetting(member.key, member.value, prompt.replies);
        if (isOfReplies && setting == known.cend())
            continue;
        if (setting == known.cend())
            return failure(u"this setting is not available in this version"_s, u"settings."_s + member.key);
        (*setting)(member.value);
    }
    return applyNote(settings.value(u"note"), prompt.note);
}

} // namespace snug
