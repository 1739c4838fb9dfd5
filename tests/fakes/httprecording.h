// A recorded HTTP/1.1 answer, taken apart.
#pragma once

#include "core/wire/wirerequest.h"

#include <QByteArray>

#include <optional>

namespace snug {

struct HttpRecording
{
    int status = 0;
    WireHeaders headers;
    QByteArray body; // without chunk-size lines
};

// Nothing, if the bytes are no complete HTTP answer head.
std::optional<HttpRecording> parseHttpRecording(const QByteArray &bytes);

} // namespace snug
