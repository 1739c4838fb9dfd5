// What looks like a key of a service in the texts of a prompt: somebody pasted it there, and whoever gets the
// prompt would have it.
#pragma once

#include "core/prompt/promptnames.h"

namespace snug {

// "sk-…", "Bearer …" and the like; each once, as they stand in the text.
QStringList keyLikesIn(QStringView text);
// In what is sent, what was left out, and what is said about it.
QStringList keyLikesIn(const AssembledPrompt &prompt);

// What stands for each of them: see withoutNames().
QList<NameStandIn> keyStandIns(const QStringList &keys);
// Enough of one to find it by, and no more.
QString shownKeyLike(const QString &key);

} // namespace snug
