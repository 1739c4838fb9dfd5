#include "app/coredumps.h"

#include <QtEnvironmentVariables>

#include <sys/prctl.h>
#include <sys/resource.h>

namespace snug {

bool forbidCoreDumps()
{
#ifdef SNUG_CORE_DUMPS
    const bool isWanted = !qEnvironmentVariableIsSet("SNUG_FORBID_CORE_DUMPS"); // for its test
#else
    const bool isWanted = qEnvironmentVariableIntValue("SNUG_KEEP_CORE_DUMPS") == 1;
#endif
    if (isWanted)
        return false;
    const rlimit none{0, 0};
    const bool isLimited =
        setrlimit(RLIMIT_CORE, &none) == 0;             // counts where the kernel writes the file itself
    return prctl(PR_SET_DUMPABLE, 0) == 0 && isLimited; // and this where it hands it to a service
}

} // namespace snug
