// How far the tokens that are shown were off in earlier replies, as the server counted them. It changes no
// number: what is learnt from servers is in the counts themselves.
#pragma once

namespace snug {

struct MeasuredCount
{
    int replies = 0; // that the figure rests on, the newest; 0 = nothing is known
    double off = 0;  // per cent, on average

    bool operator==(const MeasuredCount &) const = default;
};

} // namespace snug
