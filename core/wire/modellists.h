// What models a service offers: the question, and the answer in all its shapes.
#pragma once

#include "core/model/connection.h"
#include "core/prompt/assembledprompt.h"
#include "core/result.h"
#include "core/wire/wirerequest.h"

#include <QStringList>

#include <optional>

namespace snug {

WireRequest modelListRequest(const Connection &connection, const Secret &key);

// The page behind the one that says this cursor (ModelPage::next); nothing where the service has no pages.
std::optional<WireRequest> nextModelListRequest(const Connection &connection, const Secret &key,
                                                const QString &cursor);

// A few words, as a prompt for requests that are not sent, or only counted.
AssembledPrompt triedPrompt(const Connection &connection);
// A question that costs nothing and needs a good key, where a key may be good and see no list: Vertex AI's
// express mode has none. Nothing elsewhere.
std::optional<WireRequest> keyTryRequest(const Connection &connection, const Secret &key);

// parseModelPage(), the models for chats if it tells them apart. Google's "models/" goes.
Result<QStringList> parseModelList(const QByteArray &body);

// Models of services that have no list to be asked for.
QStringList knownModels(const Connection &connection);

} // namespace snug
