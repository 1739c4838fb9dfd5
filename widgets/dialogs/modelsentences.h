// What it costs to try a service, and what a model can take and costs, in words: as the service says, else as
// it is known.
#pragma once

#include "core/model/connection.h"

#include <QStringList>

namespace snug {

// Before anything is paid, as of November 2026; empty = not known.
QString tryingSentence(const Connection &connection);
// The shortest prompt that the service keeps where it is marked for that; empty = not known.
QString cacheSentence(const Connection &connection);
// Of the connection's model; whole sentences.
QStringList modelSentences(const Connection &connection);

} // namespace snug
