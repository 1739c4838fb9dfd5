#include "core/pictures/picturefile.h"

#include "core/formats/pngtext.h"
#include "core/pictures/pictureprotocol.h"

#include <QCoreApplication>
#include <QFile>
#include <QScopeGuard>
#include <QtEndian>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace snug {

namespace {

struct PictureFileText
{
    Q_DECLARE_TR_FUNCTIONS(Pictures)
};

constexpr int MostChunks = 100'000;

std::unexpected<Error> tooLarge()
{
    return failure(PictureFileText::tr("has more than 60 MB, and no picture of that size is opened"));
}

// Without what a card carries besides; cut off where the file is.
Result<QByteArray> pictureOfPng(QFile &file)
{
    QByteArray kept = file.read(8);
    for (int chunks = 0; chunks < MostChunks; ++chunks) {
        const qint64 position = file.pos();
        const QByteArray head = file.read(8);
        if (head.size() < 8)
            return kept + head;
        const qint64 length = qint64(qFromBigEndian<quint32>(head.constData())) + 4; // with the checksum
        const QByteArrayView type = QByteArrayView(head).sliced(4);
        if (isPngPictureChunk(type)) {
            if (std::size_t(kept.size()) + std::size_t(length) + 8 > maximumPictureBytes)
                return tooLarge();
            kept += head + file.read(length);
        } else if (!file.seek(position + 8 + length)) {
            return kept;
        }
        if (type == "IEND")
            return kept;
    }
    return kept;
}

} // namespace

Result<QByteArray> readPictureFile(const QString &path)
{
    const int descriptor = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    const auto unreadable = [](int number) {
        return failure(
            PictureFileText::tr("could not be read: %1").arg(QString::fromLocal8Bit(std::strerror(number))));
    };
    if (descriptor < 0)
        return unreadable(errno);
    struct stat status{};
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(descriptor);
        return failure(PictureFileText::tr("is not a regular file"));
    }
    QFile file;
    if (!file.open(descriptor, QIODevice::ReadOnly | QIODevice::Unbuffered, QFileDevice::AutoCloseHandle)) {
        ::close(descriptor);
        return failure(PictureFileText::tr("could not be read: %1").arg(file.errorString()));
    }
    if (isPng(file.peek(8)))
        return pictureOfPng(file);
    return std::size_t(file.size()) > maximumPictureBytes
               ? Result<QByteArray>(tooLarge())
               : Result<QByteArray>(file.read(qint64(maximumPictureBytes)));
}

} // namespace snug
