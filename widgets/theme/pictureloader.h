// Reads picture files off the GUI thread, and has them decoded by the program for pictures.
#pragma once

#include <QHash>
#include <QImage>
#include <QObject>
#include <QThreadPool>

#include <memory>
#include <stop_token>

namespace snug {

class PictureEngine;

class PictureLoader : public QObject
{
    Q_OBJECT

public:
    explicit PictureLoader(QObject *parent = nullptr);
    ~PictureLoader() override; // stops what is being read

    // Until there is one, no file is a picture.
    void setEngine(std::shared_ptr<PictureEngine> engine) { m_engine = std::move(engine); }

    // Asks for the picture, scaled down so that its shorter side has at most `side` pixels; 0: as large as a
    // screen may want it. `file` is handed back as it came. A file that is being read is not read twice at
    // once, but once more afterwards: it may be another picture by now.
    void load(const QString &file, const QString &path, int side = 256);

Q_SIGNALS:
    // A null image: there is no such file, or it is no picture that is opened. `fullSize` is the picture's
    // own.
    void loaded(const QString &file, const QImage &image, QSize fullSize);

private:
    struct Wish
    {
        QString path;
        int side;
    };
    void start(const QString &file, const Wish &wish);

    std::shared_ptr<PictureEngine> m_engine;
    QHash<QString, std::optional<Wish>> m_loading; // by file; the value is what is wanted next
    std::stop_source m_stop;
    QThreadPool m_threads; // its own: whoever waits for a picture keeps nobody else from working
};

} // namespace snug
