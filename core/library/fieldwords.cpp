#include "core/library/fieldwords.h"

using namespace Qt::StringLiterals;

namespace snug {

QStringList sillyTavernWords(LoreField field)
{
    switch (field) {
    case LoreField::Title:
        return {u"Title/Memo"_s, u"Comment"_s};
    case LoreField::Keys:
        return {u"Primary Keywords"_s};
    case LoreField::SecondaryKeys:
        return {u"Optional Filter"_s, u"Secondary Required Keywords"_s};
    case LoreField::SecondaryLogic:
        return {u"Logic"_s, u"AND ANY"_s, u"NOT ALL"_s};
    case LoreField::Selective:
        return {u"Selective"_s};
    case LoreField::Strategy:
        return {u"Strategy"_s, u"Constant"_s, u"Vectorized"_s, u"Status"_s};
    case LoreField::OutletName:
        return {u"Outlet Name"_s};
    case LoreField::Order:
        return {u"Order"_s, u"Insertion order"_s};
    case LoreField::ScanDepth:
        return {u"Scan Depth"_s};
    case LoreField::CaseSensitive:
        return {u"Case Sensitive"_s};
    case LoreField::WholeWords:
        return {u"Whole Words"_s};
    case LoreField::MatchPersona:
    case LoreField::MatchDescription:
    case LoreField::MatchPersonality:
    case LoreField::MatchDepthPrompt:
    case LoreField::MatchScenario:
    case LoreField::MatchCreatorNotes:
        return {u"Additional Matching Sources"_s};
    case LoreField::ExcludeRecursion:
        return {u"Non-recursable"_s, u"Exclude recursion"_s};
    case LoreField::PreventRecursion:
        return {u"Prevent further recursion"_s};
    case LoreField::DelayUntilRecursion:
        return {u"Delay until recursion"_s, u"Recursion Level"_s};
    case LoreField::UseProbability:
    case LoreField::Probability:
        return {u"Trigger %"_s, u"Probability"_s};
    case LoreField::Group:
        return {u"Inclusion Group"_s};
    case LoreField::GroupOverride:
        return {u"Prioritize"_s, u"Group Override"_s};
    case LoreField::GroupWeight:
        return {u"Group Weight"_s};
    case LoreField::GroupScoring:
        return {u"Use Group Scoring"_s};
    case LoreField::Sticky:
        return {u"Sticky"_s};
    case LoreField::Cooldown:
        return {u"Cooldown"_s};
    case LoreField::Delay:
        return {u"Delay"_s};
    case LoreField::Triggers:
        return {u"Filter to Generation Triggers"_s};
    case LoreField::FilterExcludes:
        return {u"Exclude"_s};
    case LoreField::FilterNames:
    case LoreField::FilterTags:
        return {u"Filter to Characters or Tags"_s};
    case LoreField::IgnoreBudget:
        return {u"Ignore budget"_s};
    case LoreField::AutomationId:
        return {u"Automation ID"_s};
    default:
        return {};
    }
}

QStringList sillyTavernWords(CardField field)
{
    switch (field) {
    case CardField::Personality:
        return {u"Personality summary"_s};
    case CardField::Examples:
        return {u"Examples of dialogue"_s, u"Example messages"_s};
    case CardField::SystemPrompt:
        return {u"Main Prompt"_s, u"System Prompt Override"_s};
    case CardField::PostHistory:
        return {u"Post-History Instructions"_s, u"Jailbreak"_s};
    case CardField::DepthText:
    case CardField::Depth:
    case CardField::DepthRole:
        return {u"Character's Note"_s, u"@ Depth"_s};
    case CardField::CreatorNotes:
        return {u"Creator's Notes"_s};
    case CardField::Creator:
        return {u"Created by"_s};
    case CardField::CharacterVersion:
        return {u"Character Version"_s};
    case CardField::Tags:
        return {u"Tags to Embed"_s};
    case CardField::Talkativeness:
        return {u"Talkativeness"_s, u"Shy"_s, u"Chatty"_s};
    case CardField::Favourite:
        return {u"Favorite"_s};
    default:
        return {};
    }
}

} // namespace snug
