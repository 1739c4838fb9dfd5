// What Snug and its program snug-picture say to each other, in frames like snug-regex's (workerprotocol.h): a
// request is answered by one reply. The program sends no words, only what came of it: the sentences are ours.
// Decoders take bytes from a process that may have been taken over: they check every length and number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace snug {

inline constexpr std::string_view pictureGreeting = "snug-picture 1\n";
inline constexpr std::size_t maximumPictureBytes = 60u << 20;    // of a file, and of a PNG that is made
inline constexpr std::uint64_t maximumPicturePixels = 64u << 20; // of a picture: 8192 by 8192
inline constexpr std::uint64_t maximumShownPixels = 12'000'000;  // in a reply
inline constexpr std::uint32_t maximumPictureSide = 1'000'000;

struct PictureArea
{
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    std::uint32_t width = 0; // 0: the whole picture
    std::uint32_t height = 0;
    bool operator==(const PictureArea &) const = default;
};

struct PictureRequest
{
    enum class Make : std::uint8_t { Pixels, Png };
    std::uint32_t id = 0;
    Make make = Make::Pixels;
    std::uint32_t seconds = 0;     // of processor time, at most
    std::uint32_t shorterSide = 0; // of Pixels; 0: as it is
    PictureArea part = {};         // of Png
    std::string_view bytes = {};   // lives elsewhere
    bool operator==(const PictureRequest &) const = default;
};

enum class PictureStatus : std::uint8_t {
    Done,
    OtherFormat,   // not one of those that are opened
    NoDecoder,     // one of them, but this system cannot read it
    TooManyPixels, // full size says how many
    Damaged,
    OverMemory,
    OutsidePart,   // the part lies outside the picture
    ResultTooLarge // the PNG would be
};

struct PictureReply
{
    std::uint32_t id = 0;
    PictureStatus status = PictureStatus::Done;
    std::uint32_t width = 0; // of what is in `bytes`
    std::uint32_t height = 0;
    std::uint32_t fullWidth = 0;
    std::uint32_t fullHeight = 0;
    std::string bytes = {}; // pixels as Picture has them, or a PNG
    bool operator==(const PictureReply &) const = default;
};

// A whole frame, its length in front.
std::string encodePictureRequest(const PictureRequest &request);
std::string encodePictureReply(const PictureReply &reply);

// The contents of a frame; nothing if they are not well-formed. A request's bytes stay in `contents`.
std::optional<PictureRequest> decodePictureRequest(std::string_view contents);
std::optional<PictureReply> decodePictureReply(std::string_view contents);

} // namespace snug
