// What a service has said of its models, where a connection keeps it.
#pragma once

#include "core/model/connection.h"
#include "core/wire/modelpage.h"

namespace snug {

// Of the model that the connection names, if it is among them.
void learnModel(Connection &connection, const QList<ModelFacts> &listed);

} // namespace snug
