#include "core/conversion/messagerules.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

bool SpeakerNames::startsWithMember(QStringView text) const
{
    return std::ranges::any_of(group, [&](const QString &member) {
        return text.startsWith(member) && text.sliced(member.size()).startsWith(u": ");
    });
}

std::optional<MessageRules> postProcessingRules(PostProcessing mode, const QString &placeholder)
{
    if (mode == PostProcessing::None)
        return {};
    MessageRules rules{.names = MessageRules::Names::Prefix,
                       .merging = MessageRules::Merging::Texts,
                       .namesExamples = true,
                       .namesSystem = false,
                       .removesNames = true,
                       .placeholderIfEmpty = true,
                       .placeholder = placeholder};
    const bool isSemi = mode == PostProcessing::Semi || mode == PostProcessing::SemiTools;
    rules.wantsFirstUser = mode == PostProcessing::Strict || mode == PostProcessing::StrictTools;
    rules.asOneUser = mode == PostProcessing::Single;
    rules.isStrict = isSemi || rules.wantsFirstUser || rules.asOneUser;
    rules.keepsTools = mode == PostProcessing::MergeTools || mode == PostProcessing::SemiTools ||
                       mode == PostProcessing::StrictTools;
    return rules;
}

} // namespace snug
