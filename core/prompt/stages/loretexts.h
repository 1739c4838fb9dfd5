// What lorebooks add to a prompt, by place. Texts stand in prompt order.
#pragma once

#include "core/model/role.h"
#include "core/prompt/tracedtext.h"

#include <QHash>
#include <QList>
#include <QString>

namespace snug {

struct LoreAtDepth
{
    TracedText text; // all entries of this depth and role
    int depth = 0;
    Role role = Role::System;
};

struct LoreExample
{
    TracedText text;
    bool isOnTop = false; // in front of what is there so far, else behind
};

struct LoreTexts
{
    TracedText before;         // the marker worldInfoBefore
    TracedText after;          // worldInfoAfter
    QList<TracedText> noteTop; // around the author's note
    QList<TracedText> noteBottom;
    QList<LoreAtDepth> atDepth;
    QList<LoreExample> examples;        // in ascending order of the entries
    QHash<QString, TracedText> outlets; // {{outlet::name}}
};

} // namespace snug
