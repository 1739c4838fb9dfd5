// Headers and body keys of the user's own, for servers of OpenAI's shape: what is added, and what is left
// out.
#pragma once

#include "core/conversion/chatask.h"
#include "core/result.h"

namespace snug {

// What the three texts mean. `body` is an object, `leftOut` names of its members.
struct ReadExtras
{
    QList<CallHeader> headers = {}; // names in lower case
    Json body = Json::object();
    QStringList leftOut = {};
};

// An Error names the field that cannot be read.
Result<ReadExtras> readExtras(const RequestExtras &extras);

} // namespace snug
