#include "core/wire/tokenizerchoice.h"

#include "core/tokens/loadtokenizer.h"
#include "core/wire/address.h"
#include "core/wire/countcalls.h"

namespace snug {

QString tokenizerFor(const Connection &connection)
{
    return connection.tokenizerFile.isEmpty() ? tokenizerNameForModel(connection.model)
                                              : connection.tokenizerFile;
}

bool mayCountAtServer(const Connection &connection)
{
    return mayCountTexts(connection);
}

bool countsAtServer(const Connection &connection)
{
    return mayCountAtServer(connection) && connection.tokenizerFile.isEmpty() &&
           connection.countsTokens.value_or(isLoopback(connection.baseUrl.host()));
}

} // namespace snug
