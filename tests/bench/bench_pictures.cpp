// Pictures for a list of cards: decoded by snug-picture, as a ratio to decoding the same files right here, on
// as many threads, in the same run.

#include "core/pictures/picturefile.h"
#include "core/pictures/workerpictureengine.h"

#include <QCoreApplication>
#include <QImage>
#include <QImageReader>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QtConcurrentMap>

#include <chrono>
#include <cstdio>
#include <sys/resource.h>

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

constexpr int Pictures = 1000;
constexpr int Side = 256;

// As large as SillyTavern makes them, and as hard to compress as a drawing is.
bool makePictures(const QTemporaryDir &folder, QStringList &paths)
{
    QRandomGenerator random(1);
    QImage image(400, 600, QImage::Format_RGB888);
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            image.setPixel(x, y, qRgb(x / 2 + int(random.bounded(6)), y / 3, (x + y) / 5));
    }
    for (int i = 0; i < Pictures; ++i) {
        paths.append(folder.filePath(u"%1.png"_s.arg(i)));
        const bool isMade = i == 0 ? image.save(paths.first()) : QFile::copy(paths.first(), paths.last());
        if (!isMade)
            return false;
    }
    return true;
}

struct Times
{
    double waited = 0; // milliseconds
    double worked = 0; // of processor time, here and in the programs that have ended
};

double processorTime()
{
    const auto of = [](int who) {
        rusage usage{};
        getrusage(__rusage_who(who), &usage);
        const auto time = [](const timeval &each) {
            return 1000.0 * double(each.tv_sec) + double(each.tv_usec) / 1000;
        };
        return time(usage.ru_utime) + time(usage.ru_stime);
    };
    return of(RUSAGE_SELF) + of(RUSAGE_CHILDREN);
}

template <typename Work> Times timesOf(const QStringList &paths, const Work &work)
{
    const auto begun = std::chrono::steady_clock::now();
    const double worked = processorTime();
    work(paths);
    return {std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count(),
            processorTime() - worked};
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QTemporaryDir folder;
    QStringList paths;
    if (!makePictures(folder, paths))
        return 1;
    std::atomic<int> read = 0;
    const auto here = [&](const QStringList &files) {
        QtConcurrent::blockingMap(files, [&](const QString &path) {
            QImageReader reader(path);
            reader.setScaledSize(reader.size().scaled(Side, Side, Qt::KeepAspectRatioByExpanding));
            read += reader.read().isNull() ? 0 : 1;
        });
    };
    const auto confined = [&](const QStringList &files) {
        WorkerPictureEngine engine(pictureWorkerProgram(QCoreApplication::applicationDirPath()));
        QtConcurrent::blockingMap(files, [&](const QString &path) {
            const auto picture = readPictureFile(path).and_then(
                [&](const QByteArray &bytes) { return engine.read(bytes, Side); });
            read += picture ? 1 : 0;
        });
    };
    here(paths.first(20));
    for (int round = 0; round < 3; ++round) {
        const Times anchor = timesOf(paths, here);
        const Times ours = timesOf(paths, confined); // with the programs' start
        std::printf("%d pictures: %.2f times as long as here (%.0f ms), %.2f times the work (%.0f ms)\n",
                    Pictures, ours.waited / anchor.waited, ours.waited, ours.worked / anchor.worked,
                    ours.worked);
    }
    return read == 20 + 6 * Pictures ? 0 : 1;
}
