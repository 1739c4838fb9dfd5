// The documents of a library as the Studio lists them.
#pragma once

#include "widgets/library/librarydocument.h"

#include <QMap>

namespace snug {

class ActiveContent;
struct LibraryContents;
class LibraryLayout;

// Every kind of listedKinds(), with what is in effect marked.
QMap<DocumentKind, QList<LibraryDocument>> listDocuments(const LibraryContents &contents,
                                                         const LibraryLayout &layout, ActiveContent &content);

} // namespace snug
