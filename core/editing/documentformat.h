// What editing has to know about a kind of document: where it lies, how it is read and written, and the JSON
// in it that changes are merged by.
#pragma once

#include "core/editing/documentkind.h"
#include "core/library/librarycontents.h"
#include "core/model/card.h"
#include "core/model/json.h"
#include "core/model/preset.h"

#include <functional>
#include <memory>
#include <typeindex>

namespace snug {

// A value of a type that only its format and its editor know; copies share it.
class DocumentValue
{
public:
    DocumentValue() = default;
    template <typename T> static DocumentValue of(T value)
    {
        DocumentValue made;
        made.m_value = std::make_shared<const T>(std::move(value));
        made.m_type = typeid(T);
        return made;
    }

    bool isEmpty() const { return !m_value; }
    template <typename T> const T &as() const
    {
        Q_ASSERT(m_value && m_type == typeid(T));
        return *static_cast<const T *>(m_value.get());
    }

private:
    std::shared_ptr<const void> m_value;
    std::type_index m_type = typeid(void);
};

struct DocumentReading
{
    DocumentValue value;
    QList<Error> warnings; // without the file's name
};

// All functions are pure and run on any thread.
struct DocumentFormat
{
    DocumentKind kind = DocumentKind::Preset;
    LibraryChange::Kind changeKind = LibraryChange::Kind::Presets;
    QString changedAs = {}; // what LibraryChange::names calls it; empty: by its name
    std::function<QString(const LibraryLayout &layout, const QString &name)> path;
    std::function<Result<DocumentReading>(const QByteArray &bytes, const QString &name)> read;
    // The file with the value in it; `present` is the file as it is (a card's picture), or empty.
    std::function<Result<QByteArray>(const DocumentValue &value, const QByteArray &present)> write;
    // The JSON document in the file, and the file with another one in it.
    std::function<Result<Json>(const QByteArray &bytes)> document;
    std::function<Result<QByteArray>(const Json &document, const QByteArray &present)> file;
    bool isPlainJson = true; // the file is the document
    bool isPart = false;     // the file holds other things, whose changes are none of the document's
    QByteArray withoutFile;  // what an absent file is taken for; empty: there must be one
};

// The values are Preset, Lorebook and Card.
DocumentFormat presetFormat();
DocumentFormat lorebookFormat();
DocumentFormat cardFormat();

// The document in `bytes` as drafts have it: text of JSON, without a picture around it.
Result<QByteArray> documentText(const DocumentFormat &format, const QByteArray &bytes);
// The file that such a text makes of `present`, which may be empty.
Result<QByteArray> fileWithText(const DocumentFormat &format, const QByteArray &text,
                                const QByteArray &present);

} // namespace snug
