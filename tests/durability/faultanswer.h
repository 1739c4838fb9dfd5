// What a server says to one request, and how it leaves: byte for byte, with pauses.
#pragma once

#include <QByteArray>
#include <QList>

namespace snug::durability {

struct AnswerStep
{
    QByteArray bytes;
    int pause = 0; // milliseconds before it
};

struct FaultAnswer
{
    enum class Ending : quint8 {
        Close,
        Reset, // what was written may not arrive
        Stay,  // nothing more is said, and the connection is left open
        Flood, // `flood` again and again, as fast as it is taken
    };

    QList<AnswerStep> steps = {};
    Ending ending = Ending::Close;
    QByteArray flood = {};
};

} // namespace snug::durability
