// What a document is compared with: a version of it that was kept, or another document of its kind. Blocking;
// for the disk thread.
#pragma once

#include "core/editing/documentformat.h"
#include "core/editing/jsonchanges.h"
#include "core/library/keptversions.h"

#include <QByteArray>

namespace snug {

class LibraryStore;

struct OtherState
{
    OtherState(const KeptVersion &kept)
        : version(kept)
    {
    }
    static OtherState ofDocument(const QString &name);
    // "1/2/26 10:31", "Harbour"
    QString title() const;

    KeptVersion version = {};
    QString document = {}; // empty: the version
};

// A document as it is edited; `base` is its file.
struct PresentState
{
    QString name;
    DocumentValue value;
    QByteArray base;
};

// From the other to the present one. Other documents are brought in line first (documentalignment.h).
Result<QList<JsonChange>> changesFrom(LibraryStore &store, const DocumentFormat &format,
                                      const PresentState &present, const OtherState &other);
// The present one with what the other has at the place of one of these changes.
Result<DocumentValue> withPlaceFrom(LibraryStore &store, const DocumentFormat &format,
                                    const PresentState &present, const OtherState &other,
                                    const JsonChange &place);

} // namespace snug
