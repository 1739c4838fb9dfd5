#include "core/formats/replysettings.h"

#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

void readText(QString &target, const Json &value)
{
    if (value.isString())
        target = value.toText();
}

void readReasoning(ReasoningSettings &reasoning, const Json &value)
{
    reasoning.isAdded = value.value(u"add_to_prompts").toBool(reasoning.isAdded);
    reasoning.isParsed = value.value(u"auto_parse").toBool(reasoning.isParsed);
    readText(reasoning.prefix, value.value(u"prefix"));
    readText(reasoning.suffix, value.value(u"suffix"));
    readText(reasoning.separator, value.value(u"separator"));
    reasoning.most = value.value(u"max_additions").toInt(reasoning.most);
}

} // namespace

bool readReplySetting(const QString &key, const Json &value, ReplySettings &settings)
{
    ReplyCleaning &cleaning = settings.cleaning;
    if (key == u"user_prompt_bias")
        readText(settings.start, value);
    else if (key == u"reasoning")
        readReasoning(settings.reasoning, value);
    else if (key == u"allow_name1_display")
        cleaning.keepsUserName = value.toBool();
    else if (key == u"allow_name2_display")
        cleaning.keepsCharacterName = value.toBool();
    else if (key == u"disable_group_trimming")
        cleaning.keepsOtherMembers = value.toBool();
    else if (key == u"auto_fix_generated_markdown")
        cleaning.fixesMarkdown = value.toBool();
    else if (key == u"trim_sentences")
        cleaning.trimsSentences = value.toBool();
    else if (key == u"experimental_macro_engine")
        settings.usesOldMacros = !value.toBool(true);
    else if (key == u"token_padding")
        settings.tokenPadding = value.toInt(settings.tokenPadding);
    else
        return false;
    return true;
}

ReplySettings replySettingsOf(const Json &powerUser)
{
    ReplySettings settings;
    for (const Json::Member &member : powerUser.members())
        readReplySetting(member.key, member.value, settings);
    return settings;
}

SummarySettings summarySettingsOf(const Json &memory)
{
    SummarySettings summary;
    readText(summary.layout, memory.value(u"template"));
    summary.position = memory.value(u"position").toInt(summary.position);
    const Json depth = memory.value(u"depth");
    const bool isWhole = depth.toDouble(0) == std::floor(depth.toDouble(0));
    summary.depth = isWhole ? depth.toInt(summary.depth) : -1; // SillyTavern finds no other depth
    summary.role = roleFromNumber(memory.value(u"role").toInt(0));
    summary.isScanned = memory.value(u"scan").toBool();
    return summary;
}

} // namespace snug
