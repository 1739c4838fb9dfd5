#include "core/wire/tokenizerchoice.h"

#include "core/tokens/loadtokenizer.h"
#include "core/wire/address.h"

namespace snug {

QString tokenizerFor(const Connection &connection)
{
    return connection.tokenizerFile.isEmpty() ? tokenizerNameForModel(connection.model)
                                              : connection.tokenizerFile;
}

bool countsAtServer(const Connection &connection)
{
    return connection.isLlamaServer() && connection.tokenizerFile.isEmpty() &&
           connection.countsTokens.value_or(isLoopback(connection.baseUrl.host()));
}

} // namespace snug
