#include "widgets/chat/readinglook.h"

#include <algorithm>
#include <array>

namespace snug {

int textPercentAfter(int percent, int steps)
{
    static constexpr std::array sizes{smallestText, 70,  80,  90,  100, 110,
                                      125,          150, 175, 200, 250, largestText};
    for (; steps > 0; --steps) {
        const auto larger = std::ranges::upper_bound(sizes, percent);
        percent = larger == sizes.end() ? largestText : *larger;
    }
    for (; steps < 0; ++steps) {
        const auto notSmaller = std::ranges::lower_bound(sizes, percent);
        percent = notSmaller == sizes.begin() ? smallestText : *std::prev(notSmaller);
    }
    return percent;
}

int charactersAcross(ReadingLook::Column column)
{
    switch (column) {
    case ReadingLook::Column::Narrow:
        return 54;
    case ReadingLook::Column::Normal:
        return 68;
    case ReadingLook::Column::Wide:
        return 100;
    }
    return 68;
}

} // namespace snug
