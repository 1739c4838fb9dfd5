// The ways in which a server answers badly, by name, and what must become of the reply.
#pragma once

#include "tests/durability/faultanswer.h"

#include <QString>

namespace snug::durability {

struct FaultCase
{
    enum class Reply : quint8 {
        Whole,   // it is in the chat, and nothing is wrong
        Part,    // what had come is in the chat, and a sentence says why there is no more
        Nothing, // no message, and a sentence says why
        Either,  // kept and said as it may be
        Stopped, // it goes on until the user stops it; what had come is in the chat
    };

    QString name;
    Reply reply = Reply::Nothing;
};

const QList<FaultCase> &faultCases();

// To the request with this number; a reply that is to be whole begins with "R7x" and ends with "R7xend".
// Names that are no case: "ok", "slow" (a quarter of a second), "models". An unknown one is answered as "ok".
FaultAnswer faultAnswer(const QString &name, int number);

} // namespace snug::durability
