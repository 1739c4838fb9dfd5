// How editors of a list are laid out: the head on top, the list at the left, at the right what is chosen in
// it and below that where it is tried, and at the foot what was found.
#pragma once

#include <QWidget>

namespace snug {

class DocumentHead;
class EditorStatus;
class FindingsBar;

struct ListEditorParts
{
    DocumentHead *head;
    EditorStatus *status;
    QWidget *list;
    QWidget *form;
    QWidget *trial;
    FindingsBar *findings;
    int listWidth = 300; // at first; the user moves the lines between them
    int trialHeight = 300;
};

void layOutListEditor(QWidget *editor, const ListEditorParts &parts);

} // namespace snug
