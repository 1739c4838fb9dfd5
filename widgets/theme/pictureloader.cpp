#include "widgets/theme/pictureloader.h"

#include <QFutureWatcher>
#include <QImageReader>
#include <QtConcurrentRun>

#include <algorithm>

namespace snug {

// What wants more memory than this while it is decoded is not a portrait.
static constexpr int allocationLimitMegabytes = 256;

static QImage readPicture(const QString &path, int side)
{
    QImageReader::setAllocationLimit(allocationLimitMegabytes);
    QImageReader reader(path);
    const QSize size = reader.size();
    if (std::min(size.width(), size.height()) > side)
        reader.setScaledSize(size.scaled(side, side, Qt::KeepAspectRatioByExpanding));
    return reader.read();
}

void PictureLoader::load(const QString &file, const QString &path, int side)
{
    if (m_loading.contains(file))
        return;
    m_loading.insert(file);
    auto *watcher = new QFutureWatcher<QImage>(this);
    connect(watcher, &QFutureWatcher<QImage>::finished, this, [this, watcher, file] {
        watcher->deleteLater();
        m_loading.remove(file);
        Q_EMIT loaded(file, watcher->result());
    });
    watcher->setFuture(QtConcurrent::run([path, side] { return readPicture(path, side); }));
}

} // namespace snug
