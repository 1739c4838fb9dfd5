// A case of SillyTavern 1.19's conversions (docs/conformance-cases.md#conversions): what its page was set to
// and the request that left its server.
#pragma once

#include "core/conversion/chatask.h"
#include "core/model/json.h"
#include "core/result.h"

#include <QString>

namespace snug {

struct ConversionCase
{
    QString service;
    QString endpoint; // empty = chat; "text", "kobold", "novel", "horde"
    Json input;
    Json expected;
    QStringList quirks;
};

Result<ConversionCase> readConversionCase(const QString &path);

// The request in the form of `expected`: {"method", "host", "path", "query"?, "headers", "body"}, with "KEY"
// for keys.
Result<Json> playConversionCase(const ConversionCase &read);

// What is wrong with it; empty if it is the expected one.
QString conversionDifference(const Json &is, const Json &should);

// Of chats: the prompt that goes out, for what is said of every character in it.
Result<OutboundPrompt> outboundPromptOf(const ConversionCase &read);

} // namespace snug
