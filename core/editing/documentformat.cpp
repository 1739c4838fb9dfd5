#include "core/editing/documentformat.h"

#include "core/formats/cardpng.h"
#include "core/formats/jsontext.h"
#include "core/formats/preset.h"
#include "core/formats/worldinfo.h"
#include "core/library/documentfiles.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

Result<QByteArray> plainFile(const Json &document, const QByteArray &)
{
    return writeJson(document);
}

} // namespace

DocumentFormat presetFormat()
{
    DocumentFormat format;
    format.kind = DocumentKind::Preset;
    format.changeKind = LibraryChange::Kind::Presets;
    format.path = [](const LibraryLayout &layout, const QString &name) { return layout.preset(name); };
    format.read = [](const QByteArray &bytes, const QString &name) {
        return readPreset(bytes, name).transform([](const PresetReading &reading) {
            return DocumentReading{DocumentValue::of(reading.preset), reading.warnings};
        });
    };
    format.write = [](const DocumentValue &value, const QByteArray &) -> Result<QByteArray> {
        return writePreset(value.as<Preset>());
    };
    format.document = parseJson;
    format.file = plainFile;
    return format;
}

DocumentFormat lorebookFormat()
{
    DocumentFormat format;
    format.kind = DocumentKind::Lorebook;
    format.changeKind = LibraryChange::Kind::Lorebooks;
    format.path = [](const LibraryLayout &layout, const QString &name) { return layout.lorebook(name); };
    format.read = [](const QByteArray &bytes, const QString &name) {
        return readWorldInfo(bytes, name).transform([](const LorebookReading &reading) {
            return DocumentReading{DocumentValue::of(reading.book), reading.warnings};
        });
    };
    format.write = [](const DocumentValue &value, const QByteArray &) -> Result<QByteArray> {
        return writeWorldInfo(value.as<Lorebook>());
    };
    format.document = parseJson;
    format.file = plainFile;
    return format;
}

DocumentFormat cardFormat()
{
    const auto picture = [](const QByteArray &present) {
        return present.isEmpty() ? placeholderPicture() : present;
    };
    DocumentFormat format;
    format.kind = DocumentKind::Card;
    format.changeKind = LibraryChange::Kind::Cards;
    format.path = [](const LibraryLayout &layout, const QString &name) { return layout.card(name); };
    format.read = [](const QByteArray &bytes, const QString &) {
        return readCardPng(bytes).transform([](const CardReading &reading) {
            return DocumentReading{DocumentValue::of(reading.card), reading.warnings};
        });
    };
    format.write = [picture](const DocumentValue &value, const QByteArray &present) {
        return writeCardPng(value.as<Card>(), picture(present));
    };
    format.document = [](const QByteArray &bytes) {
        return readCardPng(bytes).transform(
            [](const CardReading &reading) { return writtenCard(reading.card); });
    };
    format.file = [picture](const Json &document, const QByteArray &present) {
        return cardFromJson(document).and_then(
            [&](const CardReading &reading) { return writeCardPng(reading.card, picture(present)); });
    };
    format.isPlainJson = false;
    return format;
}

Result<QByteArray> documentText(const DocumentFormat &format, const QByteArray &bytes)
{
    if (format.isPlainJson || bytes.isEmpty())
        return bytes;
    return format.document(bytes).transform([](const Json &document) { return writeJson(document); });
}

Result<QByteArray> fileWithText(const DocumentFormat &format, const QByteArray &text,
                                const QByteArray &present)
{
    if (format.isPlainJson)
        return text;
    return parseJson(text).and_then([&](const Json &document) { return format.file(document, present); });
}

} // namespace snug
