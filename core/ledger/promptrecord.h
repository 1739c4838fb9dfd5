// A prompt with its sources as bytes, for the ledger: what it takes to show it again as it was, and to
// compare it by source. A JSON object a line: the head, then the messages (or the one text), what was
// dropped, the lore that fired or lost its place to other lore, the variables. Numbers are those of the time.
#pragma once

#include "core/prompt/assembledprompt.h"
#include "core/result.h"

#include <QByteArray>

namespace snug {

// Of lore that stayed silent, only what lost its place to other lore, or all.
enum class RecordedLore : quint8 { Outcome, All };
QByteArray recordOf(const AssembledPrompt &prompt, RecordedLore lore = RecordedLore::Outcome);
// Lines of a kind that is not known here are passed over. Samplers, stop strings and lore that stayed silent
// by itself are not in it; records of earlier programs have no variables either.
Result<AssembledPrompt> readRecord(const QByteArray &record);
AssembledPrompt promptOfRecord(const QList<Json> &lines);

} // namespace snug
