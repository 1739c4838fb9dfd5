#include "core/editing/texttemplateformats.h"

#include "core/formats/jsontext.h"
#include "core/formats/textpreset.h"
#include "core/formats/texttemplates.h"
#include "core/library/texttemplatefiles.h"

namespace snug {

namespace {

using Folder = LibraryLayout::Folder;

template <typename T> DocumentReading readingOf(const TemplateReading<T> &reading)
{
    return {DocumentValue::of(reading.value), reading.warnings};
}

DocumentReading readingOf(const TextPresetReading &reading)
{
    return {DocumentValue::of(reading.preset), reading.warnings};
}

template <typename T, typename Reading>
DocumentFormat formatOf(DocumentKind kind, Folder folder,
                        Result<Reading> (*read)(const QByteArray &, const QString &),
                        QByteArray (*write)(const T &))
{
    DocumentFormat format;
    format.kind = kind;
    format.changeKind = LibraryChange::Kind::Templates;
    format.changedAs = LibraryLayout::folderName(folder);
    format.path = [folder](const LibraryLayout &layout, const QString &name) {
        return textTemplatePath(layout, folder, name);
    };
    format.read = [read](const QByteArray &bytes, const QString &name) {
        return read(bytes, name).transform([](const Reading &reading) { return readingOf(reading); });
    };
    format.write = [write](const DocumentValue &value, const QByteArray &) -> Result<QByteArray> {
        return write(value.as<T>());
    };
    format.document = parseJson;
    format.file = [](const Json &document, const QByteArray &) -> Result<QByteArray> {
        return writeJson(document);
    };
    return format;
}

} // namespace

DocumentFormat contextTemplateFormat()
{
    return formatOf<ContextTemplate>(DocumentKind::ContextTemplate, Folder::Context, readContextTemplate,
                                     writeContextTemplate);
}

DocumentFormat instructTemplateFormat()
{
    return formatOf<InstructTemplate>(DocumentKind::InstructTemplate, Folder::Instruct, readInstructTemplate,
                                      writeInstructTemplate);
}

DocumentFormat systemPromptFormat()
{
    return formatOf<SystemPrompt>(DocumentKind::SystemPrompt, Folder::SystemPrompts, readSystemPrompt,
                                  writeSystemPrompt);
}

DocumentFormat textSamplersFormat()
{
    return formatOf<TextPreset>(DocumentKind::TextSamplers, Folder::TextPresets, readTextPreset,
                                writeTextPreset);
}

} // namespace snug
