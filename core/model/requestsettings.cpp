#include "core/model/requestsettings.h"

#include <QPair>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr std::array effortWords{QStringView(u"auto"),   QStringView(u"min"),  QStringView(u"low"),
                                 QStringView(u"medium"), QStringView(u"high"), QStringView(u"max")};
constexpr std::array verbosityWords{QStringView(u"auto"), QStringView(u"low"), QStringView(u"medium"),
                                    QStringView(u"high")};

template <typename Value, std::size_t Count>
std::optional<Value> wordAmong(const std::array<QStringView, Count> &words, QStringView name)
{
    for (std::size_t i = 0; i < Count; ++i) {
        if (words[i] == name)
            return Value(i);
    }
    return {};
}

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

QString effortName(Effort effort)
{
    return effortWords[std::size_t(effort)].toString();
}

std::optional<Effort> effortNamed(QStringView name)
{
    return wordAmong<Effort>(effortWords, name);
}

QString verbosityName(Verbosity verbosity)
{
    return verbosityWords[std::size_t(verbosity)].toString();
}

std::optional<Verbosity> verbosityNamed(QStringView name)
{
    return wordAmong<Verbosity>(verbosityWords, name);
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

QStringList RequestSettings::refusedFor(const QString &model) const
{
    QStringList keys;
    for (const Refusal &refusal : refused) {
        if (refusal.model == model)
            keys.append(refusal.key);
    }
    return keys;
}

} // namespace snug
