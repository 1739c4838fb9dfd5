// A group of characters who share a chat: SillyTavern's `groups/<id>.json`.
#pragma once

#include "core/model/json.h"

#include <QString>
#include <QStringList>

namespace snug {

struct Group
{
    enum class Activation : quint8 { Natural = 0, List = 1, Manual = 2, Pooled = 3 };
    // How the members' cards reach the prompt: one at a time, or all joined.
    enum class Generation : quint8 { Swap = 0, Append = 1, AppendMuted = 2 };

    QString id;
    QString name;
    QStringList members;      // picture file names; a missing card's name stays
    QStringList mutedMembers; // disabled_members
    QString chatId;           // the open chat: a file name without ".jsonl" in "group chats"
    QStringList chats;
    Activation activation = Activation::Natural;
    Generation generation = Generation::Swap;
    QString joinPrefix;
    QString joinSuffix;
    bool allowsSelfResponses = false;
    double autoModeDelay = 5; // seconds
    bool hidesMutedSprites = false;
    QString avatarUrl;
    bool favourite = false;
    Json source; // the document as read

    bool operator==(const Group &) const = default;
};

} // namespace snug
