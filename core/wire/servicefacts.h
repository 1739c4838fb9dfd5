// What a service can say of itself beside its models: the context that is really there, money left, a queue.
// Asked by a test of the connection only.
#pragma once

#include "core/model/connection.h"
#include "core/wire/wirerequest.h"

#include <QList>

namespace snug {

struct ServiceQuestion
{
    enum class About : quint8 {
        Context, // for parseContextFacts()
        Balance, // for parseBalances()
        Queue,   // for parseKoboldQueue()
    };
    About about = About::Context;
    WireRequest request;

    bool operator==(const ServiceQuestion &) const = default;
};

QList<ServiceQuestion> serviceQuestions(const Connection &connection, const Secret &key);

} // namespace snug
