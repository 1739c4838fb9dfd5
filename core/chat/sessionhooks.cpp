#include "core/chat/sessionhooks.h"

#include "core/prompt/groupinputs.h"

#include <QRandomGenerator>

namespace snug {

SessionHooks completedHooks(SessionHooks hooks)
{
    if (!hooks.now)
        hooks.now = [] { return QDateTime::currentDateTime(); };
    if (!hooks.seed)
        hooks.seed = [] { return QRandomGenerator::system()->generate64(); };
    if (!hooks.inputsForSpeaker)
        hooks.inputsForSpeaker = snug::inputsForSpeaker;
    return hooks;
}

} // namespace snug
