#include "tests/gui/picturelikeness.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace snug {

namespace {

constexpr int reduction = 4;
constexpr int placeSide = 8;        // reduced pixels
constexpr double leastAlike = 0.55; // of structure, below which a place is another one
constexpr double faint = 5;         // of 255: a difference of brightness that nobody sees
constexpr int mostUnlike = 6;       // a time of day, the text cursor

struct PlaceLikeness
{
    double structure = 1;  // SSIM of the brightness
    double difference = 0; // mean, of 255, of the colour that differs most
};

PlaceLikeness compared(const QImage &a, const QImage &b, const QRect &rect)
{
    double n = 0;
    double sumA = 0;
    double sumB = 0;
    double squareA = 0;
    double squareB = 0;
    double product = 0;
    std::array<double, 3> colours{};
    for (int y = rect.top(); y <= rect.bottom(); ++y) {
        const auto *lineA = reinterpret_cast<const QRgb *>(a.constScanLine(y));
        const auto *lineB = reinterpret_cast<const QRgb *>(b.constScanLine(y));
        for (int x = rect.left(); x <= rect.right(); ++x) {
            const double left = qGray(lineA[x]);
            const double right = qGray(lineB[x]);
            sumA += left;
            sumB += right;
            squareA += left * left;
            squareB += right * right;
            product += left * right;
            colours[0] += std::abs(qRed(lineA[x]) - qRed(lineB[x]));
            colours[1] += std::abs(qGreen(lineA[x]) - qGreen(lineB[x]));
            colours[2] += std::abs(qBlue(lineA[x]) - qBlue(lineB[x]));
            ++n;
        }
    }
    const double meanA = sumA / n;
    const double meanB = sumB / n;
    const double varianceA = std::max(0.0, squareA / n - meanA * meanA);
    const double varianceB = std::max(0.0, squareB / n - meanB * meanB);
    const double covariance = product / n - meanA * meanB;
    constexpr double c1 = 6.5025;  // (0.01 * 255)^2, as Wang and others have it
    constexpr double c2 = 58.5225; // (0.03 * 255)^2
    return {.structure = ((2 * meanA * meanB + c1) * (2 * covariance + c2)) /
                         ((meanA * meanA + meanB * meanB + c1) * (varianceA + varianceB + c2)),
            .difference = *std::ranges::max_element(colours) / n};
}

} // namespace

QImage reducedPicture(const QImage &picture)
{
    const QImage plain = picture.convertToFormat(QImage::Format_RGB32);
    return plain
        .scaled(std::max(1, plain.width() / reduction), std::max(1, plain.height() / reduction),
                Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
        .convertToFormat(QImage::Format_RGB32);
}

bool PictureLikeness::isAlike() const
{
    return unlike <= mostUnlike && mean > 0.985;
}

PictureLikeness likeness(const QImage &approved, const QImage &now)
{
    PictureLikeness result;
    if (approved.size() != now.size() || approved.isNull()) {
        result.unlike = 1 + mostUnlike;
        return result;
    }
    const QImage a = approved.convertToFormat(QImage::Format_RGB32);
    const QImage b = now.convertToFormat(QImage::Format_RGB32);
    double sum = 0;
    int places = 0;
    double worst = 2;
    for (int y = 0; y < a.height(); y += placeSide) {
        for (int x = 0; x < a.width(); x += placeSide) {
            const QRect rect = QRect(x, y, placeSide, placeSide).intersected(a.rect());
            const PlaceLikeness at = compared(a, b, rect);
            const double alike = at.difference < faint ? std::max(at.structure, 0.99) : at.structure;
            sum += alike;
            ++places;
            // A flat ground in another colour has the same structure.
            if (at.difference >= faint && (at.structure < leastAlike || at.difference > 4 * faint))
                ++result.unlike;
            if (alike < worst) {
                worst = alike;
                result.worst = QRect(rect.topLeft() * reduction, rect.size() * reduction);
            }
        }
    }
    result.mean = sum / places;
    return result;
}

} // namespace snug
