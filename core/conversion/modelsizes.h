// How much models read and write at once, and what they cost, by their ids at their own vendor's service:
// what is known where the service says nothing of it. Each row has the month of which it is true; a model
// that is in no row is not known (docs/providers.md#models).
#pragma once

#include "core/model/connection.h"

#include <QDate>

#include <optional>

namespace snug {

// Whether the beginning of a prompt is kept by the service, which costs less the next time.
enum class PromptCaching : quint8 {
    NotKnown,
    Marked,    // where the request marks it
    Automatic, // by itself
};

struct ModelSizes
{
    QString model;       // its id; a date may follow
    int contextSize = 0; // tokens; 0 = not known, or a choice of the user's
    int mostReply = 0;   // tokens of one reply, thoughts and all; 0 = not known
    double promptPrice =
        0; // US dollars for a million tokens, of prompts that are not very long; 0 = not known
    double replyPrice = 0;
    QDate asOf = {};
    bool readsPictures = false; // else it is not known
    PromptCaching caching = PromptCaching::NotKnown;
    int leastCached = 0;  // tokens of the shortest beginning that is kept; 0 = not known
    QDate priceEnds = {}; // the last day of these prices; invalid = no such day is known
    QDate ends = {};      // when its maker takes it out of service; invalid likewise
};

// Of the model that the connection names, at the service that makes it.
std::optional<ModelSizes> modelSizes(const Connection &connection);

// What holds for the connection: the user's word, else the service's, else what is known. Nothing = nobody
// says.
std::optional<int> modelContext(const Connection &connection);
std::optional<int> longestReply(const Connection &connection);

} // namespace snug
