// The part of a request body that all servers of the OpenAI shape share.
#pragma once

#include "core/wire/jsonbody.h"

#include <QStringList>

#include <optional>

namespace snug {

// A sampler by its name on the wire, where the preset says something.
void writeSampler(JsonBody &body, QByteArrayView name, const std::optional<double> &value);
void writeStop(JsonBody &body, const QStringList &stop, qsizetype atMost);

// "top_k 40", unless the value is not set or is the one that does nothing.
void noteLeftOut(QStringList &leftOut, QStringView name, const std::optional<double> &value, double neutral);

} // namespace snug
