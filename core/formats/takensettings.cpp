#include "core/formats/takensettings.h"

#include <QCoreApplication>
#include <QHash>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct SettingGroup
{
    TakenHow how;
    const char *why;      // "" = it speaks for itself
    const char *settings; // blanks between them
};

constexpr SettingGroup settingGroups[] = {
    {TakenHow::Taken, "", "username user_avatar tags tag_map max_context amount_gen"},
    {TakenHow::Taken, "",
     "world_info_settings.world_info world_info_settings.world_info_depth "
     "world_info_settings.world_info_min_activations "
     "world_info_settings.world_info_min_activations_depth_max "
     "world_info_settings.world_info_budget world_info_settings.world_info_include_names "
     "world_info_settings.world_info_recursive world_info_settings.world_info_case_sensitive "
     "world_info_settings.world_info_match_whole_words "
     "world_info_settings.world_info_character_strategy "
     "world_info_settings.world_info_budget_cap "
     "world_info_settings.world_info_use_group_scoring "
     "world_info_settings.world_info_max_recursion_steps"},
    {TakenHow::Taken, "",
     "power_user.collapse_newlines power_user.pin_examples power_user.strip_examples "
     "power_user.prefer_character_prompt power_user.prefer_character_jailbreak "
     "power_user.trim_spaces power_user.personas power_user.default_persona "
     "power_user.persona_descriptions power_user.custom_stopping_strings "
     "power_user.custom_stopping_strings_macro power_user.auto_continue "
     "power_user.user_prompt_bias power_user.trim_sentences power_user.allow_name1_display "
     "power_user.allow_name2_display power_user.disable_group_trimming "
     "power_user.auto_fix_generated_markdown power_user.token_padding "
     "power_user.experimental_macro_engine power_user.bogus_folders"},
    {TakenHow::Taken, "", "oai_settings.preset_settings_openai"},
    {TakenHow::Taken, "", "textgenerationwebui_settings.preset"},
    {TakenHow::Taken, "",
     "extension_settings.note extension_settings.regex extension_settings.variables "
     "extension_settings.character_allowed_regex extension_settings.preset_allowed_regex "
     "extension_settings.disabledExtensions"},
    {TakenHow::Otherwise,
     QT_TRANSLATE_NOOP("TakenSettings",
                       "The file of the chosen preset counts, not what was changed since it was saved"),
     "oai_settings.temp_openai oai_settings.freq_pen_openai oai_settings.pres_pen_openai "
     "oai_settings.top_p_openai oai_settings.top_k_openai oai_settings.min_p_openai "
     "oai_settings.top_a_openai oai_settings.repetition_penalty_openai "
     "oai_settings.openai_max_context oai_settings.openai_max_tokens oai_settings.prompts "
     "oai_settings.prompt_order oai_settings.send_if_empty oai_settings.impersonation_prompt "
     "oai_settings.new_chat_prompt oai_settings.new_group_chat_prompt "
     "oai_settings.new_example_chat_prompt oai_settings.continue_nudge_prompt "
     "oai_settings.wi_format oai_settings.group_nudge_prompt oai_settings.scenario_format "
     "oai_settings.personality_format oai_settings.squash_system_messages "
     "oai_settings.continue_prefill oai_settings.names_behavior oai_settings.continue_postfix "
     "oai_settings.seed oai_settings.assistant_prefill oai_settings.assistant_impersonation "
     "oai_settings.use_sysprompt oai_settings.reasoning_effort oai_settings.verbosity "
     "oai_settings.stream_openai oai_settings.show_thoughts oai_settings.enable_web_search"},
    {TakenHow::Otherwise,
     QT_TRANSLATE_NOOP("TakenSettings",
                       "Counts where no file has the name of the one in use; else the file does"),
     "power_user.instruct power_user.context power_user.sysprompt"},
    {TakenHow::Otherwise,
     QT_TRANSLATE_NOOP("TakenSettings",
                       "Counts where no file has the name of the one in use; else the file does"),
     "textgenerationwebui_settings.temp textgenerationwebui_settings.temperature_last "
     "textgenerationwebui_settings.top_p textgenerationwebui_settings.top_k "
     "textgenerationwebui_settings.top_a textgenerationwebui_settings.tfs "
     "textgenerationwebui_settings.epsilon_cutoff textgenerationwebui_settings.eta_cutoff "
     "textgenerationwebui_settings.typical_p textgenerationwebui_settings.min_p "
     "textgenerationwebui_settings.rep_pen textgenerationwebui_settings.rep_pen_range "
     "textgenerationwebui_settings.rep_pen_decay textgenerationwebui_settings.rep_pen_slope "
     "textgenerationwebui_settings.no_repeat_ngram_size "
     "textgenerationwebui_settings.penalty_alpha textgenerationwebui_settings.num_beams "
     "textgenerationwebui_settings.length_penalty textgenerationwebui_settings.min_length "
     "textgenerationwebui_settings.encoder_rep_pen textgenerationwebui_settings.freq_pen "
     "textgenerationwebui_settings.presence_pen textgenerationwebui_settings.skew "
     "textgenerationwebui_settings.do_sample textgenerationwebui_settings.early_stopping "
     "textgenerationwebui_settings.dynatemp textgenerationwebui_settings.min_temp "
     "textgenerationwebui_settings.max_temp textgenerationwebui_settings.dynatemp_exponent "
     "textgenerationwebui_settings.smoothing_factor "
     "textgenerationwebui_settings.smoothing_curve "
     "textgenerationwebui_settings.dry_allowed_length "
     "textgenerationwebui_settings.dry_multiplier textgenerationwebui_settings.dry_base "
     "textgenerationwebui_settings.dry_sequence_breakers "
     "textgenerationwebui_settings.dry_penalty_last_n "
     "textgenerationwebui_settings.max_tokens_second textgenerationwebui_settings.seed "
     "textgenerationwebui_settings.add_bos_token textgenerationwebui_settings.ban_eos_token "
     "textgenerationwebui_settings.skip_special_tokens "
     "textgenerationwebui_settings.include_reasoning "
     "textgenerationwebui_settings.mirostat_mode textgenerationwebui_settings.mirostat_tau "
     "textgenerationwebui_settings.mirostat_eta textgenerationwebui_settings.guidance_scale "
     "textgenerationwebui_settings.negative_prompt textgenerationwebui_settings.grammar_string "
     "textgenerationwebui_settings.json_schema "
     "textgenerationwebui_settings.json_schema_allow_empty "
     "textgenerationwebui_settings.banned_tokens "
     "textgenerationwebui_settings.global_banned_tokens "
     "textgenerationwebui_settings.send_banned_tokens "
     "textgenerationwebui_settings.sampler_priority textgenerationwebui_settings.samplers "
     "textgenerationwebui_settings.samplers_priorities "
     "textgenerationwebui_settings.sampler_order textgenerationwebui_settings.ignore_eos_token "
     "textgenerationwebui_settings.spaces_between_special_tokens "
     "textgenerationwebui_settings.speculative_ngram textgenerationwebui_settings.logit_bias "
     "textgenerationwebui_settings.n textgenerationwebui_settings.xtc_threshold "
     "textgenerationwebui_settings.xtc_probability textgenerationwebui_settings.nsigma "
     "textgenerationwebui_settings.min_keep textgenerationwebui_settings.adaptive_target "
     "textgenerationwebui_settings.adaptive_decay "
     "textgenerationwebui_settings.openrouter_providers "
     "textgenerationwebui_settings.openrouter_quantizations "
     "textgenerationwebui_settings.openrouter_allow_fallbacks"},
    {TakenHow::Otherwise,
     QT_TRANSLATE_NOOP("TakenSettings",
                       "How replies are taken apart and sent is taken, how thoughts are shown is not"),
     "power_user.reasoning"},
    {TakenHow::WithoutEffect, QT_TRANSLATE_NOOP("TakenSettings", "This is about SillyTavern's own window"),
     "firstRun accountStorage currentVersion active_character active_group swipes"},
    {TakenHow::WithoutEffect, QT_TRANSLATE_NOOP("TakenSettings", "This is about SillyTavern's own window"),
     "power_user.charListGrid power_user.markdown_escape_strings power_user.chat_truncation "
     "power_user.streaming_fps power_user.smooth_streaming "
     "power_user.smooth_streaming_no_think power_user.smooth_streaming_speed "
     "power_user.stream_fade_in power_user.fast_ui_mode power_user.avatar_style "
     "power_user.chat_display power_user.toastr_position power_user.chat_width "
     "power_user.never_resize_avatars power_user.show_card_avatar_urls "
     "power_user.play_message_sound power_user.play_sound_unfocused "
     "power_user.auto_save_msg_edits power_user.confirm_message_delete power_user.sort_field "
     "power_user.sort_order power_user.sort_rule power_user.font_scale "
     "power_user.blur_strength power_user.shadow_width power_user.main_text_color "
     "power_user.italics_text_color power_user.underline_text_color "
     "power_user.quote_text_color power_user.blur_tint_color power_user.chat_tint_color "
     "power_user.user_mes_blur_tint_color power_user.bot_mes_blur_tint_color "
     "power_user.shadow_color power_user.border_color power_user.waifuMode power_user.movingUI "
     "power_user.movingUIState power_user.movingUIPreset power_user.noShadows power_user.theme "
     "power_user.gestures power_user.auto_scroll_chat_to_bottom power_user.send_on_enter "
     "power_user.console_log_prompts power_user.show_group_chat_queue "
     "power_user.hotswap_enabled power_user.timer_enabled power_user.timestamps_enabled "
     "power_user.timestamp_model_icon power_user.mesIDDisplay_enabled "
     "power_user.hideChatAvatars_enabled power_user.max_context_unlocked "
     "power_user.message_token_count_enabled power_user.expand_message_actions "
     "power_user.enableZenSliders power_user.enableLabMode power_user.world_import_dialog "
     "power_user.enable_auto_select_input power_user.enable_md_hotkeys "
     "power_user.tag_import_setting power_user.tag_sort_mode "
     "power_user.persona_show_notifications power_user.persona_sort_order "
     "power_user.fuzzy_search power_user.zoomed_avatar_magnification "
     "power_user.show_tag_filters power_user.aux_field power_user.restore_user_input "
     "power_user.reduced_motion power_user.compact_input_area "
     "power_user.show_swipe_num_all_messages power_user.auto_connect power_user.auto_load_chat "
     "power_user.pin_styles power_user.click_to_edit power_user.media_display "
     "power_user.image_overswipe power_user.ui_mode power_user.wi_key_input_plaintext "
     "power_user.show_user_prompt_bias"},
    {TakenHow::WithoutEffect,
     QT_TRANSLATE_NOOP("TakenSettings", "The picture behind all chats is kept, and not shown"), "background"},
    {TakenHow::WithoutEffect, QT_TRANSLATE_NOOP("TakenSettings", "Snug does not talk to this service"),
     "kai_settings"},
    {TakenHow::Otherwise,
     QT_TRANSLATE_NOOP(
         "TakenSettings",
         "The model is offered as a connection; the samplers are those of text completion presets"),
     "nai_settings"},
    {TakenHow::WithoutEffect,
     QT_TRANSLATE_NOOP("TakenSettings", "The Horde is offered as a connection; its models are chosen there"),
     "horde_settings"},
    {TakenHow::Otherwise,
     QT_TRANSLATE_NOOP("TakenSettings",
                       "Offered as connections when the folder is opened; keys and passwords are not taken"),
     "main_api proxies"},
    {TakenHow::Otherwise,
     QT_TRANSLATE_NOOP("TakenSettings",
                       "Offered as connections when the folder is opened; keys and passwords are not taken"),
     "textgenerationwebui_settings.type textgenerationwebui_settings.mancer_model "
     "textgenerationwebui_settings.togetherai_model "
     "textgenerationwebui_settings.infermaticai_model "
     "textgenerationwebui_settings.ollama_model textgenerationwebui_settings.openrouter_model "
     "textgenerationwebui_settings.vllm_model textgenerationwebui_settings.aphrodite_model "
     "textgenerationwebui_settings.dreamgen_model textgenerationwebui_settings.tabby_model "
     "textgenerationwebui_settings.llamacpp_model textgenerationwebui_settings.server_urls "
     "textgenerationwebui_settings.custom_model textgenerationwebui_settings.featherless_model "
     "textgenerationwebui_settings.generic_model"},
    {TakenHow::Otherwise,
     QT_TRANSLATE_NOOP("TakenSettings",
                       "Offered as connections when the folder is opened; keys and passwords are not taken"),
     "oai_settings.chat_completion_source oai_settings.custom_url oai_settings.custom_model "
     "oai_settings.reverse_proxy oai_settings.openai_model oai_settings.claude_model "
     "oai_settings.google_model oai_settings.vertexai_model oai_settings.ai21_model "
     "oai_settings.mistralai_model oai_settings.cohere_model oai_settings.perplexity_model "
     "oai_settings.groq_model oai_settings.chutes_model oai_settings.siliconflow_model "
     "oai_settings.siliconflow_endpoint oai_settings.minimax_model "
     "oai_settings.minimax_endpoint oai_settings.electronhub_model oai_settings.nanogpt_model "
     "oai_settings.nanogpt_provider oai_settings.nanogpt_payg_override "
     "oai_settings.deepseek_model oai_settings.aimlapi_model oai_settings.xai_model "
     "oai_settings.pollinations_model oai_settings.pollinations_endpoint "
     "oai_settings.moonshot_model oai_settings.fireworks_model oai_settings.zai_model "
     "oai_settings.zai_endpoint oai_settings.workers_ai_model "
     "oai_settings.workers_ai_account_id oai_settings.azure_base_url "
     "oai_settings.azure_deployment_name oai_settings.azure_api_version "
     "oai_settings.azure_openai_model oai_settings.custom_include_body "
     "oai_settings.custom_exclude_body oai_settings.custom_include_headers "
     "oai_settings.openrouter_model oai_settings.openrouter_use_fallback "
     "oai_settings.openrouter_providers oai_settings.openrouter_quantizations "
     "oai_settings.openrouter_allow_fallbacks oai_settings.openrouter_middleout "
     "oai_settings.vertexai_region oai_settings.vertexai_express_project_id "
     "oai_settings.custom_prompt_post_processing"},
    {TakenHow::Otherwise,
     QT_TRANSLATE_NOOP("TakenSettings",
                       "Offered as connections when the folder is opened; keys and passwords are not taken"),
     "extension_settings.connectionManager"},
    {TakenHow::Otherwise,
     QT_TRANSLATE_NOOP("TakenSettings",
                       "Of connections that complete texts; chats have the tokenizer of the model's name"),
     "power_user.tokenizer"},
    {TakenHow::WithoutEffect, QT_TRANSLATE_NOOP("TakenSettings", "It is what reverse_proxy says as well"),
     "selected_proxy"},
    {TakenHow::WithoutEffect,
     QT_TRANSLATE_NOOP("TakenSettings", "Passwords are not taken; enter it as the connection's key"),
     "oai_settings.proxy_password"},
    {TakenHow::WithoutEffect, QT_TRANSLATE_NOOP("TakenSettings", "Snug does not talk to this service"),
     "oai_settings.cometapi_model"},
    {TakenHow::WithoutEffect,
     QT_TRANSLATE_NOOP("TakenSettings", "Snug has keys for Vertex AI, and no service accounts"),
     "oai_settings.vertexai_auth_mode"},
    {TakenHow::WithoutEffect,
     QT_TRANSLATE_NOOP("TakenSettings", "Snug's inspector always says what did not fit"),
     "world_info_settings.world_info_overflow_alert"},
    {TakenHow::WithoutEffect, QT_TRANSLATE_NOOP("TakenSettings", "Snug decides this itself"),
     "textgenerationwebui_settings.streaming textgenerationwebui_settings.rep_pen_size "
     "textgenerationwebui_settings.bypass_status_check textgenerationwebui_settings.extensions"},
    {TakenHow::WithoutEffect, QT_TRANSLATE_NOOP("TakenSettings", "Snug decides this itself"),
     "oai_settings.bind_preset_to_connection oai_settings.max_context_unlocked "
     "oai_settings.bypass_status_check oai_settings.sort_models oai_settings.group_models "
     "oai_settings.show_external_models"},
    {TakenHow::WithoutEffect, QT_TRANSLATE_NOOP("TakenSettings", "Snug decides this itself"),
     "power_user.relaxed_api_urls"},
    {TakenHow::WithoutEffect,
     QT_TRANSLATE_NOOP("TakenSettings", "Only the stop strings of the user's settings count"),
     "textgenerationwebui_settings.stopping_strings"},
    {TakenHow::WithoutEffect,
     QT_TRANSLATE_NOOP("TakenSettings", "Several swipes are asked for one after the other"),
     "oai_settings.n"},
    {TakenHow::WithoutEffect, QT_TRANSLATE_NOOP("TakenSettings", "A switch of each connection asks for them"),
     "power_user.request_token_probabilities"},
    {TakenHow::Otherwise, QT_TRANSLATE_NOOP("TakenSettings", "The persona's own entry counts"),
     "power_user.persona_description power_user.persona_description_position "
     "power_user.persona_description_role power_user.persona_description_depth "
     "power_user.persona_description_lorebook"},
    {TakenHow::WithoutEffect,
     QT_TRANSLATE_NOOP("TakenSettings", "Snug finds templates by the model's name in its own way"),
     "power_user.model_templates_mappings power_user.instruct_derived "
     "power_user.context_derived power_user.context_size_derived power_user.chat_template_hash"},
    {TakenHow::WithoutEffect,
     QT_TRANSLATE_NOOP("TakenSettings", "Connections are set up in Snug: keys stay where they are"),
     "power_user.servers"},
    {TakenHow::WithoutEffect, QT_TRANSLATE_NOOP("TakenSettings", "Snug does not swipe by itself"),
     "power_user.auto_swipe power_user.auto_swipe_minimum_length "
     "power_user.auto_swipe_blacklist power_user.auto_swipe_blacklist_threshold"},
    {TakenHow::WithoutEffect, QT_TRANSLATE_NOOP("TakenSettings", "The composer has its own buttons"),
     "power_user.continue_on_send power_user.quick_continue power_user.quick_impersonate"},
    {TakenHow::WithoutEffect, QT_TRANSLATE_NOOP("TakenSettings", "Snug never loads what is elsewhere"),
     "power_user.forbid_external_media power_user.external_media_allowed_overrides "
     "power_user.external_media_forbidden_overrides"},
    {TakenHow::WithoutEffect, QT_TRANSLATE_NOOP("TakenSettings", "It has no place in Snug"),
     "power_user.stscript power_user.encode_tags power_user.custom_css"},
    {TakenHow::WithoutEffect, QT_TRANSLATE_NOOP("TakenSettings", "The context template's own switch counts"),
     "power_user.always_force_name2 power_user.single_line"},
    {TakenHow::WithoutEffect, QT_TRANSLATE_NOOP("TakenSettings", "Other programs' own data"),
     "oai_settings.extensions"},
    {TakenHow::WithoutEffect, QT_TRANSLATE_NOOP("TakenSettings", "Snug does not do that"),
     "oai_settings.bias_preset_selected oai_settings.bias_presets "
     "oai_settings.function_calling oai_settings.tool_call_recurse_limit "
     "oai_settings.tool_reasoning_mode oai_settings.request_images "
     "oai_settings.request_image_aspect_ratio oai_settings.request_image_resolution "
     "oai_settings.media_inlining oai_settings.inline_image_quality"},
    {TakenHow::Otherwise, QT_TRANSLATE_NOOP("TakenSettings", "Where Snug's settings of memories begin"),
     "extension_settings.STMemoryBooks"},
    {TakenHow::Otherwise,
     QT_TRANSLATE_NOOP("TakenSettings", "Buttons above the composer; see the files in QuickReplies"),
     "extension_settings.quickReplyV2"},
    {TakenHow::Otherwise,
     QT_TRANSLATE_NOOP("TakenSettings",
                       "The summary that a chat has is sent; Snug makes no new ones with it"),
     "extension_settings.memory"},
    {TakenHow::WithoutEffect,
     QT_TRANSLATE_NOOP("TakenSettings", "The settings of SillyTavern before version 2"),
     "extension_settings.quickReply"},
    {TakenHow::WithoutEffect, QT_TRANSLATE_NOOP("TakenSettings", "Only the scripts in use are taken"),
     "extension_settings.regex_presets"},
    {TakenHow::WithoutEffect,
     QT_TRANSLATE_NOOP("TakenSettings",
                       "Pictures of expressions are listed with their cards; none are shown in chats"),
     "extension_settings.expressions extension_settings.expressionOverrides"},
    {TakenHow::WithoutEffect,
     QT_TRANSLATE_NOOP("TakenSettings", "Files of the data bank are kept, and not searched"),
     "extension_settings.attachments extension_settings.character_attachments "
     "extension_settings.disabled_attachments"},
    {TakenHow::WithoutEffect,
     QT_TRANSLATE_NOOP("TakenSettings", "Similar lore is found by Snug's own vectors"),
     "extension_settings.vectors extension_settings.chromadb"},
    {TakenHow::WithoutEffect, QT_TRANSLATE_NOOP("TakenSettings", "This extension has no counterpart in Snug"),
     "extension_settings.apiUrl extension_settings.apiKey extension_settings.autoConnect "
     "extension_settings.notifyUpdates extension_settings.caption extension_settings.dice "
     "extension_settings.tts extension_settings.sd extension_settings.translate "
     "extension_settings.objective extension_settings.randomizer "
     "extension_settings.speech_recognition extension_settings.rvc extension_settings.hypebot "
     "extension_settings.gallery extension_settings.cfg"},
};

