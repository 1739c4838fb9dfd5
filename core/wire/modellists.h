// What models a service offers: the question, and the answer in all its shapes.
#pragma once

#include "core/model/connection.h"
#include "core/result.h"
#include "core/wire/wirerequest.h"

#include <QStringList>

#include <optional>

namespace snug {

WireRequest modelListRequest(const Connection &connection, const Secret &key);

// The page behind the one that says this cursor (ModelPage::next); nothing where the service has no pages.
std::optional<WireRequest> nextModelListRequest(const Connection &connection, const Secret &key,
                                                const QString &cursor);

// parseModelPage(), the models for chats if it tells them apart. Google's "models/" goes.
Result<QStringList> parseModelList(const QByteArray &body);

// Models of services that have no list to be asked for.
QStringList knownModels(const Connection &connection);

} // namespace snug
