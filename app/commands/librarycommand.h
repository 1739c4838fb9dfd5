// snug import and snug export: files into the user's library, and out of it, without a window.
#pragma once

#include <QStringList>

namespace snug {

// snug import [--library DIR] [--chats-for CARD] PATH…: a line a file, what became of it. exitNo if one was
// refused. A library that does not exist yet is made.
int importCommand(const QStringList &arguments);

// snug export [--library DIR] [--form FORM] KIND NAME TARGET. KIND: card, persona, preset, lorebook, chat;
// NAME as the library has it ("Mira.png", "Default", "Mira.png/first evening"); FORM: file (as it is), json
// (cards), smarttavern. A TARGET that exists is replaced only with --force.
int exportCommand(const QStringList &arguments);

} // namespace snug
