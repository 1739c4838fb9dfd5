// What a snug-picture that was taken over might do. The way is the name that it was started under.

#include "core/pictures/pictureprotocol.h"
#include "core/regex/workerprotocol.h"
#include "tests/core/formats/pngfixtures.h"

#include <string>
#include <unistd.h>

using namespace snug;

namespace {

void say(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (count <= 0)
            _exit(1);
        bytes.remove_prefix(std::size_t(count));
    }
}

std::string heard(FrameReader &frames)
{
    char buffer[1 << 16];
    for (;;) {
        if (auto contents = frames.next())
            return *contents;
        const ssize_t count = read(STDIN_FILENO, buffer, sizeof buffer);
        if (count <= 0)
            _exit(0);
        frames.append({buffer, std::size_t(count)});
    }
}

[[noreturn]] void sleepForEver()
{
    for (;;)
        pause();
}

std::string pixels(std::uint32_t width, std::uint32_t height)
{
    return std::string(std::size_t(4) * width * height, 'p');
}

// A sound answer to the request, to be made worse.
PictureReply honest(const PictureRequest &request)
{
    PictureReply reply{.id = request.id, .width = 2, .height = 3, .fullWidth = 2, .fullHeight = 3};
    reply.bytes = pixels(2, 3);
    return reply;
}

PictureReply lie(const std::string &way, const PictureRequest &request)
{
    PictureReply reply = honest(request);
    const bool isPng = request.make == PictureRequest::Make::Png;
    if (isPng) {
        reply.width = reply.height = reply.fullWidth = reply.fullHeight = 1;
        reply.bytes = pngWith({}).toStdString();
    }
    if (way == "wrongid")
        ++reply.id;
    if (way == "fewpixels")
        reply.bytes.pop_back();
    if (way == "manypixels")
        reply.bytes += "x";
    if (way == "nosize")
        reply.width = 0;
    if (way == "overflow") {
        reply.width = reply.fullWidth = 0x40000000;
        reply.height = reply.fullHeight = 1;
        reply.bytes.clear();
    }
    if (way == "smallerfull")
        reply.fullHeight = 2;
    if (way == "toolarge") { // than was asked for
        reply.width = reply.height = reply.fullWidth = reply.fullHeight = 600;
        reply.bytes = pixels(600, 600);
    }
    if (way == "unknownstatus")
        reply.status = PictureStatus(77);
    if (way == "refusalwithpixels")
        reply.status = PictureStatus::Damaged;
    if (way == "nopng")
        reply.bytes = "<svg xmlns='http://www.w3.org/2000/svg'/>";
    if (way == "pngwithcard")
        reply.bytes =
            pngWith(textChunk("chara", "e30=") + pngChunk("caNv", "x")).append("trailer").toStdString();
    if (way == "pngofothersize")
        reply.height = reply.fullHeight = 9;
    return reply;
}

} // namespace

int main(int, char **arguments)
{
    std::string way = arguments[0];
    way = way.substr(way.rfind('/') + 1);
    if (way == "earlydeath")
        return 0;
    if (way == "nogreeting")
        sleepForEver();
    say(way == "othergreeting" ? std::string_view("snug-picture 9\n") : pictureGreeting);
    FrameReader frames;
    for (;;) {
        const std::string contents = heard(frames);
        const auto request = decodePictureRequest(contents);
        if (!request)
            return 1;
        if (way == "silence")
            sleepForEver();
        if (way == "death")
            return 0;
        if (way == "hangup") {
            close(STDIN_FILENO);
            close(STDOUT_FILENO);
            sleepForEver();
        }
        if (way == "trickle") {
            const std::string frame = encodePictureReply(honest(*request));
            for (const char byte : frame) {
                say({&byte, 1});
                usleep(100'000);
            }
            continue;
        }
        if (way == "flood") {
            for (;;)
                say(std::string(1 << 16, '\x7f'));
        }
        if (way == "frames") { // one after the other, none of them asked for
            PictureReply other = honest(*request);
            ++other.id;
            for (;;)
                say(encodePictureReply(other));
        }
        if (way == "cutoff") {
            say(std::string_view(encodePictureReply(honest(*request))).substr(0, 30));
            return 0;
        }
        say(encodePictureReply(lie(way, *request)));
        if (way == "twice")
            say(encodePictureReply(lie(way, *request)));
    }
}
