// What the window is started with: `snug FOLDER`, `snug FILE…`, as a file manager does it.
#pragma once

#include "core/result.h"

#include <QStringList>

namespace snug {

struct WindowArguments
{
    QString folder;            // opened as the library; empty: the one of the last run
    QStringList files;         // imported into it
    QStringList sharedPrompts; // shown, without the library
};

// Paths, absolute or from `current`. Errors: something that is not there, two folders.
Result<WindowArguments> windowArguments(const QStringList &arguments, const QString &current);

} // namespace snug
