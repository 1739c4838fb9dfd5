#include "core/conversion/messagerules.h"

#include <QList>
#include <QPair>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

const QList<QPair<PostProcessing, QString>> &postProcessingWords()
{
    static const QList<QPair<PostProcessing, QString>> list{
        {PostProcessing::None, QString()},
        {PostProcessing::Merge, u"merge"_s},
        {PostProcessing::MergeTools, u"merge_tools"_s},
        {PostProcessing::Semi, u"semi"_s},
        {PostProcessing::SemiTools, u"semi_tools"_s},
        {PostProcessing::Strict, u"strict"_s},
        {PostProcessing::StrictTools, u"strict_tools"_s},
        {PostProcessing::Single, u"single"_s},
        {PostProcessing::Merge, u"claude"_s},
    };
    return list;
}

} // namespace

bool SpeakerNames::startsWithMember(QStringView text) const
{
    return std::ranges::any_of(group, [&](const QString &member) {
        return text.startsWith(member) && text.sliced(member.size()).startsWith(u": ");
    });
}

QString postProcessingName(PostProcessing mode)
{
    const auto found = std::ranges::find(postProcessingWords(), mode, &QPair<PostProcessing, QString>::first);
    return found == postProcessingWords().end() ? QString() : found->second;
}

std::optional<PostProcessing> postProcessingNamed(QStringView name)
{
    for (const auto &[mode, word] : postProcessingWords()) {
        if (word == name)
            return mode;
    }
    return {};
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
