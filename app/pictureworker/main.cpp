// snug-picture: decodes for Snug pictures that anybody may have made.

#include "app/confined/answerframes.h"
#include "app/confined/confinement.h"
#include "app/pictureworker/decodepicture.h"

#include <QCoreApplication>

#include <algorithm>
#include <new>

using namespace snug;

static PictureReply decoded(const PictureRequest &request)
{
    try {
        return decodePicture(request);
    } catch (const std::bad_alloc &) {
        return {.id = request.id, .status = PictureStatus::OverMemory};
    }
}

int main(int argc, char **argv)
{
    // Threads cannot be had later, and Qt would wait for those that it shares large pictures out to.
    qputenv("QT_NO_GUITHREADPOOL", "1");
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext &, const QString &) {});
    {
        const QCoreApplication application(argc, argv); // says where Qt's plugins are
        prepareToDecodePictures();
    }
    answerFrames(pictureGreeting, [](std::string_view contents) -> std::optional<std::string> {
        const std::optional<PictureRequest> request = decodePictureRequest(contents);
        if (!request)
            return std::nullopt;
        allowProcessorSeconds(int(std::min(request->seconds, 3600u)));
        return encodePictureReply(decoded(*request));
    });
}
