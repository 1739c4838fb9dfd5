#include "app/cases/sillytavernsettings.h"

#include "core/formats/jsontext.h"
#include "core/formats/replysettings.h"

#include <QSet>

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

// Read by others, or without a word about the prompt.
static const QSet<QString> &otherSettings()
{
    static const QStringList words =
        u"allow_scoped_regex auto_connect auto_continue auto_load_chat auto_save_msg_edits "
        u"auto_scroll_chat_to_bottom auto_swipe auto_swipe_blacklist auto_swipe_blacklist_threshold "
        u"auto_swipe_minimum_length aux_field avatar_style blur_strength blur_tint_color bogus_folders "
        u"border_color bot_mes_blur_tint_color charListGrid chat_display chat_template_hash chat_tint_color "
        u"chat_truncation chat_width click_to_edit compact_input_area confirm_message_delete "
        u"console_log_prompts context_derived context_size_derived continue_on_send custom_css "
        u"enable_auto_select_input enable_md_hotkeys enableLabMode enableZenSliders encode_tags "
        u"expand_message_actions external_media_allowed_overrides external_media_forbidden_overrides "
        u"extra_books fast_ui_mode font_scale forbid_external_media fuzzy_search gestures "
        u"hideChatAvatars_enabled hotswap_enabled image_overswipe import_embedded_book instruct_derived "
        u"italics_text_color main_text_color markdown_escape_strings max_context_unlocked media_display "
        u"mesIDDisplay_enabled message_token_count_enabled model_templates_mappings movingUI movingUIPreset "
        u"movingUIState never_resize_avatars noShadows note persona_show_notifications persona_sort_order "
        u"pin_styles play_message_sound play_sound_unfocused quick_continue quick_impersonate "
        u"quote_text_color "
        u"reduced_motion relaxed_api_urls request_token_probabilities restore_user_input send_on_enter "
        u"servers "
        u"shadow_color shadow_width show_card_avatar_urls show_group_chat_queue show_swipe_num_all_messages "
        u"show_tag_filters show_user_prompt_bias smooth_streaming smooth_streaming_no_think "
        u"smooth_streaming_speed sort_field sort_order sort_rule stream_fade_in streaming_fps stscript "
        u"tag_import_setting tag_sort_mode tags theme timer_enabled timestamp_model_icon timestamps_enabled "
        u"toastr_position tokenizer underline_text_color user_mes_blur_tint_color waifuMode "
        u"world_import_dialog world_info_overflow_alert zoomed_avatar_magnification"_s.split(u' ');
    static const QSet<QString> names(words.cbegin(), words.cend());
    return names;
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
        {u"tag_map"_s,
         [&](const Json &value) {
             for (const Json::Member &tags : value.members())
                 inputs.tagMap.insert(tags.key, tags.value.toTextList());
         }},
    };
    for (const Json::Member &member : settings.members()) {
        const auto setting = known.constFind(member.key);
        const bool isOfReplies = readReplySetting(member.key, member.value, prompt.replies);
        if (setting == known.cend() && (isOfReplies || otherSettings().contains(member.key)))
            continue;
        if (setting == known.cend())
            return failure(u"this setting is not available in this version"_s, u"settings."_s + member.key);
        (*setting)(member.value);
    }
    return applyNote(settings.value(u"note"), prompt.note);
}

} // namespace snug
