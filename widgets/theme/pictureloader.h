// Reads picture files off the GUI thread.
#pragma once

#include <QImage>
#include <QObject>
#include <QSet>

namespace snug {

class PictureLoader : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    // Asks for the picture, scaled down so that its shorter side has at most `side` pixels. A file that is
    // being read already is not read twice. `file` is handed back as it came.
    void load(const QString &file, const QString &path, int side = 256);

Q_SIGNALS:
    // A null image: there is no such file, or it is not a picture.
    void loaded(const QString &file, const QImage &image);

private:
    QSet<QString> m_loading;
};

} // namespace snug
