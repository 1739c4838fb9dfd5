// Who knows what, as it is kept: a library's settings in snug/session.json, a chat's own in its metadata.
#pragma once

#include "core/model/json.h"
#include "core/model/knowledge.h"

namespace snug {

// What makes no sense is as if it were not there.
KnowledgeSettings knowledgeFromJson(const Json &object);
// Into `object`, whose other members stay.
Json withKnowledge(Json object, const KnowledgeSettings &settings);

// chat_metadata.known_to: {enabled, tag, auto_turn, rounds}, each only where the chat says something.
KnowledgeOverrides knowledgeOverrides(const Json &metadata);
// The new value of that key; Undefined if nothing is left to say.
Json knowledgeOverridesJson(const Json &metadata, const KnowledgeOverrides &overrides);

} // namespace snug
