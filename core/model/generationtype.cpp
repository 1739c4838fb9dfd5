#include "core/model/generationtype.h"

#include <array>

namespace snug {

static constexpr std::array<QStringView, 6> names{u"normal", u"continue",   u"impersonate",
                                                  u"swipe",  u"regenerate", u"quiet"};

QString generationTypeName(GenerationType type)
{
    return names.at(static_cast<std::size_t>(type)).toString();
}

std::optional<GenerationType> generationTypeFromName(QStringView name)
{
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names.at(i) == name)
            return static_cast<GenerationType>(i);
    }
    return std::nullopt;
}

} // namespace snug
