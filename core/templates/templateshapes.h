// The shapes of what a template is given: who prints as a name, which lists print one item a line, what has
// toJSON() (docs/systems/hologram.md#context).
#pragma once

#include "core/templates/templatedata.h"

namespace snug {

struct TemplateEntity;
struct TemplateMessage;

TemplateData linesData(const QStringList &texts, const QList<int> &origins = {});
TemplateData entityData(const TemplateEntity &entity, bool printsName);
TemplateData messageData(const TemplateMessage &message);

// A context that somebody wrote as JSON, in the shapes that a chat has: `char`, `user`, `entities`, `others`,
// `memories`, `history`, `lore_before`, `lore_after`, `injected`. What templates of a chat always find and is
// missing is added, empty or from what is there: `char` is the first of the entities. Other members stay as
// they are.
TemplateData::Members shapedContext(const Json &context);

} // namespace snug
