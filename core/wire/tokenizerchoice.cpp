#include "core/wire/tokenizerchoice.h"

#include "core/tokens/loadtokenizer.h"

namespace snug {

QString tokenizerFor(const Connection &connection)
{
    return connection.tokenizerFile.isEmpty() ? tokenizerNameForModel(connection.model)
                                              : connection.tokenizerFile;
}

} // namespace snug
