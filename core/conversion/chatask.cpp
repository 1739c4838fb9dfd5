#include "core/conversion/chatask.h"

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

} // namespace snug
