#include "app/commands/assemblecommand.h"

#include "app/commandline.h"

namespace snug {

int assembleCommand(const QStringList &)
{
    return exitUsage;
}

} // namespace snug
