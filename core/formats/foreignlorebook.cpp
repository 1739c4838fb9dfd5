#include "core/formats/foreignlorebook.h"

#include "core/formats/jsontext.h"
#include "core/formats/pngtext.h"
#include "core/formats/risumodule.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Found = Result<std::optional<ForeignLorebook>>;

Found found(Result<ForeignLorebook> read)
{
    if (!read)
        return std::unexpected(read.error());
    return std::optional(*std::move(read));
}

Found inPicture(const QByteArray &bytes)
{
    const Result<PngTexts> chunks = readPngTexts(bytes, {"naidata"_ba});
    if (!chunks)
        return std::unexpected(chunks.error());
    for (const PngText &chunk : chunks->texts) {
        const Result<QByteArray> text = decodeLooseBase64(chunk.text);
        if (!text)
            return std::unexpected(text.error());
        const Result<Json> document = parseJson(*text);
        if (!document)
            return std::unexpected(document.error());
        return found(readNovelAiLorebook(*document));
    }
    return failure(QCoreApplication::translate("ForeignLorebook", "the picture holds no lorebook"));
}

Found inModule(const QByteArray &bytes)
{
    const Result<Json> module = readRisuModule(bytes);
    if (!module)
        return std::unexpected(module.error());
    const Json list = module->value(u"lorebook");
    if (list.size() == 0)
        return std::nullopt;
    Json document = Json::object();
    document.set(u"type"_s, Json(u"risu"_s));
    document.set(u"data"_s, list);
    Found read = found(readRisuLorebook(document));
    if (read && *read) {
        (*read)->book.name = module->value(u"name").toText();
        for (const auto &[key, what] :
             {std::pair(u"regex"_s,
                        QCoreApplication::translate("ForeignLorebook", "the module's regex scripts")),
              std::pair(u"trigger"_s,
                        QCoreApplication::translate("ForeignLorebook", "the module's triggers")),
              std::pair(u"assets"_s,
                        QCoreApplication::translate("ForeignLorebook", "the module's assets"))}) {
            if (module->value(key).size() > 0)
                (*read)->unused.append(what);
        }
    }
    return read;
}

} // namespace

Result<std::optional<ForeignLorebook>> foreignLorebookIn(FileKind kind, const QByteArray &bytes)
{
    if (kind == FileKind::NovelAiPng)
        return inPicture(bytes);
    if (kind == FileKind::RisuModule)
        return inModule(bytes);
    if (kind != FileKind::NovelAiLorebook && kind != FileKind::AgnaiLorebook && kind != FileKind::Risu)
        return std::nullopt;
    const Result<Json> document = parseJson(bytes);
    if (!document)
        return std::unexpected(document.error());
    if (kind == FileKind::NovelAiLorebook)
        return found(readNovelAiLorebook(*document));
    if (kind == FileKind::AgnaiLorebook)
        return found(readAgnaiLorebook(*document));
    return document->value(u"type").toText() == u"risu" ? found(readRisuLorebook(*document))
                                                        : Found(std::nullopt);
}

} // namespace snug