using Rules = QHash<QString, const SettingGroup *>;

const Rules &settingRules()
{
    static const Rules rules = [] {
        Rules made;
        for (const SettingGroup &group : settingGroups) {
            for (const QString &setting : QString::fromLatin1(group.settings).split(u' ', Qt::SkipEmptyParts))
                made.insert(setting, &group);
        }
        return made;
    }();
    return rules;
}

TakenItem judgedSetting(const QString &path)
{
    const SettingGroup *group = settingRules().value(path);
    if (!group)
        return {TakenHow::NotUnderstood, path,
                QCoreApplication::translate("TakenSettings", "Snug does not know this setting")};
    return {group->how, path,
            *group->why ? QCoreApplication::translate("TakenSettings", group->why) : QString()};
}

} // namespace

QList<TakenItem> takenSettings(const Json &settings)
{
    static const QStringList sections{u"power_user"_s, u"oai_settings"_s, u"textgenerationwebui_settings"_s,
                                      u"world_info_settings"_s, u"extension_settings"_s};
    QList<TakenItem> items;
    for (const Json::Member &member : settings.members()) {
        if (!sections.contains(member.key) || !member.value.isObject()) {
            items.append(judgedSetting(member.key));
            continue;
        }
        for (const Json::Member &inner : member.value.members())
            items.append(judgedSetting(member.key + u'.' + inner.key));
    }
    return items;
}

} // namespace snug
