// A provider with a protocol that a test can write by hand, one line an event:
//   "t Hello"   text        "r Well"  reasoning      "u 12 34"  usage: prompt, completion
//   "ending"    the model has ended, the stream has not
//   "stop" "length" "filter" "refuse No." finish    "e The disk is full"  an error inside the stream
//   "full"      an error of a server that is overloaded
// "\n" within a text is written as "|".
#pragma once

#include "core/wire/provider.h"

namespace snug {

class LineProvider : public Provider
{
public:
    WireRequest encode(const AssembledPrompt &prompt, const Connection &connection,
                       const Secret &key) const override;
    std::unique_ptr<StreamDecoder> decoder() const override;
    Error explainStatus(int status, const QByteArray &body, const Connection &connection,
                        const WireHeaders &headers) const override;
    QStringList leftOut(const AssembledPrompt &, const Connection &) const override { return {}; }
    WireRequest modelsRequest(const Connection &connection, const Secret &key) const override;
    Result<QStringList> parseModels(const QByteArray &body) const override;
};

} // namespace snug
