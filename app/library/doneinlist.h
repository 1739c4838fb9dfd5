// What was done to characters and chats in the lists: said in a notice that takes it back, and so does Undo.
// Redo does it again where that is the same thing once more.
#pragma once

#include "widgets/window/noticebar.h"

namespace snug {

struct AppContext;

struct DoneInList
{
    QString notice; // its id: of one kind of thing only the last is said
    Notice::Kind kind = Notice::Kind::Done;
    QString text;
    QString undoText; // "Undo deleting"
    std::function<void()> undo;
    QString redoText = {};
    std::function<void()> redo =
        {}; // says nothing, and undo() takes that back as well; none: it is done once
};

void tellDone(const AppContext &app, const DoneInList &done);

} // namespace snug
