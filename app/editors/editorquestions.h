// What every editor asks about its document and offers of its past, in the same words for all kinds.
#pragma once

#include "core/editing/versions.h"

#include <QStringList>

#include <functional>

class QMenu;
class QWidget;

namespace snug {

class DocumentEditing;
class EditorStatus;
struct DocumentState;

// Both changed the same places: asks place by place, over `editor`, once at a time. `editing` must live as
// long as `editor` does, here and below.
void askAboutConflict(DocumentEditing *editing, QWidget *editor);

// What is to become of changes that are not saved.
enum class UnsavedAnswer : quint8 { Save, Keep, Discard };

// An editor is to be closed over changes to these documents (documentTitle()): asked over it, once at a time.
// Nothing is answered when it is to stay.
void askAboutUnsaved(const QStringList &titles, QWidget *editor,
                     const std::function<void(UnsavedAnswer answer)> &done);

// What shows the present state beside others.
struct CompareActs
{
    std::function<void()> versions; // of the same document
    std::function<void()> others;   // of its kind
};

// What saving has replaced, to be put back as a change that can be undone; and the way back to the file.
void fillVersionsMenu(QMenu *menu, DocumentEditing *editing, const CompareActs &compare);

// Versions beside the present state; deleted once it is closed. `putPictureBack` is for documents inside
// pictures.
QWidget *newVersionsPage(DocumentEditing *editing,
                         const std::function<void(const KeptVersion &version)> &putPictureBack);

DocumentState documentState(const DocumentEditing &editing);
// Says in the line that `status` gives (null: the document is not shown) what happens to the document.
// `editor` is asked about conflicts.
void connectStatus(DocumentEditing *editing, const std::function<EditorStatus *()> &status,
                   const std::function<QWidget *()> &editor);

} // namespace snug
