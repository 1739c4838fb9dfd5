// How alike two pictures of a window are to the eye: small differences of edges count little, other words,
// colours and places much. On pictures reduced to a quarter, which is what is kept of approved ones.
#pragma once

#include <QImage>
#include <QRect>

namespace snug {

QImage reducedPicture(const QImage &picture);

struct PictureLikeness
{
    double mean = 0; // 1 = the same; of all places
    int unlike = 0;  // places of 8 x 8 reduced pixels that an eye sees to be different
    QRect worst;     // of the whole picture, in its own pixels
    bool isAlike() const;
};

// Both reduced. Of other sizes: not alike at all.
PictureLikeness likeness(const QImage &approved, const QImage &now);

} // namespace snug
