// Places in a document, as people call them.
#pragma once

#include "core/model/json.h"

#include <QHash>
#include <QString>

namespace snug {

// What an item of a list is called: its title or name, else `otherwise`.
QString itemTitle(const Json &item, const QString &otherwise);
// What the blocks of a preset are called, by what its order lists them by. Of other documents empty.
QHash<QString, QString> blockNames(const Json &document);
// "prompts › Main Prompt"
QString insidePlace(const QString &place, const QString &part);
// Stands where a list's order differs.
QString orderWord();

} // namespace snug
