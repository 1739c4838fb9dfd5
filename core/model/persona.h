// Who the user is in the story. Identity is the picture's file name, as in SillyTavern.
#pragma once

#include "core/model/json.h"
#include "core/model/role.h"

#include <QList>
#include <QString>

namespace snug {

struct Persona
{
    enum class Position : quint8 {
        InPrompt = 0, // at the personaDescription marker; the file's 1 reads as this too
        NoteTop = 2,
        NoteBottom = 3,
        AtDepth = 4,
        Off = 9,
    };
    struct Connection // a character or group that selects this persona
    {
        QString type; // "character" or "group"
        QString id;
        bool operator==(const Connection &) const = default;
    };

    QString avatar; // file name in "User Avatars"
    QString name;
    QString description;
    Position position = Position::InPrompt;
    int depth = 2;
    Role role = Role::System;
    QString lorebook;
    QString title;
    QList<Connection> connections;
    Json source; // the description object as read

    bool operator==(const Persona &) const = default;
};

} // namespace snug
