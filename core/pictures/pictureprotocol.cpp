#include "core/pictures/pictureprotocol.h"

#include "core/regex/framebytes.h"

namespace snug {

static constexpr std::size_t requestHead = 4 + 1 + 4 + 4 + 4 * 4; // all but the picture's bytes

std::string encodePictureRequest(const PictureRequest &request)
{
    FrameWriter writer;
    writer.number(request.id);
    writer.byte(std::uint8_t(request.make));
    writer.number(request.seconds);
    writer.number(request.shorterSide);
    for (const std::uint32_t value :
         {request.part.x, request.part.y, request.part.width, request.part.height})
        writer.number(value);
    writer.raw(request.bytes);
    return writer.frame();
}

std::string encodePictureReply(const PictureReply &reply)
{
    FrameWriter writer;
    writer.number(reply.id);
    writer.byte(std::uint8_t(reply.status));
    for (const std::uint32_t value : {reply.width, reply.height, reply.fullWidth, reply.fullHeight})
        writer.number(value);
    writer.bytes(reply.bytes);
    return writer.frame();
}

std::optional<PictureRequest> decodePictureRequest(std::string_view contents)
{
    if (contents.size() < requestHead || contents.size() - requestHead > maximumPictureBytes)
        return std::nullopt;
    FrameContents frame(contents.substr(0, requestHead));
    PictureRequest request;
    request.id = frame.number();
    const std::uint8_t make = frame.byte();
    if (make > std::uint8_t(PictureRequest::Make::Png))
        return std::nullopt;
    request.make = PictureRequest::Make(make);
    request.seconds = frame.number();
    request.shorterSide = frame.number();
    for (std::uint32_t *value :
         {&request.part.x, &request.part.y, &request.part.width, &request.part.height}) {
        *value = frame.number();
        if (*value > maximumPictureSide)
            return std::nullopt;
    }
    request.bytes = contents.substr(requestHead);
    return frame.isWhole() ? std::optional(request) : std::nullopt;
}

std::optional<PictureReply> decodePictureReply(std::string_view contents)
{
    FrameContents frame(contents);
    PictureReply reply;
    reply.id = frame.number();
    const std::uint8_t status = frame.byte();
    if (status > std::uint8_t(PictureStatus::ResultTooLarge))
        return std::nullopt;
    reply.status = PictureStatus(status);
    for (std::uint32_t *value : {&reply.width, &reply.height, &reply.fullWidth, &reply.fullHeight})
        *value = frame.number();
    reply.bytes = frame.bytes(maximumPictureBytes);
    if (!frame.isWhole())
        return std::nullopt;
    // Nothing but a picture comes with sizes and bytes; one that is refused may say how large it is.
    const bool isDone = reply.status == PictureStatus::Done;
    const auto isSide = [](std::uint32_t side) { return side > 0 && side <= maximumPictureSide; };
    const bool isSound =
        isDone ? isSide(reply.width) && isSide(reply.height) && isSide(reply.fullWidth) &&
                     isSide(reply.fullHeight) && reply.width <= reply.fullWidth &&
                     reply.height <= reply.fullHeight &&
                     std::uint64_t(reply.fullWidth) * reply.fullHeight <= maximumPicturePixels &&
                     !reply.bytes.empty() && reply.bytes.size() <= maximumPictureBytes
               : reply.width == 0 && reply.height == 0 && reply.bytes.empty();
    return isSound ? std::optional(std::move(reply)) : std::nullopt;
}

} // namespace snug
