// SillyTavern's group files (`groups/<id>.json`).
#pragma once

#include "core/formats/fields.h"
#include "core/model/group.h"

namespace snug {

struct GroupReading
{
    Group group;
    Warnings warnings;
};

// `id` is the file's name without ".json", for files that do not say theirs.
Result<GroupReading> readGroup(const QByteArray &bytes, const QString &id = {});
QByteArray writeGroup(const Group &group);

} // namespace snug
