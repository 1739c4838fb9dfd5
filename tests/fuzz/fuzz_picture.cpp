// Pictures that anybody may have made, in the code that snug-picture runs: refused, or as many pixels as it
// says; and both sides of the conversation with it.
#include "app/pictureworker/decodepicture.h"
#include "core/pictures/pictureformat.h"
#include "tests/fuzz/fuzzing.h"

using namespace snug;

namespace {

std::string_view viewOf(const QByteArray &bytes)
{
    return {bytes.constData(), std::size_t(bytes.size())};
}

} // namespace

// Three bytes say what is asked for; the picture follows.
FUZZ_TARGET(picture)
{
    if (bytes.size() < 3)
        return;
    const QByteArray picture = bytes.sliced(3);
    PictureRequest request;
    request.id = 7;
    request.make = bytes[0] & 1 ? PictureRequest::Make::Png : PictureRequest::Make::Pixels;
    request.shorterSide = bytes[0] & 1 ? 0 : uchar(bytes[1]);
    if ((bytes[0] & 3) == 3)
        request.part = {.x = uchar(bytes[1]), .y = 1, .width = 1u + uchar(bytes[2]), .height = 3};
    request.bytes = viewOf(picture);
    const PictureReply reply = decodePicture(request);
    promise(reply.id == request.id);
    promise(pictureFormatOf(picture) || reply.status == PictureStatus::OtherFormat);
    promise(decodePictureReply(std::string_view(encodePictureReply(reply)).substr(4)) == reply);
    if (reply.status != PictureStatus::Done) {
        promise(reply.bytes.empty());
        return;
    }
    promise(reply.width > 0 && reply.height > 0);
    if (request.make == PictureRequest::Make::Pixels) {
        const std::uint64_t pixels = std::uint64_t(reply.width) * reply.height;
        promise(pixels <= maximumShownPixels && reply.bytes.size() == pixels * 4);
    } else {
        promise(reply.bytes.starts_with("\x89PNG\r\n") && reply.bytes.size() <= maximumPictureBytes);
    }
}

FUZZ_TARGET(pictureprotocol)
{
    const std::string_view frame = viewOf(bytes);
    if (const auto reply = decodePictureReply(frame))
        promise(decodePictureReply(std::string_view(encodePictureReply(*reply)).substr(4)) == reply);
    if (const auto request = decodePictureRequest(frame)) {
        const std::string again = encodePictureRequest(*request);
        promise(decodePictureRequest(std::string_view(again).substr(4)) == request);
    }
}
