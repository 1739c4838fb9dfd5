#include "widgets/theme/pictureloader.h"

#include "core/guarded.h"
#include "core/pictures/pictureengine.h"
#include "core/pictures/picturefile.h"

#include <QFutureWatcher>
#include <QtConcurrentRun>

namespace snug {

namespace {

struct LoadedPicture
{
    QImage image;
    QSize fullSize;
};

// As it is painted fastest.
QImage imageOf(const Picture &picture)
{
    return QImage(reinterpret_cast<const uchar *>(picture.pixels.constData()), picture.size.width(),
                  picture.size.height(), 4 * qsizetype(picture.size.width()), QImage::Format_RGBA8888)
        .convertToFormat(QImage::Format_ARGB32_Premultiplied);
}

LoadedPicture loadedPicture(const std::shared_ptr<PictureEngine> &engine, const QString &path, int side,
                            const std::stop_token &stop)
{
    if (!engine || stop.stop_requested())
        return {};
    const auto picture = readPictureFile(path).and_then(
        [&](const QByteArray &bytes) { return engine->read(bytes, side, stop); });
    return picture ? LoadedPicture{imageOf(*picture), picture->fullSize} : LoadedPicture();
}

} // namespace

PictureLoader::PictureLoader(QObject *parent)
    : QObject(parent)
{
    m_threads.setMaxThreadCount(4);
}

PictureLoader::~PictureLoader()
{
    m_stop.request_stop();
}

void PictureLoader::load(const QString &file, const QString &path, int side)
{
    if (const auto known = m_loading.find(file); known != m_loading.end()) {
        *known = Wish{path, side};
        return;
    }
    m_loading.insert(file, std::nullopt);
    start(file, {path, side});
}

void PictureLoader::start(const QString &file, const Wish &wish)
{
    auto *watcher = new QFutureWatcher<LoadedPicture>(this);
    connect(watcher, &QFutureWatcher<LoadedPicture>::finished, this, [this, watcher, file] {
        watcher->deleteLater();
        const std::optional<Wish> next = m_loading.take(file);
        if (next)
            load(file, next->path, next->side);
        const LoadedPicture picture = watcher->result();
        Q_EMIT loaded(file, picture.image, picture.fullSize);
    });
    watcher->setFuture(QtConcurrent::run(
        &m_threads,
        guarded([engine = m_engine, wish,
                 stop = m_stop.get_token()] { return loadedPicture(engine, wish.path, wish.side, stop); },
                [](const Error &) { return LoadedPicture(); })));
}

} // namespace snug
