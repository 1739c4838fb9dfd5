// What the conversion did to a prompt's messages, in words.
#pragma once

#include "core/conversion/outboundprompt.h"

namespace snug {

// "3 system messages became 1."
QString seamLine(const SeamRemark &remark);

// Lines of one kind with equal words are said once, with how often: in the order of the deeds.
QStringList seamLines(const QList<SeamRemark> &seam);

} // namespace snug
