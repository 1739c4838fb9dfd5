#include "app/commands/tokenscommand.h"

#include "app/commandline.h"

namespace snug {

int tokensCommand(const QStringList &)
{
    return exitUsage;
}

} // namespace snug
