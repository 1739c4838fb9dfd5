#include "core/editing/chattemplateformat.h"

#include "core/formats/jsontext.h"
#include "core/formats/prompttemplate.h"

#include <QDir>

namespace snug {

DocumentFormat chatTemplateFormat()
{
    DocumentFormat format;
    format.kind = DocumentKind::ChatTemplate;
    format.changeKind = LibraryChange::Kind::Templates;
    format.changedAs = LibraryLayout::folderName(LibraryLayout::Folder::PromptTemplates);
    format.path = [](const LibraryLayout &layout, const QString &name) {
        return QDir(layout.templateFolder()).filePath(name + QStringLiteral(".json"));
    };
    format.read = [](const QByteArray &bytes, const QString &name) {
        return readPromptTemplate(bytes, name).transform([](const PromptTemplateReading &reading) {
            return DocumentReading{DocumentValue::of(reading.value), reading.warnings};
        });
    };
    format.write = [](const DocumentValue &value, const QByteArray &) -> Result<QByteArray> {
        return writePromptTemplate(value.as<PromptTemplate>());
    };
    format.document = parseJson;
    format.file = [](const Json &document, const QByteArray &) -> Result<QByteArray> {
        return writeJson(document);
    };
    return format;
}

} // namespace snug
