// What is said of a damaged file of Snug's own, with the ways to go on.
#pragma once

#include "core/library/statefile.h"
#include "widgets/window/noticebar.h"

#include <QString>

#include <functional>

namespace snug {

struct AppContext;

struct StateNotice
{
    QString file;        // in the library: "snug/session.json"; elsewhere its path
    QString content;     // what it holds, inside a sentence: "your connections"
    QString consequence; // a sentence of its own; may be empty
    QList<NoticeAction> actions;
};

// `readAgain` is offered where the file could not be read.
void showStateDamage(const AppContext &app, const StateNotice &notice, const StateDamage &damage,
                     const std::function<void()> &readAgain);
void dismissStateDamage(const AppContext &app, const QString &file);

} // namespace snug
