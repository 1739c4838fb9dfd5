// What the Understudy takes from a chat completions request.
#pragma once

#include "core/result.h"
#include "core/wire/understudy/promptfacts.h"

#include <optional>

namespace snug {

struct UnderstudyRequest
{
    QList<UnderstudyMessage> messages;
    QStringList stop;
    std::optional<quint64> seed;
    int maxTokens = 0; // 0 = no limit
    bool stream = false;
    bool includeUsage = false;
};

// Errors name the member that is wrong.
Result<UnderstudyRequest> parseUnderstudyRequest(const QByteArray &body);

// The whole prompt as one text: what counts as its tokens.
QString promptText(const UnderstudyRequest &request);

} // namespace snug
