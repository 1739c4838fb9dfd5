// The part of a request body that all servers of the OpenAI shape share.
#pragma once

#include "core/prompt/assembledprompt.h"
#include "core/wire/jsonbody.h"

namespace snug {

// Opens the object and writes model, messages, stream and, for streams, the wish for usage. The
// caller adds its samplers and ends the object.
JsonBody beginChatBody(const AssembledPrompt &prompt, const QString &model);

// A sampler by its name on the wire, where the preset says something.
void writeSampler(JsonBody &body, QByteArrayView name, const std::optional<double> &value);
void writeStop(JsonBody &body, const QStringList &stop, qsizetype atMost);

// "top_k 40", unless the value is not set or is the one that does nothing.
void noteLeftOut(QStringList &leftOut, QStringView name, const std::optional<double> &value, double neutral);

} // namespace snug
