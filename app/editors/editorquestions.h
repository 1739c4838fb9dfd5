// What every editor asks about its document and offers of its past, in the same words for all kinds.
#pragma once

#include "core/editing/versions.h"

#include <QString>

#include <functional>

class QMenu;
class QWidget;

namespace snug {

class DocumentEditing;
class EditorStatus;
struct DocumentState;

// Both changed the same places: asks place by place, over `editor`, once at a time. `editing` must live as
// long as `editor` does, here and below.
void askAboutConflict(DocumentEditing *editing, const QString &name, QWidget *editor);

// The editor was closed over changes that are not saved. They stay as a draft in any case; this is about
// whether they come into effect.
void askBeforeClosing(DocumentEditing *editing, const QString &name, QWidget *window);

// What saving has replaced, to be put back as a change that can be undone; and the way back to the file.
void fillVersionsMenu(QMenu *menu, DocumentEditing *editing,
                      const std::function<void(const KeptVersion &version)> &putPictureBack = {});

// Versions beside the present state, over `editor`. `putPictureBack` is for documents inside pictures.
void showVersions(DocumentEditing *editing, const QString &name, QWidget *editor,
                  const std::function<void(const KeptVersion &version)> &putPictureBack = {});

DocumentState documentState(const DocumentEditing &editing);
// Says in the line that `status` gives (null: the document is not shown) what happens to the document.
// `editor` is asked about conflicts. Without a `name` the document is called as its file is.
void connectStatus(DocumentEditing *editing, const QString &name,
                   const std::function<EditorStatus *()> &status, const std::function<QWidget *()> &editor);

} // namespace snug
