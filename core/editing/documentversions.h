// What a document once was, and what others of its kind are: listed, read, compared with the document as it
// is edited, and put in its place.
#pragma once

#include "core/editing/documentformat.h"
#include "core/editing/otherstate.h"

#include <QCoreApplication>

#include <functional>
#include <optional>

namespace snug {

class DocumentEditing;

class DocumentVersions
{
    Q_DECLARE_TR_FUNCTIONS(DocumentVersions)

public:
    // A part of `editing`.
    explicit DocumentVersions(DocumentEditing *editing);

    // Answers come while `context` lives. A version's value has the document's type.
    void list(QObject *context, std::function<void(const QList<KeptVersion> &)> done) const;
    void read(const QString &id, QObject *context,
              std::function<void(const Result<DocumentValue> &)> done) const;
    // From the version, or another document, to the present value.
    void compare(const OtherState &other, QObject *context,
                 std::function<void(const Result<QList<JsonChange>> &)> done) const;
    // As a change that can be undone; with a `place` of compare() only what the other one has there. Without
    // it a version is meant.
    void restore(const OtherState &other, const std::optional<JsonChange> &place = {}) const;

private:
    void restorePlace(const OtherState &other, const JsonChange &place) const;
    PresentState presentState() const;

    DocumentEditing *m_editing;
};

} // namespace snug
