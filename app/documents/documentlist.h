// The documents of a library as the window of documents lists them.
#pragma once

#include "widgets/library/documentsmodel.h"

#include <QMap>

namespace snug {

class ActiveContent;
struct LibraryContents;
class LibraryLayout;

// Every kind of DocumentsWindow::kinds(), with what is in effect marked.
QMap<DocumentKind, QList<LibraryDocument>> listDocuments(const LibraryContents &contents,
                                                         const LibraryLayout &layout, ActiveContent &content);

} // namespace snug
