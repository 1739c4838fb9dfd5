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
    static const QSet<QString> names{u"allow_scoped_regex"_s,
                                     u"auto_continue"_s,
                                     u"auto_save_msg_edits"_s,
                                     u"auto_scroll_chat_to_bottom"_s,
                                     u"auto_swipe"_s,
                                     u"avatar_style"_s,
                                     u"chat_display"_s,
                                     u"chat_truncation"_s,
                                     u"chat_width"_s,
                                     u"click_to_edit"_s,
                                     u"confirm_message_delete"_s,
                                     u"console_log_prompts"_s,
                                     u"continue_on_send"_s,
                                     u"encode_tags"_s,
                                     u"extra_books"_s,
                                     u"fast_ui_mode"_s,
                                     u"forbid_external_media"_s,
                                     u"fuzzy_search"_s,
                                     u"hideChatAvatars_enabled"_s,
                                     u"hotswap_enabled"_s,
                                     u"image_overswipe"_s,
                                     u"import_embedded_book"_s,
                                     u"markdown_escape_strings"_s,
                                     u"max_context_unlocked"_s,
                                     u"media_display"_s,
                                     u"mesIDDisplay_enabled"_s,
                                     u"message_token_count_enabled"_s,
                                     u"movingUI"_s,
                                     u"never_resize_avatars"_s,
                                     u"note"_s,
                                     u"persona_show_notifications"_s,
                                     u"play_message_sound"_s,
                                     u"quick_continue"_s,
                                     u"quick_impersonate"_s,
                                     u"relaxed_api_urls"_s,
                                     u"request_token_probabilities"_s,
                                     u"restore_user_input"_s,
                                     u"send_on_enter"_s,
                                     u"show_group_chat_queue"_s,
                                     u"show_user_prompt_bias"_s,
                                     u"smooth_streaming"_s,
                                     u"sort_field"_s,
                                     u"sort_order"_s,
                                     u"stream_fade_in"_s,
                                     u"streaming_fps"_s,
                                     u"tag_import_setting"_s,
                                     u"tags"_s,
                                     u"theme"_s,
                                     u"timer_enabled"_s,
                                     u"timestamp_model_icon"_s,
                                     u"timestamps_enabled"_s,
                                     u"tokenizer"_s,
                                     u"waifuMode"_s,
                                     u"world_import_dialog"_s,
                                     u"world_info_overflow_alert"_s};
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
