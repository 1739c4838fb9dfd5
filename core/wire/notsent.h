// What a prompt asks for and a request does not say, because the service does not know it or refuses it.
#pragma once

#include "core/conversion/chatask.h"
#include "core/prompt/assembledprompt.h"

#include <QStringList>

namespace snug {

// A short line each: "top_k 40", "temperature 1.4, sent as 1", "2 stop texts". Values that do nothing are not
// missed. `body` is the request's, in whichever spelling.
QStringList samplersNotSent(const SamplerValues &samplers, const QStringList &stop, const Json &body);
// How many stop texts a request names.
qsizetype stopTextsIn(const Json &body);
// Of chats: also the beginning of the reply, how long to think, how much to say.
QStringList wishesNotSent(const ChatAsk &ask, const OutboundPrompt &prompt, const Json &body);
// Those that a chat's preset names: SillyTavern's have none, but a file may.
TextSamplers chatTextSamplers(const Json &preset);
// Of texts: what only servers for texts know.
QStringList textSamplersNotSent(const TextSamplers &samplers, const Json &body);
// That a reply may not be as long as it is set: the service says so.
void noteShorterReply(QStringList &list, int wanted, int sent);
// That it may become longer than it should: the service has refused the limit, or knows none.
void noteMissingLimit(QStringList &list, int wanted, const Json &body);
// That somebody wants to know how likely the words are.
void noteLogProbs(QStringList &list, bool isWanted, const Json &body);

} // namespace snug
